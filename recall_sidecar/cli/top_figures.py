"""What `top` shows, computed from two looks at the daemon: values in, values out."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Figures", "figures", "percentile"]

_MOST_OUTCOMES = 12


@dataclass(frozen=True, slots=True)
class Figures:
    """The daemon at one moment. Times are milliseconds; None where there is nothing to tell yet.

    `outcomes` are since the start, most frequent first, as (count, status, reason, host).
    """

    version: str
    up_ms: float
    turns: int
    turns_per_s: float | None
    in_flight: int
    p50_ms: float | None
    p95_ms: float | None
    timed: int
    outcomes: tuple[tuple[int, str, str, str], ...]
    cached: float | None
    cache_entries: int
    breakers: tuple[tuple[str, str], ...]
    model: str
    calls: int
    tokens: int
    cost: float
    files: int
    passages: int

    def as_json(self) -> dict[str, Any]:
        """Return the figures for programs."""
        return asdict(self)


def figures(
    state: Mapping[str, Any],
    turns: Sequence[Mapping[str, Any]],
    before: Mapping[str, Any] | None = None,
) -> Figures:
    """Return what to show of the daemon.

    Args:
        state: What it says of itself.
        turns: Its latest turns.
        before: What it said of itself at an earlier moment; without it there is no rate.
    """
    took = sorted(float(turn["elapsedMs"]) for turn in turns if turn.get("status") != "skipped")
    spend, memory, cache = state.get("spend", {}), state.get("memory", {}), state.get("cache", {})
    counted = state.get("outcomes", [])
    return Figures(
        version=str(state.get("version", "")),
        up_ms=float(state.get("uptimeMs", 0)),
        turns=_count(state),
        turns_per_s=_rate(state, before),
        in_flight=int(state.get("turnsInFlight", 0)),
        p50_ms=percentile(took, 0.5),
        p95_ms=percentile(took, 0.95),
        timed=len(took),
        outcomes=tuple(
            (each["count"], each["status"], each.get("reason") or "", each["host"])
            for each in sorted(counted, key=lambda each: -each["count"])[:_MOST_OUTCOMES]
        ),
        cached=_share(turns),
        cache_entries=int(cache.get("entries", 0)),
        breakers=tuple(
            (each["model"], each["state"]) for each in state.get("breakers", []) if each["state"] != "closed"
        ),
        model=str(state.get("model", "")),
        calls=int(spend.get("calls", 0)),
        tokens=int(spend.get("inputTokens", 0)) + int(spend.get("outputTokens", 0)),
        cost=float(spend.get("cost", 0.0)),
        files=int(memory.get("files", 0)),
        passages=int(memory.get("passages", 0)),
    )


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """Return the value that `share` of the `ordered` ones do not exceed, None when there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def _count(state: Mapping[str, Any]) -> int:
    return sum(each["count"] for each in state.get("outcomes", []))


def _rate(state: Mapping[str, Any], before: Mapping[str, Any] | None) -> float | None:
    """Return the turns a second between two looks at the same daemon."""
    if before is None or before.get("pid") != state.get("pid"):
        return None
    elapsed_s = (state.get("uptimeMs", 0) - before.get("uptimeMs", 0)) / 1000
    return max(0, _count(state) - _count(before)) / elapsed_s if elapsed_s > 0 else None


def _share(turns: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the share of the turns that asked the cache which it answered."""
    asked = [turn["cache"] for turn in turns if turn.get("cache") not in {None, "none"}]
    return sum(each != "miss" for each in asked) / len(asked) if asked else None
