"""Where a request stands in its caller's distributed trace: the W3C headers `traceparent` and `tracestate`.

What does not follow the standard is as if it had not been sent: a caller's tracing must never decide about its turn.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["NOWHERE", "CallerTrace", "read"]

_MAX_STATE_CHARS = 512
_MAX_STATE_MEMBERS = 32
_PARENT = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")
# key=value, as the standard spells them: printable ASCII, no comma or equals sign in the value.
_MEMBER = re.compile(
    r"[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]"
)


class CallerTrace(NamedTuple):
    """The two headers as far as they can be used; empty when they cannot."""

    traceparent: str
    tracestate: str


NOWHERE = CallerTrace("", "")


def read(parents: Sequence[str], states: Sequence[str]) -> CallerTrace:
    """Return what the values of the two headers say; either may have been sent several times."""
    if len(parents) != 1:
        return NOWHERE
    parent = _parent(parents[0].strip(" \t"))
    return CallerTrace(parent, _state(states)) if parent else NOWHERE


def _parent(value: str) -> str:
    """Return the header in its form of version 00, which is the beginning of every later one."""
    found = _PARENT.fullmatch(value) if len(value) <= _MAX_STATE_CHARS else None
    if found is None:
        return ""
    version, trace_id, span_id, flags, more = found.groups()
    is_known = version != "ff" and not (version == "00" and more)
    if not is_known or not int(trace_id, 16) or not int(span_id, 16):
        return ""
    return f"00-{trace_id}-{span_id}-{flags}"


def _state(values: Sequence[str]) -> str:
    members = [member.strip(" \t") for value in values for member in value.split(",")]
    members = [member for member in members if member]
    joined = ",".join(members)
    keys = {member.partition("=")[0] for member in members}
    is_whole = len(keys) == len(members) <= _MAX_STATE_MEMBERS and len(joined) <= _MAX_STATE_CHARS
    return joined if is_whole and all(map(_MEMBER.fullmatch, members)) else ""
