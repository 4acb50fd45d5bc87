"""Answers are kept while they are complete and fresh, and equal questions share one piece of work."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.cache import RecallCache, cache_key
from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    Source,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.settings import CacheSettings
from recall_sidecar.testing import FakeClock
from tests.waiting import until

SOURCE = Source("MEMORY.md", 1, 1, Origin.OWNER, 1.0)
SUMMARY = Recalled("prefers green tea", (SOURCE,))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def cache(clock: FakeClock) -> RecallCache[list[str]]:
    return RecallCache(clock, max_entries=3, max_detached=2)


@pytest.mark.parametrize(
    ("outcome", "kept"),
    [
        pytest.param(SUMMARY, True, id="a summary is kept"),
        pytest.param(NothingRelevant("model"), True, id="nothing relevant is kept"),
        pytest.param(Recalled("green", (SOURCE,), partial=True), False, id="a partial summary is not"),
        pytest.param(
            Recalled("green", (SOURCE,), "extract", fallback="timeout"), False, id="a fallback is not"
        ),
        pytest.param(TimedOut("model", 15000), False, id="a time-out is not"),
        pytest.param(Unavailable(UnavailableReason.MODEL), False, id="a failure is not"),
        pytest.param(Skipped(SkipReason.NO_RECALL_INTENT), False, id="a skip is not"),
    ],
)
def test_only_complete_outcomes_are_kept(
    cache: RecallCache[list[str]], outcome: RecallOutcome, kept: bool
) -> None:
    assert cache.keep("k", outcome, [], CacheSettings()) is kept

    assert (cache.find("k") is not None) is kept


@pytest.mark.parametrize(
    ("outcome", "lifetime_s"),
    [
        pytest.param(SUMMARY, 15.0, id="a summary"),
        pytest.param(NothingRelevant(), 5.0, id="nothing relevant"),
    ],
)
def test_an_answer_is_gone_after_its_own_lifetime(
    cache: RecallCache[list[str]], clock: FakeClock, outcome: RecallOutcome, lifetime_s: float
) -> None:
    cache.keep("k", outcome, [], CacheSettings())

    clock.advance(lifetime_s - 0.001)
    assert cache.find("k") is not None
    clock.advance(0.002)
    assert cache.find("k") is None


def test_a_negative_lifetime_of_zero_keeps_nothing(cache: RecallCache[list[str]]) -> None:
    assert not cache.keep("k", NothingRelevant(), [], CacheSettings(negative_ttl_ms=0))


def test_the_cache_is_bounded(cache: RecallCache[list[str]]) -> None:
    for number in range(10):
        cache.keep(str(number), SUMMARY, [], CacheSettings())

    assert cache.entries == 3
    cache.clear()
    assert cache.entries == 0


async def test_equal_questions_share_one_piece_of_work(cache: RecallCache[list[str]]) -> None:
    started = 0
    release = asyncio.Event()

    async def work(progress: list[str]) -> RecallOutcome:
        nonlocal started
        started += 1
        await release.wait()
        return SUMMARY

    flights = [cache.board("k", [], work) for _ in range(20)]
    release.set()
    outcomes = [await flight.wait(5) for flight, _ in flights]

    assert started == 1
    assert [joined for _, joined in flights] == [False] + [True] * 19
    assert outcomes == [SUMMARY] * 20
    assert cache.in_flight == 0


async def test_a_caller_that_leaves_does_not_take_the_others_with_it(cache: RecallCache[list[str]]) -> None:
    release = asyncio.Event()

    async def work(progress: list[str]) -> RecallOutcome:
        await release.wait()
        return SUMMARY

    flight, _ = cache.board("k", [], work)
    cache.board("k", [], work)
    cache.leave(flight)
    release.set()

    assert await flight.wait(5) == SUMMARY


async def test_the_last_caller_out_cancels_the_work_and_the_next_one_starts_anew(
    cache: RecallCache[list[str]],
) -> None:
    ended: list[str] = []

    async def work(progress: list[str]) -> RecallOutcome:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")
        raise AssertionError

    async def quick(progress: list[str]) -> RecallOutcome:
        return SUMMARY

    first, _ = cache.board("k", [], work)
    assert await first.wait(0) is None
    cache.leave(first)
    second, joined = cache.board("k", [], quick)

    assert not joined
    assert await second.wait(5) == SUMMARY
    assert await first.wait(5) is None
    assert ended == ["cancelled"]


async def test_detached_work_goes_on_without_a_caller(cache: RecallCache[list[str]]) -> None:
    release = asyncio.Event()
    done = asyncio.Event()

    async def work(progress: list[str]) -> RecallOutcome:
        await release.wait()
        done.set()
        return SUMMARY

    flight, _ = cache.board("k", [], work)
    cache.detach(flight)
    cache.leave(flight)
    release.set()
    await asyncio.wait_for(done.wait(), 5)

    assert await flight.wait(5) == SUMMARY
    assert flight.callers == 0
    cache.detach(flight)
    assert flight.callers == 0


async def test_work_beyond_the_limit_is_not_detached_but_ends_with_its_last_caller(
    cache: RecallCache[list[str]],
) -> None:
    release = asyncio.Event()

    async def work(progress: list[str]) -> RecallOutcome:
        await release.wait()
        return SUMMARY

    async def crowd(first: int) -> list[bool]:
        flights = [cache.board(str(number), [], work)[0] for number in range(first, first + 5)]
        await asyncio.sleep(0)
        for flight in flights:
            cache.detach(flight)
            cache.leave(flight)
        await until(lambda: cache.in_flight == 2)
        return [flight.task is not None and flight.task.cancelled() for flight in flights]

    first, second = await crowd(0), await crowd(5)
    release.set()
    await until(lambda: cache.in_flight == 0)
    release.clear()
    third = await crowd(10)
    await cache.aclose()

    assert first == third == [False, False, True, True, True]
    assert second == [True] * 5


async def test_work_that_several_callers_detach_counts_once(cache: RecallCache[list[str]]) -> None:
    async def work(progress: list[str]) -> RecallOutcome:
        await asyncio.Event().wait()
        raise AssertionError

    shared = [cache.board("shared", [], work)[0] for _ in range(3)]
    other, _ = cache.board("other", [], work)
    for flight in (*shared, other):
        cache.detach(flight)
        cache.leave(flight)
    await asyncio.sleep(0)

    assert cache.in_flight == 2
    await cache.aclose()


async def test_abandoned_work_is_cancelled_for_everybody_and_the_next_one_starts_anew(
    cache: RecallCache[list[str]],
) -> None:
    async def hang(_progress: list[str]) -> RecallOutcome:
        await asyncio.Event().wait()
        raise AssertionError

    async def answer(_progress: list[str]) -> RecallOutcome:
        return NothingRelevant()

    first, _ = cache.board("k", [], hang)
    second, joined = cache.board("k", [], hang)
    waiting = asyncio.get_running_loop().create_task(second.wait(60))
    await asyncio.sleep(0)

    cache.abandon(first)

    assert joined
    assert await waiting is None
    again, joined = cache.board("k", [], answer)
    assert not joined
    assert await again.wait(60) == NothingRelevant()
    for flight in (first, second, again):
        cache.leave(flight)


async def test_an_error_of_the_work_reaches_every_caller(cache: RecallCache[list[str]]) -> None:
    async def work(progress: list[str]) -> RecallOutcome:
        raise ZeroDivisionError

    flights = [cache.board("k", [], work)[0] for _ in range(2)]

    for flight in flights:
        with pytest.raises(ZeroDivisionError):
            await flight.wait(5)


async def test_closing_cancels_what_is_under_way(cache: RecallCache[list[str]]) -> None:
    async def work(progress: list[str]) -> RecallOutcome:
        await asyncio.Event().wait()
        raise AssertionError

    flight, _ = cache.board("k", [], work)
    await cache.aclose()

    assert cache.in_flight == 0
    assert await flight.wait(0) is None


def test_the_order_of_a_question_does_not_change_its_key() -> None:
    assert cache_key("a", "s", {"x": 1, "y": 2}) == cache_key("a", "s", {"y": 2, "x": 1})


@given(st.text(), st.text())
def test_different_questions_have_different_keys(one: str, other: str) -> None:
    assert (cache_key("a", "s", {"q": one}) == cache_key("a", "s", {"q": other})) is (one == other)


@pytest.mark.parametrize(
    ("agent", "session", "question"),
    [
        pytest.param("b", "s", {"q": "tea"}, id="another agent"),
        pytest.param("a", "t", {"q": "tea"}, id="another session"),
        pytest.param("a", "s", {"q": "tea", "model": "m"}, id="another model"),
    ],
)
def test_whatever_can_change_the_answer_changes_the_key(
    agent: str, session: str, question: dict[str, str]
) -> None:
    assert cache_key(agent, session, question) != cache_key("a", "s", {"q": "tea"})


def test_ids_that_hold_a_line_end_share_no_key() -> None:
    assert cache_key("a\nb", "c", {"q": "tea"}) != cache_key("a", "b\nc", {"q": "tea"})


def test_a_key_survives_a_lone_surrogate() -> None:
    assert cache_key("a", "s", {"q": "\ud800"}).startswith("a\ns\n")
