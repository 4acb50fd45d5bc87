"""The measurement of the embedding model's process runs; how fast it is, is not judged here."""

import json

import pytest

from benchmarks import embedding


def test_json_holds_what_it_costs_and_what_it_spares(capsys: pytest.CaptureFixture[str]) -> None:
    assert embedding.main(["--quick", "--json"]) == 0

    figures = json.loads(capsys.readouterr().out)
    wanted = {"loop_gap_max_ms", "loop_gap_bare_ms", "first_vectors_s", "rss_daemon_mb", "rss_model_mb", "embed_p50_ms", "embed_busy_p50_ms"}  # fmt: skip
    assert wanted <= figures.keys()
    assert figures["rss_model_mb"] > 0
    assert figures["embed_p50_ms"] > 0
