"""What a run found, and the figures that are made of it."""

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.figures import Figures
from benchmarks.gateways.intervals import Interval, Pairs, added, ratio
from benchmarks.gateways.measured import MeasuredTurn

__all__ = ["Compared", "Down", "NextTurns", "Results"]


@dataclass(frozen=True, slots=True)
class Compared:
    """Turns of both sides at one latency of the model; turns at one place of both lists had the same question.

    The CPU times are those of all processes of a side but the model provider, per turn with the pause after it.
    """

    peer: list[MeasuredTurn]
    ours: list[MeasuredTurn]
    cpu_peer_ms: float
    cpu_ours_ms: float

    def ratio(self, of: Callable[[MeasuredTurn], float]) -> Interval:
        """Return our median of something divided by the peer's."""
        return ratio([(of(ours), of(peer)) for peer, ours in zip(self.peer, self.ours, strict=True)])


@dataclass(frozen=True, slots=True)
class NextTurns:
    """Turns with recall switched off: `pairs` are their times to the main model after a recall and after none."""

    pairs: Pairs
    in_hook_ms: list[float]


@dataclass(frozen=True, slots=True)
class Down:
    """Turns of a gateway whose daemon is gone, and what our plugin wrote into its log meanwhile."""

    turns: list[MeasuredTurn]
    log_lines: list[str]


@dataclass(frozen=True, slots=True)
class Results:
    """All of a run; `compared` by the latency of the model in milliseconds.

    `resident_mb` is what our daemon and its model worker held when all turns with them were over.
    """

    compared: Mapping[int, Compared]
    next_ours: NextTurns
    next_peer: NextTurns
    down: Down
    resident_mb: float

    @property
    def peer(self) -> list[MeasuredTurn]:
        """Every compared turn of the bundled plugin."""
        return [turn for both in self.compared.values() for turn in both.peer]

    @property
    def ours(self) -> list[MeasuredTurn]:
        """Every compared turn of ours."""
        return [turn for both in self.compared.values() for turn in both.ours]

    @property
    def down_p95_ms(self) -> float:
        """Time inside our hook without a daemon."""
        return Figures.of([turn.in_hook_ms for turn in self.down.turns]).p95

    def figures(self) -> dict[str, float | list[float]]:
        """Return the figures by their keys."""
        after = added(self.next_ours.pairs)
        found: dict[str, float | list[float]] = {}
        for latency_ms, both in self.compared.items():
            found[f"inhook_ratio_{latency_ms}"] = both.ratio(in_hook).value
            found[f"inhook_ours_{latency_ms}_ms"] = median(both.ours, in_hook)
            found[f"inhook_peer_{latency_ms}_ms"] = median(both.peer, in_hook)
            found[f"to_main_ours_{latency_ms}_ms"] = median(both.ours, to_main)
            found[f"to_main_peer_{latency_ms}_ms"] = median(both.peer, to_main)
            found[f"cpu_ours_{latency_ms}_ms"] = both.cpu_ours_ms
            found[f"cpu_peer_{latency_ms}_ms"] = both.cpu_peer_ms
        return found | {
            "calls_median": median(self.ours, calls),
            "calls_peer_median": median(self.peer, calls),
            "tokens_ratio": tokens_per_recall(self.ours) / tokens_per_recall(self.peer),
            "tokens_ours": tokens_per_recall(self.ours),
            "tokens_peer": tokens_per_recall(self.peer),
            "facts_ours": rights(self.ours),
            "facts_peer": rights(self.peer),
            "facts_asked": len(self.ours),
            "next_turn_added_ms": after.value,
            "next_turn_added_ci": [after.low, after.high],
            "next_turn_added_peer_ms": added(self.next_peer.pairs).value,
            "down_p95_ms": self.down_p95_ms,
            "down_log_lines": len(self.down.log_lines),
            "resident_mb": self.resident_mb,
        }


def in_hook(turn: MeasuredTurn) -> float:
    """Milliseconds in the hook."""
    return turn.in_hook_ms


def to_main(turn: MeasuredTurn) -> float:
    """Milliseconds from sending to the main request."""
    return turn.to_main_ms


def calls(turn: MeasuredTurn) -> float:
    """Calls of a model for the recall."""
    return float(turn.calls)


def median(turns: list[MeasuredTurn], of: Callable[[MeasuredTurn], float]) -> float:
    """Return the median of something over turns."""
    return statistics.median(map(of, turns))


def tokens_per_recall(turns: list[MeasuredTurn]) -> float:
    """Return the median over the turns that asked a model at all: one that was spared the call had no recall to pay for."""
    return statistics.median([turn.tokens for turn in turns if turn.calls] or [0])


def rights(turns: list[MeasuredTurn]) -> int:
    """Return in how many turns the agent was told the right fact."""
    return sum(turn.is_right for turn in turns)
