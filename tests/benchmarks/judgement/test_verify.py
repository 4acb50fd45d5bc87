"""What is said of a verifier's catches and losses."""

import json
from pathlib import Path

import pytest

from benchmarks.judgement.verify import interval, main
from tests.benchmarks.judgement.test_cases import case, write


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Return a file with one case, beside its set."""
    write(tmp_path, "chats", {"id": "a", "text": "I like tea.", "speaker": "Mara", "date": None})
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case("chats", "a")), "utf-8")
    return file


def test_catches_and_losses_are_counted(cases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--cases", str(cases), "--data", str(cases.parent), "--json"]) == 0

    figures = json.loads(capsys.readouterr().out)
    assert figures["caught: negation"] == {"count": 1, "share": 1.0, "interval": [0.2065, 1.0]}
    assert figures["kept whole: all"]["share"] == 1.0
    assert figures["faithful lost wholly"] == {"count": 0}


def test_misses_are_listed(cases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = json.loads(cases.read_text("utf-8"))
    row["corruptions"] = [{"kind": "nothing", "summary": "Mara likes tea."}]
    row["summary"] = "Mara owns 7 pots."
    cases.write_text(json.dumps(row), "utf-8")

    assert main(["--cases", str(cases), "--data", str(cases.parent), "--misses", "5"]) == 0

    said = capsys.readouterr().out
    assert "[faithful] 1 Mara owns 7 pots." in said
    assert "number []: Mara owns 7 pots." in said
    assert "[nothing] 1 Mara likes tea." in said


def test_without_cases_it_says_what_to_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--cases", str(tmp_path / "none.jsonl")]) == 2
    assert "--cases" in capsys.readouterr().err


def test_an_interval_of_nothing_is_all_of_it() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(90, 100)
    assert 0.82 < low < 0.9 < high < 0.95
