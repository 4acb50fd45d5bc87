"""Secrets in another spelling: as base64 or hex, in the escapes of an address, of HTML or of code, or in wide letters."""

import base64
import html
import re
import unicodedata
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote

__all__ = ["without_encoded"]

_MARKER: Final = "[secret removed]"
_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,8000}={0,2}")
_NAME: Final = re.compile(r"(?<![A-Za-z0-9+_-])[A-Za-z0-9+_-]{24,8000}={0,2}")
# Ordinary text has neither, and is not looked at twice.
_LONG: Final = 24
_PAIRS: Final = re.compile(r"[0-9][0-9A-Fa-f] (?:[0-9A-Fa-f]{2} ){4}")
_HEX: Final = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}[: ]?){15,4000}[0-9A-Fa-f]{2}(?![0-9A-Za-z])")
_ESCAPED: Final = re.compile(r"%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|&#x?[0-9A-Fa-f]{2,6};")
_TOKEN: Final = re.compile(r"[^\s\"'<>`]+")
_CODE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})")
_WIDE: Final = re.compile("[！-～]+")
_TO_STANDARD: Final = str.maketrans("-_", "+/")


def without_encoded(text: str, holds_secret: Callable[[str], bool]) -> str:
    """Return `text` with a marker for each run that says a secret once it is decoded."""

    def replacing(decode: Callable[[str], str]) -> Callable[[re.Match[str]], str]:
        return lambda run: _MARKER if (said := decode(run[0])) != run[0] and holds_secret(said) else run[0]

    has_long_word = max(map(len, text.split()), default=0) >= _LONG
    if has_long_word:
        # A slash is a sign of base64, and parts the names of a path.
        text = _BASE64.sub(replacing(_of_base64), text)
        text = _NAME.sub(replacing(_of_base64), text)
    if has_long_word or _PAIRS.search(text):
        text = _HEX.sub(replacing(_of_hex), text)
    if ("%" in text or "\\" in text or "&#" in text) and _ESCAPED.search(text):
        text = _TOKEN.sub(replacing(_unescaped), text)
    return text if text.isascii() else _WIDE.sub(replacing(_narrow), text)


def _of_base64(run: str) -> str:
    bare = run.rstrip("=").translate(_TO_STANDARD)
    # No length of base64 leaves one over.
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    return _printable(base64.b64decode(bare + "=" * (-len(bare) % 4)))


def _of_hex(run: str) -> str:
    digits = re.sub("[: ]", "", run)
    return _printable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _printable(raw: bytes) -> str:
    """Return bytes as text when they are one: random ones look like a secret only by chance."""
    return raw.decode("ascii") if raw.isascii() and not re.search(rb"[\x00-\x08\x0e-\x1f]", raw) else ""


def _unescaped(token: str) -> str:
    if not _ESCAPED.search(token):
        return token
    return html.unescape(unquote(_CODE.sub(lambda code: chr(int(code[1] or code[2], 16)), token)))


def _narrow(run: str) -> str:
    return unicodedata.normalize("NFKC", run)
