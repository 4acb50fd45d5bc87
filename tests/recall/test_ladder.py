"""The ladder alone: which rung answers, and what its end tells the breaker."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.deadline import SystemClock
from recall_sidecar.errors import (
    MemoryStoreError,
    ModelRefused,
    ModelReplyInvalid,
    ModelTimeout,
    ModelUnreachable,
)
from recall_sidecar.llm.port import ModelState
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.outcomes import (
    NothingRelevant,
    Recalled,
    RecallOutcome,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.paths import shipped
from recall_sidecar.recall.ask import Ask, Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.recall.need.weights import Weights
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.settings import RecallSettings
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel, says
from recall_sidecar.trace import Span, TurnRecorder
from tests.harness import ANSWER, HELPFUL, SECRET, TEA, mask
from tests.recall.asking import NOW, ask, progress
from tests.waiting import until

MODEL = ("main", "mock/fast")


class Climb:
    """A ladder over fakes, and everything a test looks at."""

    def __init__(self, styles: Styles, spend: SpendLedger, weights: Weights = HELPFUL) -> None:
        self.model = ScriptedModel()
        self.memory = MemoryFixture()
        self.memory.add(TEA)
        self.clock = FakeClock(NOW)
        self.breaker = CircuitBreaker(self.clock)
        sub_agent = SubAgent(
            memory=self.memory,
            model=self.model,
            styles=lambda: styles,
            mask=mask,
            spend=spend,
            clock=self.clock,
        )
        self.ladder = Ladder(
            memory=self.memory,
            curated=self.memory,
            model=self.model,
            sub_agent=sub_agent,
            breaker=self.breaker,
            mask=mask,
            weights=weights,
        )
        self.found = progress()
        self.spans: list[Span] = []

    async def __call__(self, asked: Ask | None = None, found: Progress | None = None) -> RecallOutcome:
        """Climb once and return the outcome."""
        asked = asked or ask()
        recorder = TurnRecorder(asked.turn, self.clock)
        try:
            return await self.ladder.climb(asked, found or self.found, recorder)
        finally:
            self.spans = list(recorder.finish(None).spans)

    def open_breaker(self) -> None:
        """Let the model time out until it rests."""
        limits = RecallSettings()
        while not self.breaker.timed_out(*MODEL, limits):
            pass

    @property
    def breaker_says(self) -> list[tuple[str, int]]:
        """Return what the breaker knows of the model."""
        return [(state.state, state.timeouts) for state in self.breaker.states()]


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


async def test_every_rung_is_climbed_in_order_and_traced(climb: Climb) -> None:
    climb.model.enqueue(says(ANSWER))

    outcome = await climb()

    assert isinstance(outcome, Recalled)
    assert (outcome.kind, outcome.summary) == ("summary", "Mara likes oolong tea in the morning.")
    assert [(span.name, span.status) for span in climb.spans] == [
        ("triggers", "ok"),
        ("memory", "ok"),
        ("need", "ok"),
        ("model", "ok"),
        ("verify", "ok"),
    ]
    triggers, memory, need, model, verify = (span.fields for span in climb.spans)
    assert (verify["clauses"], verify["kept"]) == (1, 1)
    assert triggers == {"near": 0, "entries": 0}
    assert (memory["hits"], memory["below_floor"]) == (1, 0)
    assert need == {
        "mode": "auto", "reason": "could_help", "likely": 1.0, "threshold": 0.5, "because": "",
    }  # fmt: skip
    assert model == {"calls": 1}


async def test_a_warning_of_the_memory_is_traced_and_harmless(climb: Climb) -> None:
    climb.memory.warning = "embeddings are down"
    climb.model.enqueue(says(ANSWER))

    assert isinstance(await climb(), Recalled)
    assert climb.spans[1].fields["warning"] == "embeddings are down"


async def test_hits_are_masked_before_anyone_sees_them(climb: Climb) -> None:
    climb.memory.add(f"the tea shop key is {SECRET}")
    climb.model.enqueue(says("NONE"))

    await climb(ask("what is the tea shop key"))

    assert SECRET not in str(climb.found.hits) + str(climb.model.requests)


async def test_a_memory_that_cannot_be_used_is_said_by_its_reason(climb: Climb) -> None:
    climb.memory.fails = MemoryStoreError("the index is locked")

    outcome = await climb()

    assert outcome == Unavailable(UnavailableReason.MEMORY, "the index is locked")
    assert [span.status for span in climb.spans] == ["MemoryStoreError", "MemoryStoreError"]


@pytest.mark.parametrize(
    ("changes", "made"),
    [
        pytest.param({}, True, id="in a private chat"),
        pytest.param({"chat": "shared"}, False, id="never where others read along"),
        pytest.param(
            {"settings": {"recall": {"extract": False}}}, False, id="never where it is switched off"
        ),
    ],
)
async def test_an_extract_stands_ready_before_the_model_is_asked(
    climb: Climb, changes: dict[str, Any], made: bool
) -> None:
    climb.model.enqueue(says("NONE"))

    assert await climb(ask(**changes)) == NothingRelevant("model")
    assert (climb.found.extract is not None) is made
    assert climb.found.evidence.is_set() is made


async def test_a_passage_that_says_nothing_makes_no_extract(climb: Climb) -> None:
    climb.memory.passages.clear()
    climb.memory.add("Mara tea tea tea?? Sure! Happy to help!")
    climb.model.enqueue(says("NONE"))

    await climb(ask("Mara tea Sure Happy"))

    assert (climb.found.extract is None) == (not climb.found.evidence.is_set())


@pytest.mark.parametrize(
    ("state", "reason", "detail"),
    [
        pytest.param("warming", UnavailableReason.WARMING, "model worker is warming", id="warming"),
        pytest.param("failed", UnavailableReason.MODEL, "model worker is failed", id="failed"),
        pytest.param("off", UnavailableReason.MODEL, "model worker is off", id="off"),
    ],
)
@pytest.mark.parametrize("extract", [True, False])
async def test_a_model_that_is_not_ready_leaves_the_answer_to_the_extract(
    climb: Climb, state: ModelState, reason: UnavailableReason, detail: str, extract: bool
) -> None:
    climb.model.state = state

    outcome = await climb(ask(settings={"recall": {"extract": extract}}))

    if extract:
        assert isinstance(outcome, Recalled)
        assert outcome.fallback == reason.value
    else:
        assert outcome == Unavailable(reason, detail)


async def test_the_turns_own_model_is_asked_when_none_is_named(climb: Climb) -> None:
    climb.model.enqueue(says("NONE"))
    asked = ask(
        settings={"model": {"name": "", "use_turn_model": True}},
        model_provider="openai",
        model_id="gpt-5-mini",
    )

    await climb(asked)

    assert [str(request.model) for request in climb.model.requests] == ["openai/gpt-5-mini"]


async def test_half_a_model_of_the_turn_names_none(climb: Climb) -> None:
    asked = ask(settings={"model": {"name": ""}, "recall": {"extract": False}}, model_provider="openai")

    outcome = await climb(asked)

    assert isinstance(outcome, Unavailable)
    assert outcome.reason is UnavailableReason.NO_MODEL


@pytest.mark.parametrize(
    ("error", "reason", "extract_answers"),
    [
        pytest.param(ModelUnreachable("refused"), UnavailableReason.MODEL, True, id="unreachable"),
        pytest.param(ModelRefused("401"), UnavailableReason.MODEL, True, id="refused"),
        pytest.param(ModelReplyInvalid("no JSON"), UnavailableReason.REPLY, False, id="rubbish"),
    ],
)
async def test_a_model_that_fails_neither_opens_nor_closes_the_breaker(
    climb: Climb, error: Exception, reason: UnavailableReason, extract_answers: bool
) -> None:
    climb.breaker.timed_out(*MODEL, RecallSettings())
    climb.model.enqueue([error], [error])

    with_extract = await climb()
    without = await climb(ask(settings={"recall": {"extract": False}}), progress())

    assert isinstance(with_extract, Recalled) is extract_answers
    assert isinstance(without, Unavailable)
    assert without.reason is reason
    assert climb.breaker_says == [("closed", 1)]


async def test_a_models_own_time_out_counts_for_the_breaker(climb: Climb) -> None:
    climb.model.enqueue([ModelTimeout("slow")])

    outcome = await climb(ask(settings={"recall": {"extract": False}}))

    assert isinstance(outcome, TimedOut)
    assert climb.breaker_says == [("closed", 1)]


async def test_an_answer_closes_the_breaker(climb: Climb) -> None:
    climb.breaker.timed_out(*MODEL, RecallSettings())
    climb.model.enqueue(says("NONE"))

    await climb()

    assert climb.breaker_says == []


async def test_a_resting_model_is_not_asked(climb: Climb) -> None:
    climb.open_breaker()

    outcome = await climb(ask(settings={"recall": {"extract": False}}))

    assert isinstance(outcome, Unavailable)
    assert (outcome.reason, outcome.detail) == (
        UnavailableReason.BREAKER_OPEN,
        "mock/fast rests for 60000 ms",
    )
    assert climb.model.requests == []


async def test_a_probe_that_takes_too_long_lets_the_model_rest_again(climb: Climb) -> None:
    climb.open_breaker()
    climb.clock.advance(61)
    climb.model.enqueue([60.0])

    outcome = await climb(ask(settings={"recall": {"extract": False, "breaker_probe_ms": 100}}))

    assert outcome == TimedOut("model", 14_750)
    assert climb.breaker_says == [("open", 4)]


@pytest.mark.parametrize(
    ("limits", "counted"),
    [
        pytest.param({}, [], id="not when the host left the turn little time"),
        pytest.param({"timeout_ms": 300}, [("closed", 1)], id="when the settings give turns no more"),
        pytest.param({"soft_budget_ms": 60}, [("closed", 1)], id="when it is past the soft budget"),
    ],
)
async def test_the_deadline_ends_a_model_that_hangs_and_counts_when_the_model_had_its_time(
    climb: Climb, limits: dict[str, int], counted: list[tuple[str, int]]
) -> None:
    climb.model.enqueue([60.0])

    outcome = await climb(
        ask(clock=SystemClock(), budget_ms=300, settings={"recall": {"extract": False, **limits}})
    )

    assert outcome == TimedOut("model", 150)
    assert climb.breaker_says == counted
    assert climb.model.open_streams == 0


async def test_a_probe_cut_short_by_the_turn_is_undecided(climb: Climb) -> None:
    climb.open_breaker()
    climb.clock.advance(61)
    climb.model.enqueue([60.0], says("NONE"))

    cut = await climb(ask(clock=SystemClock(), budget_ms=300, settings={"recall": {"extract": False}}))

    assert cut == TimedOut("model", 150)
    assert climb.breaker_says == [("half-open", 3)]
    assert await climb(found=progress()) == NothingRelevant("model")
    assert climb.breaker_says == []


async def test_a_deadline_spent_in_memory_says_nothing_about_the_model(climb: Climb) -> None:
    climb.memory.delay_s = 60.0

    outcome = await climb(ask(clock=SystemClock(), budget_ms=300))

    assert outcome == TimedOut("memory", 150)
    assert climb.breaker_says == []


async def test_a_caller_that_leaves_says_nothing_about_the_model(climb: Climb) -> None:
    climb.breaker.timed_out(*MODEL, RecallSettings())
    climb.model.enqueue([60.0])
    task = asyncio.get_running_loop().create_task(climb())
    await until(lambda: climb.model.open_streams == 1)

    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert climb.breaker_says == [("closed", 1)]


async def test_a_fault_of_ours_goes_up_and_leaves_a_probe_undecided(climb: Climb) -> None:
    climb.open_breaker()
    climb.clock.advance(61)
    climb.model.enqueue([KeyError("bug")], says("NONE"))

    with pytest.raises(KeyError):
        await climb()

    assert climb.breaker_says == [("half-open", 3)]
    assert await climb(found=progress()) == NothingRelevant("model")


async def test_a_spend_limit_is_an_extract_or_its_own_reason(climb: Climb) -> None:
    limit = {"model": {"name": "mock/fast", "max_calls_per_hour": 1}}
    climb.model.enqueue(says("NONE"))
    await climb(ask(settings=limit))

    with_extract = await climb(ask(settings=limit), progress())
    without = await climb(ask(settings={**limit, "recall": {"extract": False}}), progress())

    assert isinstance(with_extract, Recalled)
    assert with_extract.fallback == "spend_limit"
    assert isinstance(without, Unavailable)
    assert without.reason is UnavailableReason.SPEND_LIMIT
