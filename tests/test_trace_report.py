"""A turn's story as a person reads it in a terminal."""

from dataclasses import replace

import pytest

from recall_sidecar.trace import Span, TurnTrace
from recall_sidecar.trace_report import explain, score_sum, summarise
from tests.turns import turn


def test_the_report_tells_how_the_turn_ended_in_words() -> None:
    assert "ok after 842ms of 14.8s: Memory was put before the prompt." in explain(turn())


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("2026-11-30 09:00:00 UTC", id="when"),
        pytest.param("session agent:main:telegram:direct:42, cache miss", id="where"),
        pytest.param("search: which tea do I like?", id="what was asked"),
        pytest.param("conversation (recent): 26 chars", id="how much of the conversation the model saw"),
        pytest.param(
            "1. MEMORY.md:3-4  owner  0.72 = lexical 0.60 + recency 0.12  used", id="a hit and its score"
        ),
        pytest.param("Likes oolong.", id="what the hit says"),
        pytest.param(
            "openai/gpt-5-mini (from name): 800ms, first token 300ms, 900+20 tokens, $0.000300, ended stop, tools memory_get",
            id="a model call and its cost",
        ),
        pytest.param("  <active_memory_plugin>", id="the block"),
        pytest.param("trust: owner", id="how far it may be trusted"),
        pytest.param("backend=sqlite", id="the fields of a step"),
        pytest.param("said by [1,2]  User likes oolong", id="a clause and its passages"),
        pytest.param("left out: number  owns 7 oolong pots", id="a clause that was left out"),
    ],
)
def test_the_report_says(words: str) -> None:
    assert words in explain(turn())


def test_the_waterfall_shows_where_the_time_went() -> None:
    trace = turn(elapsed_ms=100.0, spans=(Span("memory", 0, 50, "ok"), Span("model", 50, 50, "ok")))

    lines = explain(trace).splitlines()

    assert f"  memory    |{'█' * 16}{' ' * 16}|     50.0 ms  ok" in lines
    assert f"  model     |{' ' * 16}{'█' * 16}|     50.0 ms  ok" in lines


@pytest.mark.parametrize(
    "span",
    [
        pytest.param(Span("late", 500, 900, "ok"), id="a step that outlasts the turn"),
        pytest.param(Span("early", -5, 1, "ok"), id="a step before its time"),
        pytest.param(Span("none", 0, 0, "ok"), id="a step of no length"),
    ],
)
def test_a_bar_never_leaves_its_frame(span: Span) -> None:
    report = explain(turn(elapsed_ms=100.0, spans=(span,)))

    bar = report.split("|")[1]
    assert len(bar) == 32
    assert "█" in bar


def test_a_skipped_turn_has_no_empty_sections() -> None:
    trace = turn(
        status="skipped", reason="chat_type", hits=(), model_calls=(), spans=(), summary="", block="",
        conversation_query="", search_query="", elapsed_ms=0.0,
    )  # fmt: skip

    report = explain(trace)

    assert "gate.allowed_chat_types" in report
    assert not [title for title in ("Steps", "Asked", "Hits", "Model calls", "Block") if title in report]


def test_a_turn_without_a_session_and_with_a_detail() -> None:
    report = explain(turn(session_key=None, detail="ConnectError"))

    assert "session -" in report
    assert "detail: ConnectError" in report


def test_a_redacted_hit_shows_its_place_alone() -> None:
    trace = turn()
    redacted = replace(trace, hits=(replace(trace.hits[0], text=""),), block="", conversation_query="")

    report = explain(redacted)

    assert "MEMORY.md:3-4" in report
    assert "Likes oolong." not in report


def test_an_unpriced_call_without_a_first_token_says_neither() -> None:
    call = replace(turn().model_calls[0], first_token_ms=None, cost=None, tool_calls=())

    assert "openai/gpt-5-mini (from name): 800ms, 900+20 tokens, ended stop\n" in explain(
        turn(model_calls=(call,))
    )


EVIL = "\x1b]0;owned\x07\x1b[2J\u202eEvil"


def _poisoned(trace: TurnTrace) -> TurnTrace:
    hit = replace(trace.hits[0], path=EVIL, text=EVIL, parts={EVIL: 0.7})
    call = replace(trace.model_calls[0], model=EVIL, ended=EVIL)
    return replace(
        trace, trace_id=EVIL, host=EVIL, session_key=EVIL, detail=EVIL, reason=EVIL, search_query=EVIL, block=EVIL,
        hits=(hit,), model_calls=(call,), spans=(Span(EVIL, 0, 1, EVIL, {EVIL: EVIL}),),
    )  # fmt: skip


@pytest.mark.parametrize("show", [pytest.param(explain, id="report"), pytest.param(summarise, id="line")])
def test_no_field_can_drive_the_terminal(show: object) -> None:
    assert callable(show)

    text = show(_poisoned(turn()))

    assert not [char for char in text if char in "\x1b\x07\u202e"]


def test_a_turn_in_a_list_is_one_line() -> None:
    assert summarise(turn(reason="breaker_open")) == (
        "01KBA0000000000000000000AA  11-30 09:00:00   842ms  ok (breaker_open)             agent:main:telegram:direct:42"
    )


def test_a_turn_in_a_list_without_session_or_reason() -> None:
    assert summarise(turn(session_key=None)).endswith("  ok                            -")


def test_a_score_without_summands_is_the_score() -> None:
    assert score_sum(0.5, {}) == "0.50"


def test_a_score_takes_off_what_is_below_zero() -> None:
    assert score_sum(0.5, {"coverage": 0.6, "recency": -0.1}) == "0.50 = coverage 0.60 - recency 0.10"


def test_a_hit_that_is_out_of_date_names_the_newer_one() -> None:
    trace = turn()
    older = replace(trace.hits[0], superseded_by="memory/2026-11-03.md:1")

    assert "older than memory/2026-11-03.md:1, which says otherwise" in explain(replace(trace, hits=(older,)))


def test_a_hit_that_gives_orders_says_which_kinds() -> None:
    trace = turn()
    ordering = replace(trace.hits[0], orders="override exfiltration")

    assert "gives orders: override exfiltration" in explain(replace(trace, hits=(ordering,)))


def test_a_hit_that_was_left_out_says_why() -> None:
    trace = turn()
    visible = replace(trace.hits[0], used=False, visible=True)

    assert "recency 0.12  visible already" in explain(replace(trace, hits=(visible,)))
