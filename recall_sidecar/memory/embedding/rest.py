"""When a service that failed may be asked again: later each time, up to a ceiling, until it answers.

Pure: moments are handed in. What a service refuses (a key, a quota, a model it does not know) will be refused again, so the
rest begins longer and grows further than after a broken connection.
"""

from dataclasses import dataclass

__all__ = ["Rest"]

_FIRST_S = 1.0
_LONGEST_S = 300.0
_REFUSED_FIRST_S = 5.0
_REFUSED_LONGEST_S = 3600.0


@dataclass(slots=True)
class Rest:
    """The rest of one service. `failures` counts those since it last answered."""

    failures: int = 0
    until: float = 0.0

    def left_s(self, now: float) -> float:
        """Return for how many seconds it must not be asked; 0 when it may."""
        return max(self.until - now, 0.0)

    def failed(self, now: float, *, refused: bool, retry_after_s: float = 0.0) -> float:
        """Begin the rest after a failure and return its length; `retry_after_s` is what the service itself wants."""
        first, longest = (_REFUSED_FIRST_S, _REFUSED_LONGEST_S) if refused else (_FIRST_S, _LONGEST_S)
        # Beyond that the ceiling is reached in any case.
        grown = first * 2.0 ** min(self.failures, 20)
        rest_s = min(max(grown, retry_after_s), longest)
        self.failures += 1
        self.until = now + rest_s
        return rest_s

    def answered(self) -> None:
        """End what was counted."""
        self.failures, self.until = 0, 0.0
