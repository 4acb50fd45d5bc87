from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.cli.index_status import describe

NOW = datetime(2026, 11, 30, 9, 0, 30, tzinfo=UTC)
MEMORY: dict[str, Any] = {
    "ready": True,
    "files": 1200,
    "passages": 3000,
    "refreshedAt": "2026-11-30T09:00:00Z",
    "problems": ["notes/a.md: binary"],
    "detail": "",
    "embedding": "minilm",
    "vectors": 3000,
    "bytesOnDisk": 12_340_000,
    "folders": [
        {"name": "notes", "path": "/home/me/notes", "files": 1200, "passages": 3000, "watching": "events", "problems": []}
    ],
    "reading": None,
}  # fmt: skip


def test_everything_is_told() -> None:
    assert describe(MEMORY, Path("/state/memory.sqlite3"), NOW).splitlines() == [
        "indexed    3,000 passages in 1,200 files of 1 folders",
        "vectors    3,000 of 3,000 passages, by minilm",
        "on disk    12.3 MB, /state/memory.sqlite3",
        "last read  30s ago",
        "folders:",
        "  notes: 3,000 passages in 1,200 files, events (/home/me/notes)",
        "! notes/a.md: binary",
    ]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"embedding": ""}, "vectors    none, words alone are searched"),
        ({"vectors": 10}, "vectors    10 of 3,000 passages, by minilm, the rest in the background"),
        ({"refreshedAt": None}, "last read  not since the start"),
        ({"ready": False, "detail": "the index is being opened"}, "! the index is being opened"),
        (
            {"folders": [{**MEMORY["folders"][0], "watching": ""}]},
            "  notes: 3,000 passages in 1,200 files, not followed: no daemon runs (/home/me/notes)",
        ),
    ],
)
def test_what_is_otherwise_is_told(change: dict[str, Any], line: str) -> None:
    assert line in describe({**MEMORY, **change}, Path("/state/memory.sqlite3"), NOW).splitlines()


def test_without_folders_none_are_listed() -> None:
    assert "folders:" not in describe({**MEMORY, "folders": []}, Path("/x"), NOW).splitlines()
