"""A call that takes longer than its asker waits goes on beside the turn, one for each key."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from recall_sidecar.memory.beside.late import MOST_LATE, LateCalls
from tests.waiting import until

KEY = ("memory_search", "main")
OTHER = ("memory_search", "work")


class Calls:
    """Calls that answer when they are told to, and what became of those that came late."""

    def __init__(self) -> None:
        self.ended: list[tuple[tuple[str, str], str]] = []
        self.begun: list[str] = []
        self.given_up: list[str] = []
        self.late = LateCalls[str](lambda key, outcome: self.ended.append((key, outcome)))
        self.answered = asyncio.Event()

    async def call(self, name: str) -> str:
        self.begun.append(name)
        try:
            await self.answered.wait()
        except asyncio.CancelledError:
            self.given_up.append(name)
            raise
        return name

    async def hurried(self, key: tuple[str, str], name: str) -> str | None:
        return await self.late.within(key, self.call(name), 0.01)

    async def let_end(self) -> None:
        self.answered.set()
        await until(lambda: not any(self.late.is_going_on(key) for key in (KEY, OTHER)))


@pytest.fixture
async def calls() -> AsyncIterator[Calls]:
    """Return calls that are ended with the test."""
    calls = Calls()
    yield calls
    await calls.late.aclose()


async def test_an_outcome_in_time_is_returned(calls: Calls) -> None:
    calls.answered.set()

    assert await calls.late.within(KEY, calls.call("tea"), 60) == "tea"
    assert not calls.late.is_going_on(KEY)
    assert calls.ended == []


async def test_a_call_that_is_not_waited_for_goes_on_to_its_end(calls: Calls) -> None:
    assert await calls.hurried(KEY, "tea") is None
    assert calls.late.is_going_on(KEY)

    await calls.let_end()

    assert calls.ended == [(KEY, "tea")]
    assert calls.given_up == []


async def test_a_second_one_of_a_key_is_ended(calls: Calls) -> None:
    assert [await calls.hurried(KEY, name) for name in ("first", "second")] == [None, None]

    await calls.let_end()

    assert (calls.given_up, calls.ended) == (["second"], [(KEY, "first")])


async def test_each_key_has_its_own(calls: Calls) -> None:
    await calls.hurried(KEY, "first")
    await calls.hurried(OTHER, "second")

    await calls.let_end()

    assert calls.ended == [(KEY, "first"), (OTHER, "second")]


async def test_one_more_than_there_may_be_in_all_is_ended(calls: Calls) -> None:
    for number in range(MOST_LATE + 1):
        await calls.hurried(("memory_search", f"agent-{number}"), str(number))

    await until(lambda: calls.given_up == [str(MOST_LATE)])


async def test_an_asker_that_leaves_does_not_end_it(calls: Calls) -> None:
    """A host that is cut short by its operator leaves in every turn, before our own time is over."""
    asker = asyncio.gather(calls.late.within(KEY, calls.call("tea"), 60))
    await until(lambda: calls.begun == ["tea"])
    asker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asker

    await calls.let_end()
    assert calls.ended == [(KEY, "tea")]


async def test_closing_ends_it_under_those_who_wait_too(calls: Calls) -> None:
    await calls.hurried(KEY, "late")
    asker = asyncio.gather(calls.late.within(OTHER, calls.call("waited for"), 60))
    await until(lambda: "waited for" in calls.begun)

    await calls.late.aclose()

    assert [*await asker] == [None]
    assert sorted(calls.given_up) == ["late", "waited for"]
    assert calls.ended == []
    assert not calls.late.is_going_on(KEY)
