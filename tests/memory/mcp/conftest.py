"""Stores over servers of `servers.raw`, closed after each test."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.memory.beside.port import Brought
from recall_sidecar.memory.mcp.store import McpStore
from recall_sidecar.memory.port import Hit, SearchQuery, Viewer
from recall_sidecar.memory.score import Corpus, Yardstick, weigh
from recall_sidecar.memory.terms import query_terms
from recall_sidecar.testing import FakeClock
from tests.memory.mcp.world import Raw

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
QUESTION = "Where are Ottilie's alpacas?"


class Asked:
    """A store over one server, with short words for what tests do with it."""

    def __init__(self, raw: Raw, **more: object) -> None:
        self.raw = raw
        self.clock = FakeClock()
        self.store = McpStore(
            raw.settings(**more),
            environment={
                "PATH": "/usr/bin:/bin",
                "HOME": "/nowhere",
                "OPENAI_API_KEY": "sk-ours",
                "NOTES_KEY": "n-1",
            },
            mask=lambda text: text.replace("hunter2", "[password]"),
            clock=self.clock,
        )

    async def bring(
        self, text: str = QUESTION, *, agent: str = "main", patience_s: float | None = 60.0
    ) -> Brought:
        return await self.store.search(SearchQuery(text, Viewer(agent), NOW, patience_s=patience_s))

    async def hits(self, text: str = QUESTION) -> tuple[Hit, ...]:
        brought = await self.bring(text)
        assert brought.problems == ()
        assert brought.measure is not None
        corpus = Corpus(30, 900)
        yardstick = Yardstick(weigh(query_terms(text), {}, corpus), corpus)
        return brought.measure(yardstick, 0.2).hits

    async def texts(self, text: str = QUESTION) -> list[str]:
        return [hit.passage.text for hit in await self.hits(text)]

    async def problem(self, **more: object) -> str:
        brought = await self.bring(**more)  # type: ignore[arg-type]
        assert brought.measure is None
        (problem,) = brought.problems
        return problem


Ask = Callable[..., Asked]


@pytest.fixture
async def ask(tmp_path: Path) -> AsyncIterator[Ask]:
    """Return a function that makes stores, which are closed at the end."""
    made: list[Asked] = []

    def make(behaviour: str = "honest", **more: object) -> Asked:
        made.append(Asked(Raw(behaviour, tmp_path / f"log-{len(made)}"), **more))
        return made[-1]

    yield make
    for asked in made:
        await asked.store.aclose()
