"""Where a provider's key comes from: a variable that is named, or a file only its owner can read.

A key is handed to the worker with the call that needs it; it is in no argument list, log, error or `repr`.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from recall_sidecar.errors import ModelRefused
from recall_sidecar.llm.providers import Route, setting

__all__ = ["NO_KEY", "has_key", "key_name", "key_of"]

# Stands for the key where the server wants none: the clients of services do not start without one.
NO_KEY = "no-key"

_MAX_BYTES = 16 * 1024


def has_key(route: Route, environment: Mapping[str, str]) -> bool:
    """Return whether a key is named that could be read; the file itself is not looked at."""
    return bool(route.key_file) or _from_environment(route, environment) is not None


def key_name(route: Route) -> str:
    """Return where the key is expected, in words for an error."""
    return route.key_file or " or ".join(route.key_env) or setting(route.name, "api_key_env")


def key_of(route: Route, environment: Mapping[str, str]) -> str | None:
    """Return the key, None where there is none. Reads a file, so call it off the event loop.

    A server on this machine that speaks as a service that wants a key gets `NO_KEY` when it has none.

    Raises:
        ModelRefused: The key file cannot be used, or a key that is needed is missing.
    """
    if route.key_file:
        return _from_file(route)
    key = _from_environment(route, environment)
    if key is None and route.needs_key:
        raise _refused(route, f"no key: set {key_name(route)}")
    return NO_KEY if key is None and route.provider.needs_key else key


def _from_environment(route: Route, environment: Mapping[str, str]) -> str | None:
    values = (environment.get(name, "").strip() for name in route.key_env)
    return next((value for value in values if value), None)


def _from_file(route: Route) -> str:
    path = Path(route.key_file).expanduser()
    try:
        # Opened once and checked on the open file, so that what was checked is what is read.
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode) or stat.S_IMODE(mode) & 0o077:
                raise _refused(route, f"{path} must be a file that only its owner can read: chmod 600 {path}")
            key = file.read(_MAX_BYTES).decode("utf-8", "replace").strip()
    except OSError as error:
        raise _refused(
            route, f"{path} cannot be read ({type(error).__name__}): check api_key_file"
        ) from error
    if not key or any(c.isspace() for c in key):
        raise _refused(route, f"{path} must hold the key and nothing else")
    return key


def _refused(route: Route, reason: str) -> ModelRefused:
    return ModelRefused(f"{route.name}/{route.model}: {reason}", model=route.model, provider=route.name)
