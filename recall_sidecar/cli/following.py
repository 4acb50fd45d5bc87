"""Turns as they end, for as long as somebody looks: over restarts of the daemon, and none is left out that it still knows."""

from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urlencode

from recall_sidecar.cli.door import Daemon, Door, running
from recall_sidecar.cli.output import complain
from recall_sidecar.errors import DaemonError

__all__ = ["turns"]

# How long to wait before the daemon is looked for again: soon at first, then less often.
_PAUSES_S: Final = (0.5, 1.0, 2.0, 5.0)
_MISSED: Final = 1000


def turns(door: Door, session: str | None, pause: Callable[[float], object]) -> Iterator[dict[str, Any]]:
    """Yield each turn as it ends, those of one session when it is named. It never ends by itself; `pause` waits some seconds.

    Raises:
        RecallSidecarError: No daemon runs in the beginning.
    """
    daemon: Daemon | None = running(door)
    last, tries = "", 0
    while True:
        if daemon is not None:
            for record in _streamed(daemon, session, last):
                last, tries = max(last, record["traceId"]), 0
                yield record
            complain("The daemon has gone; waiting for it to come back (Ctrl-C ends this).")
        pause(_PAUSES_S[min(tries, len(_PAUSES_S) - 1)])
        tries += 1
        daemon = _found(door)


def _streamed(daemon: Daemon, session: str | None, last: str) -> Iterator[dict[str, Any]]:
    """Yield what one connection brings, after what ended while there was none; ids sort by time."""
    catches_up = bool(last)
    try:
        for record in _missed(daemon, session, last) if catches_up else ():
            last = record["traceId"]
            yield record
        for record in daemon.stream("/v1/traces/stream"):
            if catches_up:
                # What ended after the list was made and before the stream began.
                missed = _missed(daemon, session, last)
                yield from (each for each in missed if each["traceId"] < record["traceId"])
                catches_up = False
            if session in {None, record.get("sessionKey")}:
                yield record
    except DaemonError:
        return


def _missed(daemon: Daemon, session: str | None, last: str) -> list[dict[str, Any]]:
    asked = {"limit": _MISSED} | ({"session": session} if session else {})
    found = daemon.get(f"/v1/traces?{urlencode(asked)}")["traces"]
    return [record for record in reversed(found) if record["traceId"] > last]


def _found(door: Door) -> Daemon | None:
    try:
        return door.running()
    except DaemonError:
        # It is just ending, or just beginning.
        return None
