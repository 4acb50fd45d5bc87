"""A small set of questions on disk, in the form that real ones have."""

import json
from pathlib import Path

import pytest

DOCUMENTS = (
    {"id": "d1", "haystack": "h1", "session": "s1", "speaker": "Ann", "date": "2023-05-08T13:56", "text": "I drink oolong."},
    {"id": "d2", "haystack": "h1", "session": "s1", "speaker": "Ben", "date": "2023-05-08T13:56", "text": "# Not a heading\n```\nI play the cello."},
    {"id": "d3", "haystack": "h1", "session": "s2", "speaker": "Ann", "date": None, "text": "The gate is green."},
    {"id": "d4", "haystack": "h2", "session": None, "speaker": None, "date": None, "text": "A cello stands here."},
)  # fmt: skip
QUERIES = (
    {"id": "q1", "haystack": "h1", "query": "Who plays the cello?", "gold": ["d2"], "category": "single"},
    {"id": "q2", "haystack": "h1", "query": "Who owns a yacht?", "gold": [], "category": "abstention"},
    {"id": "q3", "haystack": "h1", "query": "What is a yacht?", "gold": ["d1"], "category": "adversarial"},
    {"id": "q4", "haystack": "h2", "query": "Is there a cello?", "gold": ["d4"], "category": "single", "date": "2023-06-01"},
)  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with the set `small` and a folder that is none."""
    folder = tmp_path / "data"
    (folder / "small").mkdir(parents=True)
    (folder / "texts").mkdir()
    for name, rows in (("documents", DOCUMENTS), ("queries", QUERIES)):
        lines = "\n".join(json.dumps(row) for row in rows)
        (folder / "small" / f"{name}.jsonl").write_text(lines + "\n", encoding="utf-8")
    return folder
