"""What a message names exactly: quoted strings, identifiers, file names; and whether a text holds it word for word."""

import re
import unicodedata

__all__ = ["holds", "named_exactly"]

_MAX_CHARS = 8000
_MAX_NAMES = 8
_QUOTED = re.compile(
    r"\"([^\"\n]{3,80})\"|“([^”\n]{3,80})”|「([^」\n]{2,80})」|《([^》\n]{2,80})》|`([^`\n]{3,80})`"
)
# Words joined into one name: notes/plan.md, MAX_RETRIES, mara@example.org, v2.3.1.
# Each word is tried once and whole, so that no message costs more than its length.
_JOINED = re.compile(r"(?<![^\W_])[^\W_]++(?:[_.\-/\\@:]++[^\W_]++)+")
# A name says more than a hyphen does: it has a digit, an underscore, a dot, a slash or an at sign.
_TELLS = re.compile(r"[\d_./\\@:]")
_MIN_CHARS = 4


def named_exactly(message: str) -> tuple[str, ...]:
    """Return what `message` names, folded, each once; few, and the quoted first."""
    text = message[:_MAX_CHARS]
    quoted = ("".join(filter(None, match.groups())) for match in _QUOTED.finditer(text))
    joined = (match.group() for match in _JOINED.finditer(text) if _TELLS.search(match.group()))
    names = [_folded(name) for name in quoted] + [
        folded for name in joined if len(folded := _folded(name)) >= _MIN_CHARS
    ]
    return tuple(dict.fromkeys(filter(None, names)))[:_MAX_NAMES]


def holds(text: str, name: str) -> bool:
    """Return whether `text` holds `name`, which is folded, and not as a part of a longer word."""
    folded = _folded(text)
    start = folded.find(name)
    while start >= 0:
        end = start + len(name)
        if not (_runs_on(folded[start - 1 : start], name[0]) or _runs_on(name[-1], folded[end : end + 1])):
            return True
        start = folded.find(name, start + 1)
    return False


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _runs_on(before: str, after: str) -> bool:
    """Return whether two neighbouring characters belong to one word; CJK has no borders to tell."""
    return all(side.isalnum() and side < "\u2e80" for side in (before, after)) and bool(before and after)
