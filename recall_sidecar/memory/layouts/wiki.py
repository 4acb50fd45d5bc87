"""Obsidian's marks, as a reader sees them: links by their words, without block ids, comments and embedded files.

A link shows its alias and, where that hides it, the name of the note it leads to, so that both are found. No link is followed.
"""

import re
from typing import Final

__all__ = ["shown"]

_LINK: Final = re.compile(
    r"(?P<embeds>!?)\[\[(?P<note>[^\[\]|#\n]{0,200})(?:#(?P<part>[^\[\]|\n]{0,200}))?(?:\|(?P<alias>[^\[\]\n]{0,200}))?\]\]"
)
_ATTACHMENT: Final = re.compile(
    r"\.(?:png|jpe?g|gif|webp|svg|avif|bmp|pdf|mp[34]|m4a|wav|ogg|webm|mov|canvas|base)$", re.IGNORECASE
)
_BLOCK_ID: Final = re.compile(r"[ \t]+\^[A-Za-z0-9-]{1,40}[ \t]*$|^\^[A-Za-z0-9-]{1,40}[ \t]*$")
_CALLOUT: Final = re.compile(
    r"^(?P<quote>[ \t]{0,8}>[> \t]{0,8})\[!(?P<kind>[\w-]{1,30})(?:\|[^\]\n]{0,60})?\][-+]?[ \t]*"
)
_FENCE: Final = re.compile(r" {0,3}(?:```|~~~)")
_COMMENT: Final = "%%"


def shown(text: str) -> str:
    """Return `text` with as many lines, as a reader of the vault sees it; fenced code stays as it is."""
    lines: list[str] = []
    in_code = in_comment = False
    for line in text.split("\n"):
        if not in_comment and _FENCE.match(line):
            in_code = not in_code
        if in_code:
            lines.append(line)
            continue
        if _COMMENT in line or in_comment:
            line, in_comment = _without_comments(line, inside=in_comment)  # noqa: PLW2901 - the same line, as it is seen
        lines.append(_plain(line))
    # A comment that nobody closed hides nothing.
    return shown(text.replace(_COMMENT, "")) if in_comment else "\n".join(lines)


def _plain(line: str) -> str:
    if "[[" in line:
        line = _LINK.sub(_words, line)
    if "[!" in line:
        line = _CALLOUT.sub(r"\g<quote>", line)
    return _BLOCK_ID.sub("", line) if "^" in line else line


def _words(link: re.Match[str]) -> str:
    note, part, alias = (str(link[name] or "").strip() for name in ("note", "part", "alias"))
    if link["embeds"] and _ATTACHMENT.search(note):
        return ""
    name = note.rpartition("/")[2].removesuffix(".md")
    part = "" if part.startswith("^") else part.replace("#", " > ")
    target = " > ".join(filter(None, (name, part)))
    # The alias of an embedded picture is its size.
    if not alias or alias.casefold() == target.casefold() or alias.isdigit():
        return target
    return f"{alias} ({target})" if target else alias


def _without_comments(line: str, *, inside: bool) -> tuple[str, bool]:
    """Return what of a line stands outside of comments, and whether one goes on after it."""
    parts = line.split(_COMMENT)
    visible = parts[inside::2]
    return "".join(visible), (len(parts) + inside) % 2 == 0
