"""One workspace of notes, searched by a real gateway and by our daemon: who finds the right fact, and how long it takes.

The three that are compared (OpenClaw, ours by words alone, ours as it comes) take turns at each question, so that a busy
moment of the machine meets all of them.
"""

import asyncio
import contextlib
import json
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from aiohttp import ClientSession

from benchmarks.figures import Figures
from benchmarks.gateways.progress import Progress
from tests.e2e.calls import over_tcp
from tests.e2e.installation import Installation
from tests.openclaw.facts import FACTS
from tests.openclaw.gateway import GATEWAY_TOKEN, Gateway
from tests.openclaw.provider import serving

__all__ = ["SIZES", "Looked", "Searcher", "lookups", "write_notes"]

# Of notes and the one curated file.
SIZES = (31, 2001)
# A search of a gateway that nobody asks any more loads its memory anew; ours has models to load.
_WARMING = 5
_FIRST_DAY = date(2026, 11, 20)
_CURATED = 8
_PLAIN = [
    "anvil",
    "barley",
    "birch",
    "bridge",
    "brook",
    "candle",
    "canvas",
    "carpet",
    "cedar",
    "chalk",
    "cliff",
    "clover",
    "cobalt",
    "crane",
    "dune",
    "fern",
    "flint",
    "furnace",
    "granite",
    "grove",
    "hammer",
    "hollow",
    "ivory",
    "jasper",
    "lark",
    "linen",
    "magnet",
    "maple",
    "marsh",
    "mirror",
    "moss",
    "needle",
    "oak",
    "onyx",
    "orbit",
    "pepper",
    "pillar",
    "plank",
    "quill",
    "reed",
    "ribbon",
    "river",
    "rust",
    "sail",
    "shale",
    "silver",
    "slate",
    "spruce",
    "stone",
    "summit",
    "tallow",
    "thicket",
    "tin",
    "valley",
    "velvet",
    "walnut",
    "willow",
    "wool",
]

# Takes a question and returns everything that was found, as text.
Search = Callable[[str], Awaitable[str]]


@dataclass
class Searcher:
    """What one of them came to: times in ms, and the facts that were among what it found."""

    times_ms: list[float] = field(default_factory=list)
    found: set[str] = field(default_factory=set)

    @property
    def figures(self) -> Figures:
        """Its times."""
        return Figures.of(self.times_ms)

    @property
    def right(self) -> int:
        """How many facts it found."""
        return len(self.found)


@dataclass(frozen=True)
class Looked:
    """A workspace of so many files, and what each found in it."""

    files: int
    facts: int
    peer: Searcher
    ours: Mapping[str, Searcher]

    def flat(self) -> dict[str, float]:
        """Return the figures by name."""
        found: dict[str, float] = {}
        for name, each in (("openclaw", self.peer), *self.ours.items()):
            found[f"{name}_p50_ms_{self.files}"] = round(each.figures.p50, 3)
            found[f"{name}_p95_ms_{self.files}"] = round(each.figures.p95, 3)
            found[f"{name}_right_{self.files}"] = each.right
        for name, each in self.ours.items():
            found[f"{name}_ratio_{self.files}"] = round(each.figures.p50 / self.peer.figures.p50, 4)
        return found


def write_notes(workspace: Path, files: int) -> None:
    """Write `files` files: `MEMORY.md` with the first facts, a dated note for each fact, and notes of nothing in particular."""
    made = random.Random(files)  # noqa: S311 -- the same in every run

    def words(count: int) -> str:
        return " ".join(made.choices(_PLAIN, k=count))

    (workspace / "memory").mkdir(parents=True, exist_ok=True)
    lines = "\n".join(f"- {fact.text}" for fact in FACTS[:_CURATED])
    (workspace / "MEMORY.md").write_text(f"# Memory\n\n{lines}\n", "utf-8")
    for number in range(files - 1):
        day = (_FIRST_DAY - timedelta(days=number)).isoformat()
        if number < len(FACTS):
            fact = FACTS[number]
            body = f"## {fact.key}\n\n{fact.text}\n\nBeside it: {words(18)}.\n"
        else:
            body = f"## Day {number}\n\n{words(60)}.\n\n{words(40)}.\n"
        (workspace / "memory" / f"{day}.md").write_text(f"# {day}\n\n{body}", "utf-8")


