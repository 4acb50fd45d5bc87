"""The passage numbers a reply names: `[1,3]` in front, or the ways models misspell that."""

import re

from recall_sidecar.recall.plain import flatten

__all__ = ["begins_cited", "is_cited", "split", "without"]

_NUMBER = r"(?:passages?|sources?)?\s{0,2}[#^]?\d{1,2}"
# Brackets of any width, ranges, and numbers that were made into links.
_GROUP = (
    rf"[\[【［]{{1,2}}\s{{0,2}}{_NUMBER}(?:\s{{0,2}}[,;，、–-]\s{{0,2}}{_NUMBER}){{0,19}}\s{{0,2}}[\]】］]{{1,2}}"
    r"(?:\([^()\s]{0,300}\))?"
)
_CITATION = re.compile(_GROUP, re.IGNORECASE)
_LEADING = re.compile(rf"(?:{_GROUP}[\s,]{{0,3}})+[:：]?\s*", re.IGNORECASE)
_SPAN = re.compile(r"(\d{1,2})(?:\s*[–-]\s*#?(\d{1,2}))?")
_SPACE_BEFORE_MARK = re.compile(r"(?<=\S) ([.,;:!?])")


def is_cited(line: str) -> bool:
    """Tell whether `line` names a passage anywhere."""
    return _CITATION.search(line) is not None


def begins_cited(line: str) -> bool:
    """Tell whether `line` begins with passage numbers."""
    return _CITATION.match(line) is not None


def without(text: str) -> str:
    """Return `text` without its passage numbers."""
    return _CITATION.sub("", text).strip()


def split(line: str) -> tuple[tuple[int, ...], str]:
    """Return the passage numbers `line` names, in order, and its words as plain text."""
    numbers = tuple(n for group in _CITATION.finditer(line) for n in _numbers(group.group()))
    leading = _LEADING.match(line)
    words = flatten(_CITATION.sub("", line[leading.end() if leading else 0 :]))
    return numbers, _SPACE_BEFORE_MARK.sub(r"\1", words)


def _numbers(group: str) -> list[int]:
    found: list[int] = []
    for span in _SPAN.finditer(group.partition("(")[0]):
        first, last = int(span[1]), int(span[2] or span[1])
        found.extend(range(first, last + 1) if first <= last else (first, last))
    return found
