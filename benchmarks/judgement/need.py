"""Measure whether the need step knows when memory can help.

`python -m benchmarks.judgement.need --data FOLDER` puts questions to the memories that answer them and to wrong ones, and messages
that need no memory to the same memories, all through the default search. Every score comes from a judge that has learnt
neither from the set nor from the source of the message. `--cache` keeps the searches, `--plot` writes ROC curves as SVG,
`--json` prints one JSON object.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from benchmarks.judgement import need_words, roc_plot
from benchmarks.judgement.need_cache import add_options, collected
from benchmarks.judgement.need_figures import alarms, auroc, concordance, figure, roc, threshold_at
from benchmarks.judgement.need_rows import Rows
from benchmarks.judgement.train_need import apart, thresholds
from recall_sidecar.recall.extract import extract, speaks_for_itself
from recall_sidecar.recall.need.signs import signs_of
from recall_sidecar.recall.need.trained import trained
from recall_sidecar.settings import InjectSettings, MemorySettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["main"]

_RECALL: Final = 0.95
# The cases written for the project teach; they are shown beside the sets, and counted in no figure over all.
_BESIDE: Final = "cases"
_TIMED: Final = 2000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether the need step knows when memory can help.")
    add_options(parser)
    parser.add_argument("--plot", type=Path, help="write ROC curves as SVG into this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    rows = collected(options.data, options.cases, options.cache)
    scores = apart(rows)
    report = {
        "need": _parted(rows, scores),
        "message alone, same sets": _briefly(rows, need_words.same_sets(rows)),
        "message alone, set left out": _briefly(rows, need_words.sets_left_out(rows)),
        "wrong memory": _wrong_memory(rows, scores),
        "as shipped": _as_shipped(rows, scores),
        "milliseconds": _speed(rows),
    }
    if options.plot:
        options.plot.write_text(roc_plot.drawn(_curves(rows, scores)), encoding="utf-8")
    print(json.dumps(report, indent=2) if options.json else "\n".join(_lines(report)))
    return 0


def _of(rows: Rows, kind: str, *names: str) -> "NDArray[np.bool_]":
    return np.asarray((rows.kind == kind) & np.isin(rows.of, names or _sets(rows)))


def _sets(rows: Rows) -> list[str]:
    """Return the sets whose figures count."""
    return sorted({*rows.of.tolist()} - {_BESIDE})


def _parted(rows: Rows, scores: "NDArray[np.float64]") -> dict[str, Any]:
    """Return how well wanted and idle messages are parted, over all, by set and by source."""
    threshold = threshold_at(scores[_of(rows, "own")], _RECALL)
    by_set = {}
    for name in (*_sets(rows), _BESIDE):
        wanted, none = scores[_of(rows, "own", name)], scores[_of(rows, "none", name)]
        by_set[name] = {
            "auroc": figure(auroc, wanted, none).as_json(),
            "recall": round(alarms(wanted, threshold), 4),
            "false_alarms": figure(lambda each: alarms(each, threshold), none).as_json(),
            "false_alarms_at_its_own_95": round(alarms(none, threshold_at(wanted, _RECALL)), 4),
        }
    sources = {
        source: round(alarms(scores[_of(rows, "none") & (rows.source == source)], threshold), 4)
        for source in sorted({*rows.source[_of(rows, "none")].tolist()})
    }
    return {**_briefly(rows, scores), "by_set": by_set, "false_alarms_by_source": sources}


def _briefly(rows: Rows, scores: "NDArray[np.float64]") -> dict[str, Any]:
    wanted, none = scores[_of(rows, "own")], scores[_of(rows, "none")]
    threshold = threshold_at(wanted, _RECALL)
    return {
        "auroc": figure(auroc, wanted, none).as_json(),
        "false_alarms_at_95": figure(lambda each: alarms(each, threshold), none).as_json(),
    }


def _wrong_memory(rows: Rows, scores: "NDArray[np.float64]") -> dict[str, Any]:
    """Return what becomes of the same questions when memory lacks the answer, or is another person's."""
    threshold = threshold_at(scores[_of(rows, "own")], _RECALL)
    places = {(each.put.kind, each.put.of, each.put.id): number for number, each in enumerate(rows.found)}
    report: dict[str, Any] = {}
    each_set = {name: (name,) for name in (*_sets(rows), _BESIDE)}
    for label, names in {"all": tuple(_sets(rows)), **each_set}.items():
        bare = np.flatnonzero(_of(rows, "bare", *names))
        own = np.array(
            [places["own", rows.found[each].put.of, rows.found[each].put.id] for each in bare.tolist()]
        )
        other, decoy = scores[_of(rows, "other", *names)], scores[_of(rows, "decoy", *names)]
        report[label] = {
            "paired_auroc": figure(concordance, scores[own], scores[bare], is_paired=True).as_json(),
            "pooled_auroc": figure(auroc, scores[own], scores[bare]).as_json(),
            "another_persons": figure(lambda each: alarms(each, threshold), other).as_json(),
            **({"decoys": round(alarms(decoy, threshold), 4)} if len(decoy) else {}),
        }
    return report