async def lookups(folder: Path, files: int, rounds: int, say: Progress) -> Looked:
    """Run a gateway and two daemons over one workspace in `folder`, and ask each of them everything `rounds` times."""
    folder.mkdir(parents=True)
    async with contextlib.AsyncExitStack() as stack:
        say.stage(f"{files} files: starting a gateway and two daemons, and waiting for their indexes")
        provider = await stack.enter_async_context(serving(folder))
        gateway = Gateway(folder, provider.url)
        write_notes(gateway.workspace, files)
        gateway.configure({})
        searches: dict[str, Search] = {
            "openclaw": await stack.enter_async_context(_theirs(gateway)),
            "words": await stack.enter_async_context(_ours(folder / "words", gateway.workspace, "off")),
            "meanings": await stack.enter_async_context(
                _ours(folder / "meanings", gateway.workspace, "minilm")
            ),
        }
        say.stage(f"{files} files: {len(FACTS)} questions, {rounds} times", rounds * len(FACTS))
        ended = await _compare(searches, rounds, say)
    peer = ended.pop("openclaw")
    return Looked(files, len(FACTS), peer, ended)


async def _compare(searches: Mapping[str, Search], rounds: int, say: Progress) -> dict[str, Searcher]:
    ended = {name: Searcher() for name in searches}
    for fact in FACTS[:_WARMING]:
        for search in searches.values():
            await search(fact.question)
    order = list(searches)
    for _ in range(rounds):
        for fact in FACTS:
            for name in order:
                began = time.perf_counter()
                text = await searches[name](fact.question)
                ended[name].times_ms.append((time.perf_counter() - began) * 1000)
                if fact.text in text:
                    ended[name].found.add(fact.key)
            order.append(order.pop(0))
            say.step()
    return ended


@contextlib.asynccontextmanager
async def _theirs(gateway: Gateway) -> AsyncIterator[Search]:
    """Run the gateway with its index made, and give its own search."""
    async with gateway.running():
        indexed = await gateway.cli("memory", "index", within_s=600)
        assert indexed.returncode == 0, indexed.stderr  # noqa: S101 -- else it finds nothing
        headers = {"Authorization": f"Bearer {GATEWAY_TOKEN}"}
        async with ClientSession(gateway.url, headers=headers) as session:

            async def search(question: str) -> str:
                call = {"tool": "memory_search", "args": {"query": question}, "sessionKey": "agent:main:main"}
                async with session.post("/tools/invoke", json=call) as reply:
                    body = await reply.json()
                return json.dumps(body["result"]["details"]["results"], ensure_ascii=False)

            yield search


@contextlib.asynccontextmanager
async def _ours(folder: Path, workspace: Path, model: str) -> AsyncIterator[Search]:
    """Run a daemon over the workspace, wait until its index is whole, and give its search."""
    installation = Installation(folder)
    memory = {"folders": [{"path": str(workspace)}], "embedding": {"model": model}}
    installation.configure({"memory": memory})
    async with installation.serving():
        while not await asyncio.to_thread(_is_whole, installation.paths.index_file, model):  # noqa: ASYNC110 -- another process makes it
            await asyncio.sleep(0.5)
        token = installation.paths.token_file.read_text("utf-8").strip()
        async with over_tcp(installation.paths, token) as caller:

            async def search(question: str) -> str:
                answer = await caller.post(
                    "/v1/memory/search", {"v": 1, "query": question, "agentId": "main"}
                )
                return json.dumps(answer.body["hits"], ensure_ascii=False)

            yield search


def _is_whole(index_file: Path, model: str) -> bool:
    """Whether every passage is there, with its vector when there is a model."""
    with contextlib.closing(sqlite3.connect(f"file:{index_file}?mode=ro", uri=True)) as connection:
        passages = connection.execute("SELECT count(*) FROM passage").fetchone()[0]
        vectors = connection.execute("SELECT count(*) FROM vector").fetchone()[0]
    return bool(passages) and (model == "off" or vectors == passages)
