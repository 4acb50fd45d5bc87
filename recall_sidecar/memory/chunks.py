"""Cut a note into passages: whole paragraphs and list entries, with their lines, headings and day.

A passage grows by whole blocks (memory/blocks.py) until it has `ENOUGH_CHARS`, never goes past `MAX_CHARS`, and never
crosses a heading. A heading belongs to the passage that follows it, so that its words are found and shown. In a curated file
an entry whose comments say something of it (memory/annotations.py) is a passage of its own. A passage never mixes entries of
different projects, and a heading whose own line names projects gives them to all that stands below it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from recall_sidecar.graphemes import head
from recall_sidecar.memory.annotations import NO_ANNOTATION, Annotation, annotation
from recall_sidecar.memory.blocks import HEADING, MAX_CHARS, Block, blocks, bounded
from recall_sidecar.memory.projects import EVERYWHERE, Keyed, Projects, projects_of
from recall_sidecar.outcomes import Origin

__all__ = ["ENOUGH_CHARS", "MAX_CHARS", "Chunk", "cut", "day_of_path"]

ENOUGH_CHARS = 400
_MAX_HEADING_CHARS = 200

_NO_PROJECTS = Keyed()
_DAY = re.compile(r"(?<!\d)(\d{4})(?:-|/|\.|年)(\d{1,2})(?:-|/|\.|月)(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage before it is stored. Lines count from 1, both ends included; `heading` is the path of headings.

    `annotation` is what a curated entry says of itself, `projects` those it belongs to; None when that cannot be read.
    `origin` is the passage's own, None where it is the file's.
    """

    from_line: int
    to_line: int
    text: str
    heading: str
    date: date | None
    annotation: Annotation = NO_ANNOTATION
    projects: Projects | None = EVERYWHERE
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading that stands over what follows; `projects` are those that its own line names."""

    level: int
    title: str
    day: date | None
    projects: Projects | None = EVERYWHERE


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a section that becomes a passage, or stands in one with its neighbours."""

    first: int
    last: int
    text: str
    said: Annotation = NO_ANNOTATION
    projects: Projects | None = EVERYWHERE
    is_heading: bool = False

    def ends_before(self, after: "_Piece") -> bool:
        """Return whether `after` begins a passage of its own."""
        if len(self.text) >= ENOUGH_CHARS or len(self.text) + len(after.text) + 2 > MAX_CHARS:
            return True
        # An annotated entry stands alone, its heading apart.
        if self.said != NO_ANNOTATION or (after.said != NO_ANNOTATION and not self.is_heading):
            return True
        return self.projects != after.projects and not self.is_heading

    def joined(self, after: "_Piece") -> "_Piece":
        """Return both as one; a gap in the numbers is a blank line of the note, and it stays one in the passage."""
        gap = "\n\n" if after.first > self.last + 1 else "\n"
        text = f"{self.text}{gap}{after.text}"
        return _Piece(self.first, after.last, text, after.said, after.projects, after.is_heading)


def cut(
    lines: Sequence[str],
    path: str,
    *,
    curated: bool = False,
    keyed: Keyed = _NO_PROJECTS,
    title: str = "",
    day: date | None = None,
) -> Iterator[Chunk]:
    """Yield the passages of the note at `path`, in order.

    Args:
        lines: Those of the note, by their numbers.
        path: Where it stands; a day in it is the day of its passages.
        curated: Whether annotations count.
        keyed: The projects of its lines.
        title: What stands over all of its headings, when that is not its first heading.
        day: The day of its passages when neither path nor heading names one.
    """
    note_day = day_of_path(path) or day
    over: list[_Heading] = [_Heading(0, title, None)] if title else []
    for section in _sections(blocks(lines)):
        heading = _heading_of(section[0], keyed)
        if heading is not None:
            over = [*(outer for outer in over if outer.level < heading.level), heading]
        section_day = next((each.day for each in reversed(over) if each.day), note_day)
        trail = head(" > ".join(_trail(over)), _MAX_HEADING_CHARS)
        inherited = _all_of(each.projects for each in over)
        for piece in _grouped(_small(section, keyed, inherited, curated=curated)):
            yield Chunk(piece.first, piece.last, piece.text, trail, section_day, piece.said, piece.projects)


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


def _sections(blocks: Iterator[Block]) -> Iterator[list[Block]]:
    """Yield runs of blocks that begin at a heading, except perhaps the first."""
    section: list[Block] = []
    for block in blocks:
        if section and HEADING.match(block.lines[0]):
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _heading_of(block: Block, keyed: Keyed) -> _Heading | None:
    match = HEADING.match(block.lines[0])
    if match is None:
        return None
    title = match.group(2).rstrip("# \t")
    own = projects_of(block.written[0]) if keyed.lines else EVERYWHERE
    return _Heading(len(match.group(1)), title, _day_in(title), own)


def _trail(over: list[_Heading]) -> list[str]:
    """Return the titles, outermost first; a first heading that only repeats the note's title does not stand twice."""
    titles = [each.title for each in over]
    repeats = len(titles) > 1 and over[0].level == 0 and titles[0].casefold().startswith(titles[1].casefold())
    return [titles[0], *titles[2:]] if repeats else titles


def _all_of(found: Iterable[Projects | None]) -> Projects | None:
    every = EVERYWHERE
    for projects in found:
        if projects is None:
            return None
        every |= projects
    return every


def _grouped(pieces_of_section: Iterator[_Piece]) -> Iterator[_Piece]:
    """Yield the passages of a section."""
    # Every block begins with words, so there is a first piece.
    passage = next(pieces_of_section)
    for piece in pieces_of_section:
        if passage.ends_before(piece):
            yield passage
            passage = piece
        else:
            passage = passage.joined(piece)
    yield passage


def _small(
    section: list[Block], keyed: Keyed, inherited: Projects | None, *, curated: bool
) -> Iterator[_Piece]:
    """Yield each block in pieces, with what it says of itself and the projects it belongs to."""
    for block in section:
        heads = HEADING.match(block.lines[0]) is not None
        counts = curated and not heads and not block.is_fenced
        said = annotation(block.written) if counts else NO_ANNOTATION
        projects = inherited if heads else _all_of((inherited, keyed.within(block.first, block.last)))
        for first, last, text in bounded(block):
            yield _Piece(first, last, text, said, projects, heads)
