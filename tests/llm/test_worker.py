"""The worker's side of the socket, with a stand-in for litellm's one function."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace as Made
from typing import Any

import pytest

from recall_sidecar.llm import frames
from recall_sidecar.llm.worker import Complete, Doors, Worker, _NoBlockingClient, _NoTokenizer, _warm_up


@dataclass
class Stream:
    """A stream as litellm gives it: chunks, an error at the end if there is one, and a close that is noted."""

    chunks: list[Any]
    error: Exception | None = None
    waits: bool = False
    received_finish_reason: str | None = "stop"
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aiter__(self) -> AsyncIterator[Any]:
        for chunk in self.chunks:
            yield chunk
        if self.waits:
            await asyncio.Event().wait()
        if self.error:
            raise self.error

    async def aclose(self) -> None:
        self.closed.set()


@dataclass
class Upstream:
    """Stands in for `litellm.acompletion`; `given` is what it was called with."""

    stream: Stream
    given: dict[str, Any] = field(default_factory=dict)
    refuses: Exception | None = None

    async def __call__(self, **arguments: Any) -> Stream:  # noqa: ANN401
        self.given = arguments
        if self.refuses:
            raise self.refuses
        return self.stream


async def nobody(**_: Any) -> Any:  # noqa: ANN401
    raise AssertionError("not asked in this test")


@dataclass
class Daemon:
    """The other side of the worker's socket."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    running: asyncio.Task[None]

    def send(self, **frame: Any) -> None:  # noqa: ANN401
        self.writer.write(frames.encode(frame))

    async def frame(self) -> dict[str, Any] | None:
        async with asyncio.timeout(10):
            return await frames.read(self.reader)


def chunk(text: str | None = None, finish: str | None = None, calls: object = None) -> Made:
    return Made(choices=[Made(delta=Made(content=text, tool_calls=calls), finish_reason=finish)], usage=None)


@asynccontextmanager
async def worker(
    upstream: Upstream, price: Callable[[str, Any], float | None] = lambda *_: 0.5, embed: Complete = nobody
) -> AsyncIterator[Daemon]:
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=theirs)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(Worker(reader, writer, Doors(upstream, embed, price)).run())
        daemon = Daemon(*await asyncio.open_connection(sock=ours), running)
        try:
            yield daemon
        finally:
            daemon.writer.close()


async def test_a_reply_is_passed_on_piece_by_piece_and_closed() -> None:
    stream = Stream([chunk("[1] "), chunk(None), chunk("tea", "stop")])
    async with worker(Upstream(stream)) as daemon:
        daemon.send(type="call", id=7, arguments={"model": "p/m"}, key=None)

        assert await daemon.frame() == {"type": "text", "id": 7, "text": "[1] "}
        assert await daemon.frame() == {"type": "text", "id": 7, "text": "tea"}
        done = await daemon.frame()

    assert done is not None
    assert (done["type"], done["reason"], done["usage"]["cost"]) == ("done", "stop", 0.5)
    assert stream.closed.is_set()


async def test_a_reply_that_has_ended_and_was_counted_waits_for_nothing_more() -> None:
    counted = Made(choices=[], usage=Made(prompt_tokens=3, completion_tokens=2))
    stream = Stream([chunk("tea", "stop"), counted], waits=True)
    async with worker(Upstream(stream)) as daemon:
        daemon.send(type="call", id=1, arguments={"model": "p/m"}, key=None)

        text, done = await daemon.frame(), await daemon.frame()

    assert text is not None
    assert done is not None
    assert (done["type"], done["usage"]["output_tokens"]) == ("done", 2)
    assert stream.closed.is_set()


async def test_finished_calls_come_whole_before_the_end() -> None:
    part = Made(index=0, id="c1", function=Made(name="memory_search", arguments='{"query": "tea"}'))
    async with worker(Upstream(Stream([chunk(calls=[part], finish="tool_calls")]))) as daemon:
        daemon.send(type="call", id=1, arguments={"model": "p/m"}, key=None)

        made, done = await daemon.frame(), await daemon.frame()

    assert made is not None
    assert made["calls"] == [{"id": "c1", "name": "memory_search", "arguments": {"query": "tea"}}]
    assert done is not None
    assert done["reason"] == "tool_calls"


@pytest.mark.parametrize(("key", "given"), [("sk-1", {"api_key": "sk-1"}), (None, {})])
async def test_a_key_is_an_argument_of_the_call_it_came_with(key: str | None, given: dict[str, str]) -> None:
    upstream = Upstream(Stream([]))
    async with worker(upstream) as daemon:
        daemon.send(type="call", id=1, arguments={"model": "p/m"}, key=key)
        await daemon.frame()

    assert upstream.given == {"model": "p/m", **given}


async def test_a_cancel_closes_the_stream_and_nothing_more_is_said() -> None:
    stream = Stream([chunk("a")], waits=True)
    async with worker(Upstream(stream)) as daemon:
        daemon.send(type="call", id=1, arguments={"model": "p/m"}, key=None)
        await daemon.frame()
        daemon.send(type="cancel", id=1)
        daemon.send(type="cancel", id=99)
        async with asyncio.timeout(10):
            await stream.closed.wait()
        daemon.send(type="ping")

        assert await daemon.frame() == {"type": "pong"}


