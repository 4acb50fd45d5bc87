"""What a turn's record holds, and what is kept of finished turns."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from recall_sidecar.events import TurnEvent
from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    Skipped,
    SkipReason,
    Source,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.testing import FakeClock
from recall_sidecar.trace import HitTrace, Span, Tracer, TurnRecorder, TurnTrace
from tests.turns import turn

TURN = TurnEvent(host="openclaw", agent_id="main", text="which tea?", session_key="agent:main:main")


class ListSink:
    """A sink that remembers."""

    def __init__(self) -> None:
        self.kept: list[TurnTrace] = []

    def keep(self, trace: TurnTrace) -> None:
        self.kept.append(trace)


def test_a_span_says_when_it_began_and_how_long_it_took() -> None:
    clock = FakeClock()
    recorder = TurnRecorder(TURN, clock)
    clock.advance(0.010)

    with recorder.span("memory", backend="sqlite") as fields:
        clock.advance(0.005)
        fields["found"] = 3
    trace = recorder.finish(NothingRelevant())

    (span,) = trace.spans
    assert (span.name, span.started_ms, span.duration_ms) == pytest.approx(("memory", 10.0, 5.0))
    assert span.fields == {"backend": "sqlite", "found": 3}


def test_a_turn_began_when_its_request_arrived() -> None:
    clock = FakeClock()
    arrived = clock.now()
    clock.advance(0.25)

    recorder = TurnRecorder(TURN, clock, started_at=clock.monotonic() - 0.25)

    finished = recorder.finish(NothingRelevant())
    assert (finished.started_at, finished.elapsed_ms) == (arrived, 250.0)


def test_the_record_says_where_the_turn_stands_in_the_callers_trace() -> None:
    asked = replace(TURN, traceparent="00-parent", tracestate="rojo=1")

    finished = TurnRecorder(asked, FakeClock()).finish(NothingRelevant())

    assert (finished.traceparent, finished.tracestate) == ("00-parent", "rojo=1")


def test_a_step_may_say_itself_how_it_ended() -> None:
    recorder = TurnRecorder(TURN, FakeClock())

    with recorder.span("cache") as fields:
        fields["status"] = "hit"

    assert recorder.finish(NothingRelevant()).spans[0].status == "hit"
    assert recorder.finish(NothingRelevant()).spans[0].fields == {}


def test_an_error_beats_what_the_step_said_of_itself() -> None:
    recorder = TurnRecorder(TURN, FakeClock())

    def fail() -> None:
        with recorder.span("model") as fields:
            fields["status"] = "answered"
            raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        fail()

    assert recorder.finish(NothingRelevant()).spans[0].status == "ConnectionResetError"


async def test_a_cancelled_step_is_recorded_and_the_cancellation_goes_on() -> None:
    recorder = TurnRecorder(TURN, FakeClock())

    def cancel() -> None:
        with recorder.span("model"):
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        cancel()

    assert recorder.finish(NothingRelevant()).spans[0].status == "cancelled"


def test_fields_changed_after_a_span_ended_do_not_reach_the_trace() -> None:
    recorder = TurnRecorder(TURN, FakeClock())

    with recorder.span("memory") as fields:
        fields["found"] = 1
    fields["found"] = 2

    assert recorder.finish(NothingRelevant()).spans[0].fields == {"found": 1}


def test_the_record_of_a_recalled_turn_carries_its_summary_and_trust() -> None:
    clock = FakeClock()
    recorder = TurnRecorder(TURN, clock, started_at=clock.monotonic() - 1)

    trace = recorder.finish(Recalled("Likes oolong.", (), trust=Origin.OWNER))

    assert (trace.status, trace.summary, trace.trust) == ("ok", "Likes oolong.", "owner")
    assert trace.elapsed_ms == pytest.approx(1000)


def test_the_record_of_a_skipped_turn_carries_its_reason_and_no_summary() -> None:
    trace = TurnRecorder(TURN, FakeClock()).finish(Skipped(SkipReason.CHAT_TYPE))

    assert (trace.status, trace.reason, trace.summary, trace.trust) == ("skipped", "chat_type", "", None)


def test_the_ring_forgets_the_oldest_turn() -> None:
    tracer = Tracer(ring_turns=2)

    for trace_id in ("A1", "B2", "C3"):
        tracer.keep(turn(trace_id=trace_id))

    assert [trace.trace_id for trace in tracer.recent()] == ["C3", "B2"]


def test_a_smaller_ring_keeps_the_newest() -> None:
    tracer = Tracer(ring_turns=3)
    for trace_id in ("A1", "B2", "C3"):
        tracer.keep(turn(trace_id=trace_id))

    tracer.resize(1)

    assert [trace.trace_id for trace in tracer.recent()] == ["C3"]


def test_recent_turns_can_be_bounded_and_limited_to_a_session() -> None:
    tracer = Tracer(ring_turns=10)
    for number in range(4):
        tracer.keep(turn(trace_id=f"T{number}", session_key=f"s{number % 2}"))

    assert [trace.trace_id for trace in tracer.recent(1)] == ["T3"]
    assert [trace.trace_id for trace in tracer.recent(session_key="s0")] == ["T2", "T0"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param("01AB", "01AB", id="a whole id finds its turn"),
        pytest.param("01a", "01AB", id="a unique beginning finds it in any letter case"),
        pytest.param("01", None, id="a beginning of two ids finds none"),
        pytest.param("02", None, id="an unknown id finds none"),
        pytest.param("", None, id="no id finds none"),
    ],
)
def test_finding_a_turn(asked: str, found: str | None) -> None:
    tracer = Tracer(ring_turns=10)
    tracer.keep(turn(trace_id="01AB"))
    tracer.keep(turn(trace_id="01CD"))

    trace = tracer.find(asked)

    assert (trace.trace_id if trace else None) == found


def test_no_id_finds_nothing_even_when_there_is_one_turn() -> None:
    tracer = Tracer(ring_turns=10)
    tracer.keep(turn())

    assert tracer.find("") is None


def test_outcomes_are_counted_by_host_status_and_reason() -> None:
    tracer = Tracer(ring_turns=1)
    recorder = TurnRecorder(TURN, FakeClock())

    tracer.keep(recorder.finish(NothingRelevant()))
    tracer.keep(recorder.finish(TimedOut("model", 100)))
    tracer.keep(recorder.finish(TimedOut("model", 100)))

    assert tracer.outcomes == {("openclaw", "empty", ""): 1, ("openclaw", "timeout", "model"): 2}


def test_what_a_shadow_would_have_done_is_counted_beside_what_was_done() -> None:
    tracer = Tracer(ring_turns=1)
    need = {"mode": "auto", "shadow_mode": "escalate", "asked": True, "shadow_asks": False}

    for fields in (need, need, {"mode": "auto"}):
        tracer.keep(turn(spans=(Span("need", 0.0, 0.1, "ok", fields),)))

    assert tracer.shadows == {("auto", "escalate", True, False): 2}


def test_every_sink_gets_every_turn() -> None:
    sinks = (ListSink(), ListSink())
    tracer = Tracer(ring_turns=1, sinks=sinks)

    tracer.keep(turn())

    assert [len(sink.kept) for sink in sinks] == [1, 1]


async def _next(stream: AsyncGenerator[TurnTrace, None]) -> TurnTrace:
    return await anext(stream)


async def test_a_listener_hears_turns_as_they_finish() -> None:
    tracer = Tracer(ring_turns=1)
    stream = tracer.stream()
    heard = asyncio.get_running_loop().create_task(_next(stream), name="listener")
    await asyncio.sleep(0)

    tracer.keep(turn(trace_id="NEW"))

    assert (await heard).trace_id == "NEW"
    await stream.aclose()


async def test_a_slow_listener_loses_its_oldest_turns_and_holds_nobody_up() -> None:
    tracer = Tracer(ring_turns=1)
    stream = tracer.stream()
    first = asyncio.get_running_loop().create_task(_next(stream), name="listener")
    await asyncio.sleep(0)

    for number in range(300):
        tracer.keep(turn(trace_id=f"T{number}"))

    heard = [(await first).trace_id, (await anext(stream)).trace_id]
    assert heard == ["T44", "T45"]
    await stream.aclose()


def test_the_record_of_an_unavailable_turn_carries_its_detail() -> None:
    trace = TurnRecorder(TURN, FakeClock()).finish(Unavailable(UnavailableReason.MODEL, "ModelRefused: 401"))

    assert (trace.status, trace.reason, trace.detail) == ("failed", "model", "ModelRefused: 401")


def test_a_turn_whose_caller_went_away_is_recorded_as_cancelled() -> None:
    trace = TurnRecorder(TURN, FakeClock()).finish(None)

    assert (trace.status, trace.reason) == ("cancelled", None)


def test_the_hits_that_an_answer_rests_on_are_marked() -> None:
    recorder = TurnRecorder(TURN, FakeClock())
    recorder.hits = [
        HitTrace("notes", "MEMORY.md", line, line, "owner", 0.5, {"lexical": 0.5}, "text") for line in (1, 2)
    ]
    source = Source("MEMORY.md", 2, 2, Origin.OWNER, 0.5, source="notes")

    trace = recorder.finish(Recalled("Likes oolong.", (source,)))

    assert [hit.used for hit in trace.hits] == [False, True]


def test_the_counters_are_bounded_whatever_hosts_call_themselves() -> None:
    clock, tracer = FakeClock(), Tracer(ring_turns=1)
    for number in range(3000):
        tracer.keep(TurnRecorder(replace(TURN, host=f"host-{number}"), clock).finish(NothingRelevant()))

    assert len(tracer.outcomes) == 1001
    assert tracer.outcomes["other", "empty", ""] == 2000


def test_what_memory_has_said_in_a_session_is_known_by_its_origins() -> None:
    tracer = Tracer(ring_turns=5)
    for number, (key, trust, block) in enumerate(
        [
            ("a", "owner", "x"),
            ("a", "untrusted", "x"),
            ("a", "system", ""),
            ("a", None, ""),
            ("b", "agent", "x"),
        ]
    ):
        tracer.keep(replace(turn(), trace_id=f"0{number}", session_key=key, trust=trust, block=block))

    assert tracer.told("a") == {"owner", "untrusted"}
    assert tracer.told("c") == tracer.told(None) == frozenset()


async def test_a_listener_that_was_away_hears_first_what_it_missed() -> None:
    tracer = Tracer(ring_turns=3)
    for name in ("OLD", "KNOWN", "MISSED"):
        tracer.keep(turn(trace_id=name))
    stream = tracer.stream(after="KNOWN")
    first = await anext(stream)
    tracer.keep(turn(trace_id="NEW"))

    assert [first.trace_id, (await anext(stream)).trace_id] == ["MISSED", "NEW"]
    assert [trace.trace_id for trace in tracer.since("GONE")] == ["KNOWN", "MISSED", "NEW"]
    assert [trace.trace_id for trace in tracer.all()] == ["NEW", "MISSED", "KNOWN"]
    await stream.aclose()
