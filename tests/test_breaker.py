"""A model that keeps timing out rests, is probed, and comes back."""

from collections.abc import Callable

import pytest

from recall_sidecar.breaker import Bystander, CircuitBreaker, fair_time_s
from recall_sidecar.settings import RecallSettings
from recall_sidecar.testing import FakeClock

SETTINGS = RecallSettings()
Event = Callable[[CircuitBreaker], object]


def timeout(breaker: CircuitBreaker) -> None:
    breaker.timed_out("main", "m", SETTINGS)


def answer(breaker: CircuitBreaker) -> None:
    breaker.answered("main", "m")


def error(breaker: CircuitBreaker) -> None:
    breaker.withdrew("main", "m")


def allowed(breaker: CircuitBreaker) -> bool:
    return breaker.admit("main", "m", SETTINGS).allowed


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def breaker(clock: FakeClock) -> CircuitBreaker:
    return CircuitBreaker(clock)


@pytest.mark.parametrize(
    ("events", "is_allowed"),
    [
        pytest.param([], True, id="a new model may be called"),
        pytest.param([timeout, timeout], True, id="two time-outs do not open it"),
        pytest.param([timeout, timeout, timeout], False, id="three in a row open it"),
        pytest.param([timeout, timeout, answer, timeout, timeout], True, id="an answer ends the row"),
        pytest.param([answer, answer, answer, answer], True, id="empty answers never open it"),
        pytest.param([error, error, error, error], True, id="other failures never open it"),
        pytest.param([timeout, timeout, error, timeout], False, id="another failure does not end the row"),
    ],
)
def test_the_row_of_timeouts_decides(breaker: CircuitBreaker, events: list[Event], is_allowed: bool) -> None:
    for event in events:
        event(breaker)

    assert allowed(breaker) is is_allowed


def open_it(breaker: CircuitBreaker) -> None:
    for _ in range(3):
        timeout(breaker)


def test_an_open_breaker_says_when_it_may_be_tried_again(breaker: CircuitBreaker, clock: FakeClock) -> None:
    open_it(breaker)
    clock.advance(20)

    admission = breaker.admit("main", "m", SETTINGS)

    assert (admission.allowed, admission.retry_in_ms) == (False, 40_000)


def test_one_probe_with_a_short_budget_is_let_through_after_the_cooldown(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    open_it(breaker)
    clock.advance(60)

    probe, second = (breaker.admit("main", "m", SETTINGS) for _ in range(2))

    assert (probe.allowed, probe.probe_ms) == (True, SETTINGS.breaker_probe_ms)
    assert not second.allowed


@pytest.mark.parametrize(
    ("ending", "is_allowed"),
    [
        pytest.param(answer, True, id="an answer closes it"),
        pytest.param(timeout, False, id="a time-out opens it again"),
        pytest.param(error, True, id="an undecided probe lets the next turn probe"),
    ],
)
def test_the_probe_decides(
    breaker: CircuitBreaker, clock: FakeClock, ending: Event, is_allowed: bool
) -> None:
    open_it(breaker)
    clock.advance(60)
    assert allowed(breaker)

    ending(breaker)

    assert allowed(breaker) is is_allowed


def test_a_failed_probe_starts_a_whole_new_cooldown(breaker: CircuitBreaker, clock: FakeClock) -> None:
    open_it(breaker)
    clock.advance(60)
    assert allowed(breaker)
    timeout(breaker)

    clock.advance(59)
    assert not allowed(breaker)
    clock.advance(1)
    assert allowed(breaker)


def test_agents_and_models_have_breakers_of_their_own(breaker: CircuitBreaker) -> None:
    open_it(breaker)

    assert breaker.admit("other", "m", SETTINGS).allowed
    assert breaker.admit("main", "other", SETTINGS).allowed


def test_status_shows_closed_open_and_half_open_with_the_time_left(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    assert breaker.states() == ()
    timeout(breaker)
    assert [(s.state, s.timeouts) for s in breaker.states()] == [("closed", 1)]
    timeout(breaker)
    timeout(breaker)
    assert [(s.state, s.retry_in_ms) for s in breaker.states()] == [("open", 60_000)]
    clock.advance(61)
    assert [(s.state, s.retry_in_ms) for s in breaker.states()] == [("half-open", 0)]
    breaker.reset()
    assert breaker.states() == ()


def test_the_table_is_bounded(breaker: CircuitBreaker) -> None:
    for number in range(5000):
        breaker.timed_out(f"agent-{number}", "m", SETTINGS)

    assert len(breaker.states()) == 1000


def test_a_withdrawal_of_an_unknown_model_is_nothing(breaker: CircuitBreaker) -> None:
    breaker.withdrew("nobody", "m")

    assert breaker.states() == ()


@pytest.mark.parametrize(
    ("limits", "fair_s"),
    [
        pytest.param({}, 2.0, id="two seconds at most"),
        pytest.param({"soft_budget_ms": 500}, 0.5, id="the soft budget where that is less"),
        pytest.param({"timeout_ms": 2000}, 0.5, id="a quarter of the longest wait where that is less"),
    ],
)
def test_how_long_a_model_must_have_had(limits: dict[str, int], fair_s: float) -> None:
    assert fair_time_s(RecallSettings.model_validate(limits)) == fair_s


def test_a_bystander_goes_by_the_breaker_and_tells_it_nothing(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    bystander = Bystander(breaker)
    for _ in range(5):
        assert bystander.timed_out("main", "m", SETTINGS) is False
    bystander.withdrew("main", "m")
    assert breaker.states() == ()
    assert bystander.admit("main", "m", SETTINGS).allowed

    for _ in range(3):
        timeout(breaker)
    bystander.answered("main", "m")

    assert not bystander.admit("main", "m", SETTINGS).allowed
    assert bystander.admit("main", "another", SETTINGS).allowed
    clock.advance(3600)
    # The probe is the next turn's.
    assert not bystander.admit("main", "m", SETTINGS).allowed
    assert breaker.admit("main", "m", SETTINGS).probe_ms is not None
