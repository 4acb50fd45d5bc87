"""A run as Markdown, for notes and pull requests. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import Measured
from recall_sidecar.evaluation.judged import Judged
from recall_sidecar.evaluation.rows import Row, rows
from recall_sidecar.evaluation.words import bounds, shown

__all__ = ["as_markdown"]

_MOST_HITS: Final = 5
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


def as_markdown(measured: Measured, about: About) -> str:
    """Return the report."""
    return "\n".join([*_head(measured, about), *_figures(measured), *_wrong(measured, about)]) + "\n"


def _head(measured: Measured, about: About) -> Iterator[str]:
    yield "# Recall, measured"
    yield ""
    yield f"{len(measured.judged)} cases of {_told(about.place)}, {about.when}, recall-sidecar {about.version}."
    yield f"Memory: {_told(about.memory)}. Model: {_told(about.model)}."
    yield ""
    yield "How turns ended: " + ", ".join(f"{_told(name)} {count}" for name, count in measured.outcomes) + "."
    yield ""


def _figures(measured: Measured) -> Iterator[str]:
    yield "| figure | value | 95 % | cases | |"
    yield "|---|---:|---|---:|---|"
    for figure in measured.figures:
        yield f"| `{figure.name}` | {shown(figure)} | {bounds(figure)} | {figure.of} | {figure.label} |"
    if measured.roc:
        yield ""
        yield f"The need for memory is told by: {measured.scored_by}."


def _wrong(measured: Measured, about: About) -> Iterator[str]:
    wrong = [each for each in measured.judged if each.faults]
    yield ""
    yield f"## What went wrong: {len(wrong)} of {len(measured.judged)}"
    for row, judged in zip(rows(wrong, about.mask), wrong, strict=False):
        yield ""
        yield from _case(row, judged)


def _case(row: Row, judged: Judged) -> Iterator[str]:
    yield f"### {_told(row.id)}"
    yield ""
    yield f"- message: {_told(row.message)}"
    yield f"- expected: {_told(row.expected)}"
    yield f"- ended: {_told(row.ended)}"
    yield f"- wrong: {', '.join(judged.faults)}"
    for rank, hit in enumerate(row.hits[:_MOST_HITS], 1):
        marks = ", ".join(word for word, is_so in (("expected", hit.expected), ("told", hit.used)) if is_so)
        yield f"  {rank}. {_told(hit.place)} {hit.score:.2f}{f' ({marks})' if marks else ''}"


def _told(text: str) -> str:
    """Return a text of somebody as one line that is no markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
