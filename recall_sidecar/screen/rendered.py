"""What is left of a text once it is shown: comments gone, links and marks as their words, lines of a quotation as one.

A text may say in Markdown or HTML what its letters do not spell: `Ig<b></b>nore`, `[Ignore](x) [all](y)`, one word a cell.
"""

import html
import re
from collections.abc import Callable
from typing import Final

__all__ = ["rendered"]

_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG: Final = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strong"
    r"|sub|sup|table|tbody|td|th|tr|tt|u|ul|wbr)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"!?\[([^\[\]]{1,300})\](?:\([^()]{0,600}\)|\[[^\[\]]{0,60}\])")
_WIKI_LINK: Final = re.compile(r"\[\[(?:[^\[\]|]{1,300}\|)?([^\[\]|]{1,300})\]\]")
_WITHIN: Final = re.compile(r"(?<=\w)(?:\*{1,3}|~~|`{1,3}|__)|(?:\*{1,3}|~~|`{1,3}|__)(?=\w)")
_QUOTED: Final = re.compile(r"\n[ \t]{0,8}(?:>[ \t]{0,4}){1,8}")
_CELL: Final = re.compile(r"[ \t]{0,8}\|[ \t]{0,8}")
# A full stop before a small letter ends no sentence.
_STOP: Final = re.compile(r"(?<=[^\W\d_])[.,·…]{1,3} (?=[^\W\d_A-Z])")
_PICTURE: Final = re.compile("(?<=\\w)[\u2190-\u2bff\U0001f000-\U0001faff]{1,4}(?=\\w)")
_ENTITY: Final = re.compile(r"&(?:#\d{2,7}|#x[0-9A-Fa-f]{2,6}|[A-Za-z]{2,12});")


def _letter(entity: re.Match[str]) -> str:
    said = html.unescape(entity[0])
    return said if said.isalnum() else entity[0]


def _without_comments(text: str) -> str:
    # Up to here every comment is closed, so that the pattern never looks in vain.
    end = text.rfind("-->") + len("-->")
    return _COMMENT.sub("", text[:end]) + text[end:]


# One after the other, each where a text has the sign of it.
_STEPS: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    # What is escaped for being a sign stays escaped: it is shown as one, and opens nothing.
    ("&", lambda text: _ENTITY.sub(_letter, text)),
    ("-->", _without_comments),
    ("<", lambda text: _TAG.sub("", text)),
    ("](", lambda text: _LINK.sub(r"\1", text)),
    ("][", lambda text: _LINK.sub(r"\1", text)),
    ("]]", lambda text: _WIKI_LINK.sub(r"\1", text)),
    ("*", lambda text: _WITHIN.sub("", text)),
    ("~", lambda text: _WITHIN.sub("", text)),
    ("`", lambda text: _WITHIN.sub("", text)),
    ("__", lambda text: _WITHIN.sub("", text)),
    (">", lambda text: _QUOTED.sub("\n", text)),
    ("|", lambda text: _CELL.sub(" ", text)),
    (". ", lambda text: _STOP.sub(" ", text)),
)


# What tells words and sentences apart; marks that only stress a word make no other text.
_PARTS: Final = re.compile(r"[^\W_]+|[\[\]<>|.]")


def rendered(text: str) -> str:
    """Return `text` as it is shown; itself where that says the same."""
    shown = text
    for sign, step in _STEPS:
        if sign in shown:
            shown = step(shown)
    shown = shown if shown.isascii() else _PICTURE.sub("", shown)
    return text if shown == text or _PARTS.findall(shown) == _PARTS.findall(text) else shown
