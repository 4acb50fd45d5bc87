"""Everything that the trained judge looks at, under one name each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.need import evidence, message

__all__ = ["Evidence", "NeedQuery", "signs_of"]


class NeedQuery(Protocol):
    """What is read of a turn's query: the user's latest words, and the text that was searched with."""

    @property
    def latest(self) -> str:
        """The user's latest message, cleaned."""

    @property
    def search(self) -> str:
        """The search query."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a search found and the model does not see yet, best first, and how many candidates were below the floor."""

    hits: tuple[Hit, ...]
    below_floor: int = 0


def signs_of(query: NeedQuery, found: Evidence) -> Mapping[str, float]:
    """Return the signs of a message and of what was found for it, which must be something.

    A follow-up ("and hers?") was searched with words of the message before, and is looked at with them.
    """
    said = query.search if len(query.search) > len(query.latest) else query.latest
    hits = evidence.signs(found.hits, found.below_floor, message.names_in(said))
    return {**message.signs(said), **{f"hit_{name}": value for name, value in hits.items()}}
