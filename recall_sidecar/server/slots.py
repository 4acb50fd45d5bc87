"""Room for a bounded number of requests at once; one more is told so instead of waiting."""

from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from recall_sidecar.errors import RequestRefused

__all__ = ["MEMORY_SLOTS", "STREAM_SLOTS", "TURN_SLOTS", "Slots"]


class Slots:
    """A number of places; `taken` of them are in use."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.taken = 0

    @property
    def full(self) -> bool:
        """Whether there is no place left."""
        return self.taken >= self.limit

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a place.

        Raises:
            RequestRefused: With 429, at once, when there is none.
        """
        if self.full:
            message = f"{self.limit} requests of this kind are being answered already"
            raise RequestRefused(message, remedy="Try again in a moment.", status=429)
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1


TURN_SLOTS: web.AppKey[Slots] = web.AppKey("turn_slots", Slots)
MEMORY_SLOTS: web.AppKey[Slots] = web.AppKey("memory_slots", Slots)
STREAM_SLOTS: web.AppKey[Slots] = web.AppKey("stream_slots", Slots)
