"""On which line of a TOML text each key stands, so that a problem can point at it.

`tomllib` gives values without places. This reads only as much TOML as it takes to know where a key begins: table
headers, `key =`, and where strings and arrays end. A text that does not parse is never given to it.
"""

import re

from recall_sidecar.settings.keys import Path

__all__ = ["key_lines"]

_NAME = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_HEADER = re.compile(rf"\s*\[\[?\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]")
_PART = re.compile(_NAME)
# What can hide a line's beginning: comments, the four kinds of string, and brackets.
_TOKEN = re.compile(
    r'''(?P<comment>\#.*)|(?P<long>"""|\'\'\')|(?P<short>"(?:[^"\\]|\\.)*"|'[^']*')|(?P<open>[\[{])|(?P<close>[\]}])'''
)
_LONG_END = {'"""': re.compile(r'(?:\\.|[^\\])*?"""'), "'''": re.compile(r".*?'''")}


def key_lines(text: str) -> dict[Path, int]:
    """Return the line, from 1, where each key and table of `text` is written; the first place wins."""
    found: dict[Path, int] = {}
    table: Path = ()
    scanner = _Scanner()
    for number, line in enumerate(text.split("\n"), 1):
        if not scanner.is_inside:
            if header := _HEADER.match(line):
                table = _parts(header[1])
                found.setdefault(table, number)
                continue
            if key := _KEY.match(line):
                found.setdefault(table + _parts(key[1]), number)
                scanner.read(line[key.end() :])
                continue
        scanner.read(line)
    return found


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


class _Scanner:
    """Whether the next line begins inside a long string or an array."""

    def __init__(self) -> None:
        self._quote: str | None = None
        self._depth = 0

    @property
    def is_inside(self) -> bool:
        return self._quote is not None or self._depth > 0

    def read(self, line: str) -> None:
        position = 0
        while position < len(line):
            if self._quote is not None:
                end = _LONG_END[self._quote].match(line, position)
                if end is None:
                    return
                self._quote, position = None, end.end()
                continue
            token = _TOKEN.search(line, position)
            if token is None or token["comment"] is not None:
                return
            self._quote = token["long"]
            self._depth += (token["open"] is not None) - (token["close"] is not None)
            position = token.end()
