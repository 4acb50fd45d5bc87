"""The measurement of search runs; how fast search is, is not judged here."""

import json

import pytest

from benchmarks import search
from benchmarks.speed.sized import measured


def test_json_holds_the_figures_by_size(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A process of its own would load everything once more.
    monkeypatch.setattr(search, "_apart", lambda passages, questions: measured(passages, 3, lambda _: None))
    monkeypatch.setattr(search, "_QUICK", {"1k": 60, "10k": 80, "100k": 100})

    assert search.main(["--quick", "--json"]) == 0

    figures = json.loads(capsys.readouterr().out)
    wanted = {
        "p50_ms_1k",
        "p50_ms_10k",
        "p50_ms_100k",
        "fts_p50_ms_100k",
        "numpy_p50_ms_100k",
        "embed_p50_ms",
    }
    assert wanted <= figures.keys()
    assert all(figures[key] > 0 for key in wanted)
    assert figures["index_passages_s_1k"] > 0


def test_steps_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []

    measured(20, 3, told.append)

    assert list(dict.fromkeys(told)) == [
        "writing notes", "indexing", "vectors", "graph", "searching", "bare FTS5", "bare numpy",
    ]  # fmt: skip
