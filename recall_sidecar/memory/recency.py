"""How much less an older day counts: a dated passage loses a share of its score, half of it after one half-life.

What has no date, and what is curated, is as true as when it was written and loses nothing. Nothing falls out by its age: the
floor does not see this part.
"""

from datetime import date
from typing import Final

from recall_sidecar.memory.port import ScorePart

__all__ = ["recency_part"]

# Never more than this share of the score, however old.
_SHARE: Final = 0.1


def recency_part(
    relevance: float, day: date | None, today: date, half_life_days: int
) -> tuple[ScorePart, ...]:
    """Return the part, at most 0, of a passage about `day`; a half-life of 0 days switches it off."""
    if day is None or half_life_days == 0 or day >= today:
        return ()
    fresh = 0.5 ** ((today - day).days / half_life_days)
    return (ScorePart("recency", -_SHARE * relevance * (1.0 - fresh)),)
