"""How much is measured: the whole, or enough to see that everything works."""

from dataclasses import dataclass

__all__ = ["FULL", "QUICK", "Scale"]


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers of turns and of pairs of turns, and the pauses between them.

    `pause_s` is the time between two turns of one gateway in the comparison, `short_pause_s` that after each turn of
    the rest.
    """

    latencies_ms: tuple[int, ...]
    warm_up: int
    turns: int
    pause_s: float
    pairs: int
    peer_pairs: int
    down: int
    short_pause_s: float


FULL = Scale(
    latencies_ms=(0, 300),
    warm_up=3,
    turns=16,
    pause_s=5.0,
    pairs=40,
    peer_pairs=10,
    down=40,
    short_pause_s=0.5,
)
QUICK = Scale(
    latencies_ms=(0, 300),
    warm_up=1,
    turns=1,
    pause_s=0.4,
    pairs=1,
    peer_pairs=1,
    down=2,
    short_pause_s=0.1,
)
