"""The families of what is counted while turns run."""

from collections.abc import Mapping

from recall_sidecar.metrics.family import Family, counter, times
from recall_sidecar.metrics.tally import Tally

__all__ = ["counted"]


def counted(tally: Tally, left_out: Mapping[str, int]) -> tuple[Family, ...]:
    """Return what `tally` holds, and how many turns each store of traces could not take, as families."""
    return (
        counter(
            "turns", "Turns that hosts sent, by how they ended.", ("host", "status", "reason"), tally.turns
        ),
        times(
            "turn_duration_seconds",
            "Time from a turn's arrival to its answer, by how it ended.",
            "status",
            tally.turn_times,
        ),
        times("step_duration_seconds", "Time that one step of a turn took.", "step", tally.step_times),
        counter(
            "cache_lookups", "Turns that reached the cache, by what it had.", ("result",), _by(tally.caches)
        ),
        counter("model_calls", "Calls of a model, by how they ended.", ("model", "ended"), tally.calls),
        times("model_call_duration_seconds", "Time that a call of a model took.", "model", tally.call_times),
        counter("model_tokens", "Tokens that model calls used.", ("model", "kind"), tally.tokens),
        counter(
            "model_cost_usd",
            "US dollars that model calls cost, as far as the price is known.",
            ("model",),
            _by(tally.costs),
        ),
        counter(
            "model_calls_unpriced", "Model calls without a known price.", ("model",), _by(tally.unpriced)
        ),
        counter(
            "traces_left_out",
            "Finished turns that a store of traces could not take: it was full, slow or broken.",
            ("store",),
            _by(left_out),
        ),
    )


def _by(counts: Mapping[str, float]) -> dict[tuple[str, ...], float]:
    return {(key,): count for key, count in counts.items()}
