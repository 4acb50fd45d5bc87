"""What the program itself must remember of the settings, in `overrides.toml`.

The user's file is never written. This one is rewritten whole under a lock: a copy beside it, flushed to the disk,
then renamed over it, so that a reader or a process killed at any moment sees the old file or the new one.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import tomli_w
from filelock import FileLock, Timeout

from recall_sidecar import private
from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.paths import Paths
from recall_sidecar.settings.complaints import unknown_key
from recall_sidecar.settings.keys import Path as KeyPath
from recall_sidecar.settings.keys import field_at, names_at, put, split
from recall_sidecar.settings.load import read_layer
from recall_sidecar.settings.resolve import Layer, LoadedSettings, resolve

__all__ = ["set_override"]

_LOCK_TIMEOUT_S = 10.0
_HEADER = "# Written by recall-sidecar. Your own settings belong in config.toml; what stands here wins over them.\n\n"


def set_override(paths: Paths, key: str, value: object) -> None:
    """Remember `value` for `key`, which wins over the user's file. Blocks on the disk.

    What holds anyhow is not remembered, so that the user's file goes on deciding. The environment and flags do not
    count: they win over both, and may be gone at the next start.

    Raises:
        SettingsError: When the key is unknown, the value is not allowed, or the file cannot be read or written.
    """
    path = _known(key)

    def remember(tree: dict[str, Any]) -> None:
        put(tree, path, value)
        wanted = _value(resolve([Layer("override", tree)]), path)
        without = deepcopy(tree)
        _drop(without, path)
        if _holds(paths, without, path, wanted):
            _drop(tree, path)

    _rewrite(paths, remember)


def _known(key: str) -> KeyPath:
    path = split(key)
    if field_at(path) is None or names_at(path):
        message = "is a table; name one of its keys" if names_at(path) else unknown_key(path)
        raise SettingsError((SettingsProblem(key, "override", message),))
    return path


def _holds(paths: Paths, overrides: dict[str, Any], path: KeyPath, wanted: object) -> bool:
    """Whether the user's file and those overrides give the key its value; a file that cannot be used gives none."""
    try:
        loaded = resolve([read_layer(paths.config_file), Layer("override", overrides)])
    except SettingsError:
        return False
    return bool(_value(loaded, path) == wanted)


def _value(loaded: LoadedSettings, path: KeyPath) -> object:
    """Return the value in force at a key, None where a table that has a name of the user's does not exist."""
    settings = loaded.base
    if path[0] == "agents":
        settings, path = loaded.for_agent(path[1]), path[2:]
    value: Any = settings.model_dump(mode="json")
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _drop(tree: dict[str, Any], path: KeyPath) -> None:
    """Take a value out, and the tables that hold nothing any more."""
    first, *rest = path
    if rest:
        _drop(tree[first], tuple(rest))
    if not rest or not tree[first]:
        del tree[first]


def _rewrite(paths: Paths, change: Callable[[dict[str, Any]], None]) -> None:
    file = paths.overrides_file
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(file.with_name(file.name + ".lock"), timeout=_LOCK_TIMEOUT_S, mode=0o600):
            tree = dict(read_layer(file).tree)
            change(tree)
            resolve([Layer("override", tree)])
            private.replace_file(file, (_HEADER + tomli_w.dumps(tree)).encode())
    except Timeout as error:
        message = f"is being written by another process for {_LOCK_TIMEOUT_S:.0f} s; try again"
        raise SettingsError((SettingsProblem(str(file), file.name, message),)) from error
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise SettingsError((SettingsProblem(str(file), file.name, message),)) from error
