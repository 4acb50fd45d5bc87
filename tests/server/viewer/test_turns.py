"""What the page asks about turns: the list, the stream, one of them, and one of them run again."""

import json
from typing import Any

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.server.viewer.keys import PAGE_KEYS
from recall_sidecar.server.viewer.turns import MAX_REPLAYS, REPLAY_SLOTS
from recall_sidecar.trace_json import to_json
from tests.server.fakes import FULL, House, Served
from tests.turns import TRACE_ID, turn


async def test_turns_of_memory_and_disk_are_one_list(daemon: Served, house: House) -> None:
    house.history.records = [to_json(turn(), redacted=True)]
    newest = house.finish_turn()

    _, answer = await daemon.get("/v1/page/turns")

    assert [row["traceId"] for row in answer["rows"]] == [newest.trace_id, TRACE_ID]
    assert answer["rows"][1]["tokens"] == 920
    assert answer["rows"][1]["told"] == "Memory was put before the prompt."
    assert answer["problem"] == ""


async def test_a_history_that_cannot_be_read_leaves_the_turns_of_memory(daemon: Served, house: House) -> None:
    house.history.fails = MemoryStoreError("the trace history cannot be used")
    newest = house.finish_turn()

    _, answer = await daemon.get("/v1/page/turns?session=agent:main:direct:1")

    assert [row["traceId"] for row in answer["rows"]] == [newest.trace_id]
    assert answer["problem"] == "the trace history cannot be used"


async def test_one_turn_is_shown_with_how_it_ended_and_whether_it_can_run_again(
    daemon: Served, house: House
) -> None:
    house.history.records = [to_json(turn(), redacted=True)]
    newest = house.finish_turn()

    _, in_memory = await daemon.get(f"/v1/page/turns/{newest.trace_id}")
    _, on_disk = await daemon.get(f"/v1/page/turns/{TRACE_ID[:10]}")

    assert (in_memory["trace"]["summary"], in_memory["canReplay"]) == ("tea", True)
    assert (on_disk["trace"]["redacted"], on_disk["canReplay"]) == (True, False)
    assert on_disk["told"] == "Memory was put before the prompt."


@pytest.mark.parametrize("path", ["/v1/page/turns/01NONE", "/v1/page/turns/01NONE/replay"])
async def test_a_turn_that_nobody_knows_is_not_found(daemon: Served, path: str) -> None:
    status, _ = await (daemon.post(path, {}) if path.endswith("replay") else daemon.get(path))

    assert status == 404


async def test_a_turn_runs_again_and_the_difference_is_told(daemon: Served, house: House) -> None:
    trace = house.finish_turn()
    house.rerun.now = turn(status="skipped", reason="session_off", summary="")

    _, answer = await daemon.post(f"/v1/page/turns/{trace.trace_id}/replay", {})

    assert house.rerun.asked == [trace.trace_id]
    assert answer["trace"]["status"] == "skipped"
    assert "switched off for this session" in answer["told"]
    assert {"what": "memory said", "then": "tea", "now": "", "same": False} in answer["changes"]
    assert [change["change"] for change in answer["hits"]] == ["found now"]


async def test_a_turn_whose_words_are_not_kept_cannot_run_again(daemon: Served, house: House) -> None:
    house.history.records = [to_json(turn())]

    status, refused = await daemon.post(f"/v1/page/turns/{TRACE_ID}/replay", {})

    assert status == 404
    assert "in memory" in refused["error"]["remedy"]


async def test_only_so_many_turns_run_again_at_once(daemon: Served, house: House) -> None:
    trace = house.finish_turn()
    daemon.app[REPLAY_SLOTS].taken = MAX_REPLAYS

    status, _ = await daemon.post(f"/v1/page/turns/{trace.trace_id}/replay", {})

    assert status == 429


async def events(daemon: Served, path: str, headers: dict[str, str], count: int) -> list[dict[str, Any]]:
    """Return the first events of a stream."""
    heard: list[dict[str, Any]] = []
    async with daemon.session.get(daemon.url(path), headers=headers) as response:
        async for line in response.content:
            if line.startswith(b"data: "):
                heard.append(json.loads(line.removeprefix(b"data: ")))
            if len(heard) == count:
                break
    return heard


async def test_the_stream_catches_up_with_what_was_missed_and_goes_on(daemon: Served, house: House) -> None:
    known, missed = house.finish_turn(), house.finish_turn()
    path = f"/v1/page/stream?after={known.trace_id}"

    async with daemon.session.get(daemon.url(path), headers=FULL) as response:
        lines = (line async for line in response.content if line.startswith(b"data: "))
        first = json.loads((await anext(lines)).removeprefix(b"data: "))
        fresh = house.finish_turn()
        second = json.loads((await anext(lines)).removeprefix(b"data: "))

    assert [first["traceId"], second["traceId"]] == [missed.trace_id, fresh.trace_id]


async def test_after_a_turn_that_is_not_kept_everything_is_new(daemon: Served, house: House) -> None:
    turns = [house.finish_turn(), house.finish_turn()]

    heard = await events(daemon, "/v1/page/stream?after=", FULL, 2)

    assert [row["traceId"] for row in heard] == [each.trace_id for each in turns]


async def test_a_page_that_signs_out_hears_no_more(daemon: Served, house: House) -> None:
    keys = daemon.app[PAGE_KEYS]
    key = keys.redeem(keys.new_code()) or ""

    async with daemon.session.get(
        daemon.url("/v1/page/stream"), headers={"Authorization": f"Bearer {key}"}
    ) as response:
        assert await response.content.readline() == b": following\n"
        keys.end(key)
        house.finish_turn()
        rest = await response.content.read()

    assert b"data: " not in rest
