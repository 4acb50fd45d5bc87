"""Keys that are torn apart: wrapped at a margin, quoted line by line, glued together in code, with marks within, or with the break made a space."""

import re
from typing import Final

from recall_sidecar.masking.secrets import KEYS

__all__ = ["without_broken_keys"]

# Between the two halves: the break with what a quote, a comment or a string puts around it.
_BREAK: Final = re.compile(
    r"(?<=[A-Za-z0-9_.=-])[ \t]*[\"']?[ \t]*[+\\]?[ \t]*\r?\n[ \t>#*|/]*(?:[-•][ \t]+)?[+]?[ \t]*[\"']?(?=[A-Za-z0-9_-])"
)
# Marks that are gone once a text is shown.
_MARKUP: Final = re.compile(
    r"(?<=[A-Za-z0-9_.=-])(?:\*{1,3}|`{1,3}|~~|<!--[^<>\n]{0,40}-->|</?[A-Za-z][^<>\n]{0,20}>|\]\([^()\s]{0,200}\)|\]\[[^\[\]\n]{0,40}\]|\]\]|\u00ad)(?=[A-Za-z0-9_-])"
)
_SPACE: Final = re.compile(r"(?<=[A-Za-z0-9_.=-]) (?:[-•] )?(?=[A-Za-z0-9_-])")
# Behind a mere space only what no word and no number looks like.
_SHORTEST_REST_ON_A_LINE: Final = 12
# Of a key, a half is longer than any word, or no word at all.
_LONGEST_WORD: Final = 16
_PIECE: Final = re.compile(r"[A-Za-z0-9_./+-]+=*")
_MOST_TEARS: Final = 4


def without_broken_keys(text: str) -> str:
    """Return `text` with each key that goes on behind a break replaced by a marker; every line stays a line."""
    lowered = text.lower()
    if not any(hint in lowered for hint in KEYS.hints):
        return text
    kept, done = [], 0
    for piece in _PIECE.finditer(text):
        if piece.start() < done or not piece[0].lower().startswith(KEYS.hints):
            continue
        end = _end_of(text, piece)
        if end is not None:
            kept += [text[done : piece.start()], KEYS.marker(text[piece.start() : end])]
            done = end
    return "".join([*kept, text[done:]])


def _end_of(text: str, first: re.Match[str]) -> int | None:
    """Return where the key ends that begins with the piece `first`; None when it is no key, or ends with its line."""
    joined, end = first[0], first.end()
    for _ in range(_MOST_TEARS):
        line_break = _BREAK.match(text, end) or _MARKUP.match(text, end)
        tear = line_break or _SPACE.match(text, end)
        more = tear and _PIECE.match(text, tear.end())
        if not more or not _is_rest(more[0]) or not (line_break or _is_code(more[0])):
            break
        joined, end = joined + more[0], more.end()
    return end if end > first.end() and KEYS.pattern.match(joined) else None


def _is_rest(piece: str) -> bool:
    """Return whether `piece` looks like the rest of a key and not like the next word."""
    mixes = any(map(str.isdigit, piece)) and any(map(str.isalpha, piece))
    inner = piece[1:]
    return (
        mixes or len(piece) > _LONGEST_WORD or (any(map(str.isupper, inner)) and any(map(str.islower, inner)))
    )


def _is_code(piece: str) -> bool:
    signs = (str.isdigit, str.isupper, str.islower)
    return len(piece) >= _SHORTEST_REST_ON_A_LINE and all(any(map(sign, piece)) for sign in signs)
