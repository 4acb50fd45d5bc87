"""Say what is wrong with a setting, and what to write instead.

Values are not repeated, numbers apart: what stands in the wrong place may be a key or a password.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pydantic_core import ErrorDetails

from recall_sidecar.settings.keys import Path, entry_names_at, field_at, join, names_at

__all__ = ["describe", "unknown_key"]

_Context = Mapping[str, Any]
_BY_TYPE: Mapping[str, Callable[[Any, _Context], str]] = MappingProxyType(
    {
        "bool_type": lambda _, __: "must be true or false, without quotes",
        "int_type": lambda _, __: "must be a whole number, without quotes",
        "float_type": lambda _, __: "must be a number, without quotes",
        "finite_number": lambda _, __: "must be a finite number",
        "string_type": lambda _, __: "must be text in quotes",
        "tuple_type": lambda _, __: "must be a list in brackets",
        "dict_type": lambda _, __: "must be a table",
        "model_type": lambda _, __: "must be a table",
        "missing": lambda _, __: "is missing",
        "greater_than_equal": lambda value, context: f"must be at least {context['ge']} (is {value})",
        "less_than_equal": lambda value, context: f"must be at most {context['le']} (is {value})",
        "too_long": lambda value, context: (
            f"must have at most {context['max_length']} items (has {len(value)})"
        ),
        "string_too_long": lambda value, context: (
            f"must be at most {context['max_length']} characters long (has {len(value)})"
        ),
        "string_pattern_mismatch": lambda _, context: f"must have the form {context['pattern']}",
        "literal_error": lambda value, context: _choice(value, context["expected"]),
        "enum": lambda value, context: _choice(value, context["expected"]),
        "value_error": lambda _, context: str(context["error"]),
    }
)


def describe(fault: ErrorDetails, path: Path) -> str:
    """Return what is wrong with the value at `path` in words for the person who wrote it."""
    say = _BY_TYPE.get(fault["type"])
    if say is None:
        return fault["msg"]
    words = say(fault["input"], fault.get("ctx", {}))
    field = field_at(path)
    if fault["type"] == "string_pattern_mismatch" and field is not None and field.description:
        return f"{words}. {field.description}"
    return words


def unknown_key(path: Path) -> str:
    """Return that `path` is no setting, with the nearest that is."""
    *above, name = path
    table = tuple(above)
    known = names_at(table) or entry_names_at(table)
    spelled = _snake(name)
    if near := _nearest(spelled, known):
        return f"is not a setting; did you mean {near}?"
    for other in names_at(()):
        if _nearest(spelled, names_at((other,)), cutoff=0.95):
            return f"is not a setting here; {spelled} belongs in [{_within_agent(table, other)}]"
    if not known:
        return "is not a setting"
    return f"is not a setting; {f'[{join(table)}]' if table else 'the file'} takes {', '.join(known)}"


def _within_agent(table: Path, other: str) -> str:
    return join((*table[:2], other)) if table[:1] == ("agents",) else other


def _choice(value: object, expected: str) -> str:
    near = _nearest(value, re.findall(r"'([^']*)'", expected)) if isinstance(value, str) else None
    return f"must be {expected}" + (f"; did you mean '{near}'?" if near else "")


def _nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    return next(iter(difflib.get_close_matches(word.lower(), list(known), 1, cutoff)), None)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()
