"""The status and debug lines have OpenClaw's form to the character."""

from dataclasses import replace

import pytest

from recall_sidecar.outcomes import (
    NothingRelevant,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.trace import Span, TurnTrace
from recall_sidecar.trace_lines import both_lines, debug_line, duration, status_line
from tests.turns import turn

SUMMARY = "x" * 34


@pytest.mark.parametrize(
    ("outcome", "flags", "line"),
    [
        pytest.param(
            Recalled(SUMMARY, ()),
            {"summary_chars": 34},
            "🧩 Active Memory: status=ok elapsed=842ms query=recent summary=34 chars",
            id="a recalled turn",
        ),
        pytest.param(
            Recalled(SUMMARY, ()),
            {"summary_chars": 34, "cached": True},
            "🧩 Active Memory: status=ok elapsed=842ms query=recent summary=34 chars cached",
            id="an answer from the cache",
        ),
        pytest.param(
            Recalled(SUMMARY, ()),
            {"summary_chars": 34, "visible": 2, "cached": True},
            "🧩 Active Memory: status=ok elapsed=842ms query=recent summary=34 chars visible=2 cached",
            id="what was left out",
        ),
        pytest.param(
            NothingRelevant(),
            {},
            "🧩 Active Memory: status=empty elapsed=842ms query=recent",
            id="nothing relevant",
        ),
        pytest.param(
            Recalled(SUMMARY, (), partial=True),
            {"summary_chars": 34},
            "🧩 Active Memory: status=timeout_partial elapsed=842ms query=recent summary=34 chars",
            id="a partial summary",
        ),
        pytest.param(
            TimedOut("model", 100),
            {},
            "🧩 Active Memory: status=timeout elapsed=842ms query=recent",
            id="a time-out",
        ),
        pytest.param(
            Unavailable(UnavailableReason.BREAKER_OPEN),
            {"breaker": True},
            "🧩 Active Memory: status=unavailable elapsed=842ms query=recent circuit-breaker",
            id="an open breaker",
        ),
        pytest.param(
            Unavailable(UnavailableReason.MODEL),
            {},
            "🧩 Active Memory: status=failed elapsed=842ms query=recent",
            id="a failed model call",
        ),
        pytest.param(
            Skipped(SkipReason.CHAT_TYPE),
            {},
            "🧩 Active Memory: status=skipped elapsed=842ms query=recent",
            id="a skipped turn",
        ),
    ],
)
def test_the_status_line(outcome: RecallOutcome, flags: dict[str, int], line: str) -> None:
    cached, breaker = bool(flags.get("cached")), bool(flags.get("breaker"))
    chars, visible = flags.get("summary_chars", 0), flags.get("visible", 0)

    shown = status_line(
        outcome,
        elapsed_ms=842,
        query_mode="recent",
        cached=cached,
        breaker=breaker,
        summary_chars=chars,
        visible=visible,
    )

    assert shown == line


@pytest.mark.parametrize(
    ("elapsed_ms", "shown"),
    [
        pytest.param(842, "842ms", id="below a second"),
        pytest.param(0.4, "0ms", id="less than half a millisecond"),
        pytest.param(-3, "0ms", id="a clock that went back"),
        pytest.param(float("nan"), "0ms", id="no number"),
        pytest.param(float("inf"), "0ms", id="no end"),
        pytest.param(999.6, "1s", id="rounded up to a second"),
        pytest.param(1500, "1.5s", id="a second and a half"),
        pytest.param(2000, "2s", id="whole seconds have no decimals"),
        pytest.param(1250, "1.3s", id="a half rounds up as in JavaScript"),
        pytest.param(1150, "1.1s", id="what is a little below a half in binary rounds down"),
        pytest.param(1960, "2.0s", id="rounding to a whole second keeps the decimal"),
    ],
)
def test_durations(elapsed_ms: float, shown: str) -> None:
    assert duration(elapsed_ms) == shown


@pytest.mark.parametrize(
    ("trace", "line"),
    [
        pytest.param(
            turn(),
            "🔎 Active Memory Debug: backend=sqlite searchMs=4 hits=1 | The user likes oolong tea.",
            id="a recalled turn",
        ),
        pytest.param(
            turn(spans=(Span("memory", 0, 4.4, "ok"),)),
            "🔎 Active Memory Debug: searchMs=4 hits=1 | The user likes oolong tea.",
            id="a store without a name",
        ),
        pytest.param(
            turn(spans=()),
            "🔎 Active Memory Debug: The user likes oolong tea.",
            id="a cached answer was not searched",
        ),
        pytest.param(
            turn(status="timeout_partial", reason="model"),
            "🔎 Active Memory Debug: backend=sqlite searchMs=4 hits=1 fallback=model"
            " | timeout_partial: 26 chars recovered (not persisted)",
            id="a partial summary is counted",
        ),
        pytest.param(
            turn(status="skipped", reason="chat_type", spans=(), hits=(), summary=""),
            "🔎 Active Memory Debug: reason=chat_type",
            id="a skipped turn says why",
        ),
        pytest.param(
            turn(status="empty", hits=(), summary=""),
            "🔎 Active Memory Debug: backend=sqlite searchMs=4 hits=0",
            id="nothing relevant",
        ),
        pytest.param(
            turn(
                spans=(
                    Span("triggers", 0, 0.4, "ok", {"near": 3, "entries": 2}),
                    Span("memory", 0, 4.4, "ok"),
                )
            ),
            "🔎 Active Memory Debug: searchMs=4 hits=1 triggers=2 | The user likes oolong tea.",
            id="entries that trigger phrases called",
        ),
        pytest.param(
            turn(spans=(Span("triggers", 0, 0.4, "ok", {"near": 3, "entries": 0}),), summary=""),
            "",
            id="none called",
        ),
        pytest.param(turn(spans=(), summary=""), "", id="nothing to tell"),
        pytest.param(
            turn(spans=(), summary="a\nb\x1b[31m c\u202e"),
            "🔎 Active Memory Debug: a b c",
            id="one clean line",
        ),
    ],
)
def test_the_debug_line(trace: TurnTrace, line: str) -> None:
    assert debug_line(trace) == line


@pytest.mark.parametrize("status", [True, False])
@pytest.mark.parametrize("debug", [True, False])
def test_a_line_that_nobody_wants_is_empty(status: bool, debug: bool) -> None:
    lines = both_lines(NothingRelevant(), turn(), query_mode="recent", status=status, debug=debug)

    assert [bool(line) for line in lines] == [status, debug]


def test_a_kept_answer_and_a_resting_model_are_told() -> None:
    trace = turn(cache="hit", reason="breaker_open")

    told, _ = both_lines(NothingRelevant(), trace, query_mode="recent", status=True, debug=False)

    assert told.endswith("summary=26 chars cached circuit-breaker")


def test_what_was_left_out_is_told_apart_from_the_hits() -> None:
    trace = turn(hits=(*turn().hits, replace(turn().hits[0], used=False, visible=True)))

    status, debug = both_lines(Recalled(SUMMARY, ()), trace, query_mode="recent", status=True, debug=True)

    assert status.endswith("chars visible=1")
    assert " hits=1 visible=1 |" in debug
