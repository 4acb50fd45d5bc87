"""What a curated entry says of itself in comments at the end of its own lines, and text without any comment.

```text
- Keep the gateway on loopback. <!-- trigger: gateway setup, network safety --> <!-- importance: 9 -->
```

The form is OpenClaw's. Whoever cuts a file decides whether its comments count; nothing here knows of files.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recall_sidecar.memory.terms import query_terms

__all__ = ["NO_ANNOTATION", "Annotation", "annotation", "phrase_terms", "without_comments"]

_OPEN = "<!--"
_CLOSE = "-->"
_MAX_COMMENTS = 8
_MAX_PHRASES = 24
_MAX_PHRASE_CHARS = 160
# A comment over more lines is taken for one that was never closed, so that it cannot hide the rest of a note.
_MAX_COMMENT_LINES = 20
_MEANING = re.compile(r"\s*(trigger|importance)\s*:(.*)", re.DOTALL | re.IGNORECASE)
_MARKER = re.compile(r"<!--\s*(?:trigger|importance|project)\s*:", re.IGNORECASE)
_BETWEEN_PHRASES = re.compile(r"[,;|\r\n，；、｜]")
_NUMBER = re.compile(r"10|[1-9]")
# Words below this weight only hold sentences together (memory/terms.py).
_TELLING = 0.3


@dataclass(frozen=True, slots=True)
class Annotation:
    """Phrases on whose mention an entry speaks up, and its importance, 1 to 10; None when nobody said."""

    triggers: tuple[str, ...] = ()
    importance: int | None = None


NO_ANNOTATION = Annotation()


def annotation(lines: Sequence[str]) -> Annotation:
    """Return what the comments at the ends of an entry's `lines` say; of several importances the highest counts."""
    said = [meaning for line in lines for meaning in _trailing(line)]
    importances = [int(value.strip()) for name, value in said if name == "importance" and _is_number(value)]
    phrases = (
        phrase.strip()[:_MAX_PHRASE_CHARS]
        for name, value in said
        if name == "trigger"
        for phrase in _BETWEEN_PHRASES.split(value)
    )
    triggers = tuple(dict.fromkeys(filter(None, phrases)))[:_MAX_PHRASES]
    return Annotation(triggers, max(importances, default=None))


def phrase_terms(phrase: str) -> tuple[str, ...]:
    """Return the terms a message must share with `phrase`; none when it holds nothing but small words."""
    return tuple(term.text for term in query_terms(phrase) if term.weight >= _TELLING)


def without_comments(lines: Sequence[str]) -> list[str]:
    """Return as many lines, without their comments; those that go over a few lines are left out too.

    Of what was opened as an annotation and never closed, the rest of the line goes; another comment without an end is text.
    """
    shown: list[str] = []
    inside = False
    for number, line in enumerate(lines):
        kept, at = "", 0
        if inside:
            inside = _CLOSE not in line
            at = len(line) if inside else line.index(_CLOSE) + len(_CLOSE)
        while (start := line.find(_OPEN, at)) >= 0:
            kept += line[at:start]
            # `<!-->` is a whole comment, too.
            end = line.find(_CLOSE, start + 2)
            if end < 0:
                inside = _closes_later(lines, number + 1)
                ends_here = inside or _MARKER.match(line, start) is not None
                kept = kept.rstrip() if ends_here else kept + line[start:]
                at = len(line)
                break
            kept = kept.rstrip(" \t")
            at = end + len(_CLOSE)
        shown.append(kept + line[at:])
    return shown


def _trailing(line: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of the annotations at the end of a line, the last one first."""
    rest = line.rstrip()
    for _ in range(_MAX_COMMENTS):
        start = rest.rfind(_OPEN)
        if start < 0 or rest.find(_CLOSE, start) != len(rest) - len(_CLOSE):
            return
        meaning = _MEANING.fullmatch(rest[start + len(_OPEN) : -len(_CLOSE)])
        if meaning is not None:
            yield meaning.group(1).lower(), meaning.group(2)
        rest = rest[:start].rstrip()


def _is_number(value: str) -> bool:
    return _NUMBER.fullmatch(value.strip()) is not None


def _closes_later(lines: Sequence[str], first: int) -> bool:
    """Return whether a comment ends within the next lines, before another one begins."""
    for line in lines[first : first + _MAX_COMMENT_LINES]:
        end, begin = line.find(_CLOSE), line.find(_OPEN)
        if end >= 0 or begin >= 0:
            return end >= 0 and (begin < 0 or end < begin)
    return False
