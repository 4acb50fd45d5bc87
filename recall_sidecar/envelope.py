"""What hosts wrap around a person's words: channel metadata, foreign content, status lines. Take it off.

A header counts only at its own place: as a whole line, in the form a host writes. Someone who quotes one within a
sentence keeps the sentence.
"""

import re
from collections.abc import Iterator
from typing import Final

from recall_sidecar.events import Role

__all__ = ["DELIMITER", "host_lines", "unwrap", "without_fences"]

_MARK: Final = "⟦openclaw:ctx⟧"
_CHANNEL_CONTEXT: Final = f"Context: {_MARK}"
_LABEL: Final = (
    r"(?:conversation info|sender|forwarded message context|location|structured object|thread starter|replied message"
    r"|reply target of current user message|reply chain of current user message|chat history since last reply"
    r"|untrusted context)"
)
# As older hosts write it, for example `Sender (untrusted metadata):`.
_HEADER: Final = re.compile(
    _LABEL + r" ?\([^()\n]{0,60}(?:untrusted|metadata)[^()\n]{0,60}\):(?P<rest>.*)", re.IGNORECASE
)
_BARE_HEADER: Final = re.compile(_LABEL + ":", re.IGNORECASE)
# The one header that is followed by plain lines; every other one announces JSON.
_CONTEXT_LABEL: Final = "untrusted context"
_NOISE: Final = re.compile(
    r"source: external|---|untrusted [a-z]{1,20} message body"
    r"|\[message_id: [^\]\n]{1,200}\]|system(?: \(untrusted\))?: \[\d{4}-\d\d-\d\d[ t]\d\d:\d\d[^\]\n]{0,40}\].*"
    r"|\[(?:media attached\b|image: source:)[^\]]{0,1000}\]"
    r"|(?:⚠\ufe0f? ?)?agent couldn't generate a response.*"
    r"|delivery: (?:to send a message, use the|final assistant text is not|no visible reply is delivered) .*",
    re.IGNORECASE,
)
_STATUS: Final = re.compile(
    r"(?:🧩 ?)?active memory:|(?:🔎 ?)?active memory debug:|(?:🧠 ?)?memory search:", re.IGNORECASE
)
# Its beginning alone may be the title of somebody's list.
_STATUS_LINE: Final = re.compile(
    r"(?:🧩 ?)?active memory: status=|(?:🔎 ?)active memory debug:", re.IGNORECASE
)
# Metadata in a note goes on no longer than this; what does is the writer's.
_SAVED_LINES: Final = 200
_WRITERS_OWN: Final = frozenset({"---", "source: external", "Source: External", "Source: external"})
# A date, or what older hosts write: `[Telegram Ada id:42 +3m 2026-11-30 20:26 UTC] `.
_TIMESTAMP: Final = re.compile(
    r"\A\s*\[(?:[A-Za-z]{3}|(?:bluebubbles|discord|feishu|google chat|imessage|irc|line|matrix|mattermost|msteams|nostr|qq|signal"
    r"|slack|sms|teams|telegram|tlon|webchat|wechat|whatsapp|zalo)\b[^\[\]\n]{0,160}) \d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\]\n]{0,40}\] ?",
    re.IGNORECASE,
)
# What hosts put around words of others.
DELIMITER: Final = re.compile(
    r"<<<(?P<end>END_)?(?:BEGIN_)?"
    r"(?P<name>EXTERNAL_UNTRUSTED_CONTENT|OPENCLAW_INTERNAL_CONTEXT|UNTRUSTED_CHILD_RESULT)\b[^<>\n]{0,120}>>>"
)
# How the lines of hosts begin that have no colon: a rule, a bracket, "untrusted … body", "agent couldn't …".
_STARTS_WITHOUT_COLON: Final = frozenset("-[⚠uUaA")
_DATA_LANGUAGES: Final = frozenset({"", "json", "jsonc", "json5"})


