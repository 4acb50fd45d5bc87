"""Read settings from environment variables: `RECALL_SIDECAR_GATE__ENABLED=false`.

The name is the key path in capitals with two underscores between its parts. A list is JSON or separated by
commas; tables and lists of tables are JSON.
"""

import json
from collections.abc import Iterator, Mapping
from types import GenericAlias
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from recall_sidecar.errors import SettingsProblem
from recall_sidecar.paths import HOME_VARIABLE
from recall_sidecar.settings.keys import Path, field_at, join

__all__ = ["PREFIX", "from_environment", "is_setting", "source_label"]

PREFIX = "RECALL_SIDECAR_"
# Variables with our prefix that are no settings: they are read before any setting can be.
_NO_SETTINGS = frozenset({HOME_VARIABLE})
_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off"})


def source_label(name: str) -> str:
    """Return how a value from the variable `name` is called."""
    return f"environment {name}"


def is_setting(name: str) -> bool:
    """Whether the variable `name` is meant for the settings."""
    return name.startswith(PREFIX) and name not in _NO_SETTINGS


def from_environment(
    environment: Mapping[str, str],
) -> Iterator[tuple[Path, Any, str] | SettingsProblem]:
    """Yield each setting in `environment` as path, value and variable name, or what is wrong with it.

    A value is only turned into the kind that its key takes; whether it is allowed is for the settings to say. A
    variable whose key does not exist is yielded as it is, for the same reason.
    """
    for name in sorted(filter(is_setting, environment)):
        path = tuple(part.lower() for part in name.removeprefix(PREFIX).split("__"))
        try:
            value = _parse(environment[name], field_at(path))
        except ValueError as error:
            yield SettingsProblem(join(path), source_label(name), str(error))
        else:
            yield path, value, name


def _parse(text: str, field: FieldInfo | None) -> object:
    kind = field.annotation if field is not None else str
    if kind is bool:
        return _flag(text)
    if kind in {int, float}:
        return _number(text, whole=kind is int)
    if get_origin(kind) is tuple:
        return _list(text, of_text=_item_kind(kind) is str or get_origin(_item_kind(kind)) is not None)
    if get_origin(kind) is dict:
        return _json(text, dict, 'a JSON object, for example {"name": {}}')
    return text


def _flag(text: str) -> bool:
    word = text.strip().lower()
    if word not in _TRUE | _FALSE:
        message = "must be true or false"
        raise ValueError(message)
    return word in _TRUE


def _number(text: str, *, whole: bool) -> float:
    try:
        return int(text) if whole else float(text)
    except ValueError:
        message = f"must be a {'whole ' if whole else ''}number"
        raise ValueError(message) from None


def _list(text: str, *, of_text: bool) -> object:
    if of_text and not text.lstrip().startswith("["):
        return [item.strip() for item in text.split(",") if item.strip()]
    return _json(text, list, "a JSON array")


def _json(text: str, kind: type, wanted: str) -> object:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, kind):
        message = f"must be {wanted}"
        raise ValueError(message)  # noqa: TRY004 -- the text is wrong, not a type in our code
    return value


def _item_kind(kind: GenericAlias | Any) -> Any:  # noqa: ANN401 -- a type annotation is any object
    return get_args(kind)[0]
