"""An Obsidian vault: notes with wiki links, tags and front matter.

A note is found by its name, its aliases and its tags as well as by its words. Templates, drawings and the trash are no
memory. `Clippings`, where the web clipper saves pages, may repeat anybody.
"""

from typing import Final

from recall_sidecar.memory.layouts.front_matter import title_and_day
from recall_sidecar.memory.layouts.port import Layout, Note, is_below, is_markdown
from recall_sidecar.memory.layouts.wiki import shown
from recall_sidecar.outcomes import Origin, lowest

__all__ = ["LAYOUT"]

_CLIPPINGS: Final = "clippings"
_TEMPLATES: Final = frozenset({"templates", "template", "_templates"})
_DRAWING: Final = ".excalidraw.md"


def _enters(path: str) -> bool:
    return path.casefold().rpartition("/")[2] not in _TEMPLATES


def _holds(path: str) -> bool:
    return is_markdown(path) and not path.casefold().endswith(_DRAWING)


def _origin(path: str, origin: Origin) -> Origin:
    return lowest((origin, Origin.UNTRUSTED)) if is_below(path, _CLIPPINGS) else origin


def _note(text: str, path: str) -> Note:
    name = path.rpartition("/")[2].rpartition(".")[0]
    return Note(shown(text), *title_and_day(text, name))


LAYOUT: Final = Layout(holds=_holds, enters=_enters, origin=_origin, note=_note)
