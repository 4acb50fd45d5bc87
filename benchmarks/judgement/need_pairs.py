"""Which message is put to which memory, to learn and measure when memory can help.

The same questions are put to the memory that answers them (`own`), to it without what answers them (`bare`) and to another
person's (`other`); messages that need no memory are put to the same memories (`none`). Questions that their memory only
seems to answer are `decoy`. Nothing is random: what is chosen hangs on a hash of its name.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from benchmarks.quality.sets import Document, moment

__all__ = ["Asked", "Kind", "Memories", "Put", "load", "load_cases", "puts"]

Kind: TypeAlias = Literal["own", "bare", "other", "none", "decoy"]
_UNANSWERABLE = frozenset({"adversarial", "abstention", "unanswerable"})
# Taking the gold out means writing and reading notes anew: of the largest sets every third question is enough.
_MOST_BARE = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set."""

    id: str
    haystack: str
    text: str
    gold: tuple[str, ...]
    category: str
    date: datetime | None


@dataclass(frozen=True, slots=True)
class Memories:
    """A set: its memories by name, and what is asked of them."""

    name: str
    documents: Mapping[str, tuple[Document, ...]]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """A message put to a memory; `source` is where the message comes from, `without` are documents that are taken out."""

    kind: Kind
    of: str
    haystack: str
    id: str
    source: str
    message: str
    without: tuple[str, ...] = ()
    date: datetime | None = None


def load(folder: Path) -> Memories:
    """Read the set in `folder`."""
    documents: dict[str, list[Document]] = {}
    for row in _rows(folder / "documents.jsonl"):
        document = Document(
            row["id"], row["session"] or "", row["speaker"] or "", moment(row.get("date")), row["text"]
        )
        documents.setdefault(row["haystack"], []).append(document)
    asked = tuple(
        Asked(
            row["id"],
            row["haystack"],
            row["query"],
            tuple(row["gold"]),
            row["category"],
            moment(row.get("date")),
        )
        for row in _rows(folder / "queries.jsonl")
    )
    return Memories(folder.name, {name: tuple(each) for name, each in documents.items()}, asked)


def load_cases(file: Path) -> tuple[Memories, list[dict[str, Any]]]:
    """Read the cases written for this project, a person a line, and what is said to each that needs no memory."""
    documents: dict[str, tuple[Document, ...]] = {}
    asked: list[Asked] = []
    idle: list[dict[str, Any]] = []
    for row in _rows(file):
        person = row["person"]
        ids = [f"{person}:{number}" for number in range(len(row["memory"]))]
        documents[person] = tuple(
            Document(each, f"{person}-{number // 4}", "", None, text)
            for number, (each, text) in enumerate(zip(ids, row["memory"], strict=True))
        )
        for number, each in enumerate(row["asks"]):
            gold = tuple(ids[place] for place in each["gold"])
            asked.append(Asked(f"{person}:q{number}", person, each["message"], gold, row["lang"], None))
        for number, each in enumerate(row["idle"]):
            idle.append(
                {
                    "id": f"{person}:i{number}",
                    "source": f"cases-{each['kind']}",
                    "text": each["message"],
                    "memories": [person],
                }
            )
    return Memories("cases", documents, tuple(asked)), idle


def puts(
    memories: Memories, elsewhere: Memories | None, idle: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, Put]]:
    """Yield what is put to memories, each with the name of the set that holds the memory.

    `elsewhere` lends another person's memory to a set that has only one; without one, nothing is put to another's. `idle` are the messages that need none.
    """
    answerable = [each for each in memories.asked if each.gold and each.category not in _UNANSWERABLE]
    step = max(len(answerable) // _MOST_BARE, 1) if len(answerable) > _MOST_BARE else 1
    for number, asked in enumerate(answerable):
        put = (memories.name, asked.haystack, asked.id, memories.name, asked.text)
        yield memories.name, Put("own", *put, date=asked.date)
        if number % step == 0:
            yield memories.name, Put("bare", *put, without=asked.gold, date=asked.date)
        if (other := _other(memories, elsewhere, asked)) is not None:
            yield other
    for asked in memories.asked:
        if asked.category in _UNANSWERABLE:
            yield (
                memories.name,
                Put(
                    "decoy",
                    memories.name,
                    asked.haystack,
                    asked.id,
                    asked.category,
                    asked.text,
                    date=asked.date,
                ),
            )
    said = {name: {each.text for each in documents} for name, documents in sorted(memories.documents.items())}
    for row in idle:
        # Some memories hold such messages themselves, and would answer with the very same words.
        names = row.get("memories") or [name for name, texts in said.items() if row["text"] not in texts]
        haystack = names[_hash(f"{memories.name}:{row['id']}") % len(names)]
        yield memories.name, Put("none", memories.name, haystack, row["id"], row["source"], row["text"])


def _other(memories: Memories, elsewhere: Memories | None, asked: Asked) -> tuple[str, Put] | None:
    """Put a question to the memory of somebody else, who has nothing on its subject where subjects are known."""
    subjects = {_subject(each) for each in asked.gold} - {""}
    holders = memories if len(memories.documents) > 1 or elsewhere is None else elsewhere
    # One lent memory is enough: each has to be indexed.
    candidates = sorted(holders.documents) if holders is memories else sorted(holders.documents)[:1]
    names = [
        name
        for name in candidates
        if name != asked.haystack
        and not any(_subject(each.id) in subjects for each in holders.documents[name])
    ]
    if not names:
        return None
    haystack = names[_hash(asked.id) % len(names)]
    return holders.name, Put(
        "other", memories.name, haystack, asked.id, memories.name, asked.text, date=asked.date
    )


def _subject(document: str) -> str:
    """Return the subject that a document's id ends with, empty where it ends with a number or a day."""
    end = document.partition(":")[2]
    return end if end.replace("_", "").isalpha() else ""


def _hash(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())
