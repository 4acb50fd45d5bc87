"""The measurement of repeats runs on any folder of sets; how many there are is not judged here."""

import json
from pathlib import Path

import pytest

from benchmarks.judgement import repeats

KINDS = ("openclaw", "claude-code", "own")


def test_it_prints_a_row_for_each_host_and_answerer(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeats.main(["--data", str(data), "--talks", "2"]) == 0

    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:5] == ["host,", "answerer", "turns", "blocks", "repeated"]
    assert [row[:24].strip() for row in rows] == [
        f"{kind}, {by}" for kind in KINDS for by in ("extract", "model")
    ]


def test_json_holds_the_figures_by_host_and_answerer(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeats.main(["--data", str(data), "--sets", "small", "--talks", "2", "--json"]) == 0

    measured = json.loads(capsys.readouterr().out)
    assert {figures["turns"] for figures in measured.values()} == {80}
    assert measured["claude-code, extract"]["repeated"] == 0


def test_without_the_set_it_says_so(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeats.main(["--data", str(data), "--sets", "other"]) == 2
    assert "holds no set other" in capsys.readouterr().err


def test_a_model_that_runs_elsewhere_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeats.main(["--data", str(data), "--embedding", "off"]) == 2
    assert "--embedding" in capsys.readouterr().err
