"""Cut a note into passages: whole paragraphs and list entries, with their lines, headings and day.

A passage grows by whole blocks until it has `ENOUGH_CHARS`, never goes past `MAX_CHARS`, and never crosses a
heading. A heading belongs to the passage that follows it, so that its words are found and shown. Front matter and
comments (`<!-- … -->`) are not text of the note and are left out. In a curated file an entry whose comments say
something of it (memory/annotations.py) is a passage of its own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from recall_sidecar.graphemes import head
from recall_sidecar.memory.annotations import NO_ANNOTATION, Annotation, annotation, without_comments
from recall_sidecar.memory.lines import numbered, pieces
from recall_sidecar.outcomes import Origin

__all__ = ["ENOUGH_CHARS", "MAX_CHARS", "Chunk", "cut", "day_of_path"]

ENOUGH_CHARS = 400
MAX_CHARS = 1200
_MAX_HEADING_CHARS = 200
_MAX_FRONT_MATTER_LINES = 200

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_ENTRY = re.compile(r"\s{0,8}([-*+]|\d{1,3}[.)])\s+\S")
_DAY = re.compile(r"(?<!\d)(\d{4})(?:-|/|\.|年)(\d{1,2})(?:-|/|\.|月)(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage before it is stored. Lines count from 1, both ends included; `heading` is the path of headings.

    `annotation` is what a curated entry says of itself; `origin` is the passage's own, None where it is the file's.
    """

    from_line: int
    to_line: int
    text: str
    heading: str
    date: date | None
    annotation: Annotation = NO_ANNOTATION
    origin: Origin | None = None


@dataclass(slots=True)
class _Block:
    """Lines that stay together: a paragraph, a list entry, a fenced block; `written` is how they stand in the note."""

    first: int
    lines: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    is_fenced: bool = False

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


def cut(text: str, path: str, *, curated: bool = False) -> Iterator[Chunk]:
    """Yield the passages of the note at `path`, in order; only in a `curated` file do annotations count."""
    note_day = day_of_path(path)
    headings: list[tuple[int, str, date | None]] = []
    for section in _sections(_blocks(numbered(text))):
        level, title = _heading_of(section)
        if level:
            headings = [*(outer for outer in headings if outer[0] < level), (level, title, _day_in(title))]
        day = next((own for _, _, own in reversed(headings) if own), note_day)
        trail = head(" > ".join(name for _, name, _ in headings), _MAX_HEADING_CHARS)
        for first, last, body, said in _grouped(section, curated=curated):
            yield Chunk(first, last, body, trail, day, said)


def day_of_path(path: str) -> date | None:
    """Return the day a note is about, from its file name or a folder's: `2026-11-30-trip.md`, `2026/11/30.md`."""
    stem = path.rsplit(".", 1)[0]
    return _day_in(stem.rsplit("/", 1)[-1]) or _day_in(stem)


def _day_in(text: str) -> date | None:
    match = _DAY.search(text)
    if match is None:
        return None
    try:
        return date(*(int(part) for part in match.groups()))
    except ValueError:
        return None


def _blocks(lines: list[str]) -> Iterator[_Block]:
    block: _Block | None = None
    fence = ""
    first = _front_matter(lines)
    shown = without_comments(lines[first:])
    for number, (written, line) in enumerate(zip(lines[first:], shown, strict=True), first + 1):
        mark = _FENCE.match(line)
        # A line that holds nothing but a comment neither ends a paragraph nor begins one.
        blank = not (line if block is None else written).strip()
        starts = not fence and (mark or _HEADING.match(line) or _ENTRY.match(line))
        if block is not None and ((blank and not fence) or starts):
            yield block
            block = None
        if blank and not fence:
            continue
        if block is None:
            block = _Block(number)
        block.lines.append(line)
        block.written.append(written)
        if mark:
            block.is_fenced = True
            fence = _fence_after(fence, mark.group(1))
        if not fence and _HEADING.match(line) and block.first == number:
            yield block
            block = None
    if block is not None:
        yield block


def _fence_after(fence: str, mark: str) -> str:
    if not fence:
        return mark
    return "" if mark.startswith(fence) else fence


def _front_matter(lines: list[str]) -> int:
    """Return how many lines at the start are front matter."""
    if lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:_MAX_FRONT_MATTER_LINES], 2):
        if line.rstrip() in {"---", "..."}:
            return number
    return 0


def _sections(blocks: Iterator[_Block]) -> Iterator[list[_Block]]:
    """Yield runs of blocks that begin at a heading, except perhaps the first."""
    section: list[_Block] = []
    for block in blocks:
        if section and _HEADING.match(block.lines[0]):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _heading_of(section: list[_Block]) -> tuple[int, str]:
    match = _HEADING.match(section[0].lines[0])
    if match is None:
        return 0, ""
    return len(match.group(1)), match.group(2).rstrip("# \t")


def _grouped(section: list[_Block], *, curated: bool) -> Iterator[tuple[int, int, str, Annotation]]:
    """Yield (first line, last line, text, annotation) of each passage of a section."""
    first = last = 0
    text = ""
    said, is_heading = NO_ANNOTATION, False
    for start, end, part, own, heads in _small(section, curated=curated):
        # A gap in the numbers is a blank line of the note, and it stays one in the passage.
        gap = "\n\n" if start > last + 1 else "\n"
        full = len(text) >= ENOUGH_CHARS or len(text) + len(part) + 2 > MAX_CHARS
        # An annotated entry stands alone, its heading apart.
        if text and (full or said != NO_ANNOTATION or (own != NO_ANNOTATION and not is_heading)):
            yield first, last, text, said
            text = ""
        first = first if text else start
        text = text + gap + part if text else part
        last, said, is_heading = end, own, heads
    # Every block begins with words, so there is text.
    yield first, last, text, said


def _small(section: list[_Block], *, curated: bool) -> Iterator[tuple[int, int, str, Annotation, bool]]:
    """Yield each block in pieces, with what it says of itself and whether it is the section's heading."""
    for block in section:
        heads = _HEADING.match(block.lines[0]) is not None
        counts = curated and not heads and not block.is_fenced
        own = annotation(block.written) if counts else NO_ANNOTATION
        for start, end, part in _bounded(block):
            yield start, end, part, own, heads


def _bounded(block: _Block) -> Iterator[tuple[int, int, str]]:
    """Yield the block whole, or where it is too long in runs of lines, or where a line is too long in pieces."""
    first = block.first
    kept: list[str] = []
    size = 0
    for number, raw in enumerate(block.lines, block.first):
        for line in pieces(raw.rstrip(), MAX_CHARS):
            if kept and size + len(line) + 1 > MAX_CHARS:
                yield from _whole(first, kept, number)
                kept, size, first = [], 0, number
            kept.append(line)
            size += len(line) + 1
    yield from _whole(first, kept, block.last + 1)


def _whole(first: int, kept: list[str], after: int) -> Iterator[tuple[int, int, str]]:
    text = "\n".join(kept).rstrip()
    if text:
        yield first, max(after - 1, first), text
