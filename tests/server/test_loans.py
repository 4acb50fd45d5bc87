"""Turns that outlive the request that began them."""

import asyncio

import pytest

from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.lent import LentModel
from recall_sidecar.llm.lent_reply import LentReply
from recall_sidecar.outcomes import NothingRelevant
from recall_sidecar.server.loans import Aborted, Loan, Loans, Wanted
from recall_sidecar.server.services import Answer
from recall_sidecar.server.slots import Slots
from recall_sidecar.testing import FakeClock
from tests.server.fakes import ORDER, FakeAnswer
from tests.waiting import until

TURN = TurnEvent(host="openclaw", agent_id="main", text="tea?")
DONE = FakeAnswer(NothingRelevant())


async def asks(model: LentModel) -> Answer:
    async with model.stream(ORDER) as chunks:
        _ = [chunk async for chunk in chunks]
    return DONE


async def asks_and_ends_first(model: LentModel) -> Answer:
    """End as a turn does at its deadline, while the host's model is still at work."""
    async with model.stream(ORDER):
        return DONE


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def slots() -> Slots:
    return Slots(2)


@pytest.fixture
def loans(clock: FakeClock, slots: Slots) -> Loans:
    return Loans(clock, slots)


async def wanted(loans: Loans) -> tuple[Loan, Wanted]:
    loan = loans.begin(TURN, "01T", asks)
    settled = await loans.settle(loan)
    assert isinstance(settled, Wanted)
    return loan, settled


async def test_a_ticket_leads_back_to_its_turn_once(loans: Loans) -> None:
    loan, order = await wanted(loans)

    assert order.request == ORDER
    assert loans.take(order.ticket) is loan
    assert loans.take(order.ticket) is None
    loan.model.give(LentReply("NONE"))
    assert await loans.settle(loan) is DONE


async def test_a_turn_holds_its_slot_until_it_ends(loans: Loans, slots: Slots) -> None:
    loan, _ = await wanted(loans)
    assert slots.taken == 1

    loan.model.give(LentReply("NONE"))
    await loans.settle(loan)

    await until(lambda: slots.taken == 0)


async def test_a_host_that_is_late_gets_what_its_turn_ended_with(loans: Loans, clock: FakeClock) -> None:
    loan, order = await wanted(loans)
    loan.model.give(LentReply("NONE"))
    await asyncio.wait({loan.task})
    clock.advance(600)

    late = loans.take(order.ticket)

    assert late is not None
    late.model.give(LentReply("[1] too late"))
    assert await loans.settle(late) is DONE


async def test_a_host_that_never_comes_back_is_forgotten(loans: Loans, clock: FakeClock) -> None:
    loan, order = await wanted(loans)
    loan.model.give(LentReply("NONE"))
    await asyncio.wait({loan.task})

    clock.advance(661)

    assert loans.take(order.ticket) is None


async def test_a_turn_that_ended_without_its_host_does_not_ask_it(loans: Loans) -> None:
    loan = loans.begin(TURN, "01T", asks_and_ends_first)
    await asyncio.wait({loan.task})

    assert await loans.settle(loan) is DONE
    with pytest.raises(Exception, match="did not take the prompt"):
        await asks(loan.model)


async def test_an_aborted_turn_is_over_when_abort_returns(loans: Loans, slots: Slots) -> None:
    loan, _ = await wanted(loans)

    await loans.abort(loan)

    assert loan.task.cancelled()
    assert isinstance(await loans.settle(loan), Aborted)
    assert slots.taken == 0


async def test_closing_cancels_what_waits_for_a_host(loans: Loans) -> None:
    loan, order = await wanted(loans)

    await loans.aclose()

    await asyncio.wait({loan.task})
    assert loan.task.cancelled()
    assert loans.take(order.ticket) is None
