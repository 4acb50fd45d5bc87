"""The two tokens of the daemon, and the proof that it knows them.

A client on TCP cannot see who listens on a port. It sends a nonce first; only the daemon that holds the tokens can
answer with the right proof, and the port is part of it, so another program cannot pass the question on.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Literal

from recall_sidecar import private
from recall_sidecar.errors import UnsafeFile
from recall_sidecar.paths import Paths

__all__ = ["NONCE", "Scope", "Tokens", "ensure", "is_token", "new_nonce", "proof", "read", "scope_of"]

NONCE = re.compile(r"[A-Za-z0-9_-]{16,64}")
Scope = Literal["all", "hooks"]
# A domain of its own: a proof can never be mistaken for a MAC made for another purpose.
_DOMAIN = b"recall-sidecar proof of daemon v1"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")


@dataclass(frozen=True, slots=True)
class Tokens:
    """`full` opens everything; `hooks` may post hook events and nothing else."""

    full: str
    hooks: str

    def __repr__(self) -> str:
        """Keep both out of logs and tracebacks."""
        return "Tokens(…)"


def ensure(paths: Paths) -> Tokens:
    """Return the tokens of an installation, made at the first call. The state folder must be private already.

    Raises:
        UnsafeFile: A token file that others can read, or that holds no token.
    """
    for file in (paths.token_file, paths.hook_token_file):
        try:
            private.write_new_file(file, secrets.token_urlsafe(32) + "\n")
        except FileExistsError:
            continue
    return read(paths)


def read(paths: Paths) -> Tokens:
    """Return the tokens of an installation.

    Raises:
        UnsafeFile: A token file that others can read, or that holds no token.
        FileNotFoundError: The daemon has never run.
    """
    files = (paths.token_file, paths.hook_token_file)
    found = [private.read_file(file).strip() for file in files]
    for file, token in zip(files, found, strict=True):
        if not is_token(token):
            message = f"{file} holds no token; delete it and start the daemon to have a new one made"
            raise UnsafeFile(message)
    return Tokens(*found)


def is_token(text: str) -> bool:
    """Return whether `text` could be a token."""
    return _TOKEN.fullmatch(text) is not None


def scope_of(presented: str, tokens: Tokens) -> Scope | None:
    """Return what a presented token opens, None when it is not ours; takes as long for a near miss as for any other."""
    given = presented.encode("utf-8", "surrogateescape")
    is_full = hmac.compare_digest(given, tokens.full.encode())
    is_hooks = hmac.compare_digest(given, tokens.hooks.encode())
    if is_full:
        return "all"
    return "hooks" if is_hooks else None


def new_nonce() -> str:
    """Return a nonce nobody has seen."""
    return secrets.token_urlsafe(32)


def proof(token: str, nonce: str, port: int) -> str:
    """Return the hex HMAC-SHA256 that shows, to somebody who holds `token` too, who answers on `port`."""
    text = b"\0".join((_DOMAIN, str(port).encode(), nonce.encode()))
    return hmac.new(token.encode(), text, hashlib.sha256).hexdigest()
