"""The cost of an embedding model is measured in a process of its own."""

import pytest

from benchmarks import embedders


def test_a_model_gets_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert embedders.main(["wordllama"]) == 0

    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "model"
    assert row.split()[0] == "wordllama"
    assert all(float(value) >= 0 for value in row.split()[1:])


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(ValueError, match="off is no model"):
        embedders.measure("off")
