"""Which files of a folder are memory, who may see them, how far they are trusted, and how they are read: all by path.

Pure: nothing here looks at a disk. Paths are relative to the folder, with forward slashes.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from recall_sidecar.masking import without_secrets
from recall_sidecar.memory.chunks import Chunk, cut
from recall_sidecar.memory.layouts.choice import LAYOUTS
from recall_sidecar.memory.layouts.machine import is_machine_file, is_machine_folder
from recall_sidecar.memory.layouts.port import Layout
from recall_sidecar.memory.lines import numbered_as
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.projects import Keyed, Projects, is_hidden, keyed
from recall_sidecar.memory.scaffolding import blank
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings

__all__ = ["Folder", "Trust", "named", "visible_to"]


@dataclass(frozen=True, slots=True)
class Trust:
    """Origin and visibility of one file."""

    origin: Origin
    visibility: Literal["private", "shared"]


@dataclass(frozen=True)
class Folder:
    """One folder of memory files. `root` is absolute; `name` is unique among the configured folders."""

    root: str
    name: str
    settings: FolderSettings

    # Whether its name always stands in front of a path.
    shows_name: ClassVar[bool] = False
    # Whether what it holds was said in conversations, where the question was asked before.
    holds_talk: ClassVar[bool] = False

    @cached_property
    def key(self) -> str:
        """What identifies the indexed folder: everything that decides what is in it and who may see it.

        A change of any of it makes it another folder, which is indexed anew; nothing stored under old rules is seen.
        """
        decides = self.settings.model_dump_json(include={"layout", "only", "origin", "visibility", "rules"})
        return hashlib.sha256(f"{self.root}\0{decides}".encode("utf-8", "surrogateescape")).hexdigest()

    @cached_property
    def _rules(
        self,
    ) -> tuple[tuple[re.Pattern[str], Origin | None, Literal["private", "shared"] | None], ...]:
        return tuple((_glob(rule.paths), rule.origin, rule.visibility) for rule in self.settings.rules)

    @cached_property
    def _layout(self) -> Layout:
        return LAYOUTS[self.settings.layout]

    @cached_property
    def _only(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(_glob, self.settings.only))

    def enters(self, path: str) -> bool:
        """Return whether notes may stand below the folder at `path`."""
        return not any(map(is_machine_folder, path.split("/"))) and self._layout.enters(path)

    def holds(self, path: str) -> bool:
        """Return whether the file at `path` is memory."""
        parent, _, name = path.rpartition("/")
        if is_machine_file(name) or (parent and not self.enters(parent)) or not self._layout.holds(path):
            return False
        return not self._only or any(pattern.fullmatch(path) for pattern in self._only)

    def is_curated(self, path: str, trust: Trust) -> bool:
        """Return whether entries of the file at `path` may say of themselves when they speak and how much they matter.

        Only what an OpenClaw workspace curates, and only while it is private and trusted: never a daily note or an import.
        `trust` is what `self.trust` says of it, or less.
        """
        is_trusted = trust.visibility == "private" and trust.origin in {Origin.OWNER, Origin.AGENT}
        return is_trusted and self._layout.is_curated(path)

    def trust(self, path: str) -> Trust:
        """Return origin and visibility of the file at `path`; the last rule that matches wins."""
        origin, visibility = self._layout.origin(path, self.settings.origin), self.settings.visibility
        for pattern, rule_origin, rule_visibility in self._rules:
            if pattern.fullmatch(path):
                origin = rule_origin or origin
                visibility = rule_visibility or visibility
        return Trust(origin, visibility)

    def chunks(self, text: str, path: str, trust: Trust) -> Iterator[Chunk]:
        """Yield the passages of the file at `path`, which reads `text`; `trust` is what `self.trust` says of it, or less.

        Secrets are masked before anything is cut: a piece of a key would not look like one.
        """
        return self._cut(without_secrets(text), path, trust, keyed(text))

    def hidden_lines(self, text: str, path: str, projects: Projects) -> frozenset[int]:
        """Return which lines of the file at `path` a turn about `projects` does not see, as its search does not."""
        known = keyed(text)
        hidden = {number for number, own in enumerate(known.lines, start=1) if is_hidden(own, projects)}
        for chunk in self._cut(text, path, self.trust(path), known) if known.lines else ():
            if is_hidden(chunk.projects, projects):
                hidden.update(range(chunk.from_line, chunk.to_line + 1))
        return frozenset(hidden)

    def _cut(self, text: str, path: str, trust: Trust, known: Keyed) -> Iterator[Chunk]:
        written = text.replace("\r\n", "\n")
        note = self._layout.note(blank(written), path)
        lines = numbered_as(written, note.text)
        curated = self.is_curated(path, trust)
        return cut(lines, path, curated=curated, keyed=known, title=note.title, day=note.day)

    def shown(self, text: str) -> str:
        """Return the text of a file as it is read, line by line."""
        return without_secrets(text)

    def is_being_answered(self, path: str, viewer: Viewer) -> bool:  # noqa: ARG002 -- a conversation's question
        """Return whether the file at `path` is what the viewer's host shows the model anyway."""
        return False

    def being_answered_glob(self, viewer: Viewer) -> str:  # noqa: ARG002 -- a conversation's question
        """Return a pattern of SQLite's GLOB that all such files match."""
        return "*"


def named(folders: Sequence[tuple[str, FolderSettings]]) -> tuple[Folder, ...]:
    """Return the folders, given as (absolute path, settings), each with a name of its own."""
    found: list[Folder] = []
    taken: set[str] = set()
    for root, settings in folders:
        wish = settings.name or root.rstrip("/").rpartition("/")[2] or "root"
        name, number = wish, 1
        while name in taken:
            number += 1
            name = f"{wish}-{number}"
        taken.add(name)
        found.append(Folder(root, name, settings))
    return tuple(found)


def visible_to(folders: Sequence[Folder], viewer: Viewer) -> tuple[Folder, ...]:
    """Return the folders that are memory of the viewer's agent.

    There are none in a shared chat whose sender nobody knows, nor in a private one with somebody else than the owner.
    """
    is_stranger = viewer.sender_id is None if viewer.chat == "shared" else viewer.sender_is_owner is False
    if is_stranger:
        return ()
    return tuple(folder for folder in folders if {"*", viewer.agent_id} & {*folder.settings.agents})


def _glob(pattern: str) -> re.Pattern[str]:
    """Compile a glob: `*` and `?` stay within a name, `**` crosses folders."""
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(meaning.get(part, re.escape(part)) for part in parts), re.DOTALL)
