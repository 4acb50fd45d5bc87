"""What turns and model calls come to."""

from recall_sidecar.metrics.tally import Tally
from recall_sidecar.traced import ModelCallTrace
from tests.turns import turn

CALL = ModelCallTrace("openai/gpt-5-mini (gpt-5-mini-2025)", "name", 800.0, 300.0, 900, 20, 0.0003, "stop")


def _call(**changes: object) -> ModelCallTrace:
    fields = {name: getattr(CALL, name) for name in CALL.__slots__} | changes
    return ModelCallTrace(**fields)


def test_a_turn_counts_by_host_status_and_reason() -> None:
    tally = Tally()

    tally.keep(turn())
    tally.keep(turn(host="codex", status="skipped", reason="sender", cache="none"))

    assert tally.turns == {("openclaw", "ok", ""): 1, ("codex", "skipped", "sender"): 1}


def test_its_time_and_those_of_its_steps_are_kept() -> None:
    tally = Tally()

    tally.keep(turn(elapsed_ms=842.0))

    assert tally.turn_times["ok"].total_s == 0.842
    assert set(tally.step_times) == {"gate", "memory", "model"}
    assert tally.step_times["model"].total_s == 0.8


def test_a_turn_counts_for_the_cache_only_when_it_came_so_far() -> None:
    tally = Tally()

    for cache in ("hit", "miss", "none"):
        tally.keep(turn(cache=cache))

    assert tally.caches == {"hit": 1, "miss": 1}


def test_a_call_counts_for_the_model_that_was_asked() -> None:
    tally = Tally()

    tally.model_call(_call())

    model = "openai/gpt-5-mini"
    assert tally.calls == {(model, "stop"): 1}
    assert tally.tokens == {(model, "input"): 900, (model, "output"): 20}
    assert tally.costs == {model: 0.0003}
    assert tally.call_times[model].total_s == 0.8
    assert not tally.unpriced


def test_a_call_without_a_known_price_costs_nothing_and_is_counted_as_such() -> None:
    tally = Tally()

    tally.model_call(_call(cost=None))

    assert tally.unpriced == {"openai/gpt-5-mini": 1}
    assert not tally.costs


def test_what_a_turn_asked_of_a_model_is_not_counted_with_the_turn() -> None:
    tally = Tally()

    tally.keep(turn(model_calls=(CALL,)))

    assert not tally.calls


def test_the_number_of_series_is_bounded_whatever_requests_say() -> None:
    """The series of a scraper live for months: ten thousand made-up names may not become as many."""
    tally = Tally()

    for number in range(10_000):
        tally.keep(turn(host=f"host-{number}", reason=f"reason-{number}", session_key=f"s-{number}"))
        tally.model_call(_call(model=f"made/up-{number}", ended=f"end-{number}"))

    assert len({host for host, _, _ in tally.turns}) <= 21
    assert len({reason for _, _, reason in tally.turns}) <= 41
    assert len(tally.call_times) <= 21
    assert len(tally.turns) + len(tally.calls) + len(tally.tokens) + len(tally.costs) < 250
    assert sum(tally.turns.values()) == sum(tally.calls.values()) == 10_000
