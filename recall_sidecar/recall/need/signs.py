"""Everything that the trained judge looks at, under one name each."""

from collections.abc import Mapping
from typing import Protocol

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.need import evidence, message

__all__ = ["NeedQuery", "signs_of"]


class NeedQuery(Protocol):
    """What is read of a turn's query: the user's latest words, and the text that was searched with."""

    @property
    def latest(self) -> str:
        """The user's latest message, cleaned."""

    @property
    def search(self) -> str:
        """The search query."""


def signs_of(query: NeedQuery, hits: tuple[Hit, ...]) -> Mapping[str, float]:
    """Return the signs of a message and of its hits, best first, of which there is at least one.

    A follow-up ("and hers?") was searched with words of the message before, and is looked at with them.
    """
    said = query.search if len(query.search) > len(query.latest) else query.latest
    seen = message.signs(said)
    found = evidence.signs(
        hits, message.names_in(said), is_of_self=seen["self"] > 0, wants_advice=seen["advice"] > 0
    )
    return {**seen, **{f"hit_{name}": value for name, value in found.items()}}
