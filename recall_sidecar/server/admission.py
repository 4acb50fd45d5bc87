"""How many callers on TCP are let in at once.

Any program of this machine can open connections there without a token, and each holds a descriptor. Past the limit a
caller is told so and closed, so that the Unix socket, the memory files and the model worker keep their room.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from recall_sidecar.server import refusals

__all__ = ["Admission", "limit_of"]

# More than hosts keep open; a turn that waits holds one.
_COMFORTABLE: Final = 256
_PER_TURN: Final = 2


def limit_of(max_turns: int, descriptors: int) -> int:
    """Return how many connections TCP gets: room for `max_turns`, and never more than half of the descriptors."""
    return max(1, min(max(_COMFORTABLE, _PER_TURN * max_turns), descriptors // 2))


class Admission:
    """Makes the protocols of one listening socket, at most `limit` of them at a time; belongs to one event loop."""

    def __init__(self, serve: Callable[[], asyncio.Protocol], limit: int) -> None:
        self.serve = serve
        self._limit = limit
        self._inside = 0

    def __call__(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        return _Caller(self)

    def enter(self) -> bool:
        """Take a place and return True; False when none is free."""
        if self._inside >= self._limit:
            return False
        self._inside += 1
        return True

    def leave(self) -> None:
        """Give a place back."""
        self._inside -= 1


class _Caller(asyncio.Protocol):
    """Passes everything on to the protocol that serves, once there is a place."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._served: asyncio.Protocol | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the caller in, or tell it that there is no room."""
        if self._admission.enter():
            self._served = self._admission.serve()
            self._served.connection_made(transport)
        elif isinstance(transport, asyncio.WriteTransport):
            transport.write(refusals.crowded())
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        if self._served is not None:
            self._admission.leave()
            self._served.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass `data` on; what somebody sends who was not let in is nobody's."""
        if self._served is not None:
            self._served.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass the end of what is sent on."""
        return None if self._served is None else self._served.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the caller reads slowly."""
        if self._served is not None:
            self._served.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the caller reads again."""
        if self._served is not None:
            self._served.resume_writing()
