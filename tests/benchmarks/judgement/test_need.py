"""The measurement of the need step runs on any folder of sets; how good it is, is not judged here."""

import json
from pathlib import Path

import pytest

from benchmarks.judgement import need, train_need
from recall_sidecar.recall.need.weights import parse


@pytest.fixture
def options(data: Path, tmp_path: Path) -> list[str]:
    """Return the arguments for a small set, a few cases and messages that need no memory."""
    # One of the sets that may teach: a judge is never measured on what it learnt from.
    (data / "small").rename(data / "memorybank_zh")
    (data / "no_memory").mkdir()
    idle = [{"id": f"n{number}", "source": "sums", "text": f"What is {number} + 2?"} for number in range(4)]
    (data / "no_memory" / "texts.jsonl").write_text("\n".join(map(json.dumps, idle)), encoding="utf-8")
    people = [
        {
            "person": name, "lang": "en", "memory": [f"I am a {work}.", "The gate is green."],
            "asks": [{"message": f"Am I still a {work}?", "gold": [0]}], "idle": [{"message": "Is a gate a door?", "kind": "world"}],
        }
        for name, work in (("p", "baker"), ("q", "nurse"))
    ]  # fmt: skip
    cases = tmp_path / "cases.jsonl"
    cases.write_text("\n".join(map(json.dumps, people)), encoding="utf-8")
    return ["--data", str(data), "--cases", str(cases), "--cache", str(tmp_path / "cache")]


def test_it_measures_trains_and_keeps_its_searches(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot, weights = tmp_path / "roc.svg", tmp_path / "weights.json"

    assert need.main([*options, "--json", "--plot", str(plot)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["need"]["auroc"]["count"] == 2 + 4
    assert {*report["need"]["by_set"]} == {"memorybank_zh", "cases"}
    assert "all sets" in plot.read_text(encoding="utf-8")

    assert train_need.main([*options, "--out", str(weights)]) == 0
    assert parse(json.loads(weights.read_text(encoding="utf-8"))).thresholds
    assert len([*(tmp_path / "cache").rglob("*.gz")]) == 4


def test_people_read_the_figures_as_lines(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert need.main(options) == 0
    assert "need:" in capsys.readouterr().out