def unwrap(text: str, role: Role, *, starts_cut: bool = False, ends_cut: bool = False) -> str:
    """Return what `role` said in `text`, without what a host put around it.

    Args:
        text: A message, or a part of one.
        role: Status lines are taken from an assistant's turns only; a person may quote one.
        starts_cut: `text` begins in the middle of a message, so foreign content may end in it that began before.
        ends_cut: `text` stops in the middle of a message, so foreign content may begin in it that ends later.
    """
    lines = _without_foreign(text, starts_cut=starts_cut, ends_cut=ends_cut).split("\n")
    lines[0] = _TIMESTAMP.sub("", lines[0])
    kept: list[str] = []
    index = 0
    while index < len(lines):
        line = lines[index].strip()
        if _is_plain(line):
            kept.append(lines[index])
            index += 1
            continue
        after = _after_metadata(lines, index, line, opens=not kept or not kept[-1].strip())
        if after is None and not _NOISE.fullmatch(line) and not (role == "assistant" and _STATUS.match(line)):
            kept.append(lines[index])
        index = after or index + 1
    return "\n".join(kept).strip()


def host_lines(lines: list[str]) -> Iterator[int]:
    """Yield the numbers of the lines, from 0, that a host wrote and somebody saved into a note.

    In a note a header ends no later than its JSON or its paragraph does; a rule and a line about a source are the writer's.
    """
    index = 0
    while index < len(lines):
        line = lines[index].strip()
        after = None if _is_plain(line) else _after_saved(lines, index, line)
        yield from range(index, after or index)
        index = after or index + 1


def _after_saved(lines: list[str], index: int, line: str) -> int | None:
    header = _HEADER.fullmatch(line) or _BARE_HEADER.fullmatch(line)
    fenced = index + 1 < len(lines) and lines[index + 1].strip() == "```json"
    if header and fenced:
        last = min(index + _SAVED_LINES, len(lines))
        ends = (number for number in range(index + 2, last) if lines[number].strip() == "```")
        return next(ends, index) + 1
    if line.endswith(_MARK):
        ends = (number for number in range(index + 1, len(lines)) if not lines[number].strip())
        return next(ends, len(lines))
    is_noise = line not in _WRITERS_OWN and (_NOISE.fullmatch(line) or _STATUS_LINE.match(line))
    return index + 1 if _HEADER.fullmatch(line) or is_noise else None


def _is_plain(line: str) -> bool:
    """Tell at first sight that no host wrote `line`, so that it need not be held against every form."""
    return ":" not in line and line[:1] not in _STARTS_WITHOUT_COLON and not line.endswith(_MARK)


def without_fences(text: str) -> str:
    """Return `text` without fenced JSON and unnamed fences, which drown the words of a search; code stays."""
    parts = text.split("```")
    is_data = [
        index % 2 == 1 and part.split("\n", 1)[0].strip().lower() in _DATA_LANGUAGES
        for index, part in enumerate(parts)
    ]
    is_data[-1] = False
    return " ".join(part for part, dropped in zip(parts, is_data, strict=True) if not dropped).strip()


def _without_foreign(text: str, *, starts_cut: bool, ends_cut: bool) -> str:
    """Take out what stands between a pair of delimiters; one without its partner stays, unless a cut took that."""
    if "<<<" not in text:
        return text
    kept: list[str] = []
    position = 0
    opened: re.Match[str] | None = None
    for delimiter in DELIMITER.finditer(text):
        if not delimiter["end"]:
            opened = opened or delimiter
        elif opened and opened["name"] == delimiter["name"]:
            kept.append(text[position : opened.start()])
            position, opened, starts_cut = delimiter.end(), None, False
        elif starts_cut and not opened:
            position, starts_cut = delimiter.end(), False
    kept.append(text[position : opened.start()] if opened and ends_cut else text[position:])
    return " ".join(kept)


def _after_metadata(lines: list[str], index: int, line: str, *, opens: bool) -> int | None:
    """Return the number of the line after the metadata block that begins at `index`, None when none does.

    `opens` says that the line opens a paragraph. A host's header does; one that a person quotes below words of their
    own stays, unless JSON shows that it is what it says.
    """
    if line == _CHANNEL_CONTEXT:
        return len(lines)
    header = _HEADER.fullmatch(line)
    if header and header["rest"].strip():
        return index + 1 if opens else None
    fenced = index + 1 < len(lines) and lines[index + 1].strip() == "```json"
    is_bare = fenced and _BARE_HEADER.fullmatch(line)
    if not (header or is_bare or (line.endswith(_MARK) and line != _MARK)):
        return None
    if header and not fenced:
        if not opens:
            return None
        if not line.lower().startswith(_CONTEXT_LABEL):
            return index + 1
    end = "```" if fenced else ""
    for number in range(index + 1 + fenced, len(lines)):
        if lines[number].strip() == end:
            return number + 1
    return len(lines)
