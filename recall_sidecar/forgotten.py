"""Tell what repeats something that is to be forgotten: a turn that found it, or a text with a line of it. Pure."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from recall_sidecar.memory.edits import Found

__all__ = ["Forgotten"]

# A line that says less stands in many notes.
_TELLING_CHARS: Final = 8
# A heading that stands in every note of its day.
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
# A sign of a script that writes a word in one or two.
_WIDE: Final = frozenset("WF")


class Forgotten:
    """What was `found`, and the session that is forgotten, if one is; `mask` is what texts that are kept have been through."""

    def __init__(self, found: Sequence[Found], session_key: str, mask: Callable[[str], str]) -> None:
        self._found = found
        self._session_key = session_key
        lines = {line.strip().lstrip("-*+# ") for each in found for line in _lines(each)}
        told = {form for line in lines for form in (line, mask(line))}
        self._needles = [_bare(_as_json(line)) for line in told if _says_enough(line)]

    def is_in(self, record: Mapping[str, Any]) -> bool:
        """Return whether a turn, in its JSON form, found something of it, repeats it, or belongs to the session."""
        if self._session_key and record.get("sessionKey") == self._session_key:
            return True
        return any(map(self._was_hit, record["hits"])) or self.repeats(
            json.dumps(record, ensure_ascii=False, default=str)
        )

    def is_in_case(self, line: str) -> bool:
        """Return whether a kept case, as a line of JSON, repeats something of it, or was kept in the session."""
        try:
            case = json.loads(line)
        except ValueError:
            case = None
        session = case.get("session") if isinstance(case, dict) else None
        return bool(session and session == self._session_key) or self.repeats(line)

    def repeats(self, text: str) -> bool:
        """Return whether a line of it stands in `text`, which is JSON."""
        text = _bare(text)
        return any(needle in text for needle in self._needles)

    def _was_hit(self, hit: Mapping[str, Any]) -> bool:
        return any(
            _is_of(hit, each) and hit["fromLine"] <= each.to_line and each.from_line <= hit["toLine"]
            for each in self._found
        )


def _is_of(hit: Mapping[str, Any], found: Found) -> bool:
    """Return whether a hit is of the file that was found, by either of the names that it may have."""
    if hit["path"] == found.path:
        return True
    if found.folder is None:
        return False
    name, path = found.folder.name, found.relative
    return hit.get("source") == name and hit["path"] in {path, f"{name}/{path}"}


def _lines(found: Found) -> Iterator[str]:
    """Yield what was found line by line, as it is written and as passages show it: without comments and other marks."""
    yield from found.text.split("\n")
    if found.folder is not None:
        trust = found.folder.trust(found.relative)
        for chunk in found.folder.chunks(found.text, found.relative, trust):
            yield from chunk.text.split("\n")


def _says_enough(line: str) -> bool:
    if _DAY.fullmatch(line):
        return False
    return len(line) + sum(unicodedata.east_asian_width(sign) in _WIDE for sign in line) >= _TELLING_CHARS


def _as_json(line: str) -> str:
    """Return the line as it stands within a JSON string."""
    return json.dumps(line, ensure_ascii=False)[1:-1]


def _bare(text: str) -> str:
    """Return JSON without what it escapes with, however often it was put into a string of another JSON."""
    return text.replace("\\", "")
