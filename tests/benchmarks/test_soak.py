"""A short soak: a few kills, and nothing lost; how long anything takes is not judged here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.soak import Soak
from benchmarks.soak_notes import Notes, word
from benchmarks.soak_searchers import Searchers, Stage
from benchmarks.ticking import gaps

ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(300)
def test_a_daemon_that_is_killed_while_notes_change_loses_nothing() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak", "--seconds", "8", "--embedding", "off", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.stdout, ran.stderr
    figures = json.loads(ran.stdout)
    # On a busy machine the loop stands still for others.
    assert [fault for fault in figures["faults"] if "event loop" not in fault] == []
    assert figures["kills"] >= 1
    assert figures["changes"] > 0
    assert figures["asked"]["search"] > 0
    assert (figures["lost"], figures["stale"], figures["damage"]) == (0, 0, 0)


def test_a_run_is_at_fault_for_everything_that_must_not_be(tmp_path: Path) -> None:
    searchers = Searchers(Notes(tmp_path, 1), Stage(), wrong=["a"])

    run = Soak(searchers, lost=["b"], stale=["c"], damage=["d"], gap_ms=60, bare_gap_ms=20)

    assert run.faults == ["a", "b", "c", "d", "the event loop stood still for 60 ms"]
    assert Soak(Searchers(Notes(tmp_path, 1), Stage()), gap_ms=60, bare_gap_ms=70).faults == []


def test_notes_say_what_is_told_of_them(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes", 3)
    for _ in range(400):
        notes.change()

    said = {
        path.relative_to(notes.folder).as_posix(): path.read_text("utf-8")
        for path in notes.folder.rglob("note-*.md")
    }
    assert len(notes.live) > 50
    assert all(notes.live[path] in text for path, text in said.items())
    assert notes.born.keys() == set(notes.live.values())
    assert not notes.died.keys() & notes.born.keys()
    assert len({word(number) for number in range(2000)}) == 2000


def test_half_a_line_of_a_killed_ticker_is_left_out(tmp_path: Path) -> None:
    report = tmp_path / "ours.gaps"
    report.write_text("[1.5, 20.0]\n[2.5, 30", "utf-8")

    assert gaps(report) == [(1.5, 20.0)]
