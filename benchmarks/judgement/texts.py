"""Sets of texts with labels: `texts.jsonl`, one folder a set, whose lines have `id`, `text`, `label`, `source`."""

import json
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Labelled", "found", "load"]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text, what it is said to be (`injection`, `benign`, …), and where in its set it comes from."""

    id: str
    text: str
    label: str
    source: str


def found(folder: Path) -> dict[str, Path]:
    """Return the files of texts beneath `folder`, by the name of their set."""
    return {file.parent.name: file for file in sorted(folder.glob("*/texts.jsonl"))}


def load(file: Path) -> tuple[Labelled, ...]:
    """Read a set."""
    with file.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    return tuple(Labelled(row["id"], row["text"], row["label"], row["source"]) for row in rows)
