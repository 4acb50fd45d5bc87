"""Every reason has words, and they say what to change."""

from pathlib import Path
from typing import get_args

import pytest

from recall_sidecar.outcomes import SkipReason, StepName, UnavailableReason
from recall_sidecar.reasons import FALLBACKS, SKIPPED, STEPS, UNAVAILABLE, explain_end, parted, sentence_of
from recall_sidecar.settings import Settings


def test_every_reason_and_step_has_words() -> None:
    assert set(SKIPPED) == set(SkipReason)
    assert set(UNAVAILABLE) == set(UnavailableReason)
    assert set(STEPS) == set(get_args(StepName))


@pytest.mark.parametrize(
    ("status", "reason", "words"),
    [
        pytest.param("ok", None, "Memory was put before the prompt.", id="a recalled turn"),
        pytest.param(
            "ok", "breaker_open", "in the model's place. The model timed out several times", id="a fallback"
        ),
        pytest.param("empty", None, "nothing in it helps", id="nothing relevant"),
        pytest.param(
            "timeout", "model", "ran out while waiting for the model", id="a time-out names its step"
        ),
        pytest.param("timeout", "new_step", "while new_step", id="a step of a later version"),
        pytest.param(
            "skipped", "session_off", "say /active-memory on in it", id="a skip says what to change"
        ),
        pytest.param("unavailable", "no_model", "set model.name", id="unavailable says what to change"),
        pytest.param("failed", "reply", "cannot be trusted", id="a failure"),
        pytest.param(
            "skipped", "new_reason", "Its reason is new_reason: look", id="a reason of a later version"
        ),
        pytest.param("dreaming", None, "The turn ended as dreaming.", id="a status of a later version"),
    ],
)
def test_how_a_turn_ended_in_words(status: str, reason: str | None, words: str) -> None:
    assert words in explain_end(status, reason)


def test_every_reason_and_step_is_documented() -> None:
    page = (Path(__file__).parents[1] / "docs" / "trace.md").read_text("utf-8")

    words = [str(word) for word in (*SkipReason, *UnavailableReason, *STEPS)]
    assert [word for word in words if f"| `{word}` |" not in page] == []


@pytest.mark.parametrize("reason", [*SkipReason, *UnavailableReason, *FALLBACKS])
def test_a_reason_is_one_plain_sentence_that_says_what_happened_and_what_to_do(reason: str) -> None:
    sentence = sentence_of(reason)
    what, do = parted(sentence)

    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert ". " not in sentence
    assert len(sentence) <= 320
    assert len(what) >= 15
    assert len(do) >= 10
    assert sentence.count(": ") == 1
    assert sentence in explain_end("skipped" if reason in {*SkipReason} else "unavailable", reason)


# A word that tells somebody to do something, or that there is nothing to do.
ACTS = ("set ", "add ", "say ", "run ", "raise ", "name ", "wait", "allow ", "take ", "ask again", "must send", "nothing to change", "see ")  # fmt: skip


@pytest.mark.parametrize("reason", [*SkipReason, *UnavailableReason, *FALLBACKS])
def test_a_reason_names_an_act(reason: str) -> None:
    assert any(act in f"{parted(sentence_of(reason))[1]} " for act in ACTS)


@pytest.mark.parametrize("reason", [*SkipReason, *UnavailableReason])
def test_settings_named_in_an_explanation_exist(reason: SkipReason | UnavailableReason) -> None:
    words = SKIPPED[reason] if isinstance(reason, SkipReason) else UNAVAILABLE[reason]
    named = [word.strip(",.;:") for word in words.split() if "." in word.strip(",.;:")]
    named = [name for name in named if not name.startswith("ctx.")]

    for name in named:
        table, _, key = name.partition(".")
        assert key in getattr(Settings(), table).model_dump(), name
