"""How many callers TCP takes, and what becomes of the others."""

import asyncio

import pytest

from recall_sidecar.server.admission import Admission, limit_of


@pytest.mark.parametrize(
    ("max_turns", "descriptors", "expected"),
    [
        pytest.param(32, 4096, 256, id="comfort, when there is plenty"),
        pytest.param(1024, 8192, 2048, id="room for as many turns as may be in flight"),
        pytest.param(32, 256, 128, id="half of few descriptors"),
        pytest.param(1, 1, 1, id="never nobody"),
    ],
)
def test_tcp_gets_its_part_and_no_more(max_turns: int, descriptors: int, expected: int) -> None:
    assert limit_of(max_turns, descriptors) == expected


class Line(asyncio.Transport):
    """A connection that remembers what was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_open = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.is_open = False


class Served(asyncio.Protocol):
    """Remembers what it was told."""

    def __init__(self, told: list[object]) -> None:
        self.told = told

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.told.append("made")

    def connection_lost(self, exc: Exception | None) -> None:
        self.told.append(exc)

    def data_received(self, data: bytes) -> None:
        self.told.append(data)

    def eof_received(self) -> bool | None:
        self.told.append("eof")
        return True

    def pause_writing(self) -> None:
        self.told.append("pause")

    def resume_writing(self) -> None:
        self.told.append("resume")


def test_who_is_let_in_is_served_as_if_nobody_stood_at_the_door() -> None:
    told: list[object] = []
    caller, lost = Admission(lambda: Served(told), 1)(), ConnectionResetError()

    caller.connection_made(Line())
    caller.data_received(b"x")
    caller.pause_writing()
    caller.resume_writing()
    ends_later = caller.eof_received()
    caller.connection_lost(lost)

    assert told == ["made", b"x", "pause", "resume", "eof", lost]
    assert ends_later is True


def test_one_too_many_is_told_so_and_closed_and_reaches_nobody() -> None:
    told: list[object] = []
    admission = Admission(lambda: Served(told), 1)
    admission().connection_made(Line())
    line, caller = Line(), admission()

    caller.connection_made(line)
    caller.data_received(b"x")
    caller.pause_writing()
    caller.resume_writing()
    ends_later = caller.eof_received()
    caller.connection_lost(None)

    assert (line.written[:12], line.is_open, ends_later) == (b"HTTP/1.1 503", False, None)
    assert told == ["made"]


def test_a_place_is_given_back_once() -> None:
    admission = Admission(lambda: Served([]), 1)
    first, refused, second = admission(), admission(), Line()
    first.connection_made(Line())
    refused.connection_made(Line())
    refused.connection_lost(None)
    first.connection_lost(None)

    admission().connection_made(second)
    third = Line()
    admission().connection_made(third)

    assert (second.is_open, third.is_open) == (True, False)
