"""The benchmark of the OpenClaw plugin runs on real gateways and says everything it promises."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import openclaw
from benchmarks.gateways import report
from tests.benchmarks.gateways.runs import good_run
from tests.benchmarks.gateways.test_results import PROMISED
from tests.openclaw.packages import FOLDER_VARIABLE, needed

ROOT = Path(__file__).parents[2]


@needed()
@pytest.mark.timeout(400)
def test_a_quick_run_on_real_gateways_prints_one_json_object_with_every_figure() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.openclaw", "--quick", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    assert figures.keys() >= PROMISED
    assert all(math.isfinite(value) for value in figures.values() if not isinstance(value, list))
    # How fast anything is, is not judged here; what does not hang on the machine is.
    assert (figures["calls_median"], figures["calls_peer_median"]) == (1, 2)
    assert figures["tokens_ratio"] <= 1 / 3
    assert figures["facts_ours"] >= figures["facts_peer"]
    assert figures["down_log_lines"] == 1


def test_without_a_gateway_it_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))

    with pytest.raises(SystemExit) as ended:
        openclaw.main([])

    assert ended.value.code == 2
    assert "make openclaw" in capsys.readouterr().err


def test_the_table_of_the_page_is_replaced_and_its_text_is_not(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- table -->\n| old |\n<!-- end -->\n\nText \\1.\n", "utf-8")
    rows = list(report.lines(good_run()))

    openclaw.write_page(page, rows)

    assert (
        page.read_text("utf-8")
        == f"# Page\n\n<!-- table -->\n{report.markdown(rows)}\n<!-- end -->\n\nText \\1.\n"
    )


def test_the_page_has_a_table_to_replace() -> None:
    text = openclaw.PAGE.read_text("utf-8")

    assert text.count("<!-- table -->\n| ") == text.count("<!-- end -->") == 1
