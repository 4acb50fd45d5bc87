"""Many sessions of many agents at once: what belongs to one is seen nowhere in what belongs to another.

Ids hold the separators that anything could be joined with, and signs that look like one another.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.history import TraceHistory
from recall_sidecar.memory.port import SearchQuery
from recall_sidecar.settings import TraceSettings
from recall_sidecar.why import explain_last
from tests.cases.world import Answer, World
from tests.crossing import AGENTS, QUESTION, Place, QuotingModel, code_words, folders, places

FLAGS = {"gate.allowed_chat_types": ["direct", "group", "channel", "explicit"], "gate.agents": ["*"]}
PLACES = list(places())


@pytest.fixture
async def world(home: Path, tmp_path: Path) -> AsyncIterator[World]:
    made = World(home, tmp_path, model=QuotingModel())
    yield made
    await made.aclose()


async def _started(world: World, **flags: object) -> None:
    tables = await asyncio.to_thread(folders, world.workspace / "agents")
    await world.start({**FLAGS, "memory.folders": tables, **flags})


async def _asked(world: World, asked: list[Place], text: str = QUESTION) -> list[Answer]:
    return await asyncio.gather(*(world.turn(text, **place.ctx) for place in asked))


def _seen(answer: Answer) -> set[str]:
    """Return every code word in what a host, a person or an operator is shown of a turn."""
    return code_words((answer.wire, answer.trace, answer.outcome))


async def test_no_turn_shows_what_another_place_may_see(world: World) -> None:
    """Twice, so that the second time caches and memos could answer."""
    await _started(world)

    for text in (QUESTION, QUESTION, f"{QUESTION} please"):
        for place, answer in zip(PLACES, await _asked(world, PLACES, text), strict=True):
            assert _seen(answer) <= place.allowed, (place, answer.wire)
            if place.allowed:
                assert code_words(answer.block) == place.allowed, (place, answer.wire)


async def test_no_model_call_holds_words_of_two_agents(world: World) -> None:
    await _started(world)
    await _asked(world, PLACES * 2)

    allowed = [place.allowed for place in PLACES]
    for request in world.model.requests:
        words = code_words((request.system, request.messages))
        assert any(words <= each for each in allowed), words


async def test_single_flight_joins_only_turns_of_one_place(world: World) -> None:
    """Each place asks five times at the same moment, under run ids of its own."""
    await _started(world)
    asked = [
        Place(place.agent, {**place.ctx, "runId": f"run-{number}"}, place.kinds)
        for number in range(5)
        for place in PLACES
    ]

    answers = await _asked(world, asked)

    for place, answer in zip(asked, answers, strict=True):
        assert code_words(answer.block) == place.allowed
        assert _seen(answer) <= place.allowed
    calls_by_words = Counter(frozenset(code_words(request.messages)) for request in world.model.requests)
    assert max(calls_by_words.values()) < 5 * len(AGENTS), "equal questions of one place were joined"


async def test_an_answer_is_kept_for_its_own_session_alone(world: World) -> None:
    """Two sessions of one agent and one sender: what is asked in the first is asked anew in the second."""
    await _started(world)
    first, *_ = PLACES
    keys = (first.key, f"{first.key}\nx", f"{first.key}:thread:1", f"{first.key}%", f"{first.key}|")

    cached = [
        (
            await world.turn(QUESTION, **{**first.ctx, "sessionKey": key, "runId": f"run-{number}-{again}"})
        ).trace.cache
        for again in range(2)
        for number, key in enumerate(keys)
    ]

    assert cached == ["miss"] * len(keys) + ["hit"] * len(keys)


async def test_trigger_phrases_call_entries_of_their_own_agent(world: World) -> None:
    await _started(world, **{"recall.mode": "off"})

    for place, answer in zip(PLACES, await _asked(world, PLACES, "locker password"), strict=True):
        private = {word for word in place.allowed if word.endswith("p")}
        assert code_words(answer.block) == private, place
        assert _seen(answer) <= private


async def test_extracts_are_made_in_private_chats_of_their_own_agent(world: World) -> None:
    tables = await asyncio.to_thread(folders, world.workspace / "agents")
    await world.start({**FLAGS, "memory.folders": tables}, model=False)

    for place, answer in zip(PLACES, await _asked(world, PLACES), strict=True):
        assert _seen(answer) <= place.allowed
        assert bool(answer.block) is ("p" in place.kinds), place


async def test_searching_and_reading_by_name_stays_in_its_place(world: World) -> None:
    """What the memory routes and a model's tools do: any path that a hit could name, in every place."""
    await _started(world)
    paths = [
        f"{folder}{file}"
        for folder in ("", *(f"agent{number}/" for number in range(len(AGENTS))))
        for file in ("MEMORY.md", "memory/club.md")
    ]

    for place in PLACES:
        viewer = place.viewer()
        query = SearchQuery("code word of the locker", viewer, world.clock.now(), max_hits=20, min_score=0.0)
        found = await world.memory.search(query)
        read = [await world.memory.read(path, viewer) for path in paths]

        assert code_words(found) == place.allowed, place
        assert code_words(read) == place.allowed, place


async def test_traces_of_a_session_are_its_own_in_the_ring_and_on_disk(world: World, tmp_path: Path) -> None:
    await _started(world)
    history = TraceHistory(
        tmp_path / "history.sqlite3", TraceSettings(history=True, keep_text_days=1), clock=SystemClock()
    )
    try:
        for place in PLACES[::2]:
            await world.toggles.set_trace(place.key, "raw")
        for answer in await _asked(world, PLACES):
            history.keep(answer.trace)

        for key in {place.key for place in PLACES}:
            allowed = set[str]().union(*(place.allowed for place in PLACES if place.key == key))
            kept = world.tracer.recent(500, session_key=key)
            written = await history.recent(500, session_key=key)

            assert {trace.session_key for trace in kept} == {key}
            assert len(written) == len(kept)
            assert code_words((kept, written)) <= allowed
            assert code_words(explain_last(kept[0])) <= allowed
    finally:
        await history.aclose()


async def test_a_transcript_holds_one_place_and_stays_below_its_folder(world: World) -> None:
    await _started(world, **{"trace.persist_transcripts": True})
    answers = await _asked(world, PLACES)
    await world.pipeline.aclose()

    def read() -> list[set[str]]:
        kept = [file for file in world.home.rglob("*.jsonl") if file.is_file()]
        return [code_words(file.read_text("utf-8")) for file in kept]

    written = await asyncio.to_thread(read)
    allowed = [place.allowed for place in PLACES]
    assert len(written) == sum(bool(code_words(answer.block)) for answer in answers)
    for words in written:
        assert any(words <= each for each in allowed), words


async def test_raw_prompts_are_kept_where_they_were_asked_for_and_nowhere_else(world: World) -> None:
    await _started(world)
    raw = PLACES[0]
    await world.toggles.set_trace(raw.key, "raw")

    answers = await _asked(world, PLACES)

    with_prompts = {answer.trace.session_key for answer in answers if answer.trace.prompts}
    assert with_prompts == {raw.key}


@pytest.mark.parametrize("number", range(0, len(PLACES), 7))
async def test_a_session_that_is_switched_off_switches_off_no_other(world: World, number: int) -> None:
    await _started(world)
    off = PLACES[number]
    await world.toggles.set_off(off.key, True)
    await world.toggles.set_verbose(off.key, shown=True)

    for place, answer in zip(PLACES, await _asked(world, PLACES), strict=True):
        is_off = answer.said == ("skipped", "session_off")
        assert is_off is (place.key == off.key), place
