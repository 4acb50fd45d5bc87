"""The token that a server wants, from where its owner keeps it. Read off the event loop."""

import re
from collections.abc import Mapping
from pathlib import Path

from recall_sidecar.errors import UnsafeFile
from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.private import read_file
from recall_sidecar.settings import McpServerSettings

__all__ = ["headers"]

_TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")
_PAUSE_S = 30.0


def headers(settings: McpServerSettings, environment: Mapping[str, str]) -> dict[str, str] | Failure:
    """Return the headers that show the token, none where none is set, or why there is no token."""
    if settings.token_file:
        try:
            token = read_file(
                Path(settings.token_file).expanduser(), remedy="name another file of yours"
            ).strip()
        except (UnsafeFile, OSError, UnicodeDecodeError) as error:
            why = str(error) if isinstance(error, UnsafeFile) else type(error).__name__
            return Failure(f"token_file cannot be used: {why}", _PAUSE_S)
    elif settings.token_env:
        token = environment.get(settings.token_env, "")
        if not token:
            return Failure("token_env names a variable that the daemon's environment does not have", _PAUSE_S)
    else:
        return {}
    if not _TOKEN.fullmatch(token):
        return Failure("the token must be visible ASCII characters without spaces", _PAUSE_S)
    is_bearer = settings.token_header.casefold() == "authorization"
    return {settings.token_header: f"Bearer {token}" if is_bearer else token}
