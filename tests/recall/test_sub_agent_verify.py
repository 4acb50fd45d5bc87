"""What the sub-agent makes of a note that its passages do not say."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import ModelUnreachable
from recall_sidecar.llm.port import ModelRef, TextDelta
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.outcomes import NothingRelevant, Origin, Recalled
from recall_sidecar.paths import shipped
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel, says
from tests.harness import mask
from tests.recall.asking import NOW, ask, hit, progress


class Run:
    """A sub-agent over a scripted model."""

    def __init__(self, agent: SubAgent, model: ScriptedModel) -> None:
        self.agent = agent
        self.model = model

    async def __call__(self, found: Progress | None = None) -> Any:  # noqa: ANN401
        """Run once and return the outcome."""
        return await self.agent.run(ask(), ModelRef("mock", "fast"), found or progress(hit(1)))


@pytest.fixture
def styles(home: Path) -> Styles:
    """Return the styles that ship."""
    return load_styles(shipped("prompt_styles"), home / "prompt_styles")


@pytest.fixture
async def run(home: Path, styles: Styles) -> AsyncIterator[Run]:
    """Return a sub-agent whose ledger is written at the end."""
    spend, model = SpendLedger(home / "spend.json", FakeClock(NOW), {}), ScriptedModel()
    agent = SubAgent(
        memory=MemoryFixture(),
        model=model,
        styles=lambda: styles,
        mask=mask,
        spend=spend,
        clock=FakeClock(NOW),
    )
    yield Run(agent, model)
    await spend.aclose()


async def test_a_clause_that_no_passage_says_is_left_out_and_traced(run: Run) -> None:
    run.model.enqueue(says("[1] Mara likes oolong tea; she owns 7 boats."))
    found = progress(hit(1))

    outcome = await run(found=found)

    assert isinstance(outcome, Recalled)
    assert outcome.summary == "Mara likes oolong tea."
    assert [(clause.dropped, clause.sources) for clause in found.clauses] == [(None, (1,)), ("number", ())]


async def test_when_nothing_of_a_note_is_left_the_extract_answers_or_nobody(run: Run) -> None:
    run.model.enqueue(says("[1] She owns 7 boats."), says("[1] She owns 7 boats."))
    ready = progress(hit(1))
    ready.extract = Recalled("Mara likes oolong tea.", (), "extract")

    assert await run(found=ready) == Recalled("Mara likes oolong tea.", (), "extract", fallback="unsupported")
    assert await run() == NothingRelevant("verify")


async def test_a_partial_note_is_held_against_its_passages_too(run: Run) -> None:
    found = progress(hit(1))
    run.model.enqueue([TextDelta("[1] She owns 7 boats. Mara"), ModelUnreachable("cut")])

    with pytest.raises(ModelUnreachable):
        await run(found=found)

    assert found.partial() is None


async def test_a_note_is_trusted_as_the_least_of_all_it_names(run: Run) -> None:
    run.model.enqueue(says("[1,2] Mara likes oolong tea; she owns 7 boats."))
    found = progress(hit(1), hit(2, "Unrelated.", origin=Origin.UNTRUSTED))

    outcome = await run(found=found)

    assert isinstance(outcome, Recalled)
    assert [source.path for source in outcome.sources] == ["MEMORY.md"]
    assert outcome.trust is Origin.UNTRUSTED
