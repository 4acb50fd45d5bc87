"""What the front matter of a note says: its title, other names, tags and day.

It is read as plain text values, never as objects, within bounds. One that is no YAML gives what its simple lines say, so a
slip in it loses neither the note nor its title.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

__all__ = ["fields", "title_and_day"]

_MAX_LINES: Final = 200
_MAX_CHARS: Final = 16_000
_MAX_VALUES: Final = 24
_MAX_VALUE_CHARS: Final = 160
_FENCE: Final = "---"
_ENDS: Final = frozenset({"---", "..."})
# `key: value` at the beginning of a line.
_SIMPLE: Final = re.compile(r"([A-Za-z][\w-]{0,40}):[ \t]+(\S.*)")
_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?!\d)")
# In the order in which one is believed before another.
_TITLES: Final = ("title", "name")
_OTHER_NAMES: Final = ("aliases", "alias", "description")
_TAGS: Final = ("tags", "tag", "keywords")
_DAYS: Final = ("date", "day", "created", "created_at")


def title_and_day(text: str, name: str = "") -> tuple[str, date | None]:
    """Return what a note is found by beside its words, in one line, and the day that its front matter names.

    `name` is its title when the front matter gives none.
    """
    found = fields(text)
    title = next(iter(_values(found, _TITLES)), name)
    names = [value for value in _values(found, _OTHER_NAMES) if value.casefold() != title.casefold()]
    tags = [f"#{value.removeprefix('#')}" for value in _values(found, _TAGS)]
    said = [title, f"({', '.join(names)})" if names else "", *tags]
    days = (_day(value) for value in _values(found, _DAYS))
    return " ".join(filter(None, said)), next(filter(None, days), None)


def fields(text: str) -> Mapping[str, tuple[str, ...]]:
    """Return the front matter of `text`: the values of each key, in lower case, as text; lists within values are left out."""
    source = _source(text)
    if not source.strip():
        return {}
    tree = _parsed(source)
    if not isinstance(tree, Mapping):
        found = filter(None, (_SIMPLE.fullmatch(line.rstrip()) for line in source.split("\n")))
        tree = {match[1]: match[2] for match in found}
    return {str(key).casefold(): _texts(value) for key, value in tree.items()}


def _source(text: str) -> str:
    """Return what stands between the fences at the start of `text`, empty when there are none within bounds."""
    if not text.startswith(_FENCE):
        return ""
    first, *lines = text[:_MAX_CHARS].split("\n", _MAX_LINES)
    if first.rstrip() != _FENCE:
        return ""
    for number, line in enumerate(lines[: _MAX_LINES - 1]):
        if line.rstrip() in _ENDS:
            return "\n".join(lines[:number])
    return ""


def _parsed(source: str) -> Any:  # noqa: ANN401 - whatever stands in a file
    # Few notes have front matter, and the daemon starts without it.
    import yaml  # noqa: PLC0415

    try:
        # The base loader makes nothing but text, lists and mappings; in C where there is one, nine times as fast.
        return yaml.load(source, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506
    except (yaml.YAMLError, RecursionError, ValueError, TypeError):
        return None


def _texts(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    texts = (
        " ".join(item.split())[:_MAX_VALUE_CHARS] for item in items[:_MAX_VALUES] if isinstance(item, str)
    )
    return tuple(filter(None, texts))


def _values(found: Mapping[str, tuple[str, ...]], keys: tuple[str, ...]) -> list[str]:
    """Return the values of `keys`, each once; a single text may list several with commas."""
    values = [value for key in keys for value in _split(key, found.get(key, ()))]
    return list(dict.fromkeys(values))


def _split(key: str, values: tuple[str, ...]) -> tuple[str, ...]:
    if len(values) != 1 or key not in {*_TAGS, "aliases", "alias"}:
        return values
    return tuple(filter(None, (part.strip().strip("[]\"'") for part in values[0].split(","))))


def _day(value: str) -> date | None:
    match = _DAY.match(value)
    try:
        return None if match is None else date(*(int(part) for part in match.groups()))
    except ValueError:
        return None
