"""What the recall ladder asks of a memory, whatever store is behind it."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from recall_sidecar.memory.projects import EVERYWHERE, Projects
from recall_sidecar.outcomes import Origin

__all__ = [
    "Explanation",
    "FolderStatus",
    "Hit",
    "IndexProgress",
    "IndexReport",
    "LeftOut",
    "MeaningStatus",
    "MemorySource",
    "MemoryStatus",
    "Passage",
    "ReadResult",
    "ScorePart",
    "SearchQuery",
    "SearchResult",
    "TriggerHit",
    "TriggerSource",
    "Viewer",
]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is asking, which decides what may be seen.

    `chat` is `private` for a direct chat and for a portal session (`explicit`), `shared` where others read along.
    `sender_is_owner` is None when nobody knows; a private chat with somebody who is known not to be the owner sees
    nothing. Whoever asks for a sender whom the settings let in leaves it at None. `projects` are those the turn is about, as
    `projects.active` gives them: an entry that belongs to projects is seen when all of them are among these.
    `session_key` names the conversation being answered, `session_id` its present part: what it says stands before the
    model anyway. `is_guest` says that the sender is not the owner and was let in by the settings.
    `channel` is the messaging channel, and `chat_id` kind and id of a shared chat; captured conversations ask for them.
    """

    agent_id: str
    chat: Literal["private", "shared"] = "private"
    sender_id: str | None = None
    sender_is_owner: bool | None = None
    session_key: str | None = None
    session_id: str | None = None
    is_guest: bool = False
    channel: str | None = None
    chat_id: str | None = None
    projects: Projects = EVERYWHERE


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One search. `text` is the bounded search query; `now` the turn's own clock, for dates and recency.

    Hits below `min_score` (0 to 1) are left out. None leaves `max_hits` or `min_score` to the settings.
    `patience_s` is the longest to wait for a store on another program's side, None for as long as the settings say; what
    is at hand is found in any case. `explain` asks why, too. `by_model` says that a model worded it, which has read what memory
    says: no server of somebody else's is told its words.
    """

    text: str
    viewer: Viewer
    now: dt.datetime
    max_hits: int | None = None
    min_score: float | None = None
    patience_s: float | None = None
    explain: bool = False
    by_model: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A stored piece of text and where it stands. Lines count from 1, both ends included.

    `path` is shown to the model and to people: relative to its folder, with forward slashes. `source` names the
    folder or store. `date` is the day a dated note is about.
    """

    id: int
    source: str
    path: str
    from_line: int
    to_line: int
    text: str
    origin: Origin
    visibility: Literal["private", "shared"] = "private"
    heading: str = ""
    date: dt.date | None = None


# A named tuple: a search makes hundreds, and a frozen dataclass takes four times as long.
class ScorePart(NamedTuple):
    """One summand of a hit's score, for example `lexical`; `detail` says what it comes from, when a search was asked why."""

    name: str
    value: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found. `rank` counts from 1; the values of `parts` add up to `score` (0 to 1).

    `superseded_by` is where a newer passage among the hits says otherwise, as `PATH:LINE`, empty when none does. `orders`
    are the kinds of orders that the passage gives, once it was screened; it counts as words of somebody else then, and
    `harmless` is what of it may still be quoted: the entries beside those orders, empty where none may.
    """

    passage: Passage
    score: float
    rank: int
    parts: tuple[ScorePart, ...] = ()
    superseded_by: str = ""
    orders: tuple[str, ...] = ()
    harmless: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A passage that a search found and does not show, and why."""

    hit: Hit
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a search left out. `hidden` counts passages that the viewer may not see; None for all but the owner."""

    left_out: tuple[LeftOut, ...] = ()
    hidden: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits, best first. `warning` is something to show, never a reason to drop the hits.

    `below_floor` counts hits that were found and were weaker than the floor. `why` is there when the query asks for it.
    """

    hits: tuple[Hit, ...]
    elapsed_ms: float
    warning: str | None = None
    below_floor: int = 0
    why: Explanation | None = None


@dataclass(frozen=True, slots=True)
class TriggerHit:
    """A curated entry of which a trigger phrase shares terms with a message: `held` of the `terms` that phrase has.

    The score of `hit` is its relevance to the search query; it has no rank yet. `exact` is an entry that no phrase calls: it
    holds word for word what the message names.
    """

    hit: Hit
    held: int
    terms: int
    exact: bool = False


@dataclass(frozen=True, slots=True)
class ReadResult:
    """Lines of a memory file. `next_line` is where reading can go on, None at the end."""

    path: str
    from_line: int
    to_line: int
    text: str
    origin: Origin
    next_line: int | None = None


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a refresh of the index did, in files and passages; `problems` are files that could not be read and why."""

    files: int
    passages: int
    added: int = 0
    changed: int = 0
    removed: int = 0
    problems: tuple[str, ...] = ()
    elapsed_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """How far a pass over the folders is. `files_of` grows as folders are listed, `passages` counts those stored anew.

    `folder` is the one it is in, `elapsed_ms` how long the pass has taken so far.
    """

    folder: str
    files: int
    files_of: int
    passages: int
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """One configured folder: what the index has of it, and how changes are noticed (`watching`, empty before they are)."""

    name: str
    path: str
    files: int = 0
    passages: int = 0
    watching: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MeaningStatus:
    """How far the passages have vectors of the model in use; `unread` of those it was shown are in scripts it does not read.

    `line` says so to people, `hint` what to set where another model would read what this one does not.
    """

    model: str
    dimension: int
    embedded: int
    passages: int
    unread: int
    line: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class MemoryStatus:
    """What a person wants to know of a memory. `ready` says whether a search can be answered now.

    `bytes_on_disk` is the size of the index with its side files, `reading` the pass that is being made, None while there is
    none.
    `stores` says of stores of other programs, each in words, how those are that have no problem.
    `meanings` is None where passages have no vectors: when words alone decide, or before the model is loaded.
    """

    ready: bool
    files: int = 0
    passages: int = 0
    refreshed_at: dt.datetime | None = None
    problems: tuple[str, ...] = ()
    detail: str = ""
    bytes_on_disk: int = 0
    folders: tuple[FolderStatus, ...] = ()
    reading: IndexProgress | None = None
    stores: tuple[str, ...] = ()
    meanings: MeaningStatus | None = None


class MemorySource(Protocol):
    """A memory that can be searched and read.

    Raises `MemoryStoreError` when the store itself is unusable. All calls may be cancelled at any moment.
    """

    async def search(self, query: SearchQuery) -> SearchResult:
        """Return the passages that answer `query` best and that its viewer may see."""

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Return lines of a memory file as `path` in a hit names it; None when there is none the viewer may see."""

    def revision(self, agent_id: str) -> str:
        """Return a value that changes whenever the agent's memory does; cheap, it is part of the cache key."""

    async def status(self) -> MemoryStatus:
        """Return the state of the memory."""

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Bring the index up to date with the files; `rebuild` starts it anew."""

    async def aclose(self) -> None:
        """Release files, threads and connections."""


class TriggerSource(Protocol):
    """A memory with entries that speak up when a message mentions one of their trigger phrases."""

    async def triggered(
        self, message: str, query: SearchQuery, *, exact: bool = False
    ) -> tuple[TriggerHit, ...]:
        """Return the entries of which `message` holds more than half of a phrase; `query` is what the turn searches with.

        `exact` adds those that hold what the message names exactly. In a shared chat there are none. Raises `MemoryStoreError` when the store is unusable.
        """
