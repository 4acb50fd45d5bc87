"""The workspace that is searched, and what is counted."""

from pathlib import Path

import pytest

from benchmarks.gateways.lookups import SIZES, Looked, Searcher, write_notes
from tests.openclaw.facts import FACTS


@pytest.mark.parametrize("files", SIZES)
def test_a_workspace_holds_every_fact_in_so_many_files(tmp_path: Path, files: int) -> None:
    write_notes(tmp_path, files)

    written = [file.read_text("utf-8") for file in tmp_path.rglob("*.md")]
    assert len(written) == files
    for number, fact in enumerate(FACTS):
        assert sum(fact.text in text for text in written) == (2 if number < 8 else 1)


def test_two_runs_search_the_same(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_notes(tmp_path / name, 40)

    one, other = (
        {file.name: file.read_text("utf-8") for file in (tmp_path / name).rglob("*.md")}
        for name in ("one", "other")
    )
    assert one == other


def test_figures_come_by_name() -> None:
    looked = Looked(31, 30, Searcher([20.0], {"tea"}), {"words": Searcher([2.0], {"tea", "rent"})})

    assert looked.flat() == {
        "openclaw_p50_ms_31": 20.0,
        "openclaw_p95_ms_31": 20.0,
        "openclaw_right_31": 1,
        "words_p50_ms_31": 2.0,
        "words_p95_ms_31": 2.0,
        "words_right_31": 2,
        "words_ratio_31": 0.1,
    }
