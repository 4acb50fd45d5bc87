"""Train the judge of the need step and write its weights, with the record of their training.

`python -m benchmarks.judgement.train_need --data FOLDER` learns from the sets that may teach (benchmarks/judgement/need_rows.py)
and writes recall_sidecar/recall/need/weights.json. `--cache` keeps the searches; `--json` prints what is written.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from benchmarks.judgement.need_cache import add_options, collected
from benchmarks.judgement.need_figures import alarms, auroc, threshold_at
from benchmarks.judgement.need_fit import Fit
from benchmarks.judgement.need_rows import MEASURED_ONLY, TRAINED_ON, Rows, learn, left_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["apart", "main", "record", "thresholds"]

_WEIGHTS: Final = Path(__file__).parents[2] / "recall_sidecar" / "recall" / "need" / "weights.json"
# The share of messages that memory helps with, among those for which anything is found, that passes.
_RECALL: Final = {"eager": 0.95, "balanced": 0.88, "frugal": 0.8}
_LICENCES: Final = {
    "cases": "written for this project",
    "longmemeval_evidence": "MIT",
    "memorybank_zh": "MIT",
    "belle-eval": "Apache-2.0 code, ODC-By data",
    "gsm8k-test": "MIT",
    "mt-bench": "Apache-2.0",
    "vicuna-bench": "Apache-2.0",
    "self-instruct-user": "Apache-2.0",
    "self-instruct-seed": "Apache-2.0",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description="Train the judge of the need step.")
    add_options(parser)
    parser.add_argument("--out", type=Path, default=_WEIGHTS, help="where the weights go")
    parser.add_argument("--json", action="store_true", help="print what is written")
    options = parser.parse_args(arguments)
    rows = collected(options.data, options.cases, options.cache)
    written = json.dumps(record(rows), indent=2, ensure_ascii=False) + "\n"
    options.out.write_text(written, encoding="utf-8")
    print(written if options.json else f"wrote {options.out}", end="" if options.json else "\n")
    return 0


def apart(rows: Rows) -> "NDArray[np.float64]":
    """Return scores in which no row was learnt from, nor its set, nor the source of its message."""

    @cache
    def learnt(without_set: str, without_source: str) -> Fit:
        return learn(rows, without_set=without_set, without_source=without_source)

    def learner(without_set: str, without_source: str) -> "Callable[[Rows], NDArray[np.float64]]":
        # A set that never teaches is left out in any case: one judge does for all of them.
        one = without_set if without_set in TRAINED_ON else ""
        other = "" if without_source in MEASURED_ONLY else without_source
        judge = learnt(one, other)
        return lambda asked: judge.scores(asked.table)

    return left_out(rows, learner)


def thresholds(rows: Rows, scores: "NDArray[np.float64]") -> dict[str, float]:
    """Return the log odds that each choice asks for, from the sets that may teach alone, each counting as much."""
    wanted = [scores[(rows.of == name) & (rows.kind == "own") & rows.has] for name in TRAINED_ON]
    draw = np.concatenate([np.quantile(each, np.linspace(0, 1, 400)) for each in wanted if len(each)])
    return {choice: threshold_at(draw, share) for choice, share in _RECALL.items()}


def record(rows: Rows) -> dict[str, Any]:
    """Return the weights and how they came about."""
    judge, scores = learn(rows), apart(rows)
    chosen = rows.has & rows.may_teach
    usual = rows.table[chosen].mean(axis=0)
    odds = thresholds(rows, scores)
    return {
        "usual": round(float(judge.scores(usual[None, :])[0]), 6),
        "thresholds": {name: round(float(1 / (1 + np.exp(-value))), 6) for name, value in odds.items()},
        "signs": {
            name: {"weight": round(float(weight), 6), "usual": round(float(middle), 6)}
            for name, weight, middle in zip(rows.names, judge.weights, usual, strict=True)
        },
        "training": {
            "script": "benchmarks/judgement/train_need.py",
            "date": datetime.now(UTC).date().isoformat(),
            "licences": _LICENCES,
            "rows": {
                name: {
                    kind: int((chosen & (rows.of == name) & (rows.kind == kind)).sum())
                    for kind in ("own", "none", "bare", "other")
                }
                for name in TRAINED_ON
            },
            "left_out_of_training": {
                name: _errors(rows, scores, name, odds) for name in sorted({*rows.of.tolist()})
            },
        },
    }


def _errors(rows: Rows, scores: "NDArray[np.float64]", name: str, odds: dict[str, float]) -> dict[str, Any]:
    """Return how a judge does on set `name` that has learnt neither from it nor from the source of the message."""
    of_set = rows.of == name
    wanted, none = scores[of_set & (rows.kind == "own")], scores[of_set & (rows.kind == "none")]
    return {
        "auroc": round(auroc(wanted, none), 4),
        **{
            choice: {"missed": round(1 - alarms(wanted, odd), 4), "false_alarms": round(alarms(none, odd), 4)}
            for choice, odd in odds.items()
        },
    }


if __name__ == "__main__":
    sys.exit(main())
