"""One connection to a server: how much it may say until it is asked again, and when and why it was over."""

import asyncio
from collections.abc import Mapping
from typing import Final

__all__ = ["CALL", "MOST_BYTES", "Wire"]

# How the protocol names it.
CALL: Final = "tools/call"

MOST_BYTES: Final = 1024 * 1024
# Signs of JSON in an answer: reading one stands in the way of all turns, and its parts take longer than its length says. A
# MB of empty objects took half a second; so many take 50 ms at most. What tools take is described with more of them than hits are.
_MOST_SIGNS: Final[Mapping[bytes, int]] = {b"{": 6000, b"[": 6000, b",": 20_000}
_MOST_SIGNS_OF_CALL: Final[Mapping[bytes, int]] = {**_MOST_SIGNS, b"{": 1500}
# What it may ask us in turn; all but a ping is refused.
_MOST_QUESTIONS: Final = 64


class Wire:
    """Counts what the server sends. A server that says more than it was asked for is not listened to any further."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.why = ""
        # Of the last HTTP answer that was an error, 0 when there was none.
        self.status = 0
        self.asked()

    def asked(self, *, is_call: bool = False) -> None:
        """Give the server room for an answer, to the call of a tool or to something else."""
        self._bytes, self._questions = MOST_BYTES, _MOST_QUESTIONS
        self._signs = dict(_MOST_SIGNS_OF_CALL if is_call else _MOST_SIGNS)

    def takes(self, piece: bytes) -> bool:
        """Return whether `piece` may be read; if not, the connection is over."""
        self._bytes -= len(piece)
        if self._bytes < 0:
            self.end(f"it said more than {MOST_BYTES // 1024} KB at once")
        for sign in self._signs:
            self._signs[sign] -= piece.count(sign)
        if min(self._signs.values()) < 0:
            self.end("it said too many things at once; have it give fewer hits")
        return self._bytes >= 0 and min(self._signs.values()) >= 0

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
