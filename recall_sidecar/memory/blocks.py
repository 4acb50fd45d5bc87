"""The blocks of a note: what of its lines stays together, and how one that is too long is cut.

Front matter and comments (`<!-- … -->`) are not text of the note and are left out. A table that is cut has its heading row over
each part, since its cells say little without it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from recall_sidecar.memory.annotations import without_comments
from recall_sidecar.memory.lines import pieces

__all__ = ["HEADING", "MAX_CHARS", "Block", "blocks", "bounded"]

MAX_CHARS = 1200
HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_MAX_FRONT_MATTER_LINES = 200
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_ENTRY = re.compile(r"\s{0,8}([-*+]|\d{1,3}[.)])\s+\S")
_UNDER_HEADING_ROW: Final = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*")
# A longer heading row would leave too little room for the others.
_MAX_HEADING_ROW: Final = 300


@dataclass(slots=True)
class Block:
    """Lines that stay together: a paragraph, a list entry, a fenced block; `written` is how they stand in the note."""

    first: int
    lines: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    is_fenced: bool = False

    @property
    def last(self) -> int:
        """The number of its last line."""
        return self.first + len(self.lines) - 1


def blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Yield the blocks of a note's lines, in order; each begins with words."""
    block: Block | None = None
    fence = ""
    first = _front_matter(lines)
    shown = without_comments(lines[first:])
    for number, (written, line) in enumerate(zip(lines[first:], shown, strict=True), first + 1):
        mark = _FENCE.match(line)
        # A line that holds nothing but a comment neither ends a paragraph nor begins one.
        blank = not (line if block is None else written).strip()
        starts = not fence and (mark or HEADING.match(line) or _ENTRY.match(line))
        if block is not None and ((blank and not fence) or starts):
            yield block
            block = None
        if blank and not fence:
            continue
        if block is None:
            block = Block(number)
        block.lines.append(line)
        block.written.append(written)
        if mark:
            block.is_fenced = True
            fence = _fence_after(fence, mark.group(1))
        if not fence and HEADING.match(line) and block.first == number:
            yield block
            block = None
    if block is not None:
        yield block


def _fence_after(fence: str, mark: str) -> str:
    if not fence:
        return mark
    return "" if mark.startswith(fence) else fence


def _front_matter(lines: Sequence[str]) -> int:
    """Return how many lines at the start are front matter."""
    if lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:_MAX_FRONT_MATTER_LINES], 2):
        if line.rstrip() in {"---", "..."}:
            return number
    return 0


def bounded(block: Block) -> Iterator[tuple[int, int, str]]:
    """Yield the block whole, or where it is too long in runs of lines, or where a line is too long in pieces."""
    first = block.first
    kept: list[str] = []
    over: list[str] = []
    for number, raw in enumerate(block.lines, block.first):
        for line in pieces(raw.rstrip(), MAX_CHARS):
            if kept and _size(kept) + len(line) + 1 > MAX_CHARS:
                yield from _whole(first, kept, number)
                first, kept = number, (over if _size(over) + len(line) + 1 <= MAX_CHARS else []).copy()
            kept.append(line)
        over = _heading_row(block, number - block.first) or over
    yield from _whole(first, kept, block.last + 1)


def _size(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _heading_row(block: Block, index: int) -> list[str]:
    """Return the heading row of a table and the line under it, when that is the line at `index`; else nothing."""
    row = block.lines[max(index - 1, 0) : index + 1]
    # The pattern takes the square of a line's length, so no long line is held against it.
    if block.is_fenced or len(row) < 2 or "|" not in row[0] or _size(row) > _MAX_HEADING_ROW:
        return []
    return row if "-" in row[-1] and _UNDER_HEADING_ROW.fullmatch(row[-1].rstrip()) else []


def _whole(first: int, kept: list[str], after: int) -> Iterator[tuple[int, int, str]]:
    text = "\n".join(kept).rstrip()
    if text:
        yield first, max(after - 1, first), text
