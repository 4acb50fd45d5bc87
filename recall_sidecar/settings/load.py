"""Load the settings: defaults, the user's file, overrides, environment, flags, each winning over the one before.

The only place where settings come out of files, and the only one that names the process's environment.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.paths import Paths
from recall_sidecar.settings.environment import from_environment, source_label
from recall_sidecar.settings.keys import Path as KeyPath
from recall_sidecar.settings.keys import put, split
from recall_sidecar.settings.lines import key_lines
from recall_sidecar.settings.resolve import Layer, LoadedSettings, resolve

__all__ = ["NO_FLAGS", "load", "load_file", "process_environment", "read_layer"]

NO_FLAGS: Mapping[str, Any] = MappingProxyType({})


def process_environment() -> dict[str, str]:
    """Return a copy of this process's environment."""
    return dict(os.environ)  # noqa: TID251 -- this is the place the ban names


def load(paths: Paths, environment: Mapping[str, str], flags: Mapping[str, Any] = NO_FLAGS) -> LoadedSettings:
    """Load the settings of an installation; a file that does not exist sets nothing.

    Args:
        paths: Where the user's file and the overrides are.
        environment: Variables; those with our prefix are settings.
        flags: Values by key (`{"server.port": 0}`), as the command line gave them.

    Raises:
        SettingsError: With every problem of every place.
    """
    problems: list[SettingsProblem] = []
    layers: list[Layer] = []
    for file in (paths.config_file, paths.overrides_file):
        try:
            layers.append(read_layer(file))
        except SettingsError as error:
            problems += error.problems
    layers.append(_environment_layer(environment, problems))
    layers.append(_flag_layer(flags))
    try:
        loaded = resolve(layers)
    except SettingsError as error:
        problems += error.problems
    else:
        if not problems:
            return loaded
    raise SettingsError(tuple(problems))


def load_file(file: Path) -> LoadedSettings:
    """Load one file over the defaults and nothing else.

    Raises:
        SettingsError: With every problem of the file.
    """
    return resolve([read_layer(file)])


def read_layer(file: Path) -> Layer:
    """Read a TOML file; an empty layer when it does not exist.

    Raises:
        SettingsError: When it cannot be read or is not TOML, with the line.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Layer(file.name, {})
    except UnicodeDecodeError as error:
        raise _unusable(file, file.name, f"is not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise _unusable(file, file.name, f"cannot be read: {error.strerror}") from error
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        place = f"{file.name}:{line[1] if line else len(text.splitlines())}"
        raise _unusable(file, place, f"is not TOML: {error}") from error
    return Layer(file.name, tree, {path: f"{file.name}:{line}" for path, line in key_lines(text).items()})


def _unusable(file: Path, place: str, message: str) -> SettingsError:
    return SettingsError((SettingsProblem(str(file), place, message),))


def _environment_layer(environment: Mapping[str, str], problems: list[SettingsProblem]) -> Layer:
    tree: dict[str, Any] = {}
    places: dict[KeyPath, str] = {}
    for found in from_environment(environment):
        if isinstance(found, SettingsProblem):
            problems.append(found)
        else:
            path, value, name = found
            put(tree, path, value)
            places[path] = source_label(name)
    return Layer("environment", tree, places)


def _flag_layer(flags: Mapping[str, Any]) -> Layer:
    tree: dict[str, Any] = {}
    for key, value in flags.items():
        put(tree, split(key), value)
    return Layer("flag", tree)
