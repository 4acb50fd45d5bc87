"""Write a haystack as notes that the product reads, and say which document stands at a line.

Each session is a file named by its day, each document a section under its speaker's name: the form in which a
conversation would be kept in a folder of notes.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from benchmarks.quality.sets import Document, Haystack

__all__ = ["Notes", "write"]

# At the start of a line these would be Markdown of the note, not words of the document.
_MARKUP = re.compile(r"^(?= {0,3}(?:#{1,6}\s|```|~~~|---))", re.MULTILINE)
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Notes:
    """Where each document begins: per file, first lines in order and the documents that begin there."""

    places: dict[str, tuple[list[int], list[str]]]

    def document_at(self, path: str, line: int) -> str:
        """Return the id of the document that line `line` of the note at `path` belongs to."""
        first_lines, documents = self.places[path]
        return documents[bisect_right(first_lines, line) - 1]


def write(haystack: Haystack, folder: Path) -> Notes:
    """Write the notes of `haystack` into `folder`, which exists and is empty."""
    sessions: dict[str, list[Document]] = {}
    for document in haystack.documents:
        sessions.setdefault(document.session, []).append(document)
    places: dict[str, tuple[list[int], list[str]]] = {}
    for number, documents in enumerate(sessions.values()):
        day = documents[0].date
        path = f"{day:%Y-%m-%d}-{number}.md" if day else f"note-{number}.md"
        lines: list[str] = []
        first_lines: list[int] = []
        for document in documents:
            first_lines.append(len(lines) + 1)
            lines += [f"## {document.speaker or 'note'}", *_MARKUP.sub(_INDENT, document.text).split("\n")]
        (folder / path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        places[path] = (first_lines, [document.id for document in documents])
    return Notes(places)
