"""Summaries of passages and what was done to them: JSON Lines, one summary a line.

A line is `{id, set, passages: [{id, date, speaker}], lang, summary, corruptions: [{kind, summary}]}`; the texts of the passages stand
in `documents.jsonl` of the set's folder, under their ids (benchmarks/quality/sets.py).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from recall_sidecar.recall.verify.evidence import Seen

__all__ = ["Case", "load"]

# The second line of each of its documents is the assistant's.
_TWO_LINES = "memorybank_zh"


@dataclass(frozen=True, slots=True)
class Case:
    """A summary that its passages support, and the same with something made wrong, each with its kind."""

    id: str
    set: str
    language: str
    seen: tuple[Seen, ...]
    summary: str
    corruptions: tuple[tuple[str, str], ...]


def load(file: Path, data: Path) -> list[Case]:
    """Read the cases of `file`, with the texts of their passages from the sets in `data`."""
    rows = list(_rows(file))
    documents = {
        name: {row["id"]: row for row in _rows(data / name / "documents.jsonl")}
        for name in {row["set"] for row in rows}
    }
    return [_case(row, documents[row["set"]]) for row in rows]


def _case(row: dict[str, Any], documents: dict[str, dict[str, Any]]) -> Case:
    seen = tuple(
        _seen(
            number,
            {**documents[each["id"]], **{key: each[key] for key in ("date", "speaker") if each.get(key)}},
            row["set"],
        )
        for number, each in enumerate(row["passages"], 1)
    )
    corruptions = tuple((each["kind"], each["summary"]) for each in row["corruptions"])
    return Case(row["id"], row["set"], row["lang"], seen, row["summary"], corruptions)


def _seen(number: int, document: dict[str, Any], of_set: str) -> Seen:
    text, speaker = document["text"], document["speaker"] or ""
    if of_set == _TWO_LINES and text.count("\n") == 1:
        said, answered = text.split("\n")
        text = f"{speaker}: {said}\nAI: {answered}"
    day = date.fromisoformat(document["date"][:10]) if document["date"] else None
    return Seen(number, text, day, speaker)


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)