async def test_the_daemon_leaving_closes_every_stream_and_ends_the_worker() -> None:
    stream = Stream([chunk("a")], waits=True)
    async with worker(Upstream(stream)) as daemon:
        daemon.send(type="call", id=1, arguments={"model": "p/m"}, key=None)
        await daemon.frame()
        daemon.writer.close()
        async with asyncio.timeout(10):
            await daemon.running

    assert stream.closed.is_set()


class OddStatus(Exception):
    """Says its status as text, with words that must not travel."""

    status_code = "429"


@pytest.mark.parametrize(
    ("upstream", "kind", "status"),
    [
        pytest.param(Upstream(Stream([]), refuses=OddStatus("the prompt")), "unreachable", 429, id="refused"),
        pytest.param(Upstream(Stream([chunk("a")], error=ConnectionResetError("the prompt"))), "unreachable", None, id="broken"),
        pytest.param(Upstream(Stream([], received_finish_reason=None)), "unreachable", None, id="cut short"),
        pytest.param(Upstream(Stream([chunk("x" * 300_000)])), "reply", None, id="without end"),
        pytest.param(Upstream(Stream([], error=TimeoutError())), "timeout", None, id="time-out"),
    ],
)  # fmt: skip
async def test_a_failure_is_a_frame_of_class_status_and_kind(
    upstream: Upstream, kind: str, status: int | None
) -> None:
    async with worker(upstream) as daemon:
        daemon.send(type="call", id=1, arguments={"model": "p/m"}, key="sk-secret")
        frame = await daemon.frame()
        while frame is not None and frame["type"] == "text":
            frame = await daemon.frame()

    assert frame is not None
    assert (frame["type"], frame["kind"], frame["status"]) == ("error", kind, status)
    assert "prompt" not in str(frame)
    assert "sk-secret" not in str(frame)


async def test_calls_run_side_by_side() -> None:
    async with worker(Upstream(Stream([chunk("a")], waits=True))) as daemon:
        for number in range(20):
            daemon.send(type="call", id=number, arguments={"model": "p/m"}, key=None)

        answered = [await daemon.frame() for _ in range(20)]

    assert {frame["id"] for frame in answered if frame} == set(range(20))


async def test_an_unknown_frame_ends_the_worker() -> None:
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=theirs)
    ours.sendall(frames.encode({"type": "odd"}))

    with pytest.raises(frames.FrameError):
        await Worker(reader, writer, Doors(Upstream(Stream([])), nobody, lambda *_: None)).run()
    ours.close()


async def test_warming_up_reaches_nobody_and_retries_nothing() -> None:
    made: list[dict[str, Any]] = []

    async def complete(**arguments: Any) -> Stream:  # noqa: ANN401
        made.append(arguments)
        if "mock_response" in arguments:
            return Stream([chunk("yes")])
        raise ConnectionRefusedError

    await _warm_up(complete)

    answered, *refused = made
    assert answered["mock_response"]
    for arguments in refused:
        assert arguments["api_base"].startswith("http://127.0.0.1:")
        assert (arguments["max_retries"], arguments["num_retries"]) == (0, 0)


def test_litellm_can_make_no_blocking_request_and_counts_no_tokens() -> None:
    with pytest.raises(ConnectionError):
        _NoBlockingClient().post(url="http://127.0.0.1:11434/api/show")
    assert _NoTokenizer().encode("some text") == []


async def test_an_embedding_call_comes_back_whole_with_its_price() -> None:
    given: dict[str, Any] = {}

    async def embed(**arguments: Any) -> Made:  # noqa: ANN401
        given.update(arguments)
        return Made(data=[{"index": 0, "embedding": [1.0]}], usage=Made(prompt_tokens=3))

    async with worker(Upstream(Stream([])), embed=embed) as daemon:
        daemon.send(type="embed", id=4, arguments={"model": "p/m", "input": ["tea"]}, key="sk-1")
        done = await daemon.frame()

    assert given == {"model": "p/m", "input": ["tea"], "api_key": "sk-1"}
    assert done == {
        "type": "done", "id": 4, "vectors": ["AACAPw=="], "usage": {"input_tokens": 3, "cost": 0.5},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("37", 37.0), ("Wed, 21 Oct 2026 07:28:00 GMT", 0.0), ("", 0.0)],
)
async def test_an_embedding_call_that_is_refused_says_how_long_to_wait(value: str, seconds: float) -> None:
    class RateLimitError(Exception):
        status_code = 429
        response = Made(headers={"retry-after": value})

    async def embed(**_: Any) -> Made:  # noqa: ANN401
        raise RateLimitError

    async with worker(Upstream(Stream([])), embed=embed) as daemon:
        daemon.send(type="embed", id=4, arguments={"model": "p/m"}, key=None)
        error = await daemon.frame()

    assert error is not None
    assert (error["type"], error["kind"], error["status"]) == ("error", "refused", 429)
    assert error["retry_after"] == seconds
