"""Change the text of a note: put an entry where it belongs, take lines away. Pure; nothing here knows of files."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from recall_sidecar.memory.lines import numbered

__all__ = ["entry", "with_entry", "without_lines"]

# As an editor counts, and as a search numbers them: only a line feed ends a line.
_PHYSICAL: Final = re.compile(r"[^\n]*\n|[^\n]+")
_HEADING: Final = re.compile(r"#{1,6}[ \t]+\S")
_DATED: Final = re.compile(r"## \d{4}-\d\d-\d\d")
# A comment that somebody types would end the entry's own, or say something of the entry.
_COMMENT: Final = re.compile(r"<!--|-->")
# A file with a NUL is no text, and half a surrogate pair cannot be written.
_UNREADABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def entry(text: str, *, triggers: Sequence[str] = (), importance: int | None = None) -> str:
    """Return `text` as a list entry on one line, with what it says of itself in comments at its end."""
    said = _on_one_line(text)
    phrases = ", ".join(filter(None, map(_on_one_line, triggers)))
    about = [f"<!-- trigger: {phrases} -->"] if phrases else []
    about += [f"<!-- importance: {importance} -->"] if importance is not None else []
    return " ".join([f"- {said}", *about])


def with_entry(text: str, line: str, day: date | None) -> tuple[str, int]:
    """Return the note with `line` in it, and the line's number.

    It is the last entry of the note, or of its day under a heading of that day. Days stand at the end: what has no day
    goes before them, or it would be taken for that day's.
    """
    lines = text.removesuffix("\n").split("\n") if text else ["# Memory"]
    if day is None:
        at = _before_days(lines)
        block = [line]
    else:
        heading = f"## {day.isoformat()}"
        at, block = _end_of(lines, heading) if heading in lines else (len(lines), ["", heading, "", line])
        block = [line] if heading in lines else block
    while at > 0 and not lines[at - 1].strip():
        at -= 1
    if at and block == [line] and not lines[at - 1].lstrip().startswith(("-", "*", "+")):
        block = ["", line]
    after = ["", *_without_blank_start(lines[at:])] if _without_blank_start(lines[at:]) else []
    return "\n".join([*lines[:at], *block, *after]) + "\n", at + len(block)


def without_lines(text: str, first: int, last: int) -> str:
    """Return the note without the lines `first` to `last`, as searches number them; no gap is left where they stood."""
    kept: list[str] = []
    number = 0
    gap: int | None = None
    for line in _PHYSICAL.findall(text):
        parts = numbered(line)
        stays = [part for at, part in enumerate(parts, number + 1) if not first <= at <= last]
        number += len(parts)
        if len(stays) == len(parts):
            kept.append(line)
        elif stays:
            kept.append("".join(stays) + line[len(line.rstrip("\r\n")) :])
        else:
            gap = len(kept)
    # An empty line on each side of what went is one too many.
    if (
        gap is not None
        and not "".join(kept[gap : gap + 1]).strip()
        and not "".join(kept[gap - 1 : gap]).strip()
    ):
        del kept[gap : gap + 1]
    return "".join(kept)


def _on_one_line(text: str) -> str:
    return " ".join(_UNREADABLE.sub(" ", _COMMENT.sub(" ", text)).split())


def _before_days(lines: Sequence[str]) -> int:
    """Return where the days at the end of a note begin, its end where it has none."""
    at = len(lines)
    for index in range(len(lines) - 1, -1, -1):
        if _DATED.fullmatch(lines[index].rstrip()):
            at = index
        elif _HEADING.match(lines[index]):
            break
    return at


def _end_of(lines: Sequence[str], heading: str) -> tuple[int, list[str]]:
    start = lines.index(heading)
    ends = (index for index in range(start + 1, len(lines)) if _HEADING.match(lines[index]))
    return next(ends, len(lines)), []


def _without_blank_start(lines: Sequence[str]) -> list[str]:
    start = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    return list(lines[start:])
