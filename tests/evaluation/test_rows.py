"""A case is shown bounded, and without a secret."""

from recall_sidecar.evaluation.rows import MOST_ROWS, rows
from tests.evaluation.turns import judged
from tests.harness import SECRET, mask


def test_secrets_of_the_case_and_of_the_settings_are_taken_out() -> None:
    case = {
        "message": f"is it HUNTER2-hunter2 or {SECRET}?",
        "secrets": ["hunter2-hunter2"],
        "expect": "nothing",
    }

    (row,) = rows([judged(case, status="skipped", reason="no_text")], mask)

    assert "hunter2" not in row.message.lower()
    assert SECRET not in row.message
    assert row.message.startswith("is it [secret] or")
    assert (row.expected, row.ended) == ("nothing", "skipped (no_text)")


def test_texts_and_rows_are_bounded() -> None:
    found = rows([judged({"message": "x" * 5000})] * (MOST_ROWS + 1), str)

    assert len(found) == MOST_ROWS
    assert len(found[0].message) <= 200
    assert found[0].ended == "ok"
