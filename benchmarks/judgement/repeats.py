"""Measure whether memory repeats what a model can see, and whether it keeps back what is needed.

`python -m benchmarks.judgement.repeats --data FOLDER` has conversations of 40 turns about the memories of every set, at hosts
that keep the block for the turn and for the session, with compactions, with an extract and with a model that answers. Beside each
conversation goes the same one without the ledger. `--json` prints one JSON object.
"""

import argparse
import asyncio
import html
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.judgement.facts import Facts
from benchmarks.judgement.hosts import HOSTS, Host, Kind
from benchmarks.judgement.reader import Reader
from benchmarks.judgement.sidecars import Sidecar
from benchmarks.judgement.talks import Step, talk
from benchmarks.quality import baselines, notes, sets
from benchmarks.quality.figures import interval
from benchmarks.quality.progress import Progress
from recall_sidecar.memory.embedding import Embedder
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.outcomes import Recalled, Skipped, SkipReason
from recall_sidecar.recall.need.trained import trained
from recall_sidecar.settings import FolderSettings, MemorySettings
from recall_sidecar.testing import FakeClock

_DATA = Path(__file__).parents[3] / "shared" / "data"
_ANSWERERS = ("extract", "model")
_BETWEEN_TURNS_S = 10


@dataclass(slots=True)
class Figures:
    """What the turns of one kind of host and answerer came to.

    `repeated` are turns whose block tells nothing but what stands in an earlier block that is visible, `in_words` such
    of which everything stands in somebody's message, `partly` those that repeat a part. `needed` are turns in which the sidecar
    without a ledger told what answers; `withheld` those of them after which the model sees less of it. `with_ledger` and
    `without` say of each question whether its answer was before the model.
    """

    turns: int = 0
    blocks: int = 0
    blocks_without: int = 0
    already_visible: int = 0
    repeated: int = 0
    in_words: int = 0
    partly: int = 0
    repeated_without: int = 0
    needed: int = 0
    withheld: int = 0
    calls: int = 0
    calls_without: int = 0
    with_ledger: list[float] = field(default_factory=list)
    without: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the figures, the recall of both sidecars with the interval of its loss."""
        counts = {
            name: getattr(self, name) for name in self.__slots__ if name not in {"with_ledger", "without"}
        }
        lost = [before - now for before, now in zip(self.without, self.with_ledger, strict=True)]
        bounds = interval(lost or [0.0])
        return {
            **counts,
            "recall": round(_mean(self.with_ledger), 4),
            "recall_without": round(_mean(self.without), 4),
            "lost": [round(_mean(lost), 4), round(bounds.low, 4), round(bounds.high, 4)],
        }


@dataclass(slots=True)
class _Side:
    """One sidecar at one host: what its model sees, as facts."""

    host: Host
    sidecar: Sidecar
    reader: Reader
    facts: Facts
    blocks: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    told: frozenset[str] = frozenset()
    outcome: object = None

    async def turn(self, step: Step) -> None:
        """Have one turn; `told` are the facts of its block."""
        if step.before == "compaction":
            self.sidecar.pipeline.observe(self.host.compact())
            self.blocks.clear()
            self.words.clear()
        self.reader.gold = step.question.gold if step.question else ()
        self.reader.question = step.text
        answer = await self.sidecar.pipeline.run(self.host.turn(step.text))
        self.outcome = answer.outcome
        self.told = self.facts.told(html.unescape(answer.block))

    def goes_on(self, step: Step) -> None:
        """Let the host answer, and keep what stays before the model."""
        recalled = self.outcome if isinstance(self.outcome, Recalled) else None
        said = f"As far as I know: {recalled.summary}" if recalled and step.echoes else "Noted."
        trace = self.sidecar.tracer.recent(1)[0]
        self.sidecar.pipeline.observe(self.host.goes_on(step.text, trace.block, said))
        if self.host.kind.block_lifetime == "session":
            self.blocks |= self.told
        self.words |= self.facts.told(said)

    def sees(self) -> set[str]:
        """Return the facts before the model in this turn."""
        return self.blocks | self.words | self.told


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    options = _options(arguments)
    known = {folder.name: folder for folder in sets.found(options.data)}
    missing = [name for name in options.sets if name not in known]
    if not known or missing:
        print(f"{options.data} holds no set {', '.join(missing) or 'of questions'}.", file=sys.stderr)
        return 2
    chosen = [sets.load(known[name]) for name in options.sets or known]
    try:
        model = model_named(options.embedding, options.downloads)
    except ValueError:
        print("Name a model that runs on this machine with --embedding.", file=sys.stderr)
        return 2
    embedder = baselines.Remembering(model)
    talks = sum(number for one in chosen for _, number in _shares(one, options.talks))
    progress = Progress(talks * len(HOSTS) * len(_ANSWERERS), sys.stderr)
    # Read before the loop runs.
    _ = trained()
    measured = asyncio.run(_measure(chosen, options.talks, embedder, progress))
    progress.end()
    if options.json:
        print(json.dumps({name: figures.as_json() for name, figures in measured.items()}, indent=2))
    else:
        print("\n".join(_table(measured)))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what memory repeats and what it keeps back.")
    parser.add_argument("--data", type=Path, default=_DATA, help="folder of sets (default: ../shared/data)")
    parser.add_argument("--sets", nargs="+", default=[], metavar="NAME", help="these sets alone")
    parser.add_argument("--talks", type=int, default=8, help="conversations of each set, host and answerer")
    parser.add_argument(
        "--embedding", default="minilm", metavar="MODEL", help="as memory.embedding.model names it"
    )
    parser.add_argument(
        "--downloads", type=Path, default=Path("models"), help="where fastembed's models are kept"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


async def _measure(
    chosen: Sequence[sets.QuestionSet], talks: int, embedder: Embedder, progress: Progress
) -> dict[str, Figures]:
    measured = {f"{kind.name}, {answerer}": Figures() for kind in HOSTS for answerer in _ANSWERERS}
    for one in chosen:
        for haystack, number in _shares(one, talks):
            await _of_haystack(f"{one.name}/{haystack.name}", haystack, number, embedder, measured, progress)
    return measured


def _shares(one: sets.QuestionSet, talks: int) -> Iterator[tuple[sets.Haystack, int]]:
    """Yield the memories of a set that are talked about, and how often each."""
    asked = [haystack for haystack in one.haystacks if haystack.questions][:talks]
    for number, haystack in enumerate(asked):
        yield haystack, talks // len(asked) + (number < talks % len(asked))


async def _of_haystack(
    name: str,
    haystack: sets.Haystack,
    talks: int,
    embedder: Embedder,
    measured: dict[str, Figures],
    progress: Progress,
) -> None:
    last = max((each.date for each in haystack.documents if each.date), default=datetime.now(UTC))
    clock = FakeClock(last + timedelta(1))
    with tempfile.TemporaryDirectory(prefix="repeats-") as temporary:
        folder = Path(temporary, "notes")
        folder.mkdir()
        written = notes.write(haystack, folder)
        settings = MemorySettings(folders=(FolderSettings(path=str(folder), layout="plain"),))
        memory = await SqliteMemory.open(
            Path(temporary, "index.sqlite3"), settings, clock=clock, embedders=lambda _: embedder
        )
        try:
            await memory.refresh()
            await memory.embedded()
            for number in range(talks):
                steps = talk(f"{name}/{number}", haystack.questions)
                for kind in HOSTS:
                    for answerer in _ANSWERERS:
                        flags = {"model.name": "mock/fast"} if answerer == "model" else {}
                        home = Path(temporary, f"{number}-{kind.name}-{answerer}")
                        figures = measured[f"{kind.name}, {answerer}"]
                        await _converse(steps, kind, figures, (home, memory, clock, flags), haystack, written)
                        progress.advance(f"{name} {kind.name}")
        finally:
            await memory.aclose()


async def _converse(
    steps: Sequence[Step],
    kind: Kind,
    figures: Figures,
    parts: tuple[Path, SqliteMemory, FakeClock, dict[str, Any]],
    haystack: sets.Haystack,
    written: notes.Notes,
) -> None:
    home, memory, clock, flags = parts
    sides = []
    for name, repeat in (("with", {}), ("without", {"recall.repeat_after_turns": 0})):
        facts = Facts.of(haystack.documents)
        reader = Reader(written.document_at, facts)
        sidecar = await Sidecar.open(home / name, memory, reader, {**flags, **repeat}, clock)
        sides.append(_Side(Host(kind), sidecar, reader, facts))
    ours, bare = sides
    for step in steps:
        clock.advance(_BETWEEN_TURNS_S)
        for side in sides:
            await side.turn(step)
        _count(figures, ours, bare, step)
        for side in sides:
            side.goes_on(step)
    figures.calls += ours.reader.calls
    figures.calls_without += bare.reader.calls
    for side in sides:
        await side.sidecar.aclose()


def _count(figures: Figures, ours: _Side, bare: _Side, step: Step) -> None:
    figures.turns += 1
    figures.blocks += bool(ours.told)
    figures.blocks_without += bool(bare.told)
    figures.already_visible += ours.outcome == Skipped(SkipReason.ALREADY_VISIBLE)
    if ours.told:
        figures.repeated += ours.told <= ours.blocks
        figures.in_words += ours.told <= ours.words and not ours.told <= ours.blocks
        visible = ours.blocks | ours.words
        figures.partly += bool(ours.told & visible) and not ours.told <= visible
    figures.repeated_without += bool(bare.told) and bare.told <= bare.blocks
    if step.question is None:
        return
    gold = step.question.gold
    needed = bare.facts.about(bare.told, gold)
    if needed:
        figures.needed += 1
        figures.withheld += not needed <= ours.sees()
    figures.with_ledger.append(float(bool(ours.facts.about(ours.sees(), gold))))
    figures.without.append(float(bool(bare.facts.about(bare.sees(), gold))))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _table(measured: dict[str, Figures]) -> Iterator[str]:
    yield (
        f"{'host, answerer':<24} {'turns':>6} {'blocks':>7} {'repeated':>9} {'in words':>9} {'partly':>7} {'visible':>8} "
        f"{'needed':>7} {'withheld':>9} {'recall':>7} {'without':>8}  lost (95 %)"
    )
    for name, figures in measured.items():
        lost, low, high = figures.as_json()["lost"]
        yield (
            f"{name:<24} {figures.turns:>6} {figures.blocks:>7} {figures.repeated:>9} {figures.in_words:>9} "
            f"{figures.partly:>7} {figures.already_visible:>8} {figures.needed:>7} {figures.withheld:>9} "
            f"{_mean(figures.with_ledger):>7.3f} {_mean(figures.without):>8.3f}  {lost:.4f} ({low:.4f} to {high:.4f})"
        )


if __name__ == "__main__":
    sys.exit(main())
