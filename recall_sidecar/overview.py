"""What turns of some time come to: how they ended, how long they took, why they were skipped, what they cost.

Pure: lines of turns in, figures out. A time is a list of buckets of equal length, those without a turn included, so that a
picture of it has no holes.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from recall_sidecar.reasons import explain_end
from recall_sidecar.turn_rows import TurnRow

__all__ = ["Bucket", "Overview", "Reason", "quantile", "summed"]

# Up to two days are cut into so many parts, a longer time into days.
_PARTS: Final = 24
_DAY: Final = timedelta(days=1)
_QUIET: Final = frozenset({"skipped", "unavailable", "failed", "timeout"})


@dataclass(frozen=True, slots=True)
class Bucket:
    """The turns of one stretch of time; `p50_ms` and `p95_ms` are of those that looked into memory, None without one, as `cost` is without a known price."""

    begins_at: datetime
    outcomes: dict[str, int]
    p50_ms: float | None
    p95_ms: float | None
    model_calls: int
    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why turns got nothing from memory, and how many."""

    status: str
    reason: str
    told: str
    count: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Figures of the last `hours`; `bucket_minutes` is the length of each bucket."""

    hours: int
    bucket_minutes: int
    turns: int
    p50_ms: float | None
    p95_ms: float | None
    buckets: tuple[Bucket, ...]
    reasons: tuple[Reason, ...]


def summed(rows: Sequence[TurnRow], *, now: datetime, hours: int) -> Overview:
    """Return the figures of the turns of the last `hours`."""
    begin = now - timedelta(hours=hours)
    length = _DAY if hours > 48 else timedelta(hours=hours) / _PARTS
    count = ceil(timedelta(hours=hours) / length)
    placed: list[list[TurnRow]] = [[] for _ in range(count)]
    for row in rows:
        began = datetime.fromisoformat(row.started_at)
        if begin <= began <= now:
            placed[min(int((began - begin) / length), count - 1)].append(row)
    all_rows = [row for rows_of_bucket in placed for row in rows_of_bucket]
    times = _times(all_rows)
    return Overview(
        hours=hours,
        bucket_minutes=int(length.total_seconds() // 60),
        turns=len(all_rows),
        p50_ms=quantile(times, 0.5),
        p95_ms=quantile(times, 0.95),
        buckets=tuple(_bucket(begin + number * length, part) for number, part in enumerate(placed)),
        reasons=_reasons(all_rows),
    )


def quantile(values: Sequence[float], part: float) -> float | None:
    """Return the value that `part` of `values` do not exceed; None of none."""
    if not values:
        return None
    ranked = sorted(values)
    return ranked[min(int(len(ranked) * part), len(ranked) - 1)]


def _bucket(begins_at: datetime, rows: Sequence[TurnRow]) -> Bucket:
    times, costs = _times(rows), [row.cost for row in rows if row.cost is not None]
    return Bucket(
        begins_at=begins_at,
        outcomes=dict(sorted(Counter(row.status for row in rows).items())),
        p50_ms=quantile(times, 0.5),
        p95_ms=quantile(times, 0.95),
        model_calls=sum(row.model_calls for row in rows),
        tokens=sum(row.tokens for row in rows),
        cost=sum(costs) if costs else None,
    )


def _times(rows: Sequence[TurnRow]) -> list[float]:
    """Return how long turns took that looked into memory: a skipped one is over at once and says nothing."""
    return [row.elapsed_ms for row in rows if row.status != "skipped"]


def _reasons(rows: Sequence[TurnRow]) -> tuple[Reason, ...]:
    counted = Counter((row.status, row.reason or "") for row in rows if row.status in _QUIET)
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        Reason(status, reason, explain_end(status, reason or None), count)
        for (status, reason), count in ranked
    )
