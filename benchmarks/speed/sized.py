"""One memory of a given size: made, indexed, and asked through the product's own search, beside bare baselines."""

import asyncio
import gc
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import psutil

from benchmarks.corpus import common_question, fact_question, unanswered_question, write_notes
from benchmarks.figures import Figures
from benchmarks.speed import bare, meanings
from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import FolderSettings, MemorySettings

__all__ = ["Sized", "measured"]

_CHARS = 700
_WARM_UP = 30
_MB = 1024 * 1024
_NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
# Numpy's own search holds all vectors at once.
_MOST_BARE = 200_000


@dataclass(frozen=True, slots=True)
class Sized:
    """The figures of a memory of `passages`; times in milliseconds. `numpy` is None where the matrix would not fit."""

    passages: int
    hybrid: Figures
    words: Figures
    fts5: Figures
    numpy: Figures | None
    passages_a_second: float
    disk_mb: float
    resident_mb: float
    graph_s: float


def measured(passages: int, questions: int, say: Callable[[str], None]) -> Sized:
    """Build a memory of so many passages and measure it."""
    with tempfile.TemporaryDirectory(prefix="recall-speed-") as name:
        return asyncio.run(_measured(Path(name), passages, questions, say))


async def _measured(folder: Path, passages: int, questions: int, say: Callable[[str], None]) -> Sized:
    say("writing notes")
    write_notes(folder / "notes", passages=passages, chars=_CHARS)
    index_file = folder / "index.sqlite3"
    settings = MemorySettings(folders=(FolderSettings(path=str(folder / "notes"), layout="plain"),))
    say("indexing")
    memory = await SqliteMemory.open(index_file, settings, clock=SystemClock())
    begun = time.perf_counter()
    report = await memory.refresh()
    speed = report.passages / (time.perf_counter() - begun)
    await memory.aclose()
    say("vectors")
    meanings.store(index_file, lambda: say("vectors"))
    asked = _asked(index_file, passages, questions)
    gc.collect()
    before = psutil.Process().memory_info().rss
    memory = await SqliteMemory.open(
        index_file, settings, clock=SystemClock(), embedders=lambda _: meanings.MadeUp(asked)
    )
    try:
        await memory.refresh()
        say("graph")
        graph_s = await _grown(memory, next(iter(asked)), passages)
        with_meanings, by_words = await _searched(memory, asked, say)
        resident = psutil.Process().memory_info().rss - before
    finally:
        await memory.aclose()
    fts5, numpy = _bare(folder, index_file, asked, passages, say)
    disk = sum(file.stat().st_size for file in folder.glob("index.sqlite3*"))
    return Sized(
        report.passages, with_meanings, by_words, fts5, numpy, speed, disk / _MB, resident / _MB, graph_s
    )


def _asked(index_file: Path, passages: int, questions: int) -> dict[str, bytes]:
    """Return questions, a third each that one passage answers, that none does, and of common words alone."""
    rng = random.Random(5)  # noqa: S311 -- the same questions in each run, nothing secret
    texts: dict[str, None] = {}
    for number in count():
        if len(texts) == questions:
            break
        kinds = (
            fact_question(rng.randrange(max(passages // 10, 1))),
            unanswered_question(number),
            common_question(rng),
        )
        texts[kinds[number % 3]] = None
    return dict(zip(texts, meanings.near(index_file, questions), strict=True))


async def _grown(memory: SqliteMemory, question: str, passages: int) -> float:
    """Search until every vector has been taken up, and return how long that took."""
    begun = time.perf_counter()
    await memory.embedded()
    for _ in range(3 + passages // 10_000):
        await memory.search(SearchQuery(question, Viewer("main"), _NOW))
        await memory.embedded()
    return time.perf_counter() - begun


async def _searched(
    memory: SqliteMemory, asked: dict[str, bytes], say: Callable[[str], None]
) -> tuple[Figures, Figures]:
    """Return the times of whole searches, and of those by words alone: a question that the embedder does not read."""
    texts = list(asked)
    for text in texts[:_WARM_UP]:
        await _time(memory, text)
        await _time(memory, f"{text} ")
    hybrid: list[float] = []
    by_words: list[float] = []
    for text in texts:
        say("searching")
        hybrid.append(await _time(memory, text))
        by_words.append(await _time(memory, f"{text} "))
    return Figures.of(hybrid), Figures.of(by_words)


async def _time(memory: SqliteMemory, text: str) -> float:
    begun = time.perf_counter()
    await memory.search(SearchQuery(text, Viewer("main"), _NOW))
    return (time.perf_counter() - begun) * 1000


def _bare(
    folder: Path, index_file: Path, asked: dict[str, bytes], passages: int, say: Callable[[str], None]
) -> tuple[Figures, Figures | None]:
    say("bare FTS5")
    bare.table(index_file, folder / "bare.sqlite3")
    connection = bare.bare_fts5(folder / "bare.sqlite3")
    words = _times(lambda text, _: bare.search(connection, text), asked)
    connection.close()
    if passages > _MOST_BARE:
        return words, None
    say("bare numpy")
    matrix = meanings.matrix(index_file)
    return words, _times(lambda _, query: bare.nearest(matrix, query), asked)


def _times(search: Callable[[str, bytes], object], asked: dict[str, bytes]) -> Figures:
    times = []
    for text, query in asked.items():
        begun = time.perf_counter()
        search(text, query)
        times.append((time.perf_counter() - begun) * 1000)
    return Figures.of(times)
