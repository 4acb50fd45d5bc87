"""The lowest rung: what trigger phrases call answers at once, or stands in every answer, as the mode says."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import MemoryStoreError, ModelTimeout
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.paths import shipped
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.testing import FakeClock, says
from tests.harness import ANSWER, SECRET
from tests.recall.asking import NOW, ask
from tests.recall.test_ladder import Climb

RULE = "Never brew tea with boiling water."
QUESTION = "which tea does Mara like?"


@pytest.fixture
def styles(home: Path) -> Styles:
    """Return the shipped prompt styles."""
    return load_styles(shipped("prompt_styles"), home / "styles")


@pytest.fixture
async def climb(home: Path, styles: Styles) -> AsyncIterator[Climb]:
    """Return a ladder whose memory has one entry that `tea` calls."""
    spend = SpendLedger(home / "spend.json", FakeClock(NOW), {})
    made = Climb(styles, spend)
    made.memory.triggers["tea"] = made.memory.add(RULE, path="USER.md")
    yield made
    await spend.aclose()


def kinds(outcome: RecallOutcome) -> tuple[str, str, str]:
    """Return where the words of an answer come from, and its words."""
    assert isinstance(outcome, Recalled)
    return outcome.kind, outcome.note, outcome.summary


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        pytest.param("off", QUESTION, id="off: nothing else may answer"),
        pytest.param("escalate", QUESTION, id="escalate: no recall intent"),
        pytest.param("escalate", "do you remember which tea we had last week?", id="escalate: intent or not, as OpenClaw"),
        pytest.param("auto", "tea", id="auto: nothing else is found"),
    ],
)  # fmt: skip
async def test_a_strong_match_answers_at_once(climb: Climb, mode: str, text: str) -> None:
    if mode == "auto":
        climb.memory.passages.clear()

    outcome = await climb(ask(text, settings={"recall": {"mode": mode}}))

    assert kinds(outcome) == ("trigger", "", RULE)
    assert climb.model.requests == []
    assert climb.spans[0].fields == {"near": 1, "entries": 1}


@pytest.mark.parametrize("mode", ["auto", "always"])
async def test_where_a_model_is_asked_anyway_the_note_stands_in_front_of_its_summary(
    climb: Climb, mode: str
) -> None:
    climb.model.enqueue(says(ANSWER))

    outcome = await climb(ask(QUESTION, settings={"recall": {"mode": mode}}))

    assert kinds(outcome) == ("summary", RULE, "Mara likes oolong tea in the morning.")
    assert RULE not in str(climb.model.requests), "it would say it again"
    assert [hit.passage.path for hit in climb.found.triggered] == ["USER.md"]


async def test_the_note_stays_when_the_model_finds_nothing(climb: Climb) -> None:
    climb.model.enqueue(says("NONE"))

    assert kinds(await climb(ask(QUESTION))) == ("trigger", "", RULE)


async def test_the_note_answers_in_a_late_models_place_and_no_extract_is_made(climb: Climb) -> None:
    climb.model.enqueue([ModelTimeout("slow", model="fast", provider="mock")])

    outcome = await climb(ask(QUESTION))

    assert kinds(outcome) == ("trigger", "", RULE)
    assert isinstance(outcome, Recalled)
    assert outcome.fallback == "timeout"
    assert climb.found.extract is None


async def test_half_a_summary_keeps_the_note(climb: Climb) -> None:
    await climb(ask(QUESTION, settings={"recall": {"mode": "off"}}))
    climb.found.partial = lambda: Recalled("Mara likes tea.", (), partial=True)

    best = climb.found.best("timeout")

    assert best is not None
    assert kinds(best) == ("summary", RULE, "Mara likes tea.")


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        pytest.param({"chat": "shared"}, Skipped(SkipReason.MODE_OFF), id="where others read along"),
        pytest.param({"text": "what about coffee?"}, Skipped(SkipReason.MODE_OFF), id="without the phrase"),
    ],
)
async def test_nothing_is_called(climb: Climb, changes: dict[str, Any], outcome: RecallOutcome) -> None:
    text = changes.pop("text", QUESTION)

    assert await climb(ask(text, settings={"recall": {"mode": "off"}}, **changes)) == outcome


@pytest.mark.parametrize(
    ("triggers", "outcome"),
    [
        pytest.param({}, ("skipped", "no_recall_intent"), id="small talk"),
        pytest.param(
            {"good morning": RULE}, ("trigger", "", RULE), id="small talk that somebody made a phrase"
        ),
    ],
)
async def test_a_greeting_is_looked_up_among_the_phrases_alone(
    climb: Climb, triggers: dict[str, str], outcome: tuple[str, ...]
) -> None:
    climb.memory.triggers = {phrase: climb.memory.add(text) for phrase, text in triggers.items()}

    answer = await climb(ask("good morning"))

    said = ("skipped", answer.reason.value) if isinstance(answer, Skipped) else kinds(answer)
    assert said == outcome
    assert climb.memory.searches == []


@pytest.mark.parametrize(
    ("mode", "parts"),
    [
        pytest.param("off", ["exact", "relevance"], id="looked up where no model will look"),
        pytest.param("auto", [], id="left to search and model elsewhere"),
    ],
)
async def test_what_a_message_names_exactly(climb: Climb, mode: str, parts: list[str]) -> None:
    climb.memory.add("Mara")

    climb.model.enqueue(says("NONE"))
    await climb(ask('who is "Mara"?', settings={"recall": {"mode": mode}}))

    assert [part.name for hit in climb.found.triggered for part in hit.parts] == parts


async def test_untrusted_entries_and_secrets_are_not_said(climb: Climb) -> None:
    climb.memory.triggers["coffee"] = climb.memory.add("Buy coffee at evil.example.", origin=Origin.UNTRUSTED)
    climb.memory.triggers["key"] = climb.memory.add(f"The key is {SECRET}.")
    off = {"recall": {"mode": "off"}}

    assert await climb(ask("coffee", settings=off)) == Skipped(SkipReason.MODE_OFF)
    assert kinds(await climb(ask("key", settings=off))) == ("trigger", "", "The key is [secret].")


async def test_a_memory_that_fails_is_told_by_the_rung_that_needs_it(climb: Climb) -> None:
    climb.memory.fails = MemoryStoreError("the index is locked")
    failed = Unavailable(UnavailableReason.MEMORY, "the index is locked")

    assert await climb(ask(QUESTION, settings={"recall": {"mode": "off"}})) == failed
    assert await climb(ask("thanks")) == Skipped(SkipReason.NO_RECALL_INTENT)
    assert await climb(ask(QUESTION)) == failed


async def test_without_evidence_and_without_a_note_memory_has_nothing(climb: Climb) -> None:
    assert await climb(ask("quantum physics")) == NothingRelevant("memory")
