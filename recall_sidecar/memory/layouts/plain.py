"""Any folder of Markdown and plain text: whatever is written there, by whoever may write there."""

from typing import Final

from recall_sidecar.memory.layouts.front_matter import title_and_day
from recall_sidecar.memory.layouts.port import Layout, Note, is_markdown

__all__ = ["LAYOUT"]


def _holds(path: str) -> bool:
    return is_markdown(path) or path.casefold().endswith(".txt")


def _note(text: str, path: str) -> Note:
    title, day = title_and_day(text) if is_markdown(path) else ("", None)
    return Note(text, title, day)


LAYOUT: Final = Layout(holds=_holds, note=_note)
