"""Make text from memories and messages safe to print.

A note may hold escape sequences that repaint a terminal or retitle its window, and bidirectional marks that show
text in another order than it is stored. Neither survives `printable`.
"""

import re

__all__ = ["printable"]

# Strings that end with BEL or ST (window titles, clipboard, links), then CSI sequences, then the other escapes.
_SEQUENCE = re.compile(
    r"(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*+(?:\x07|\x1b\\|\x9c)"
    r"|(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|\x1b[ -/]*+[0-~]"
)
# Bidirectional controls; then soft hyphen, zero-width and tag characters. The joiners U+200C and U+200D stay: Persian,
# Indic scripts and emoji are spelled with them.
_INVISIBLE = re.compile(
    "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_SPACE = re.compile(r"\s+")


def printable(text: str, *, lines: bool = False) -> str:
    """Return `text` without control sequences, bidirectional and invisible characters.

    White space is folded so that one value stays on one line; with `lines` its line ends (as newlines) and its
    indentation are kept. The result can always be encoded as UTF-8, and printing it twice changes nothing.
    """
    cleaned = _SEQUENCE.sub("", text)
    cleaned = _BREAK.sub("\n", cleaned)
    cleaned = _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", _CONTROL.sub("", cleaned)))
    if lines:
        return cleaned.replace("\t", "    ")
    return _SPACE.sub(" ", cleaned).strip()
