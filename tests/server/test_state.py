"""The state of the daemon, as it goes out."""

from datetime import UTC, datetime

from recall_sidecar.breaker import BreakerState
from recall_sidecar.llm.spend import SpendTotals
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.server import state


def test_the_state_of_the_memory_goes_out_with_its_time() -> None:
    status = MemoryStatus(
        ready=True, files=2, passages=5, refreshed_at=datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
    )

    sent = state.MemoryReport.of(status).model_dump(mode="json", by_alias=True)

    assert (sent["ready"], sent["files"], sent["refreshedAt"]) == (True, 2, "2026-11-30T09:00:00Z")


def test_a_breaker_goes_out_in_the_words_of_the_wire() -> None:
    sent = state.BreakerReport.of(BreakerState("main", "openai/x", "half-open", 3, 0)).model_dump(
        by_alias=True
    )

    assert sent == {
        "agentId": "main",
        "model": "openai/x",
        "state": "half-open",
        "timeouts": 3,
        "retryInMs": 0,
    }


def test_what_was_spent_goes_out_with_the_calls_of_unknown_price() -> None:
    sent = state.SpendReport.of(SpendTotals(2, 900, 30, 0.5, 1, 7)).model_dump(by_alias=True)

    assert sent == {
        "calls": 2, "inputTokens": 900, "outputTokens": 30, "cost": 0.5, "unpriced": 1, "embeddings": 7,
    }  # fmt: skip
