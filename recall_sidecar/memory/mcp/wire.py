"""One connection to a server: how much it may say until it is asked again, and when and why it was over."""

import asyncio
from typing import Final

__all__ = ["MOST_BYTES", "Wire"]

MOST_BYTES: Final = 1024 * 1024
# What it may ask us in turn; all but a ping is refused.
_MOST_QUESTIONS: Final = 64


class Wire:
    """Counts what the server sends. A server that says more than it was asked for is not listened to any further."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.why = ""
        # Of the last HTTP answer that was an error, 0 when there was none.
        self.status = 0
        self._bytes = MOST_BYTES
        self._questions = _MOST_QUESTIONS

    def asked(self) -> None:
        """Give the server room for an answer."""
        self._bytes, self._questions = MOST_BYTES, _MOST_QUESTIONS

    def takes(self, count: int) -> bool:
        """Return whether so many bytes more may be read; if not, the connection is over."""
        self._bytes -= count
        if self._bytes < 0:
            self.end(f"it said more than {MOST_BYTES // 1024} KB at once")
        return self._bytes >= 0

    def takes_question(self) -> bool:
        """Return whether a request of the server's may be answered; if not, the connection is over."""
        self._questions -= 1
        if self._questions < 0:
            self.end("it asks without end")
        return self._questions >= 0

    def end(self, why: str) -> None:
        """Say that the connection is over; the first reason counts."""
        self.why = self.why or why
        self.over.set()
