"""The trace routes over real sockets."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientResponse

from recall_sidecar.server.slots import STREAM_SLOTS
from recall_sidecar.server.traces import MAX_STREAMS
from recall_sidecar.trace import Tracer, TurnTrace
from tests.server.fakes import House, Served, served
from tests.waiting import until

STREAM = "/v1/traces/stream"


async def events(response: ClientResponse) -> AsyncIterator[dict[str, object] | None]:
    """Yield what a stream says: a turn, or None for a heartbeat."""
    async for line in response.content:
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))
        elif line == b": heartbeat\n":
            yield None


async def test_turns_are_listed_newest_first(daemon: Served, house: House) -> None:
    traces = [house.finish_turn() for _ in range(3)]

    status, answer = await daemon.get("/v1/traces")

    assert status == 200
    assert [turn["traceId"] for turn in answer["traces"]] == [t.trace_id for t in reversed(traces)]


async def test_a_list_can_be_shortened_and_kept_to_a_session(daemon: Served, house: House) -> None:
    house.finish_turn("agent:main:direct:1")
    wanted = house.finish_turn("agent:main:direct:2")
    house.finish_turn("agent:main:direct:1")

    _, short = await daemon.get("/v1/traces?limit=1")
    _, session = await daemon.get("/v1/traces?session=agent:main:direct:2")

    assert len(short["traces"]) == 1
    assert [turn["traceId"] for turn in session["traces"]] == [wanted.trace_id]


@pytest.mark.parametrize("limit", ["0", "-1", "1001", "ten", "", "1e3", "٣", "9" * 5000])
async def test_a_limit_that_is_no_number_is_refused(daemon: Served, limit: str) -> None:
    status, answer = await daemon.get(f"/v1/traces?limit={limit}")

    assert (status, answer["error"]["field"]) == (400, "limit")


async def test_a_turn_is_found_by_its_id(daemon: Served, house: House) -> None:
    trace = house.finish_turn()

    status, answer = await daemon.get(f"/v1/traces/{trace.trace_id}")

    assert (status, answer["trace"]["traceId"]) == (200, trace.trace_id)


async def test_a_turn_that_is_not_kept_is_said_to_be_missing(daemon: Served) -> None:
    status, answer = await daemon.get("/v1/traces/01NOTHING")

    assert (status, answer["error"]["code"], answer["error"]["field"]) == (404, "not_found", "id")


async def test_a_stream_sends_each_turn_and_beats_in_between(daemon: Served, house: House) -> None:
    async with daemon.session.get(daemon.url(STREAM), headers=daemon.full) as response:
        assert response.headers["Content-Type"] == "text/event-stream"
        stream = events(response)
        assert await anext(stream) is None

        traces = [house.finish_turn(), house.finish_turn()]

        seen = [event async for event in _first(stream, 2)]
    assert [event["traceId"] for event in seen] == [trace.trace_id for trace in traces]


async def _first(
    stream: AsyncIterator[dict[str, object] | None], count: int
) -> AsyncIterator[dict[str, object]]:
    async for event in stream:
        if event is not None:
            yield event
            count -= 1
        if not count:
            return


async def test_a_stream_ends_with_the_daemon(house: House, tmp_path: Path) -> None:
    before = asyncio.all_tasks()
    async with served(house, str(tmp_path / "s.sock")) as daemon:
        response = await daemon.session.get(daemon.url(STREAM), headers=daemon.full)

        daemon.services.instance.stopping.set()

        assert b"data" not in await response.content.read()
        assert not house.tracer._listeners
    assert asyncio.all_tasks() == before


async def test_a_stream_ends_with_its_reader(daemon: Served, house: House) -> None:
    response = await daemon.session.get(daemon.url(STREAM), headers=daemon.full)
    await until(lambda: bool(house.tracer._listeners))

    response.close()

    await until(lambda: not house.tracer._listeners)
    await until(lambda: daemon.app[STREAM_SLOTS].taken == 0)


async def test_a_reader_that_goes_away_in_the_middle_of_a_word_is_no_fault(
    daemon: Served, caplog: pytest.LogCaptureFixture
) -> None:
    class Torn(Tracer):
        async def stream(self, *, after: str | None = None) -> AsyncGenerator[TurnTrace, None]:
            raise ConnectionResetError
            yield

    daemon.replace(tracer=Torn(ring_turns=1))

    async with daemon.session.get(daemon.url(STREAM), headers=daemon.full) as response:
        assert b"error" not in await response.content.read()

    assert daemon.app[STREAM_SLOTS].taken == 0
    assert "request_failed" not in caplog.text


async def test_streams_are_bounded(daemon: Served) -> None:
    readers = [await daemon.session.get(daemon.url(STREAM), headers=daemon.full) for _ in range(MAX_STREAMS)]

    status, answer = await daemon.get(STREAM)

    assert (status, answer["error"]["code"]) == (429, "busy")
    for reader in readers:
        reader.close()
