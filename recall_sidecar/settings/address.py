"""Addresses of other programs that a token may be sent to."""

from urllib.parse import urlsplit

__all__ = ["is_loopback_or_https", "is_plain"]

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def is_plain(value: str) -> bool:
    """Whether `value` is an address without user, password, query or fragment."""
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        return False
    return bool(parts.hostname) and parts.username is None and not parts.query and not parts.fragment


def is_loopback_or_https(value: str) -> bool:
    """Whether nobody on the way can read what is sent to the address `value`."""
    parts = urlsplit(value)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
