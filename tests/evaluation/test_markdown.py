"""The Markdown report holds the figures, and no text of a case is markup in it."""

from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import FIGURES, measure
from recall_sidecar.evaluation.markdown import as_markdown
from tests.evaluation.turns import judged

ABOUT = About("my_cases", "2026-12-01 16:00 UTC", "0.1.0", "none", "your own", str)


def test_every_figure_has_its_row() -> None:
    report = as_markdown(measure((judged({}),)), ABOUT)

    assert [name for name in FIGURES if f"| `{name}` |" not in report] == []
    assert "1 cases of my\\_cases" in report
    assert "The need for memory" not in report


def test_what_went_wrong_is_told_without_markup() -> None:
    wrong = judged(
        {
            "id": "a|b",
            "message": "# [x](http://evil) <b>\n- y",
            "expect": [{"text": "oolong"}, {"text": "no"}],
        }
    )
    other = judged({"expect": "nothing"}, status="empty", block="", hits=())

    report = as_markdown(measure((wrong, other)), ABOUT)

    assert "### a\\|b" in report
    assert "- message: \\# \\[x\\]\\(http://evil\\) \\<b\\> \\- y" in report
    assert "- wrong: an expected passage was not found" in report
    assert "  1. MEMORY\\.md:3\\-4 0.72 (expected, told)" in report
    assert "The need for memory is told by: score of the best hit." in report
