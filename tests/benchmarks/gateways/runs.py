"""Runs that never took place, to make figures and tables of."""

from benchmarks.gateways.measured import MeasuredTurn
from benchmarks.gateways.results import Compared, Down, NextTurns, Results

__all__ = ["good_run", "turn"]


def turn(
    in_hook_ms: float = 20.0, *, calls: int = 1, tokens: int = 1000, is_right: bool = True
) -> MeasuredTurn:
    """Return a turn of ours, unless told otherwise."""
    return MeasuredTurn(in_hook_ms, 1.5, in_hook_ms + 400, in_hook_ms - 5, calls, tokens, is_right)


def good_run(
    *,
    ours: list[MeasuredTurn] | None = None,
    after: list[tuple[float, float]] | None = None,
    down_ms: float = 2.0,
    log_lines: int = 1,
) -> Results:
    """Return a run in which every goal is met, except for what is given."""
    peer = [turn(300.0 + number, calls=2, tokens=5700, is_right=number > 0) for number in range(4)]
    mine = ours or [turn(20.0 + number) for number in range(4)]
    slow = [turn(t.in_hook_ms + 300, calls=t.calls, tokens=t.tokens, is_right=t.is_right) for t in mine]
    slow_peer = [turn(t.in_hook_ms + 600, calls=2, tokens=5700, is_right=t.is_right) for t in peer]
    return Results(
        {0: Compared(peer, mine, 1500.0, 500.0), 300: Compared(slow_peer, slow, 1600.0, 500.0)},
        NextTurns(after or [(400.0, 401.0), (402.0, 400.0), (399.0, 402.0)], [3.0, 4.0]),
        NextTurns([(1400.0, 400.0), (1350.0, 410.0)], [15.0]),
        Down([turn(down_ms, calls=0) for _ in range(40)], ["one line"] * log_lines),
        300.0,
    )
