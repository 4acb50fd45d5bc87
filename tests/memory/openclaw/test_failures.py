"""What a failure of the gateway means, and how long it is left alone."""

import pytest

from recall_sidecar.memory.openclaw.failures import Failure, Rests, of_status
from recall_sidecar.testing import FakeClock

DOWN = Failure("down")
DENIED = Failure("denied", 30.0, "tool")


@pytest.mark.parametrize(
    ("status", "retry_after", "rest_s", "scope"),
    [
        pytest.param(401, "", 30.0, "gateway", id="a wrong token"),
        pytest.param(404, "", 30.0, "tool", id="a tool that policy denies"),
        pytest.param(403, "", 30.0, "tool", id="a call that policy denies"),
        pytest.param(400, "", 30.0, "tool", id="a call that is not understood"),
        pytest.param(429, "7", 7.0, "gateway", id="too many calls"),
        pytest.param(429, "0", 1.0, "gateway", id="too many calls, again at once"),
        pytest.param(429, "999999", 600.0, "gateway", id="too many calls, again some day"),
        pytest.param(429, "Wed, 02 Dec 2026", 30.0, "gateway", id="too many calls, a date"),
        pytest.param(500, "", None, "gateway", id="a fault of the gateway"),
        pytest.param(302, "", None, "gateway", id="a redirect, which is not followed"),
    ],
)
def test_a_status_says_how_long_to_wait(
    status: int, retry_after: str, rest_s: float | None, scope: str
) -> None:
    failure = of_status(status, retry_after)

    assert failure is not None
    assert (failure.rest_s, failure.scope, failure.wants_token) == (rest_s, scope, status == 401)


def test_an_answer_is_no_failure() -> None:
    assert of_status(200, "") is None


def test_a_gateway_that_is_down_is_asked_ever_more_rarely() -> None:
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
    rests.answered("memory_search", "main")
    assert not rests.problems


def test_beginning_and_ceasing_to_fail_are_counted_once_each() -> None:
    rests = Rests(FakeClock())

    rests.answered("memory_search", "main")
    rests.failed(DOWN, "memory_search", "main")
    rests.failed(DOWN, "memory_search", "main")
    rests.answered("memory_search", "main")
    rests.answered("memory_search", "main")

    assert rests.changes == 2
