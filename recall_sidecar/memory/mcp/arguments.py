"""What a tool is called with: the arguments that the settings name, filled in, and whether they fit what the tool says it takes."""

import re
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["filled", "misfit"]

_PLACEHOLDER: Final = re.compile(r"\{(query|limit|id)\}")
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
# Names of arguments that are shown to people.
_MOST_SHOWN: Final = 12
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def filled(template: Any, values: Mapping[str, str | int | None]) -> Any:  # noqa: ANN401 -- any JSON
    """Return `template` with the placeholders in its texts filled in; one that is the whole text keeps its kind."""
    match template:
        case str():
            whole = _PLACEHOLDER.fullmatch(template)
            if whole is not None and whole[1] in values:
                return values[whole[1]]
            # In one go, so that a placeholder within a value stays text.
            return _PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), template)
        case dict():
            return {name: filled(each, values) for name, each in template.items()}
        case list():
            return [filled(each, values) for each in template]
        case _:
            return template


def misfit(arguments: Mapping[str, Any], schema: object) -> str | None:
    """Return in words why a tool with the input `schema` will not take `arguments`; None when nothing speaks against it.

    Only plain things are looked at, names and kinds: a schema is somebody else's, and following it may never end.
    """
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    if not isinstance(schema, Mapping) or not isinstance(properties, Mapping):
        return None
    takes = f"it takes {_shown(properties)}"
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in arguments:
            return f"it wants an argument that is not set: {_shown((name,))}"
    for name, value in arguments.items():
        if name not in properties:
            if not schema.get("additionalProperties"):
                return f"it has no argument {name!r}; {takes}"
            continue
        kind = properties[name].get("type") if isinstance(properties[name], Mapping) else None
        if isinstance(kind, str) and kind in _KINDS and not _is_of(value, kind):
            return f"its argument {name!r} must be of kind {kind}"
    return None


def _is_of(value: object, kind: str) -> bool:
    if value is None:
        # Not known yet.
        return True
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _KINDS[kind])


def _shown(names: Any) -> str:  # noqa: ANN401 -- the server's own words, of any kind
    """Return names of the server's for people; what is no plain name is not repeated."""
    plain = [name for name in list(names)[:_MOST_SHOWN] if isinstance(name, str) and _NAME.fullmatch(name)]
    return ", ".join(plain) or "none with a plain name"
