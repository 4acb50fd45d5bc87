"""A verdict is a sentence, and a chat is told no more than it may see."""

from pathlib import Path

import pytest

from recall_sidecar.loss.verdict import LOST_AT, LostAt, Verdict, discreet


def verdict(step: LostAt) -> Verdict:
    return Verdict(
        step=step, what="MEMORY.md:3 says it, but it is private", do="share it", place="MEMORY.md:3"
    )


def test_a_verdict_is_one_sentence() -> None:
    assert verdict("not_visible").line == "MEMORY.md:3 says it, but it is private: share it."
    assert Verdict(step="none", what="nothing says it", do="write it").line == "Nothing says it: write it."
    assert (
        Verdict(step="none", what="memory/a.md:3 says it", do="look").line == "memory/a.md:3 says it: look."
    )


def test_every_step_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "forgotten.md").read_text("utf-8")

    assert [step for step in LOST_AT if f"| `{step}` |" not in page] == []


@pytest.mark.parametrize("step", LOST_AT)
def test_a_chat_does_not_learn_whether_something_is_there(step: LostAt) -> None:
    told = discreet(verdict(step))

    hides = step in {"not_indexed", "masked", "not_visible"}
    assert ("MEMORY.md" not in f"{told}") is hides
    assert told == discreet(verdict("not_indexed")) if hides else told == verdict(step)
