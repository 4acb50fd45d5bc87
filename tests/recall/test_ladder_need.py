"""What the need step makes of a climb: which turns ask a model, on what evidence, and what a shadow records."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.outcomes import NothingRelevant, Recalled, RecallOutcome, Skipped, SkipReason
from recall_sidecar.paths import shipped
from recall_sidecar.recall.need.weights import Weights
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.testing import FakeClock, says
from tests.harness import ANSWER
from tests.recall.asking import NOW, ask
from tests.recall.test_ladder import Climb


@pytest.fixture
def styles(home: Path) -> Styles:
    """Return the styles that ship."""
    return load_styles(shipped("prompt_styles"), home / "prompt_styles")


@pytest.fixture
async def climb(home: Path, styles: Styles) -> AsyncIterator[Climb]:
    """Return a ladder whose ledger is written at the end."""
    spend = SpendLedger(home / "spend.json", FakeClock(NOW), {})
    yield Climb(styles, spend)
    await spend.aclose()


@pytest.mark.parametrize(
    ("text", "mode", "outcome", "reason"),
    [
        pytest.param("quantum physics", "auto", NothingRelevant("memory"), "no_evidence", id="no evidence"),
        pytest.param(
            "write Mara a poem on tea",
            "escalate",
            Skipped(SkipReason.NO_RECALL_INTENT),
            "no_recall_intent",
            id="no question about the past where only those count",
        ),
    ],
)
async def test_without_need_no_model_is_asked(
    climb: Climb, text: str, mode: str, outcome: RecallOutcome, reason: str
) -> None:
    assert await climb(ask(text, settings={"recall": {"mode": mode}})) == outcome
    assert climb.model.requests == []
    assert climb.spans[-1].fields["reason"] == reason


async def test_a_message_that_memory_is_unlikely_to_help_asks_no_model(home: Path, styles: Styles) -> None:
    doubtful = Weights({}, -10.0, {"eager": 0.5, "balanced": 0.5, "frugal": 0.5})
    climb = Climb(styles, SpendLedger(home / "spend.json", FakeClock(NOW), {}), doubtful)

    assert await climb() == Skipped(SkipReason.UNLIKELY_TO_HELP)
    assert climb.model.requests == []
    assert climb.found.extract is None


@pytest.mark.parametrize(
    ("mode", "floors"),
    [pytest.param("auto", [0.9, 0.225], id="auto"), pytest.param("always", [0.9], id="always")],
)
async def test_what_is_faint_counts_where_weights_judge_and_nothing_is_stronger(
    climb: Climb, mode: str, floors: list[float]
) -> None:
    climb.model.enqueue(says(ANSWER))

    outcome = await climb(ask(settings={"recall": {"mode": mode}, "memory": {"min_score": 0.9}}))

    assert [search.min_score for search in climb.memory.searches] == pytest.approx(floors)
    assert isinstance(outcome, Recalled) is (mode == "auto")
    memory = next(span.fields for span in climb.spans if span.name == "memory")
    assert memory.get("faint", False) is (mode == "auto")


async def test_nothing_is_quoted_of_what_is_faint(climb: Climb) -> None:
    await climb(ask(settings={"memory": {"min_score": 0.9}, "model": {"name": "", "use_turn_model": False}}))

    assert climb.found.hits
    assert climb.found.extract is None


async def test_a_shadow_is_recorded_and_changes_nothing(climb: Climb) -> None:
    climb.model.enqueue(says(ANSWER))

    outcome = await climb(ask(settings={"recall": {"shadow_mode": "escalate"}}))

    assert isinstance(outcome, Recalled)
    need = next(span.fields for span in climb.spans if span.name == "need")
    assert need["reason"] == "could_help"
    assert (need["shadow_mode"], need["shadow_reason"]) == ("escalate", "no_recall_intent")
    assert (need["asked"], need["shadow_asks"]) == (True, False)
