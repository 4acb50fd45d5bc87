"""A store of another program that is asked beside the folders: what the combined memory wants of it, and who may have it asked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from recall_sidecar.memory.port import Hit, ReadResult, SearchQuery, Viewer
from recall_sidecar.memory.score import Yardstick

__all__ = ["Brought", "Measured", "Measuring", "Store", "is_open_to"]


@dataclass(frozen=True, slots=True)
class Measured:
    """The best hits that are strong enough, best first and not yet ranked, and how many were too weak."""

    hits: tuple[Hit, ...]
    below_floor: int = 0


# Turns what was found into hits, by the yardstick of the index and the floor; it computes, so it belongs in a thread.
Measuring = Callable[[Yardstick, float], Measured]


@dataclass(frozen=True, slots=True)
class Brought:
    """What a search brought: what went wrong, in words for people, and how to measure what was found, if anything was."""

    problems: tuple[str, ...] = ()
    measure: Measuring | None = None


class Store(Protocol):
    """A store beside the folders. It raises nothing but `CancelledError`: what it cannot do is among its problems."""

    @property
    def label(self) -> str:
        """How problems name it."""

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed last and has not succeeded since."""

    @property
    def state(self) -> str:
        """How it is when it has no problem, in words; empty when there is nothing to say."""

    @property
    def changes(self) -> int:
        """How often what can be expected of it has changed."""

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else may read what it is asked, so that it hears what a person says and nothing that a model words."""

    def is_asked_for(self, agent_id: str) -> bool:
        """Return whether the settings give it to the agent."""

    def names(self, path: str) -> bool:
        """Return whether `path` may be the path of one of its hits."""

    async def search(self, query: SearchQuery) -> Brought:
        """Return what it finds, within its own time limit and the query's patience."""

    async def read(self, path: str, viewer: Viewer, *, from_line: int, lines: int) -> ReadResult | None:
        """Return lines of what a hit named `path`; None when there is nothing to read now."""

    async def warm(self) -> None:
        """Have it ready before the first search, where that takes something."""

    async def aclose(self) -> None:
        """End what is going on, and with it every process and connection."""


def is_open_to(viewer: Viewer) -> bool:
    """Whether a store that knows nothing of chats and senders may be asked for `viewer`.

    It takes us for its owner and would show private memory in a group too: only a private chat of the owner, or of
    somebody of whom nothing else is known, may ask.
    """
    return viewer.chat == "private" and viewer.sender_is_owner is not False and not viewer.is_guest
