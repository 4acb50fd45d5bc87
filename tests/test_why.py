"""What a person in the chat is told of the last turn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from recall_sidecar.outcomes import SkipReason, UnavailableReason, status_word
from recall_sidecar.outcomes import Unavailable as UnavailableOutcome
from recall_sidecar.reasons import SKIPPED, STEPS
from recall_sidecar.trace import Span
from recall_sidecar.why import NOT_SEEN, explain_last
from tests.turns import turn


def spans(**steps: Mapping[str, Any]) -> tuple[Span, ...]:
    return tuple(Span(name, 0.0, 1.0, "ok", dict(fields)) for name, fields in steps.items())


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        pytest.param(turn(), "Memory was put before the prompt, resting on 1 of 1 passage found.", id="a recall"),
        pytest.param(
            turn(spans=spans(inject={"kind": "trigger"})),
            "What was put before the prompt is 1 curated entry: the message mentions the trigger phrase.",
            id="a curated entry",
        ),
        pytest.param(
            turn(hits=tuple(replace(hit, used=True) for hit in turn().hits * 2), spans=spans(inject={"kind": "trigger"})),
            "is 2 curated entries: the message mentions the trigger phrase.",
            id="curated entries",
        ),
        pytest.param(
            turn(spans=spans(inject={"kind": "trigger+summary"})),
            "resting on 1 of 1 passage found, with what the message calls by a trigger phrase in front.",
            id="a summary behind a curated entry",
        ),
        pytest.param(
            turn(hits=(*turn().hits, replace(turn().hits[0], used=False, visible=True))),
            "resting on 1 of 2 passages found, 1 of them left out as visible already.",
            id="a recall of what is new",
        ),
        pytest.param(
            turn(status="empty", hits=(replace(turn().hits[0], used=False, visible=True),), spans=()),
            "Memory holds nothing that shares a word with the message.",
            id="nothing but what is visible, and weak",
        ),
        pytest.param(turn(cache="hit"), "found, as it was for an equal question shortly before.", id="from the cache"),
        pytest.param(turn(cache="joined"), "found, together with an equal question.", id="shared"),
        pytest.param(
            turn(reason="no_model", spans=spans(model={"why": "name host is not lent by this turn's host: set model.fallback"})),
            "quoted before the prompt in the model's place, resting on 1 of 1 passage found, because no model can be reached: set model.name "
            "and its key, or run `recall-sidecar doctor`. (name host is not lent by this turn's host: set model.fallback)",
            id="a quotation, for want of a model",
        ),
        pytest.param(
            turn(reason="soft_budget"),
            "because the model was not done within recall.soft_budget_ms: name a faster model in model.name, or raise that.",
            id="a quotation, since the model was slow",
        ),
        pytest.param(
            turn(status="timeout_partial"),
            "the part of the summary that had arrived was used. Raise recall.timeout_ms, or name a faster model.",
            id="half a summary",
        ),
        pytest.param(
            turn(
                status="skipped", reason="unlikely_to_help",
                spans=spans(need={"likely": 0.123, "threshold": 0.4, "because": "task -1.2, self +0.3"}),
            ),
            "It was held 12% likely, and 40% was asked for (1 passage found; what weighed most: task -1.2, self +0.3).",
            id="memory was unlikely to help",
        ),
        pytest.param(
            turn(status="skipped", reason="unlikely_to_help", cache="joined"),
            "to ask it whenever memory holds anything near.",
            id="memory was unlikely to help another turn",
        ),
        pytest.param(
            turn(status="empty"),
            "The model read 1 passage and found that none helps. If one should have, choose a milder recall.prompt_style.",
            id="the model says no",
        ),
        pytest.param(
            turn(status="empty", cache="hit", hits=turn().hits * 2),
            "The model read 2 passages and found that none helps, as it was for an equal question shortly before.",
            id="the model said no before",
        ),
        pytest.param(
            turn(status="empty", hits=(), spans=spans(memory={"below_floor": 2})),
            "nothing close enough to the message; 2 passages lay below the floor. Lower memory.min_score",
            id="below the floor",
        ),
        pytest.param(
            turn(status="empty", hits=(), spans=spans(gate={})),
            "nothing that shares a word with the message. Try the same words with `recall-sidecar search`.",
            id="nothing found",
        ),
        pytest.param(
            turn(status="empty", hits=(), cache="hit", spans=spans(cache={"found": True})),
            "nothing close enough to the message, as it was for an equal question shortly before. Try",
            id="nothing found before, however weak",
        ),
        pytest.param(
            turn(status="empty", hits=(), spans=spans(memory={"below_floor": 0, "warning": "the gateway answered 500"})),
            "`recall-sidecar search`. Not all of memory could be asked: the gateway answered 500.",
            id="nothing found, since a part of memory was not there",
        ),
        pytest.param(
            turn(status="timeout", reason="memory"),
            "while searching memory, and nothing could be quoted. Raise recall.timeout_ms or the host's own limit.",
            id="a slow memory is no model's fault",
        ),
        pytest.param(
            turn(status="timeout", reason="new_step"),
            "The 14750 ms it had ran out while new_step, and nothing could be quoted.",
            id="a step of a later version",
        ),
        pytest.param(turn(status="cancelled", reason=None), "The host gave it up before memory had answered", id="given up"),
        pytest.param(
            turn(status="failed", reason="model", detail="ModelRefused: something a provider said"),
            "which tries the model and says what to change. (ModelRefused)",
            id="of a provider's words the class alone",
        ),
        pytest.param(
            turn(status="failed", reason="internal", detail="KeyError"),
            "and report the error that the log names.",
            id="a fault of ours",
        ),
        pytest.param(turn(status="dreaming", reason=None), "The turn ended as dreaming.", id="a status of a later version"),
    ],
)  # fmt: skip
def test_what_became_of_the_turn(trace: Any, words: str) -> None:  # noqa: ANN401 -- a finished turn
    told = explain_last(trace)

    assert told.startswith("The last turn (09:00:00 UTC): ")
    assert words in told


def test_a_session_without_a_turn_is_told_so() -> None:
    assert explain_last(None) == NOT_SEEN
    assert "recall-sidecar status" in NOT_SEEN


@pytest.mark.parametrize("reason", list(SkipReason))
def test_a_skip_is_told_with_its_remedy(reason: SkipReason) -> None:
    told = explain_last(turn(status="skipped", reason=reason.value, hits=(), spans=spans(gate={})))

    ended = "Nothing was told." if reason is SkipReason.ALREADY_VISIBLE else "Memory was not used."
    assert told.endswith(f"{ended} {SKIPPED[reason]}")


@pytest.mark.parametrize("reason", list(UnavailableReason))
def test_what_was_missing_is_told(reason: UnavailableReason) -> None:
    status = status_word(UnavailableOutcome(reason))

    told = explain_last(turn(status=status, reason=reason.value, hits=(), spans=spans(model={"calls": 1})))

    assert len(told.split(". ")) in {2, 3}
    assert told.endswith((".", ")"))


@pytest.mark.parametrize("step", list(STEPS))
def test_a_time_out_names_its_step_and_what_to_change(step: str) -> None:
    told = explain_last(turn(status="timeout", reason=step))

    assert f"ran out while {STEPS[step]}" in told
    assert "recall.timeout_ms" in told


@pytest.mark.parametrize(
    "status", ["ok", "empty", "timeout", "timeout_partial", "skipped", "failed", "cancelled"]
)
@pytest.mark.parametrize("reason", [None, "no_model", "soft_budget", "timeout", "model"])
def test_no_word_of_memory_or_message_is_told(status: str, reason: str | None) -> None:
    trace = turn(status=status, reason=reason)

    told = explain_last(trace)

    for secret in ("oolong", "Oolong", "which tea", "MEMORY.md"):
        assert secret not in told
    assert explain_last(replace(trace, summary="", block="", search_query="", conversation_query="")) == told
