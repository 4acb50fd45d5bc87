"""The measurement of search runs on any folder of sets; how good search is, is not judged here."""

import json
from pathlib import Path

import pytest

from benchmarks import retrieval


def test_it_prints_our_search_beside_the_baselines(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval.main(["--data", str(data)]) == 0

    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["set", "system", "questions"]
    assert [(row[:22].strip(), row[22:39].strip()) for row in rows] == [
        ("small", "recall-sidecar"), ("small", "bare FTS5"), ("small", "bare model"),
    ]  # fmt: skip


def test_json_holds_our_figures_by_set(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval.main(["--data", str(data), "--sets", "small", "--json"]) == 0

    (figures,) = [json.loads(capsys.readouterr().out)["small"]]
    assert figures == {
        "r5": 1.0,
        "r10": 1.0,
        "mrr": 1.0,
        "ndcg": 1.0,
        "r5_interval": [1.0, 1.0],
        "questions": 2,
    }


def test_without_a_set_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval.main(["--data", str(tmp_path), "--sets", "other"]) == 2
    assert "name its folder with --data" in capsys.readouterr().err


def test_a_name_that_no_set_has_is_named_beside_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "queries.jsonl").touch()

    assert retrieval.main(["--data", str(tmp_path), "--sets", "small", "other"]) == 2
    assert "--sets names other, which" in (error := capsys.readouterr().err)
    assert "it holds small." in error
