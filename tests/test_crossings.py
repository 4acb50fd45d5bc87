"""Many sessions of many agents at once: what belongs to one is seen nowhere in what belongs to another.

Ids hold the separators that anything could be joined with, and signs that look like one another.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.history import TraceHistory
from recall_sidecar.memory.port import SearchQuery
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import TraceSettings
from recall_sidecar.why import explain_last
from tests.cases.world import Answer, World
from tests.crossing import (
    AGENTS,
    QUESTION,
    TRIGGER,
    Place,
    QuotingModel,
    capture,
    code_words,
    everything,
    folders,
    places,
)

FLAGS = {
    "gate.allowed_chat_types": ["direct", "group", "channel", "explicit"],
    "gate.agents": ["*"],
    "memory.capture.enabled": True,
    "memory.max_hits": 20,
    "inject.max_summary_chars": 1000,
    # Whoever is late on a busy machine is answered all the same.
    "recall.timeout_ms": 600_000,
    "recall.soft_budget_ms": 600_000,
}
PLACES = list(places())
_AT_ONCE = 40


@pytest.fixture
async def world(home: Path, tmp_path: Path) -> AsyncIterator[World]:
    made = World(home, tmp_path, model=QuotingModel())
    yield made
    await made.aclose()


async def _started(
    world: World, flags: Mapping[str, object] | None = None, *, model: bool = True, talks: bool = True
) -> None:
    tables = await asyncio.to_thread(folders, world.workspace / "agents")
    await world.start({**FLAGS, "memory.folders": tables, **(flags or {})}, model=model)
    if talks:
        assert {*await capture(world)} == {"kept"}


async def _asked(world: World, asked: list[Place], text: str = QUESTION) -> list[Answer]:
    """Ask at every place, as many at once as no busy machine makes wait for long."""
    answers: list[Answer] = []
    for start in range(0, len(asked), _AT_ONCE):
        some = asked[start : start + _AT_ONCE]
        answers += await asyncio.gather(*(world.turn(text, **place.ctx) for place in some))
    return answers


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
        replace(place, ctx={**place.ctx, "runId": f"run-{number}"})
        for place in PLACES[::3]
        for number in range(5)
    ]

    answers = await _asked(world, asked)

    for place, answer in zip(asked, answers, strict=True):
        assert code_words(answer.block) == place.allowed
        assert _seen(answer) <= place.allowed
    calls_by_words = Counter(frozenset(code_words(request.messages)) for request in world.model.requests)
    assert max(calls_by_words.values()) < 5, "equal questions of one place were joined"


async def test_an_answer_is_kept_for_its_own_session_alone(world: World) -> None:
    """Two sessions of one agent and one sender: what is asked in the first is asked anew in the second."""
    await _started(world, talks=False)
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


async def test_trigger_phrases_call_curated_entries_of_their_own_agent_alone(world: World) -> None:
    """Notes, imports and what was said carry the same comments; none of them speaks up."""
    await _started(world, {"recall.mode": "off"})

    for place, answer in zip(PLACES, await _asked(world, PLACES, TRIGGER), strict=True):
        curated = {each.word for each in place.seen if each.is_curated and place.is_private}
        assert code_words(answer.block) == curated, place
        assert _seen(answer) <= curated


async def test_extracts_are_made_in_private_chats_of_what_is_trusted(world: World) -> None:
    await _started(world, model=False)

    for place, answer in zip(PLACES, await _asked(world, PLACES), strict=True):
        trusted = {each.word for each in place.seen if each.is_trusted and place.is_private}
        assert _seen(answer) <= place.allowed
        assert code_words(answer.block) <= trusted, place
        assert bool(answer.block) is bool(trusted), place


async def test_what_is_said_of_itself_lifts_no_note_over_another(world: World) -> None:
    """Every memory claims the same; only curated entries have an importance, and nothing has another origin than its own."""
    await _started(world)
    by_word = {each.word: each for each in everything()}

    for place in PLACES[::5]:
        query = SearchQuery(QUESTION, place.viewer(), world.clock.now(), max_hits=20, min_score=0.0)
        for hit in (await world.memory.search(query)).hits:
            (word,) = code_words(hit.passage.text)
            said = by_word[word]
            assert (hit.passage.origin in {Origin.OWNER, Origin.AGENT}) is said.is_trusted, hit
            assert (hit.passage.visibility == "private") is (not said.is_shared and place.is_private), hit
            assert "<!--" not in hit.passage.text or said.scope, hit
            assert ("importance" in {part.name for part in hit.parts}) is said.is_curated, hit


async def test_status_and_what_is_counted_name_no_memory(world: World) -> None:
    await _started(world)
    await _asked(world, PLACES)

    told = (await world.memory.status(), world.keeper.state, world.spend.totals(), world.breaker.states())
    assert code_words(told) == set()


async def test_searching_and_reading_by_name_stays_in_its_place(world: World) -> None:
    """What the memory routes and a model's tools do: any path that a hit could name, in every place."""
    await _started(world)
    paths = [
        f"{folder}{file}"
        for folder in ("", *(f"agent{number}/" for number in range(len(AGENTS))))
        for file in ("MEMORY.md", "memory/club.md", "memory/2026-11-03.md", "memory/imports/web/MEMORY.md")
    ]
    talks = await asyncio.to_thread(
        lambda: [
            f"conversations/{file.parent.name}/{file.name}" for file, _, _ in world.conversations.sessions()
        ]
    )

    for place in PLACES[::7]:
        viewer = place.viewer()
        query = SearchQuery("code word of the locker", viewer, world.clock.now(), max_hits=20, min_score=0.0)
        found = await world.memory.search(query)
        read = [await world.memory.read(path, viewer) for path in [*paths, *talks]]

        assert code_words(found) == place.allowed_by_key, place
        own = {each.word for each in everything() if each.scope == place.scope and each.agent == place.agent}
        assert place.allowed_by_key <= code_words(read) <= place.allowed_by_key | own, place


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
    await _started(world, {"trace.persist_transcripts": True})
    answers = await _asked(world, PLACES)
    await world.pipeline.aclose()

    def read() -> list[set[str]]:
        kept = [file for file in (world.home / "state" / "transcripts").rglob("*.jsonl") if file.is_file()]
        return [code_words(file.read_text("utf-8")) for file in kept]

    written = await asyncio.to_thread(read)
    allowed = [place.allowed for place in PLACES]
    assert len(written) == sum(bool(code_words(answer.block)) for answer in answers)
    for words in written:
        assert any(words <= each for each in allowed), words


async def test_raw_prompts_are_kept_where_they_were_asked_for_and_nowhere_else(world: World) -> None:
    await _started(world, talks=False)
    raw = PLACES[0]
    await world.toggles.set_trace(raw.key, "raw")

    answers = await _asked(world, PLACES)

    with_prompts = {answer.trace.session_key for answer in answers if answer.trace.prompts}
    assert with_prompts == {raw.key}


async def test_a_session_that_is_switched_off_switches_off_no_other(world: World) -> None:
    await _started(world, {"recall.mode": "off"}, talks=False)

    for off in PLACES[::17]:
        await world.toggles.set_off(off.key, True)
        await world.toggles.set_verbose(off.key, shown=True)
        asked = [replace(place, ctx={**place.ctx, "runId": off.key}) for place in PLACES]
        for place, answer in zip(PLACES, await _asked(world, asked), strict=True):
            is_off = answer.said == ("skipped", "session_off")
            assert is_off is (place.key == off.key), place
        await world.toggles.set_off(off.key, False)
