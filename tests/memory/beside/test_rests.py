"""What failed is left alone, ever longer, and told until it is over."""

from recall_sidecar.memory.beside.rests import Failure, Rests
from recall_sidecar.testing import FakeClock

DOWN = Failure("down")
DENIED = Failure("denied", 30.0, "tool")


def test_a_store_that_is_down_is_asked_ever_more_rarely() -> None:
    clock = FakeClock()
    rests = Rests(clock)
    waited = []
    for _ in range(8):
        rests.failed(DOWN, "memory_search", "main")
        began = clock.monotonic()
        while rests.why("memory_get", "work") is not None:
            clock.advance(0.5)
        waited.append(clock.monotonic() - began)

    assert waited == [1, 2, 4, 8, 16, 32, 60, 60]


def test_a_denied_tool_rests_for_its_agent_alone() -> None:
    rests = Rests(FakeClock())

    rests.failed(DENIED, "memory_search", "main")

    assert rests.why("memory_search", "main") == "memory_search: denied"
    assert rests.why("memory_search", "work") is None
    assert rests.why("memory_get", "main") is None


def test_a_problem_is_told_until_it_is_over() -> None:
    clock = FakeClock()
    rests = Rests(clock)
    rests.failed(DOWN, "memory_search", "main")
    rests.failed(DOWN, "memory_search", "main")
    clock.advance(100)

    assert rests.problems == ("down",)
    rests.reached()
    assert not rests.problems


def test_beginning_and_ceasing_to_fail_are_counted_once_each() -> None:
    rests = Rests(FakeClock())

    rests.answered("memory_search", "main")
    rests.failed(DENIED, "memory_search", "main")
    rests.failed(DENIED, "memory_search", "main")
    rests.answered("memory_search", "main")
    rests.answered("memory_search", "main")

    assert rests.changes == 2


def test_no_number_of_agents_makes_it_grow_without_end() -> None:
    clock = FakeClock()
    rests = Rests(clock)
    rests.failed(DOWN, "memory_search", "main")
    for number in range(2000):
        rests.failed(DENIED, "memory_search", f"agent-{number}")

    assert len(rests) <= 200
    assert rests.why("memory_search", "main") == "down"
    clock.advance(2)
    assert rests.why("memory_search", "agent-1999") == "memory_search: denied"
