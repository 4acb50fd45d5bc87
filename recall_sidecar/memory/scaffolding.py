"""What stands in a note and was said by nobody: blocks that were put before a prompt, envelopes of hosts, dumps of tool calls.

An agent that saves a conversation saves these with it. They are emptied, so that the other lines keep their numbers.
"""

import re
from typing import Final

from recall_sidecar import block
from recall_sidecar.envelope import DELIMITER, host_lines

__all__ = ["blank"]

_ROLE: Final = r"(?:[-*] +)?(?:\*{0,2}(?i:user|assistant|system|tool)\*{0,2}:\*{0,2} *)?"
# Answers that are none, the question of a heartbeat, and what OpenClaw's note of a session says of itself.
_EMPTY_WORDS: Final = re.compile(
    _ROLE + r"(?:NO_REPLY|HEARTBEAT_OK|ANNOUNCE_SKIP|REPLY_SKIP)[.!]?"
    r"|" + _ROLE + r"Read HEARTBEAT\.md if it exists\b.*"
    r"|[-*] +\*\*Session (?:Key|ID)\*\*: .*"
)
# A record of a call, alone on its line.
_CALL: Final = re.compile(
    r"\{.{0,200}\"type\" ?: ?\"(?:tool_?call|tool_use|tool_?result|function_call|function_call_output|function)\".*\}",
    re.IGNORECASE,
)
_CALL_NAMES: Final = "function_calls|function_results|tool_calls?|tool_results?|tool_use|tool_response"
_CALL_TAG: Final = re.compile(
    rf"<(?P<closes>/?)(?P<name>{_CALL_NAMES})(?:\s[^<>\n]{{0,200}})?>", re.IGNORECASE
)
# A dump goes on no longer than this; an opening tag without its partner is text.
_MAX_DUMP_LINES: Final = 400


def blank(text: str) -> str:
    """Return `text` with what nobody said emptied, line by line."""
    lines = _without_foreign(block.blank(text)).split("\n")
    for number in [*host_lines(lines), *_dumps(lines)]:
        lines[number] = ""
    return "\n".join("" if _is_empty(line.strip()) else line for line in lines)


def _is_empty(line: str) -> bool:
    # Looked at one by one, because few lines begin so.
    if line[:1] == "{":
        return _CALL.fullmatch(line) is not None
    return ("_" in line or "HEARTBEAT" in line or "**Session" in line) and _EMPTY_WORDS.fullmatch(
        line
    ) is not None


def _without_foreign(text: str) -> str:
    """Empty what stands between a pair of a host's delimiters of which the first opens a line; any other one stays."""
    if "<<<" not in text:
        return text
    kept: list[str] = []
    position = 0
    opened: re.Match[str] | None = None
    for delimiter in DELIMITER.finditer(text):
        if not delimiter["end"]:
            opens_line = not text[text.rfind("\n", 0, delimiter.start()) + 1 : delimiter.start()].strip()
            opened = opened or (delimiter if opens_line else None)
        elif opened and opened["name"] == delimiter["name"]:
            inside = text.count("\n", opened.start(), delimiter.end())
            kept += [text[position : opened.start()], "\n" * inside]
            position, opened = delimiter.end(), None
    return "".join([*kept, text[position:]])


def _dumps(lines: list[str]) -> set[int]:
    """Return the lines of tool calls between tags of which each opens or is a line."""
    found: set[int] = set()
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        tag = _CALL_TAG.match(line.strip()) if "<" in line else None
        if opened is not None and number - opened[0] > _MAX_DUMP_LINES:
            opened = None
        if tag is None:
            continue
        name = tag["name"].lower()
        closes = tag["closes"] or f"</{name}>" in line.lower()
        if opened is None and not tag["closes"]:
            opened = (number, name)
        if closes and opened is not None and opened[1] == name:
            found.update(range(opened[0], number + 1))
            opened = None
    return found
