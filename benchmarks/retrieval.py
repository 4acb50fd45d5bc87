"""Measure search on sets of questions whose answers are known, beside bare baselines of the same run.

`python -m benchmarks.retrieval --data FOLDER` reads every set in FOLDER (benchmarks/quality/sets.py says in what form), indexes
each haystack with the product's own index, asks its own search, and prints how much of what answers was among the first
five and ten. `--embedding` takes another model, `--json` prints one JSON object with the product's figures, `--sets` picks sets by name.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.quality import baselines, notes, sets
from benchmarks.quality.figures import Ranking, Summary, summary
from benchmarks.quality.progress import Progress
from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.embedding import Embedder
from recall_sidecar.memory.embedding.choice import is_local
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import EmbeddingSettings, FolderSettings, MemorySettings

_DATA = Path(__file__).parents[2] / "shared" / "data"
_OURS = "recall-sidecar"
_FTS5 = "bare FTS5"
_DENSE = "bare model"
# A long document is several passages, and ten documents are wanted.
_HITS = 30


@dataclass
class _Figures:
    """Rankings of one set, by system."""

    rankings: dict[str, list[Ranking]] = field(default_factory=dict)

    def add(self, system: str, ranked: Sequence[str], question: sets.Question) -> None:
        self.rankings.setdefault(system, []).append(Ranking.of(ranked, question.gold))

    def summaries(self) -> Iterator[tuple[str, Summary]]:
        for system, rankings in self.rankings.items():
            yield system, summary(rankings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    options = _options(arguments)
    known = {folder.name: folder for folder in sets.found(options.data)}
    if complaint := _complaint(options.data, known, options.sets):
        print(complaint, file=sys.stderr)
        return 2
    chosen = [sets.load(known[name]) for name in options.sets or known]
    progress = Progress(sum(one.questions for one in chosen), sys.stderr)
    if options.embedding == "off" or not is_local(EmbeddingSettings(model=options.embedding)):
        print("Name a model that runs on this machine with --embedding.", file=sys.stderr)
        return 2
    embedder = baselines.Remembering(model_named(options.embedding, options.downloads))
    measured = {one.name: asyncio.run(_measure(one, embedder, progress)) for one in chosen}
    progress.end()
    if options.json:
        ours = {name: dict(figures.summaries())[_OURS].as_json() for name, figures in measured.items()}
        print(json.dumps(ours, indent=2))
    else:
        print("\n".join(_table(measured)))
    return 0


def _complaint(data: Path, known: Collection[str], wanted: Collection[str]) -> str:
    """Return what is wrong with what was asked for, empty when nothing is."""
    if not known:
        return f"There is no set of questions in {data}; name its folder with --data."
    unknown = [name for name in wanted if name not in known]
    if unknown:
        return f"--sets names {', '.join(unknown)}, which {data} does not hold; it holds {', '.join(known)}."
    return ""


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure search on sets of questions with known answers.")
    parser.add_argument("--data", type=Path, default=_DATA, help="folder of sets (default: ../shared/data)")
    parser.add_argument("--sets", nargs="+", default=[], metavar="NAME", help="these sets alone")
    parser.add_argument(
        "--embedding", default="minilm", metavar="MODEL", help="as memory.embedding.model names it"
    )
    parser.add_argument(
        "--downloads", type=Path, default=Path("models"), help="where fastembed's models are kept"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


async def _measure(one: sets.QuestionSet, embedder: Embedder, progress: Progress) -> _Figures:
    figures = _Figures()
    for haystack in one.haystacks:
        bare = {
            _FTS5: baselines.fts5(haystack.documents),
            _DENSE: baselines.dense(haystack.documents, embedder),
        }
        async for question, ranked in _ours(haystack, embedder):
            figures.add(_OURS, ranked, question)
            for name, rank in bare.items():
                figures.add(name, rank(question.text), question)
            progress.advance(one.name)
    return figures


async def _ours(
    haystack: sets.Haystack, embedder: Embedder
) -> AsyncIterator[tuple[sets.Question, list[str]]]:
    """Yield each question with the documents that the product finds, best first."""
    with tempfile.TemporaryDirectory(prefix="retrieval-") as temporary:
        folder = Path(temporary, "notes")
        folder.mkdir()
        written = notes.write(haystack, folder)
        # On a busy machine a question that is given up would be counted as one that is not found.
        patient = EmbeddingSettings(query_timeout_ms=30_000)
        settings = MemorySettings(
            folders=(FolderSettings(path=str(folder), layout="plain"),), embedding=patient
        )
        memory = await SqliteMemory.open(
            Path(temporary, "index.sqlite3"), settings, clock=SystemClock(), embedders=lambda _: embedder
        )
        try:
            await memory.refresh()
            await memory.embedded()
            asked_last = _day_after(haystack)
            for question in haystack.questions:
                asked_at = question.date or asked_last
                query = SearchQuery(question.text, Viewer("main"), asked_at, max_hits=_HITS, min_score=0.0)
                places = [
                    (hit.passage.path, hit.passage.from_line) for hit in (await memory.search(query)).hits
                ]
                yield question, list(dict.fromkeys(written.document_at(path, line) for path, line in places))
        finally:
            await memory.aclose()


def _day_after(haystack: sets.Haystack) -> datetime:
    """Return the day after the last document: "on 4 May" is asked of the year that the documents are of."""
    last = max((each.date for each in haystack.documents if each.date), default=datetime.now(UTC))
    return last + timedelta(1)


def _table(measured: dict[str, _Figures]) -> Iterator[str]:
    yield f"{'set':<22} {'system':<16} {'questions':>9}  {'recall@5 (95 %)':<19} {'recall@10':>9} {'MRR@10':>7} {'nDCG@10':>8}"
    for name, figures in measured.items():
        for system, means in figures.summaries():
            low, high = means.r5_interval.low, means.r5_interval.high
            yield (
                f"{name:<22} {system:<16} {means.questions:>9}  {means.r5:.3f} ({low:.3f}-{high:.3f}) "
                f"{means.r10:>9.3f} {means.mrr:>7.3f} {means.ndcg:>8.3f}"
            )


if __name__ == "__main__":
    sys.exit(main())
