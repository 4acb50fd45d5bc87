"""What the host has on record of a file's origin: it takes trust away, from the index to the wire, and never gives any."""

import asyncio
from pathlib import Path

import pytest

from recall_sidecar.memory.port import Viewer
from recall_sidecar.testing import says
from tests.cases.world import World
from tests.memory.openclaw.state import OpenClawState

RULE = "- Keep the gateway on loopback. <!-- trigger: gateway setup --> <!-- importance: 9 -->\n"


@pytest.fixture
def host(world: World, tmp_path: Path) -> OpenClawState:
    world.write("MEMORY.md", RULE)
    return OpenClawState(tmp_path / "openclaw", world.workspace)


def _flags(host: OpenClawState, **more: object) -> dict[str, object]:
    return {"memory.openclaw.state": str(host.root), **more}


async def _trust_of_a_note(world: World) -> object:
    world.model.enqueue(says("[1] Keep it on loopback."))
    return (await world.turn("where do we keep the gateway?")).wire["trust"]


async def test_without_a_record_the_root_file_is_the_owners(world: World, host: OpenClawState) -> None:
    await world.start(_flags(host))

    assert await _trust_of_a_note(world) == "owner"
    assert (await world.memory.status()).problems == ()


@pytest.mark.parametrize("recorded", ["agent", "untrusted"])
async def test_what_the_host_has_on_record_lowers_the_note(
    world: World, host: OpenClawState, recorded: str
) -> None:
    await asyncio.to_thread(host.record, "MEMORY.md", recorded)
    await world.start(_flags(host))

    read = await world.memory.read("MEMORY.md", Viewer("main"))

    assert await _trust_of_a_note(world) == recorded
    assert read is not None
    assert read.origin.value == recorded


async def test_what_strangers_may_have_written_calls_nothing_and_makes_no_extract(
    world: World, host: OpenClawState
) -> None:
    await asyncio.to_thread(host.record, "MEMORY.md", "untrusted")
    await world.start(_flags(host, **{"recall.mode": "off"}), model=False)
    called = await world.turn("gateway setup")
    named = await world.turn('what about "keep the gateway"?')
    await world.aclose()
    await world.start(_flags(host), model=False)
    extract = await world.turn("where do we keep the gateway on loopback?")

    assert [called.block, named.block, extract.block] == ["", "", ""]
    assert [hit.parts.keys() & {"importance"} for hit in extract.trace.hits] == [set()]


async def test_a_record_that_comes_later_counts_from_the_next_refresh(
    world: World, host: OpenClawState
) -> None:
    """The file itself does not change: what an agent read before it wrote has come to light."""
    await world.start(_flags(host, **{"recall.mode": "off"}), model=False)
    before = await world.turn("gateway setup")

    await asyncio.to_thread(host.record, "MEMORY.md", "untrusted")
    await world.memory.refresh()
    after = await world.turn("gateway setup, again")

    assert before.wire["trust"] == "owner"
    assert after.said == ("skipped", "mode_off")


async def test_a_record_never_raises_what_settings_say(world: World, host: OpenClawState) -> None:
    await asyncio.to_thread(host.record, "MEMORY.md", "agent")
    await world.start(_flags(host, folder={"origin": "untrusted"}))

    assert await _trust_of_a_note(world) == "untrusted"


async def test_a_record_that_breaks_keeps_what_it_said(world: World, host: OpenClawState) -> None:
    await asyncio.to_thread(host.record, "MEMORY.md", "untrusted")
    await world.start(_flags(host))
    await asyncio.to_thread(host.state_file.write_bytes, b"rubbish" * 1000)
    await world.memory.refresh()

    assert await _trust_of_a_note(world) == "untrusted"
    (problem,) = (await world.memory.status()).problems
    assert "OpenClaw's record of origins" in problem