def _as_shipped(rows: Rows, scores: "NDArray[np.float64]") -> dict[str, Any]:
    """Return recall and false alarms at the thresholds that ship, and how many idle messages get an extract."""
    idle = np.flatnonzero(_of(rows, "none"))
    quoted = np.array([_is_quoted(rows, number) for number in idle.tolist()])
    return {
        choice: {
            "recall": {name: round(alarms(scores[_of(rows, "own", name)], odd), 4) for name in _sets(rows)},
            "false_alarms": round(alarms(scores[idle], odd), 4),
            "extracts": round(float((quoted & (scores[idle] >= odd)).mean()), 4),
        }
        for choice, odd in thresholds(rows, scores).items()
    }


def _is_quoted(rows: Rows, number: int) -> bool:
    """Return whether an extract can be made of what was found, were it to be used."""
    found = rows.found[number]
    floor = MemorySettings().min_score
    strong = tuple(hit for hit in found.hits if speaks_for_itself(hit, floor))
    limit = InjectSettings().max_summary_chars
    return extract(strong, found.put.message, max_chars=limit) is not None


def _speed(rows: Rows) -> dict[str, float]:
    """Return how long one decision takes."""
    weights = trained()
    took: list[float] = []
    for found in [each for each in rows.found if each.hits][:: max(len(rows.found) // _TIMED, 1)]:
        query = _Said(found.put.message, found.put.message[:480])
        begun = time.perf_counter()
        weights.weigh(signs_of(query, found.hits))
        took.append((time.perf_counter() - begun) * 1000)
    return {name: round(float(np.quantile(took, share)), 3) for name, share in (("p50", 0.5), ("p99", 0.99))}


class _Said:
    def __init__(self, latest: str, search: str) -> None:
        self.latest = latest
        self.search = search


def _curves(rows: Rows, scores: "NDArray[np.float64]") -> Mapping[str, Sequence[tuple[float, float]]]:
    alone = need_words.sets_left_out(rows)
    return {
        "all sets": roc(scores[_of(rows, "own")], scores[_of(rows, "none")]),
        **{
            name: roc(scores[_of(rows, "own", name)], scores[_of(rows, "none", name)]) for name in _sets(rows)
        },
        "message alone, set left out": roc(alone[_of(rows, "own")], alone[_of(rows, "none")]),
    }


def _lines(report: Mapping[str, Any], indent: str = "") -> Sequence[str]:
    lines: list[str] = []
    for name, value in report.items():
        if isinstance(value, Mapping) and "interval" in value:
            low, high = value["interval"]
            lines.append(f"{indent}{name}: {value['value']:.3f} ({low:.3f}-{high:.3f}, n={value['count']})")
        elif isinstance(value, Mapping):
            lines += [f"{indent}{name}:", *_lines(value, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {value}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
