"""How much an entry's importance moves its score: up to a quarter up, a fifth down, five being neutral as in OpenClaw."""

from recall_sidecar.memory.port import ScorePart

__all__ = ["importance_part"]

_NEUTRAL = 5
_STEP = 0.05


def importance_part(relevance: float, importance: int | None) -> tuple[ScorePart, ...]:
    """Return the part that `importance` (1 to 10) adds to a score of `relevance`; none when nobody said how important.

    What it adds is a share of the relevance, so importance alone finds nothing, and the whole never leaves 0 to 1.
    """
    if importance is None:
        return ()
    moved = relevance * _STEP * (importance - _NEUTRAL)
    return (ScorePart("importance", min(moved, 1.0 - relevance)),)
