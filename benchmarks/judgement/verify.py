"""Measure what the verifier catches and what it loses, on summaries of known passages with seeded mistakes.

`python -m benchmarks.judgement.verify --cases FILE --data FOLDER` prints for each kind of mistake how much was caught, with its 95 %
interval, and how many faithful summaries lost a clause. `--misses` lists what went wrong, to be read by eye; `--json` prints one
JSON object. benchmarks/judgement/cases.py says in what form the cases are.
"""

import argparse
import json
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.judgement.cases import Case, load
from benchmarks.quality.progress import Progress
from recall_sidecar.recall.verify.verdict import Verified, verify

__all__ = ["Judged", "interval", "main"]

_DATA = Path(__file__).parents[3] / "shared" / "data"
_CASES = Path(__file__).with_name("verify_cases.jsonl")
_FAITHFUL = "faithful"
_CONFIDENCE = 1.96
# A word, or a character of a script without spaces.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A summary as it was judged. `is_right` says that a mistake was caught, or that a faithful one was left as it was."""

    case: Case
    kind: str
    summary: str
    verified: Verified
    is_right: bool
    took_ms: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    options = _options(arguments)
    if not options.cases.is_file():
        print(f"There are no cases at {options.cases}; name their file with --cases.", file=sys.stderr)
        return 2
    cases = load(options.cases, options.data)
    progress = Progress(len(cases), sys.stderr)
    judged: list[Judged] = []
    for case in cases:
        judged.extend(_judged(case))
        progress.advance(case.set)
    progress.end()
    if options.json:
        print(json.dumps(dict(_figures(judged)), indent=2))
    else:
        print("\n".join(_table(judged)))
    if options.misses:
        print("\n".join(_misses(judged, options.misses)))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what the verifier catches and what it loses.")
    parser.add_argument(
        "--cases", type=Path, default=_CASES, help="JSON Lines of summaries and their corruptions"
    )
    parser.add_argument("--data", type=Path, default=_DATA, help="folder of sets (default: ../shared/data)")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="list up to N misses of each kind")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


def _judged(case: Case) -> Iterator[Judged]:
    verified, took = _timed(case, case.summary)
    kept = all(verdict.reason is None for verdict in verified.verdicts)
    yield Judged(case, _FAITHFUL, case.summary, verified, kept, took)
    for kind, summary in case.corruptions:
        verified, took = _timed(case, summary)
        changed = _changed([verdict.text for verdict in verified.verdicts], case.summary)
        is_caught = not verified.text or all(_bare(clause) not in verified.text for clause in changed)
        yield Judged(case, kind, summary, verified, is_caught, took)


def _changed(parts: Sequence[str], faithful: str) -> list[str]:
    """Return the clauses that say something new; where no word is new, those that do not stand in the faithful summary."""
    known = set(_WORD.findall(faithful.casefold()))
    new = [part for part in parts if not known.issuperset(_WORD.findall(part.casefold()))]
    return new or [part for part in parts if _bare(part) not in faithful]


def _bare(clause: str) -> str:
    return clause.strip(" .。")


def _timed(case: Case, summary: str) -> tuple[Verified, float]:
    begun = time.perf_counter()
    verified = verify(summary, case.seen)
    return verified, (time.perf_counter() - begun) * 1000


def interval(right: int, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    if not count:
        return 0.0, 1.0
    share, square = right / count, _CONFIDENCE**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = (
        _CONFIDENCE * math.sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    )
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def _rows(judged: Sequence[Judged]) -> Iterator[tuple[str, list[Judged]]]:
    kinds = sorted({each.kind for each in judged} - {_FAITHFUL})
    wrong = [each for each in judged if each.kind != _FAITHFUL]
    right = [each for each in judged if each.kind == _FAITHFUL]
    yield "caught: all", wrong
    for kind in kinds:
        yield f"caught: {kind}", [each for each in wrong if each.kind == kind]
    yield "kept whole: all", right
    for language in sorted({each.case.language for each in right}):
        yield f"kept whole: {language}", [each for each in right if each.case.language == language]
    for name in sorted({each.case.set for each in right}):
        yield f"kept whole: {name}", [each for each in right if each.case.set == name]


def _figures(judged: Sequence[Judged]) -> Iterator[tuple[str, dict[str, object]]]:
    for name, each in _rows(judged):
        low, high = interval(sum(one.is_right for one in each), len(each))
        share = sum(one.is_right for one in each) / len(each) if each else 0.0
        yield (
            name,
            {"count": len(each), "share": round(share, 4), "interval": [round(low, 4), round(high, 4)]},
        )
    gone = sum(not one.verified.text for one in judged if one.kind == _FAITHFUL)
    yield "faithful lost wholly", {"count": gone}
    times = sorted(one.took_ms for one in judged)
    yield "took_ms", {"p50": round(times[len(times) // 2], 3), "p95": round(times[int(len(times) * 0.95)], 3)}


def _table(judged: Sequence[Judged]) -> Iterator[str]:
    for name, figures in _figures(judged):
        if "share" in figures:
            yield f"{name:<34} {figures['count']:>5}  {figures['share']:.3f} {figures['interval']}"
        else:
            yield f"{name:<34} {figures}"


def _misses(judged: Sequence[Judged], most: int) -> Iterator[str]:
    for kind in sorted({each.kind for each in judged}):
        wrong = [each for each in judged if each.kind == kind and not each.is_right]
        for each in wrong[:most]:
            yield f"\n[{kind}] {each.case.id} {each.summary}"
            for verdict in each.verified.verdicts:
                yield f"    {verdict.reason or 'kept'} {list(verdict.numbers)}: {verdict.text}"


if __name__ == "__main__":
    sys.exit(main())
