"""Measure how long a search takes, by the size of the memory.

`python -m benchmarks.search` makes memories of 1,000, 10,000 and 100,000 passages (`--million` one more), indexes each with the
product's own index, asks its own search, and prints the figures beside a bare FTS5 table and a bare numpy product of the same
run. What the embedding of a question takes, in the model's own process as in the product, is measured apart. `--json` prints
one JSON object.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from benchmarks.embedding import apart
from benchmarks.figures import Figures
from benchmarks.quality.progress import Progress
from benchmarks.rows import Row, table
from benchmarks.speed.sized import Sized, measured
from recall_sidecar.memory.embedding import Embedder

_SIZES = {"1k": 1_000, "10k": 10_000, "100k": 100_000}
_MILLION = {"1m": 1_000_000}
_QUICK = {"1k": 200, "10k": 400, "100k": 800}
_GOALS_MS = {"10k": 3.0, "100k": 25.0}
_EMBED_GOAL_MS = 6.0
_QUESTIONS = 300
_PER = 10_000
# Ten tokens with the number behind it, and thirty.
_SHORT = "Where does Mira keep the keys?"
_LONG = "Which restaurant did the neighbours recommend for the birthday dinner, and did we ever go there together?"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 0 when every goal is met, 1 when not (`--json` and `--quick` always return 0)."""
    options = _options(arguments)
    sizes = _QUICK if options.quick else _SIZES | (_MILLION if options.million else {})
    found = {name: _apart(size, 30 if options.quick else _QUESTIONS) for name, size in sizes.items()}
    rows = [*_rows(found), *_embedding(10 if options.quick else _QUESTIONS)]
    if options.json:
        print(json.dumps({row.key: round(row.value, 3) for row in rows}, indent=2))
        return 0
    print(table(rows))
    return 0 if options.quick or all(row.is_met is not False for row in rows) else 1


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search", description="Measure search by the size of the memory."
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--million", action="store_true", help="also a million passages, which takes long")
    parser.add_argument(
        "--quick", action="store_true", help="measure little: to see that it works, not how fast it is"
    )
    return parser.parse_args(arguments)


def _apart(passages: int, questions: int) -> Sized:
    """Measure in a process of its own, so that each size starts with the same memory."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(_watched, passages, questions).result()


def _watched(passages: int, questions: int) -> Sized:
    # Each lot of vectors and each question is a step, and six others are.
    progress = Progress(-(-passages // 5_000) + questions + 6, sys.stderr)
    found = measured(passages, questions, lambda step: progress.advance(f"{passages:,} passages: {step}"))
    progress.end()
    return found


def _rows(found: dict[str, Sized]) -> Iterator[Row]:
    for name, sized in found.items():
        yield from _times(name, sized)
    for name, sized in found.items():
        share = _PER / sized.passages
        yield Row(f"index_passages_s_{name}", f"indexing, {name}", sized.passages_a_second, "/s")
        yield Row(f"disk_mb_10k_{name}", f"on disk per 10,000, {name}", sized.disk_mb * share, "MB")
        yield Row(f"rss_mb_10k_{name}", f"resident per 10,000, {name}", sized.resident_mb * share, "MB")
        yield Row(f"graph_s_{name}", f"vectors taken up, {name}", sized.graph_s, "s")
    sizes = list(found.values())
    yield Row(
        "growth_100x",
        "100k beside 1k, median",
        sizes[2].hybrid.p50 / max(sizes[0].hybrid.p50, 0.001),
        "times",
    )


def _times(name: str, sized: Sized) -> Iterator[Row]:
    hybrid = sized.hybrid
    yield Row(f"p50_ms_{name}", f"search, {name}", hybrid.p50, "ms", _GOALS_MS.get(name), hybrid, sized.fts5)
    yield Row(f"p95_ms_{name}", f"search, {name}, 95 of 100", hybrid.p95, "ms")
    yield Row(f"p99_ms_{name}", f"search, {name}, 99 of 100", hybrid.p99, "ms")
    yield Row(f"words_p50_ms_{name}", f"by words alone, {name}", sized.words.p50, "ms", ours=sized.words)
    yield Row(f"fts_p50_ms_{name}", f"bare FTS5, {name}", sized.fts5.p50, "ms")
    if sized.numpy is not None:
        yield Row(f"numpy_p50_ms_{name}", f"bare numpy, {name}", sized.numpy.p50, "ms", ours=sized.numpy)


def _embedding(questions: int) -> Iterator[Row]:
    with apart() as model:
        short, long = (_embedded(model, text, questions) for text in (_SHORT, _LONG))
    yield Row("embed_p50_ms", "embedding a short question", short.p50, "ms", _EMBED_GOAL_MS, short)
    yield Row("embed_long_p50_ms", "embedding a long question", long.p50, "ms", ours=long)


def _embedded(model: Embedder, text: str, questions: int) -> Figures:
    times = []
    for number in range(questions):
        begun = time.perf_counter()
        model.embed_query(f"{text} {number}")
        times.append((time.perf_counter() - begun) * 1000)
    return Figures.of(times)


if __name__ == "__main__":
    sys.exit(main())
