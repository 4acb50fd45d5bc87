"""An OpenClaw workspace: curated `MEMORY.md` and `USER.md`, and notes below `memory/`.

The curated files are the owner's: OpenClaw writes them on the owner's word, or through gates that leave out what strangers
said. Imports were copied from elsewhere, so they may repeat anybody. Dreaming's reports repeat what stands in the notes, for
people to read.
"""

from typing import Final

from recall_sidecar.memory.layouts.port import Layout, is_below, is_markdown
from recall_sidecar.outcomes import Origin, lowest

__all__ = ["LAYOUT"]

_CURATED: Final = frozenset({"memory.md", "user.md"})
_NOTES: Final = "memory"
_IMPORTS: Final = "memory/imports"
_REPORTS: Final = "memory/dreaming"


def _enters(path: str) -> bool:
    return is_below(path, _NOTES) and not is_below(path, _REPORTS)


def _holds(path: str) -> bool:
    return is_markdown(path) if "/" in path else _is_curated(path)


def _is_curated(path: str) -> bool:
    return path.casefold() in _CURATED


def _origin(path: str, origin: Origin) -> Origin:
    if _is_curated(path) and origin is Origin.AGENT:
        return Origin.OWNER
    return lowest((origin, Origin.UNTRUSTED)) if is_below(path, _IMPORTS) else origin


LAYOUT: Final = Layout(holds=_holds, enters=_enters, origin=_origin, is_curated=_is_curated)
