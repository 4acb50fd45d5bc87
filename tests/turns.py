"""A finished turn to start a test from."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from recall_sidecar.traced import AskerTrace, ClauseTrace, HitTrace, ModelCallTrace, Span, TurnTrace

TRACE_ID = "01KBA0000000000000000000AA"

_TURN = TurnTrace(
    trace_id=TRACE_ID,
    started_at=datetime(2026, 11, 30, 9, 0, tzinfo=UTC),
    host="openclaw",
    agent_id="main",
    session_key="agent:main:telegram:direct:42",
    sender_id="42",
    run_id="run-1",
    status="ok",
    reason=None,
    detail="",
    elapsed_ms=842.0,
    budget_ms=14_750,
    cache="miss",
    query_mode="recent",
    conversation_query="user: which tea do I like?",
    search_query="which tea do I like?",
    hits=(
        HitTrace(
            "notes",
            "MEMORY.md",
            3,
            4,
            "owner",
            0.72,
            {"lexical": 0.6, "recency": 0.12},
            "Likes oolong.",
            used=True,
        ),
    ),
    model_calls=(
        ModelCallTrace(
            "openai/gpt-5-mini", "name", 800.0, 300.0, 900, 20, 0.0003, "stop", ("memory_get",), 5.0, (1.5,)
        ),
    ),
    spans=(
        Span("gate", 0.0, 0.1, "ok"),
        Span("memory", 0.5, 4.4, "ok", {"backend": "sqlite"}),
        Span("model", 5.0, 800.0, "ok"),
    ),
    summary="The user likes oolong tea.",
    block="Context:\n<active_memory_plugin>\nThe user likes oolong tea.\n</active_memory_plugin>",
    trust="owner",
    clauses=(
        ClauseTrace("User likes oolong", None, (1, 2)),
        ClauseTrace("owns 7 oolong pots", "number"),
    ),
    soft_budget_ms=4000,
    asker=AskerTrace(
        session_id="s-1",
        trigger="user",
        message_provider="telegram",
        channel_id="42",
        sender_is_owner=True,
        project_keys=("github.com/owner/repo",),
        turn_number=3,
    ),
    prompts=({"role": "system", "text": "Judge the memory."},),
    traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    tracestate="rojo=1",
)


def turn(**changes: Any) -> TurnTrace:  # noqa: ANN401 -- any field of the turn
    """Return a turn that recalled one note, with these fields changed."""
    return replace(_TURN, **changes)
