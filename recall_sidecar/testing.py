"""The fakes we test with, for people who embed us too: `FakeClock`, `ScriptedModel`, `MemoryFixture`.

Nothing in the product imports this module. The fakes are held to their ports by the same contract tests as the
real things.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from recall_sidecar.llm.port import (
    Finished,
    ModelChunk,
    ModelRef,
    ModelRequest,
    ModelState,
    TextDelta,
    ToolCall,
    ToolCalls,
    Usage,
)
from recall_sidecar.memory.port import (
    Hit,
    IndexReport,
    MemoryStatus,
    Passage,
    ReadResult,
    ScorePart,
    SearchQuery,
    SearchResult,
    TriggerHit,
    Viewer,
)
from recall_sidecar.outcomes import Origin

__all__ = ["FakeClock", "MemoryFixture", "ScriptedModel", "Step", "calls", "says"]


class FakeClock:
    """A clock that stands still until `advance` is called."""

    def __init__(self, now: datetime = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)) -> None:
        self._now = now
        self._monotonic = 1000.0

    def monotonic(self) -> float:
        """Return the seconds advanced so far, from an arbitrary start."""
        return self._monotonic

    def now(self) -> datetime:
        """Return the wall time."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Move both clocks forward."""
        self._monotonic += seconds
        self._now += timedelta(seconds=seconds)

    def set_wall(self, now: datetime) -> None:
        """Move the wall clock alone, as a user or a time server does."""
        self._now = now


Step = ModelChunk | float | BaseException
_USAGE = Usage(input_tokens=100, output_tokens=10)


def says(text: str, *, pieces: int = 1) -> list[Step]:
    """Return the script of a reply that says `text`, in that many pieces."""
    size = max(-(-len(text) // pieces), 1)
    deltas: list[Step] = [TextDelta(text[start : start + size]) for start in range(0, len(text), size)]
    return [*deltas, Finished("stop", _USAGE)]


def calls(name: str, /, **arguments: object) -> list[Step]:
    """Return the script of a reply that calls one tool."""
    return [ToolCalls((ToolCall("call_1", name, arguments),)), Finished("tool_calls", _USAGE)]


@dataclass
class ScriptedModel:
    """A `ModelClient` that follows a script.

    `enqueue` adds one reply: chunks to yield, numbers of seconds to wait, or an exception to raise. `requests` is
    what was asked, `open_streams` how many replies are being read at this moment. A call without a script raises.
    """

    state: ModelState = "ready"
    reachable: bool = True
    local: bool = True
    tools: bool = True
    requests: list[ModelRequest] = field(default_factory=list)
    open_streams: int = 0
    _script: list[list[Step]] = field(default_factory=list)

    def enqueue(self, *replies: Iterable[Step]) -> None:
        """Add replies, each used for one call."""
        self._script.extend(list(reply) for reply in replies)

    def can_reach(self, model: ModelRef) -> bool:
        """Return `reachable`."""
        return self.reachable

    def is_local(self, model: ModelRef) -> bool:
        """Return `local`."""
        return self.local

    def takes_tools(self, model: ModelRef) -> bool:
        """Return `tools`."""
        return self.tools

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[ModelChunk]]:
        """Follow the next reply of the script."""
        self.requests.append(request)
        if not self._script:
            message = "the model was called once more than the script has replies"
            raise AssertionError(message)
        self.open_streams += 1
        try:
            yield self._follow(self._script.pop(0))
        finally:
            self.open_streams -= 1

    async def aclose(self) -> None:
        """Do nothing: there is no worker."""

    async def _follow(self, reply: list[Step]) -> AsyncIterator[ModelChunk]:
        for step in reply:
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, int | float):
                await asyncio.sleep(step)
            else:
                yield step


@dataclass
class MemoryFixture:
    """A `MemorySource` over a few passages; a passage's score is the share of the query's words it holds.

    It is a `TriggerSource`, too: `triggers` are passages by the phrase that calls them, and a passage that a
    message quotes is named exactly. `fails` is raised by every search, `delay_s` is waited before one, `searches` is what was asked.
    """

    passages: list[Passage] = field(default_factory=list)
    fails: BaseException | None = None
    delay_s: float = 0.0
    warning: str | None = None
    searches: list[SearchQuery] = field(default_factory=list)
    triggers: dict[str, Passage] = field(default_factory=dict)

    def add(
        self, text: str, *, path: str = "MEMORY.md", origin: Origin = Origin.OWNER, line: int = 1
    ) -> Passage:
        """Add a passage and return it."""
        passage = Passage(len(self.passages) + 1, "notes", path, line, line, text, origin)
        self.passages.append(passage)
        return passage

    async def search(self, query: SearchQuery) -> SearchResult:
        """Return the passages that share words with the query."""
        self.searches.append(query)
        await asyncio.sleep(self.delay_s)
        if self.fails is not None:
            raise self.fails
        words = _words(query.text)
        floor = 0.2 if query.min_score is None else query.min_score
        scored = [(len(words & _words(p.text)) / len(words) if words else 0.0, p) for p in self.passages]
        kept = sorted((pair for pair in scored if pair[0] >= max(floor, 0.01)), key=lambda pair: -pair[0])
        hits = tuple(
            Hit(passage, score, rank, (ScorePart("lexical", score),))
            for rank, (score, passage) in enumerate(kept[: query.max_hits or 6], 1)
        )
        return SearchResult(hits, 0.0, self.warning, below_floor=sum(0 < s < floor for s, _ in scored))

    async def triggered(
        self, message: str, query: SearchQuery, *, exact: bool = False
    ) -> tuple[TriggerHit, ...]:
        """Return the passages of phrases that share more than half of their words with the message."""
        if self.fails is not None:
            raise self.fails
        if query.viewer.chat == "shared":
            return ()
        words = _words(message)
        shared = ((passage, _words(phrase)) for phrase, passage in self.triggers.items())
        called = tuple(
            TriggerHit(Hit(passage, 0.0, 0), len(terms & words), len(terms))
            for passage, terms in shared
            if 2 * len(terms & words) > len(terms)
        )
        named = (passage for passage in self.passages if exact and f'"{passage.text}"' in message)
        return (*called, *(TriggerHit(Hit(passage, 0.0, 0), 1, 1, exact=True) for passage in named))

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Return the passages of that path, joined."""
        found = [p for p in self.passages if p.path == path]
        if not found:
            return None
        text = "\n".join(p.text for p in found)
        return ReadResult(path, 1, len(found), text, found[0].origin)

    def revision(self, agent_id: str) -> str:
        """Return the number of passages."""
        return str(len(self.passages))

    async def status(self) -> MemoryStatus:
        """Return that all is well."""
        return MemoryStatus(ready=True, files=1, passages=len(self.passages))

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Return the number of passages; there is nothing to refresh."""
        return IndexReport(files=1, passages=len(self.passages))

    async def aclose(self) -> None:
        """Do nothing."""


def _words(text: str) -> set[str]:
    return {word.strip(".,?!:;\"'()").lower() for word in text.split()} - {""}
