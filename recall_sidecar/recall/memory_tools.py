"""The two tools of the sub-agent: search memory again, and read on. It has no others.

A call of any other name, or with arguments that are no object, is refused in words the model can use; nothing
raises for what a model asks. Passages get their numbers here, so that a reply can be traced back to them.
"""

from collections.abc import Mapping
from typing import Any

from recall_sidecar.llm.port import ToolCall, ToolResult, ToolSpec
from recall_sidecar.memory.port import Hit, MemorySource, Passage, SearchQuery
from recall_sidecar.recall.ask import Ask, Mask, Progress
from recall_sidecar.recall.novelty import split
from recall_sidecar.recall.passages import NO_PASSAGES, passages_text, read_text
from recall_sidecar.recall.screened import screened
from recall_sidecar.recall.tools import MEMORY_SEARCH

__all__ = ["MemoryTools"]

_MOST_RESULTS = 20
_MOST_LINES = 200
# Larger than any line number; JSON readers also let numbers through that are infinite.
_LARGEST = 1_000_000_000


class MemoryTools:
    """The tools of one run, over one memory, for one viewer; `specs` are those the model is offered."""

    def __init__(
        self,
        memory: MemorySource,
        mask: Mask,
        ask: Ask,
        progress: Progress,
        *,
        specs: tuple[ToolSpec, ...],
        marker: str,
    ) -> None:
        self._memory = memory
        self._mask = mask
        self._ask = ask
        self._progress = progress
        self._marker = marker
        self.specs = specs

    def show(self, hits: tuple[Hit, ...]) -> str:
        """Number passages that the model has not seen and return their text; seen ones keep their number."""
        known = {hit.passage.id: number for number, hit in self._progress.shown.items()}
        fresh = tuple(hit for hit in hits if hit.passage.id not in known)
        first = len(self._progress.shown) + 1
        self._progress.shown.update(enumerate(fresh, first))
        again = sorted(known[hit.passage.id] for hit in hits if hit.passage.id in known)
        lines = [passages_text(fresh, marker=self._marker, first_number=first)] if fresh else []
        if again:
            lines.append(f"Found again: {', '.join(f'[{number}]' for number in again)}.")
        return "\n".join(lines) or NO_PASSAGES

    async def run(self, call: ToolCall) -> ToolResult:
        """Run one call and return what the model reads. Raises `MemoryStoreError` when the memory is unusable."""
        return ToolResult(call.id, call.name, await self._text(call))

    async def _text(self, call: ToolCall) -> str:
        allowed = [spec.name for spec in self.specs]
        if call.name not in allowed:
            return f"There is no tool of that name. Tools: {', '.join(allowed) or 'none'}."
        if call.arguments is None:
            return "The arguments were not a JSON object."
        if call.name == MEMORY_SEARCH.name:
            return await self._search(call.arguments)
        return await self._get(call.arguments)

    async def _search(self, arguments: Mapping[str, Any]) -> str:
        text = _text(arguments.get("query"))
        if not text:
            return "memory_search needs a query."
        floor = self._ask.settings.memory.min_score
        query = SearchQuery(
            text[: self._ask.settings.query.search_chars],
            self._ask.viewer,
            self._ask.now,
            max_hits=_whole(arguments.get("maxResults"), 1, _MOST_RESULTS),
            min_score=max(floor, _share(arguments.get("minScore"))),
            patience_s=self._ask.patience_s(),
            by_model=True,
        )
        result = await self._memory.search(query)
        found = screened(result.hits, self._mask, self._ask.settings.recall.orders)
        fresh, _ = split(found, self._ask.seen)
        return self.show(fresh)

    async def _get(self, arguments: Mapping[str, Any]) -> str:
        path = _text(arguments.get("path"))
        if not path:
            return "memory_get needs a path."
        from_line = _whole(arguments.get("from"), 1, None) or 1
        lines = _whole(arguments.get("lines"), 1, _MOST_LINES) or 40
        found = await self._memory.read(path, self._ask.viewer, from_line=from_line, lines=lines)
        if found is None:
            return "There is no such memory file."
        if not found.text.strip():
            # Nothing that a note could rest on, so it gets no number.
            return "There is no text at these lines."
        # Lines that were read are a passage like any other: they carry a number, a place and an origin. Ids of
        # stored passages are positive, so a negative one cannot be taken for one of them.
        number = len(self._progress.shown) + 1
        passage = Passage(-number, "", found.path, found.from_line, found.to_line, found.text, found.origin)
        kept = screened((Hit(passage, 0.0, 0),), self._mask, self._ask.settings.recall.orders)
        if not kept:
            return "These lines give orders and are not shown."
        self._progress.shown[number] = kept[0]
        return read_text(kept[0], next_line=found.next_line, marker=self._marker, number=number)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _whole(value: object, least: int, most: int | None) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124 -- NaN
        return None
    bounded = int(min(max(value, least), _LARGEST))
    return bounded if most is None else min(bounded, most)


def _share(value: object) -> float:
    return min(max(float(value), 0.0), 1.0) if isinstance(value, int | float) and value == value else 0.0  # noqa: PLR0124
