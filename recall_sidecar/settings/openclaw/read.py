"""Read an OpenClaw configuration file: JSON5 with `$include`, by OpenClaw's own rules for it.

An included file must lie in the folder of the configuration, links followed; files are at most 2 MB and includes
at most ten deep. Nothing of a file's text goes into an error.
"""

import json
import re
from pathlib import Path
from typing import Any, NoReturn

import json5

from recall_sidecar.errors import SettingsError, SettingsProblem

__all__ = ["MAX_BYTES", "parse_openclaw", "read_openclaw"]

MAX_BYTES = 2 * 1024 * 1024
_MAX_DEPTH = 10
_INCLUDE = "$include"


def read_openclaw(file: Path) -> dict[str, Any]:
    """Return the whole configuration that begins in `file`.

    Raises:
        SettingsError: When a file cannot be read, is not JSON5, or includes what it may not.
    """
    start = file.absolute()
    tree = _Reader(start.parent.resolve()).read(start, ())
    if not isinstance(tree, dict):
        _refuse(file, "is not a configuration: it must hold one object")
    return tree


class _Reader:
    """Reads files below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, file: Path, chain: tuple[Path, ...]) -> Any:  # noqa: ANN401 -- JSON
        real = file.resolve()
        if not real.is_relative_to(self._folder) and chain:
            _refuse(file, f"lies outside {self._folder}, so it is not included")
        if real in chain:
            _refuse(file, "includes itself")
        if len(chain) > _MAX_DEPTH:
            _refuse(file, f"is included more than {_MAX_DEPTH} files deep")
        return self._resolved(parse_openclaw(real), file, (*chain, real))

    def _resolved(self, tree: object, file: Path, chain: tuple[Path, ...]) -> Any:  # noqa: ANN401 -- JSON
        if isinstance(tree, list):
            return [self._resolved(item, file, chain) for item in tree]
        if not isinstance(tree, dict):
            return tree
        own = {key: self._resolved(value, file, chain) for key, value in tree.items() if key != _INCLUDE}
        if _INCLUDE not in tree:
            return own
        wanted = tree[_INCLUDE]
        merged: Any = None
        for name in wanted if isinstance(wanted, list) else [wanted]:
            if not isinstance(name, str) or not name or "\0" in name:
                _refuse(file, "has an $include that is neither a file's name nor a list of them")
            merged = _merged(merged, self.read(file.parent / name, chain))
        return _merged(merged, own) if own else merged


def _merged(below: object, over: object) -> Any:  # noqa: ANN401 -- JSON
    """Merge objects key by key, `over` winning; anything else is replaced."""
    if not (isinstance(below, dict) and isinstance(over, dict)):
        return over
    return {**below, **{key: _merged(below.get(key), value) for key, value in over.items()}}


def parse_openclaw(file: Path) -> object:
    """Return what one file holds, its includes as they stand.

    Raises:
        SettingsError: When it cannot be read or is not JSON5.
    """
    try:
        if file.stat().st_size > MAX_BYTES:
            _refuse(file, f"is larger than {MAX_BYTES // 1024 // 1024} MB")
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        _refuse(file, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        _refuse(file, "is not UTF-8 text")
    try:
        # Most configurations are plain JSON, which is read a thousand times faster.
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return json5.loads(text)
    except (ValueError, RecursionError) as error:
        line = re.search(r":(\d+)", str(error))
        _refuse(file, "is not JSON5" + (f" (line {line[1]})" if line else ""))


def _refuse(file: Path, message: str) -> NoReturn:
    raise SettingsError((SettingsProblem(str(file), file.name, message),))
