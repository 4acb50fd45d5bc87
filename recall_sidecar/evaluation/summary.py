"""A run for the terminal, and for programs. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import Measured
from recall_sidecar.evaluation.rows import rows
from recall_sidecar.evaluation.words import bounds, shown

__all__ = ["as_json", "as_text"]

_MOST_WRONG = 20


def as_text(measured: Measured, about: About) -> str:
    """Return the figures in a table, and the cases that went wrong."""
    return "\n".join([*_figures(measured, about), *_wrong(measured, about)])


def as_json(measured: Measured, about: About, misses: Sequence[str]) -> dict[str, Any]:
    """Return the run for programs; `misses` are the limits that it misses."""
    return {
        "cases": len(measured.judged),
        "place": about.place,
        "memory": about.memory,
        "model": about.model,
        "when": about.when,
        "version": about.version,
        "figures": {figure.name: figure.as_json() for figure in measured.figures},
        "scoredBy": measured.scored_by,
        "roc": [
            {"threshold": point.threshold, "falseAlarms": point.false_alarms, "recall": point.recall}
            for point in measured.roc[1:]
        ],
        "outcomes": dict(measured.outcomes),
        "wrong": [
            {"id": row.id, "faults": list(judged.faults)}
            for judged in measured.judged
            if judged.faults
            for row in rows((judged,), about.mask)
        ],
        "missed": list(misses),
    }


def _figures(measured: Measured, about: About) -> Iterator[str]:
    yield f"{len(measured.judged)} cases of {about.place}"
    yield f"memory: {about.memory}; model: {about.model}"
    yield ""
    width = max(len(figure.name) for figure in measured.figures)
    for figure in measured.figures:
        if figure.of:
            of = f"{figure.of} case{'' if figure.of == 1 else 's'}"
            yield f"{figure.name:<{width}} {shown(figure):>10}  {bounds(figure):<18} {of:>10}  {figure.label}"
    silent = [figure.name for figure in measured.figures if not figure.of]
    if silent:
        yield f"No case measures {', '.join(silent)}."


def _wrong(measured: Measured, about: About) -> Iterator[str]:
    wrong = [each for each in measured.judged if each.faults]
    yield ""
    if not wrong:
        yield "Nothing went wrong."
        return
    yield f"Went wrong: {len(wrong)} of {len(measured.judged)}"
    for row, judged in zip(rows(wrong[:_MOST_WRONG], about.mask), wrong, strict=False):
        yield f"  {row.id}: {', '.join(judged.faults)}"
    if len(wrong) > _MOST_WRONG:
        yield f"  and {len(wrong) - _MOST_WRONG} more; --html and --markdown name them"
