"""Frames over a real pair of sockets, and every way in which the other side can go."""

import socket
import threading
from collections.abc import Iterator

import pytest

from recall_sidecar.memory.embedding.frames import EMBED, Frame, FrameError, encoded
from recall_sidecar.memory.embedding.line import Line

FRAME = Frame(EMBED, (b"tea" * 100_000, b""))


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_a_frame_larger_than_the_sockets_buffer_arrives(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = map(Line, ends)
    sending = threading.Thread(target=ours.send, args=(FRAME, 30.0))
    sending.start()

    assert theirs.receive(30.0) == FRAME
    sending.join()


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="between frames"),
        pytest.param(b"\0\0", id="within a length"),
        pytest.param(encoded(FRAME)[:1000], id="within a frame"),
    ],
)
def test_who_has_gone_says_nothing_more(ends: tuple[socket.socket, socket.socket], said: bytes) -> None:
    ours, theirs = ends
    ours.sendall(said)
    ours.close()

    assert Line(theirs).receive(30.0) is None


def test_what_is_no_frame_is_told(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    ours.sendall(b"\xff" * 64)

    with pytest.raises(FrameError):
        Line(theirs).receive(30.0)


def test_waiting_has_an_end_in_both_directions(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = map(Line, ends)

    with pytest.raises(TimeoutError):
        theirs.receive(0.01)
    with pytest.raises(TimeoutError):
        # More than the system keeps for one who does not read.
        ours.send(Frame(EMBED, (bytes(8_000_000),)), 0.01)


def test_hanging_up_tells_who_waits_and_closing_may_be_done_twice(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    ours, theirs = map(Line, ends)
    found: list[Frame | None] = []
    waiting = threading.Thread(target=lambda: found.append(theirs.receive()))
    waiting.start()

    theirs.hang_up()
    waiting.join()
    theirs.close()
    theirs.close()

    assert found == [None]
    ours.close()
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        theirs.send(FRAME)


def test_a_connection_that_is_reset_has_gone(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    # What was sent and never read makes the other side's end a reset.
    theirs.sendall(b"unread")
    ours.close()

    assert Line(theirs).receive(30.0) is None
