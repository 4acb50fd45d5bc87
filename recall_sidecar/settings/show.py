"""The settings in force, key by key, each with the place it came from; nothing that may be a secret is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from recall_sidecar.settings.keys import Path, flatten, join, put
from recall_sidecar.settings.resolve import LoadedSettings
from recall_sidecar.settings.tables import STYLE_BY_QUERY_MODE, Settings

__all__ = ["HIDDEN", "Row", "resolved_style", "rows"]

HIDDEN = "(hidden)"


@dataclass(frozen=True, slots=True)
class Row:
    """One key. `remark` says what a value such as `auto` stands for."""

    path: Path
    value: Any
    source: str
    remark: str = ""


def rows(loaded: LoadedSettings) -> Iterator[Row]:
    """Yield every key for all agents, then the keys that an agent has of its own."""
    for path, value in flatten(_dump(loaded.base)):
        yield _row(path, path, value, loaded, loaded.base)
    for name, settings in loaded.agents.items():
        for path, value in flatten(_dump(settings)):
            key = ("agents", name, *path)
            is_style = path == ("recall", "prompt_style")
            if join(key) in loaded.sources or (
                is_style and resolved_style(settings) != resolved_style(loaded.base)
            ):
                yield _row(key, path, value, loaded, settings)


def resolved_style(settings: Settings) -> str:
    """Return the prompt style in use: the one that is named, or the one that `auto` means for the query mode."""
    style = settings.recall.prompt_style
    return STYLE_BY_QUERY_MODE[settings.query.mode] if style == "auto" else style


def _row(key: Path, path: Path, value: object, loaded: LoadedSettings, settings: Settings) -> Row:
    remark = ""
    if path == ("recall", "prompt_style") and value == "auto":
        remark = f"{resolved_style(settings)}, by query mode {settings.query.mode}"
    return Row(key, _without_secrets(path, value), loaded.source(join(key)), remark)


def _dump(settings: Settings) -> dict[str, Any]:
    tree = settings.model_dump(mode="json")
    # Of a folder or a server only what was said: the rest is the same for each.
    said = settings.model_dump(mode="json", exclude_defaults=True).get("memory", {})
    for name in ("folders", "mcp"):
        put(tree, ("memory", name), said.get(name, []))
    return tree


def _without_secrets(path: Path, value: Any) -> Any:  # noqa: ANN401 -- the value of any key
    """Hide what may spell out a secret: own patterns, fields of a request body, what a server is started and called with."""
    if path == ("privacy", "secret_patterns"):
        return [HIDDEN for _ in value]
    if path[:2] == ("model", "providers") and path[-1] == "extra_body":
        return dict.fromkeys(value, HIDDEN) if isinstance(value, Mapping) else value
    if path == ("memory", "mcp"):
        return [{name: _hidden(name, each) for name, each in server.items()} for server in value]
    return value


def _hidden(name: str, value: Any) -> Any:  # noqa: ANN401 -- the value of any key
    if name == "args":
        return [HIDDEN for _ in value]
    is_table = name in {"env", "search_arguments", "get_arguments"}
    return dict.fromkeys(value, HIDDEN) if is_table else value
