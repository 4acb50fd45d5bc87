"""What is to be looked at next, and when: what events named, what may have changed unseen, and now and then everything.

Pure: it holds what it was told and looks at nothing. Times are monotonic seconds.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from recall_sidecar.memory.places import WHOLE

__all__ = ["EVERYTHING_EVERY_S", "Agenda"]

# Events get lost when very many come at once, and some systems tell only of some. A walk finds what they missed.
EVERYTHING_EVERY_S: Final = 300.0
# A file that had been changed a moment before it was read is looked at again when its time would show a further change.
_SETTLES_S: Final = 2.0
# Beyond this, walking the whole folder is cheaper, and finds what a queue that overflowed has lost.
_MOST_PLACES: Final = 200


class Agenda:
    """What is pending, by the folder's key."""

    def __init__(self) -> None:
        self._pending: dict[str, set[str]] = {}
        self._unsettled: dict[str, dict[str, float]] = {}
        self._walked_at: dict[str, float] = {}

    def add(self, places: Mapping[str, Collection[str]]) -> None:
        """Have these places looked at."""
        for key, named in places.items():
            pending = self._pending.setdefault(key, set())
            pending.update(named)
            if len(pending) > _MOST_PLACES:
                self._pending[key] = {WHOLE}

    def take(
        self, keys: Iterable[str], polled: Collection[str], every_s: float, now: float
    ) -> dict[str, set[str]]:
        """Return what is to be looked at now, of the folders `keys`; those that are `polled` whole, every `every_s`."""
        due: dict[str, set[str]] = {}
        for key in keys:
            pause = every_s if key in polled else EVERYTHING_EVERY_S
            walked_at = self._walked_at.get(key)
            is_due = walked_at is None or now - walked_at >= pause
            places = self._pending.pop(key, set()) | self._settling(key, now)
            if is_due or WHOLE in places or len(places) > _MOST_PLACES:
                due[key] = {WHOLE}
                self._walked_at[key] = now
            elif places:
                due[key] = places
        self._pending.clear()
        return due

    def put_back(self, places: Mapping[str, Collection[str]]) -> None:
        """Have places looked at again that could not be."""
        self.add(places)

    def seen(self, unsettled: Mapping[str, Collection[str]], now: float) -> None:
        """Take note of the files that may change again without their time showing it."""
        for key, paths in unsettled.items():
            known = self._unsettled.get(key, {})
            self._unsettled[key] = {path: known.get(path, now + _SETTLES_S) for path in paths}

    def _settling(self, key: str, now: float) -> set[str]:
        """Return the files whose time has come; they are told again if they still may change."""
        known = self._unsettled.get(key, {})
        due = {path for path, at in known.items() if at <= now}
        for path in due:
            del known[path]
        return due
