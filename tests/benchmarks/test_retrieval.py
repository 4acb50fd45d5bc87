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


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="a folder without sets"),
        pytest.param(["--sets", "other"], id="a name that no set has"),
    ],
)
def test_without_a_set_it_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert retrieval.main(["--data", str(tmp_path), *arguments]) == 2
    assert "--data" in capsys.readouterr().err
