"""Measure what the process of the embedding model costs, and what it spares the daemon.

`python -m benchmarks.embedding` runs a daemon on 2,000 made-up passages while the model is loaded and they are embedded, and tells
the longest time in which its event loop could not run, beside that of an empty loop in the same minutes, and what both
processes hold. Then it embeds the same questions through the process and in this one, idle and while passages are embedded.
"""

import argparse
import contextlib
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil

from benchmarks import processes
from benchmarks.corpus import write_notes
from benchmarks.figures import Figures
from benchmarks.processes import Daemon
from benchmarks.rows import Row, table
from benchmarks.ticking import gaps
from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed
from recall_sidecar.memory.embedding.choice import local_embedder
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.settings import EmbeddingSettings
from recall_sidecar.settings.load import process_environment

__all__ = ["apart", "timed"]

# Ten tokens with the number behind it.
_QUESTION = "Where does Mira keep the keys?"
_PASSAGE = "Jonas drinks oolong tea and no coffee after two; he likes it strong, without sugar. " * 6
# Two of them are more than a passage holds.
_CHARS = 700
_GAP_GOAL_MS = 50.0
_EMBED_GOAL_MS = 6.0
_WITHIN_S = 1200.0
_MB = 2**20
_SETTINGS = '[gate]\nagents = ["*"]\n\n[[memory.folders]]\npath = "{notes}"\nname = "notes"\n'


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 0 when every goal is met, 1 when not (`--json` and `--quick` always return 0)."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.embedding", description="Measure the process of the embedding model."
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="measure little: to see that it works")
    parser.add_argument("--passages", type=int, default=2_000, help="how many the daemon embeds")
    options = parser.parse_args(arguments)
    passages, questions = (20, 5) if options.quick else (options.passages, 300)
    with tempfile.TemporaryDirectory() as folder:
        rows = [*_daemon(Path(folder), passages), *_questions(questions)]
    if options.json:
        print(json.dumps({row.key: round(row.value, 3) for row in rows}, indent=2))
        return 0
    print(table(rows))
    return 0 if options.quick or all(row.is_met is not False for row in rows) else 1


def _daemon(folder: Path, passages: int) -> Iterator[Row]:
    report, bare_report = folder / "gaps", folder / "bare-gaps"
    write_notes(folder / "notes", passages=passages, chars=_CHARS)
    (folder / "config").mkdir()
    (folder / "config" / "config.toml").write_text(_SETTINGS.format(notes=folder / "notes"), encoding="utf-8")
    with processes.idle_loop(bare_report), processes.daemon(folder, ticks=report) as running:
        begun = time.monotonic()
        first = processes.wait_for(lambda: _embedded(running)[0] > 0, step_s=0.05)
        running.wait_until_ready("memory")
        done = processes.wait_for(lambda: _is_done(running), step_s=0.5, within_s=_WITHIN_S)
        passages, _ = _embedded(running)
        daemon, child = _sizes(running)
    gap, bare = (_longest(file, begun, done) for file in (report, bare_report))
    yield Row("loop_gap_max_ms", "longest gap of the loop", gap, "ms", max(_GAP_GOAL_MS, bare))
    yield Row("loop_gap_bare_ms", "longest gap of an empty loop", bare, "ms")
    yield Row("first_vectors_s", "from the start to the first vectors", first - running.started_at, "s")
    yield Row("passages_a_second", "passages embedded", passages / (done - first), "/s")
    for name, size in (("daemon", daemon), ("model", child)):
        yield Row(f"rss_{name}_mb", f"resident, {name}", size.rss / _MB, "MB", note=_shared(size))


def _is_done(running: Daemon) -> bool:
    embedded, passages = _embedded(running)
    return embedded >= passages


def _embedded(running: Daemon) -> tuple[int, int]:
    """Return how many passages have vectors, and how many there are."""
    with running.connect() as connection:
        meanings = json.loads(connection.get("/v1/status"))["memory"]["meanings"] or {}
    return int(meanings.get("embedded", 0)), int(meanings.get("passages", 0))


def _sizes(running: Daemon) -> tuple[Any, Any]:
    process = psutil.Process(running.process.pid)
    (child,) = (one for one in process.children() if "embedding.child" in " ".join(one.cmdline()))
    return process.memory_full_info(), child.memory_full_info()


def _shared(size: Any) -> str:  # noqa: ANN401 - the library has no types
    """Return what is its own share, which only Linux tells."""
    share = getattr(size, "pss", None)
    return "" if share is None else f"{share / _MB:.0f} MB with its share of what is shared"


def _longest(report: Path, begun: float, ended: float) -> float:
    return max((gap for at, gap in gaps(report) if begun <= at <= ended), default=0.0)


def _questions(count: int) -> Iterator[Row]:
    here = model_named("minilm", Path("models"))
    with apart() as there:
        here.load()
        quiet, beside = timed(count, there, here)
        with _embedding_passages(there):
            busy, _ = timed(count, there, here)
    yield Row("embed_p50_ms", "embedding a short question", quiet.p50, "ms", _EMBED_GOAL_MS, quiet, beside)
    yield Row("embed_p95_ms", "95 of 100", quiet.p95, "ms")
    yield Row("embed_here_p50_ms", "in this process", beside.p50, "ms")
    yield Row("embed_busy_p50_ms", "while passages are embedded", busy.p50, "ms", ours=busy)


@contextlib.contextmanager
def apart() -> Iterator[Embedder]:
    """Give the default model in its process, as the daemon has it."""
    environment = process_environment()
    embedder = local_embedder(EmbeddingSettings(model="minilm"), Path("models"), environment, SystemClock())
    assert embedder is not None  # noqa: S101 - it is named
    embedder.load()
    try:
        yield embedder
    finally:
        embedder.close()


def timed(count: int, *embedders: Embedder) -> list[Figures]:
    """Return how long each of `embedders` takes for a short question; they take turns, so that one machine is meant."""
    times: list[list[float]] = [[] for _ in embedders]
    for number in range(count):
        for kept, embedder in zip(times, embedders, strict=True):
            begun = time.perf_counter()
            embedder.embed_query(f"{_QUESTION} {number}")
            kept.append((time.perf_counter() - begun) * 1000)
    return [Figures.of(kept) for kept in times]


@contextlib.contextmanager
def _embedding_passages(embedder: Embedder) -> Iterator[None]:
    stopping = threading.Event()

    def work() -> None:
        with contextlib.suppress(EmbeddingFailed):
            while not stopping.is_set():
                embedder.embed_passages([_PASSAGE] * embedder.batch)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


if __name__ == "__main__":
    sys.exit(main())
