"""The figures of `top` are computed from what the daemon says of itself at two moments."""

from typing import Any

import pytest

from recall_sidecar.cli.top_figures import figures, percentile

STATE: dict[str, Any] = {
    "version": "0.1.0",
    "pid": 7,
    "uptimeMs": 10_000,
    "outcomes": [
        {"host": "openclaw", "status": "skipped", "reason": "chat_type", "count": 2},
        {"host": "openclaw", "status": "ok", "reason": None, "count": 8},
    ],
    "turnsInFlight": 3,
    "model": "ready",
    "breakers": [{"model": "a/b", "state": "open"}, {"model": "c/d", "state": "closed"}],
    "spend": {"calls": 4, "inputTokens": 90, "outputTokens": 10, "cost": 0.5},
    "cache": {"entries": 6},
    "memory": {"files": 3, "passages": 40},
}
TURNS = [{"elapsedMs": ms, "status": "ok", "cache": "miss"} for ms in (100, 300, 200, 400)]


def test_the_daemon_at_one_moment() -> None:
    shown = figures(STATE, TURNS)

    assert (shown.turns, shown.turns_per_s, shown.in_flight) == (10, None, 3)
    assert (shown.p50_ms, shown.p95_ms, shown.timed) == (300, 400, 4)
    assert shown.outcomes == ((8, "ok", "", "openclaw"), (2, "skipped", "chat_type", "openclaw"))
    assert shown.breakers == (("a/b", "open"),)
    assert (shown.calls, shown.tokens, shown.cost, shown.cache_entries) == (4, 100, 0.5, 6)
    assert shown.as_json()["passages"] == 40


def test_a_daemon_of_another_version_is_told_as_far_as_it_goes() -> None:
    shown = figures({}, [])

    assert (shown.turns, shown.p50_ms, shown.cached, shown.outcomes) == (0, None, None, ())


@pytest.mark.parametrize(
    ("before", "rate"),
    [
        pytest.param({**STATE, "uptimeMs": 8_000, "outcomes": []}, 5.0, id="ten turns in two seconds"),
        pytest.param({**STATE, "uptimeMs": 8_000}, 0.0, id="no turn"),
        pytest.param({**STATE, "uptimeMs": 8_000, "pid": 6}, None, id="another daemon"),
        pytest.param(STATE, None, id="no time"),
    ],
)
def test_turns_a_second(before: dict[str, Any], rate: float | None) -> None:
    assert figures(STATE, [], before).turns_per_s == rate


def test_turns_that_were_skipped_have_no_time_worth_telling() -> None:
    assert figures(STATE, [{"elapsedMs": 0.1, "status": "skipped", "cache": "none"}]).timed == 0


@pytest.mark.parametrize(
    ("words", "share"),
    [
        pytest.param(["none"], None, id="nobody asked"),
        pytest.param(["miss", "hit", "joined", "miss", "none"], 0.5, id="half of them"),
    ],
)
def test_the_share_that_the_cache_answered(words: list[str], share: float | None) -> None:
    turns = [{"elapsedMs": 1, "status": "ok", "cache": word} for word in words]

    assert figures(STATE, turns).cached == share


@pytest.mark.parametrize(("share", "value"), [(0.0, 1), (0.5, 3), (0.95, 4), (1.0, 4)])
def test_percentiles(share: float, value: int) -> None:
    assert percentile([1, 2, 3, 4], share) == value
    assert percentile([], share) is None
