"""What OpenClaw itself keeps on record about whose words a memory file holds. It may lower an origin, never raise it.

Two of its tables say so, each by the file's path below the workspace:

* `plugin_state_entries` of `state/openclaw.sqlite`: what an agent wrote into a file, and whether the turn it wrote in had
  read from the network or was another person's. Kept by a digest of the workspace's path.
* `memory_index_chunk_provenance` of `agents/ID/agent/openclaw-agent.sqlite`: what the agent's own index makes of it. Of
  this only `untrusted` and `system` are taken: it says `agent` of everything nobody has recorded.

Nothing of OpenClaw's is written, not even the side files that SQLite makes when it reads. For the writer's thread.
"""

import os
import re
import sqlite3
import stat
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Self
from urllib.parse import quote

from recall_sidecar.memory.folders import Folder
from recall_sidecar.outcomes import Origin, lowest
from recall_sidecar.settings import MemorySettings

__all__ = ["NOTHING_RECORDED", "Provenance", "Recorded"]

# More than OpenClaw keeps of all workspaces together.
_MAX_ROWS = 50_000
# SQLite's own steps: half a second of work or so, far more than either query takes.
_STEPS = 20_000_000
_AGENT_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

_WRITES = """
SELECT json_extract(value_json, '$.relativePath'), json_extract(value_json, '$.originClass') FROM plugin_state_entries
WHERE plugin_id = 'core:memory-artifact-provenance' AND namespace = 'workspace-files'
AND entry_key >= ? AND entry_key < ? AND json_valid(value_json) LIMIT ?
"""
_CHUNKS = """
SELECT DISTINCT c.path, p.origin_class FROM memory_index_chunk_provenance p
JOIN memory_index_chunks c ON c.id = p.chunk_id
WHERE c.source = 'memory' AND p.origin_class IN ('untrusted', 'system') LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The most that files of a folder may be trusted, by their path, and what could not be read of the record."""

    origins: Mapping[str, Origin] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def lowered(self, path: str, origin: Origin, before: Origin | None) -> Origin:
        """Return how far the file at `path` may be trusted, of which the settings say `origin`.

        `before` is how far it was trusted, which it stays at most while the record cannot be read.
        """
        known = (before,) if before is not None and self.problems else ()
        return lowest((origin, self.origins.get(path, origin), *known))


NOTHING_RECORDED = Recorded()
_Row = tuple[object, object]


class Provenance:
    """The record in OpenClaw's folder `state`, an absolute path; empty when none shall be read."""

    def __init__(self, state: str) -> None:
        self._state = state
        # What was read of a database, for as long as it looks the same.
        self._kept: dict[tuple[Path, tuple[str, ...]], tuple[object, list[_Row]]] = {}
        # What was told of each folder last, by its key.
        self._told: dict[str, Recorded] = {}

    @classmethod
    def configured(cls, settings: MemorySettings) -> Self:
        """Return the record that the settings name."""
        state = settings.openclaw.state
        return cls(str(Path(state).expanduser().absolute()) if state else "")

    def of(self, folder: Folder) -> Recorded:
        """Return what is on record of the files of `folder`: nothing unless it is laid out as OpenClaw does."""
        self._told[folder.key] = recorded = self._read(folder)
        return recorded

    def differs(self, folder: Folder) -> bool:
        """Return whether the record says something else now than when `of` was asked last."""
        return folder.key in self._told and self._read(folder) != self._told[folder.key]

    def _read(self, folder: Folder) -> Recorded:
        if not self._state or folder.settings.layout != "openclaw":
            return NOTHING_RECORDED
        problems: list[str] = []
        rows: list[_Row] = []
        for file, question, bounds in self._questions(folder):
            try:
                rows += self._asked(file, question, bounds)
            except (sqlite3.Error, OSError) as error:
                problems.append(
                    f"OpenClaw's record of origins in {file} cannot be read ({error}); no file is trusted more than before."
                )
        return Recorded(_least(rows), tuple(problems))

    def _questions(self, folder: Folder) -> Iterable[tuple[Path, str, tuple[str, ...]]]:
        root = sha256(os.fsencode(os.path.realpath(folder.root))).hexdigest()
        # A colon stands behind the workspace's digest, and a semicolon is the sign after it.
        yield Path(self._state, "state", "openclaw.sqlite"), _WRITES, (f"{root}:", f"{root};")
        # The same path may stand in the workspace of another agent, so only those that the folder names are asked.
        for agent in folder.settings.agents:
            if _AGENT_ID.fullmatch(agent):
                yield Path(self._state, "agents", agent, "agent", "openclaw-agent.sqlite"), _CHUNKS, ()

    def _asked(self, file: Path, question: str, bounds: tuple[str, ...]) -> list[_Row]:
        looks = _looks(file)
        if looks is None:
            return []
        name = (file, bounds)
        known = self._kept.get(name)
        if known is not None and known[0] == looks:
            return known[1]
        with closing(_opened(file)) as connection:
            rows: list[_Row] = connection.execute(question, (*bounds, _MAX_ROWS)).fetchall()
        self._kept[name] = (looks, rows)
        return rows


def _least(rows: Iterable[_Row]) -> dict[str, Origin]:
    known: Mapping[object, Origin] = {origin.value: origin for origin in Origin}
    least: dict[str, Origin] = {}
    for path, word in rows:
        # Whatever else a newer release may say is no reason to trust.
        origin = known.get(word, Origin.UNTRUSTED)
        if isinstance(path, str):
            least[path] = lowest((origin, least.get(path, origin)))
    return least


def _looks(file: Path) -> object:
    """Return what tells whether a database has changed, None when there is none."""
    found = _stat(file)
    return None if found is None else (found, _stat(_wal(file)))


def _stat(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    # Opening a pipe would wait for whoever writes to it.
    return (found.st_size, found.st_mtime_ns, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _wal(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _opened(file: Path) -> sqlite3.Connection:
    # A connection that only reads still makes side files, unless it is told that there is nothing to look for in them.
    is_live = _wal(file).exists()
    how = "mode=ro&readonly_shm=1" if is_live else "mode=ro&immutable=1"
    connection = sqlite3.connect(f"file:{quote(str(file))}?{how}", uri=True, isolation_level=None)
    # The first call of the handler ends the query.
    connection.set_progress_handler(lambda: True, _STEPS)
    return connection
