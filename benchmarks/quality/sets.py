"""Sets of questions over memories: `documents.jsonl` and `queries.jsonl`, one folder a set.

A document has `id`, `haystack` (whose memory it is), `session`, `speaker`, `date` (ISO or null) and `text`; a query has `id`,
`haystack`, `query`, `gold` (the ids of the documents that answer it), `category` and perhaps `date`, when it is asked.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

__all__ = ["Document", "Haystack", "Question", "QuestionSet", "found", "load", "moment"]

# Questions whose right answer is that memory has none.
_UNANSWERABLE = frozenset({"adversarial", "abstention", "unanswerable"})


@dataclass(frozen=True, slots=True)
class Document:
    """One turn of a conversation, or one entry of a diary."""

    id: str
    session: str
    speaker: str
    date: datetime | None
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks, and the documents that answer it."""

    text: str
    gold: tuple[str, ...]
    date: datetime | None


@dataclass(frozen=True, slots=True)
class Haystack:
    """One person's memory and the answerable questions about it."""

    name: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Haystacks that are measured together."""

    name: str
    haystacks: tuple[Haystack, ...]

    @property
    def questions(self) -> int:
        """How many questions there are in all."""
        return sum(len(haystack.questions) for haystack in self.haystacks)


def found(folder: Path) -> list[Path]:
    """Return the folders beneath `folder` that hold a set, by name."""
    return sorted(file.parent for file in folder.glob("*/queries.jsonl"))


def load(folder: Path) -> QuestionSet:
    """Read the set in `folder`; questions that nothing answers are left out."""
    documents: dict[str, list[Document]] = {}
    for row in _rows(folder / "documents.jsonl"):
        document = Document(
            row["id"], row["session"] or "", row["speaker"] or "", moment(row.get("date")), row["text"]
        )
        documents.setdefault(row["haystack"], []).append(document)
    questions: dict[str, list[Question]] = {}
    for row in _rows(folder / "queries.jsonl"):
        if row["gold"] and row["category"] not in _UNANSWERABLE:
            question = Question(row["query"], tuple(row["gold"]), moment(row.get("date")))
            questions.setdefault(row["haystack"], []).append(question)
    return QuestionSet(
        folder.name,
        tuple(
            Haystack(name, tuple(documents[name]), tuple(questions.get(name, ())))
            for name in sorted(documents)
        ),
    )


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def moment(iso: str | None) -> datetime | None:
    """Return the moment that a set names, None where it names none."""
    return None if not iso else datetime.fromisoformat(iso).replace(tzinfo=UTC)
