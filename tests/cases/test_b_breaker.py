"""Section B of the public reports: the circuit breaker opens for time-outs alone, says so and is bounded."""

from typing import Any

import pytest

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.errors import ModelRefused, ModelUnreachable
from recall_sidecar.settings import RecallSettings
from recall_sidecar.testing import FakeClock, says
from tests.cases.world import World

NOTE = "- The boat is moored at berth 12.\n"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(says("NONE"), id="I-019 empty answers"),
        pytest.param([ModelUnreachable("refused")], id="I-023 refused connections"),
        pytest.param([ModelRefused("429")], id="I-023 refusals of the provider"),
        pytest.param(says("Hello! How can I help?"), id="I-019 answers that are no memory"),
    ],
)
async def test_what_is_no_timeout_does_not_open_it(world: World, script: list[Any]) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.extract": False})
    world.model.enqueue(*[script] * 6, says("[1] The boat is at berth 12."))

    for number in range(6):
        await world.turn(f"where is the boat moored, try {number}?")
    good = await world.turn("where is the boat moored?")

    assert good.said == ("ok", None)
    assert world.breaker.states() == ()


async def test_i_019_a_success_closes_it_and_its_state_shows(world: World) -> None:
    clock = FakeClock()
    world.clock = clock
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.extract": False})
    for _ in range(3):
        world.breaker.timed_out("main", "mock/fast", world.settings.base.recall)
    world.model.enqueue(says("[1] The boat is at berth 12."))

    resting = await world.turn("where is the boat moored?")
    states = world.breaker.states()
    clock.advance(61)
    half_open = world.breaker.states()
    answered = await world.turn("which berth has the boat?")

    assert resting.said == ("unavailable", "breaker_open")
    assert resting.block == ""
    assert [(state.state, state.retry_in_ms) for state in states] == [("open", 60_000)]
    assert [state.state for state in half_open] == ["half-open"]
    assert answered.said == ("ok", None)
    assert world.breaker.states() == ()


async def test_i_023_while_it_rests_memory_still_speaks(world: World) -> None:
    world.clock = FakeClock()
    world.write("MEMORY.md", NOTE)
    await world.start()
    for _ in range(3):
        world.breaker.timed_out("main", "mock/fast", world.settings.base.recall)

    answer = await world.turn("where is the boat moored?")

    assert answer.said == ("ok", "breaker_open")
    assert "berth 12" in answer.block
    assert world.model.requests == []


async def test_i_020_a_storage_fault_does_not_open_it(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start()
    index = world.home / "state" / "memory.sqlite3"
    index.write_bytes(b"no database at all, just bytes" * 400)
    index.with_name(f"{index.name}-wal").unlink()

    answers = [await world.turn("where is the boat moored?") for _ in range(4)]

    assert {answer.said for answer in answers} == {("unavailable", "memory")}
    assert world.breaker.states() == ()


def test_i_022_the_table_is_bounded() -> None:
    breaker = CircuitBreaker(FakeClock())

    for number in range(5000):
        breaker.timed_out(f"agent-{number}", "mock/fast", RecallSettings())

    assert len(breaker.states()) <= 1000
