"""What a child process of ours is started with: our own interpreter and code, the way to the network, and no key."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import recall_sidecar

__all__ = ["command", "environment_of"]

_PASSED_ON = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy",
    "https_proxy", "all_proxy", "no_proxy",
)  # fmt: skip


def command(module: str, *arguments: str) -> list[str]:
    """Return what runs `module` in a process of its own."""
    # -P: a module in the folder the daemon was started from must not replace one of ours.
    return [sys.executable, "-P", "-m", module, *arguments]


def environment_of(ours: Mapping[str, str], more: Iterable[str] = ()) -> dict[str, str]:
    """Return the child's whole environment; `more` names what this child needs of `ours` beside what all do."""
    passed_on = {name: ours[name] for name in (*_PASSED_ON, *more) if name in ours}
    # The child must run the code its parent runs, wherever that was imported from.
    return {**passed_on, "PYTHONPATH": str(Path(recall_sidecar.__file__).parents[1])}
