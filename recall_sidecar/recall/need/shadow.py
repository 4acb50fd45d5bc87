"""What another mode would have done in a turn: recorded beside the decision in force, and without any effect."""

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.need.verdict import Need
from recall_sidecar.settings.tables import RecallMode

__all__ = ["seen_by", "told"]


def seen_by(mode: RecallMode, hits: tuple[Hit, ...], *, are_faint: bool) -> tuple[Hit, ...]:
    """Return what `mode` would have found of `hits`: those below the evidence floor are looked at in mode `auto` alone."""
    return () if are_faint and mode != "auto" else hits


def told(mode: RecallMode, needed: Need, other: Need) -> dict[str, str | bool]:
    """Return fields of a trace for the decision of `mode`, beside the one that was taken.

    `needed` decides the turn, `other` is what the shadow says.
    """
    return {
        "shadow_mode": mode,
        "shadow_reason": other.reason,
        "asked": needed.helps,
        "shadow_asks": other.helps,
    }
