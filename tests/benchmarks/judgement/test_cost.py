"""The measurement of cost runs and says everything; what recall costs is not judged here."""

import json

import pytest

from benchmarks.judgement import cost


@pytest.mark.timeout(300)
def test_it_measures_a_conversation_at_each_host(capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(["--turns", "3", "--json"]) == 0

    measured = json.loads(capsys.readouterr().out)
    assert set(measured) == {
        "openclaw",
        "openclaw, no model",
        "claude-code",
        "codex",
        "gemini",
        "system prompt",
    }
    assert {row["turns"] for row in measured.values()} == {3}
    assert measured["openclaw"]["blocks"] == 2
    assert measured["system prompt"]["identical"] < 0.01
    assert measured["openclaw"]["identical"] > 0.9
