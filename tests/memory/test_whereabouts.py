"""Where a fact stands in the whole index, and how far the search of one viewer gets with it."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.memory.conversations.records import CapturedTurn, Said, Session
from recall_sidecar.memory.conversations.scopes import scope_of
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.memory.standing import Standing
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.concepts import ConceptEmbedder
from tests.memory.conftest import NOW, OpenMemory, Workspace

FACT = "The ladder stands behind the shed"
OWNER = Viewer("main", sender_is_owner=True, session_key="talk", session_id="now")


def asked(viewer: Viewer = OWNER, text: str = "where is the ladder?", **limits: Any) -> SearchQuery:  # noqa: ANN401
    return SearchQuery(text, viewer, NOW, **limits)


async def test_a_fact_that_is_found_has_rank_score_and_reach(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/a.md", f"{FACT}.\n")
    workspace.write("memory/b.md", "The shed is green.\n")
    memory = await open_memory(workspace.folder())

    found = await memory.source.whereabouts(FACT, asked())

    assert (found.place, found.rank, found.hidden, found.unread) == ("memory/a.md:1-1", 1, "", "")
    assert (found.score, found.best_place, found.last_score) == (
        found.best_score,
        "memory/a.md:1",
        found.best_score,
    )
    at_reach = await memory.source.search(asked(min_score=found.reach))
    beyond = await memory.source.search(asked(min_score=found.reach + 1 / 128))
    assert [len(at_reach.hits), len(beyond.hits)] == [1, 0]


async def test_a_fact_below_the_cut_has_the_rank_it_would_have(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    for number in range(4):
        workspace.write(f"memory/{number}.md", f"The ladder number {number}, where is it, the ladder?\n")
    workspace.write(
        "memory/z.md", "A rather long word on many other things, and the ladder stands behind the shed too.\n"
    )
    memory = await open_memory(workspace.folder())

    found = await memory.source.whereabouts(FACT, asked(max_hits=2))

    assert found.rank == 5
    assert 0 < found.score < found.last_score <= found.best_score


async def test_a_fact_that_a_search_does_not_find_has_no_rank(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/a.md", f"{FACT}.\n")
    memory = await open_memory(workspace.folder())

    found = await memory.source.whereabouts(FACT, asked(text="what about electricity?"))

    assert (found.place, found.rank, found.reach, found.best_place) == ("memory/a.md:1-1", 0, 0.0, "")


async def test_without_a_query_nothing_is_ranked(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("memory/a.md", f"{FACT}.\n")
    memory = await open_memory(workspace.folder())

    assert (await memory.source.whereabouts(FACT, asked(text=""))).rank == 0


@pytest.mark.parametrize(
    ("folder", "note", "viewer", "hidden"),
    [
        pytest.param({}, FACT, replace(OWNER, chat="shared", sender_id="42"), "private", id="private notes in a shared chat"),
        pytest.param({"visibility": "shared"}, FACT, replace(OWNER, chat="shared", sender_id="42"), "", id="shared ones"),
        pytest.param({"agents": ["work"]}, FACT, OWNER, "agent", id="another agent's folder"),
        pytest.param({}, FACT, replace(OWNER, sender_is_owner=False), "sender", id="somebody else"),
        pytest.param({}, FACT, replace(OWNER, chat="shared"), "sender", id="nobody knows who"),
        pytest.param({}, f"- {FACT} <!-- project: github.com/o/r -->", OWNER, "project", id="another project"),
        pytest.param(
            {}, f"- {FACT} <!-- project: github.com/o/r -->",
            replace(OWNER, projects=frozenset({"github.com/o/r"})), "", id="its own project",
        ),
    ],
)  # fmt: skip
async def test_why_a_viewer_may_not_see_it(
    workspace: Workspace,
    open_memory: OpenMemory,
    folder: dict[str, Any],
    note: str,
    viewer: Viewer,
    hidden: str,
) -> None:
    workspace.write("MEMORY.md", f"{note}\n")
    memory = await open_memory(workspace.folder(**folder))

    found = await memory.source.whereabouts(FACT, asked(viewer))

    assert (found.hidden, bool(found.rank)) == (hidden, not hidden)
    assert found.place == "MEMORY.md:1-1"


async def test_of_several_places_the_one_that_may_be_seen_is_named(
    workspace: Workspace, open_memory: OpenMemory, tmp_path: Path
) -> None:
    workspace.write("memory/a.md", f"{FACT}.\n")
    other = Workspace(tmp_path / "other")
    other.write("memory/b.md", f"{FACT}, as everybody knows.\n")
    memory = await open_memory(workspace.folder(agents=["work"]), other.folder())

    assert (await memory.source.whereabouts(FACT, asked())).place == "memory/b.md:1-1"


async def test_what_no_passage_says_stands_nowhere(workspace: Workspace, open_memory: OpenMemory) -> None:
    memory = await open_memory(workspace.folder())

    assert await memory.source.whereabouts("We meet next week", asked()) == Standing()


async def test_what_is_not_in_the_index_is_looked_for_in_the_files(
    workspace: Workspace, tmp_path: Path
) -> None:
    settings = MemorySettings.model_validate({"folders": [workspace.folder()], "embedding": {"model": "off"}})
    memory = LiveMemory(tmp_path / "index.sqlite3", settings, clock=FakeClock(NOW))
    await memory.refresh()
    file = workspace.write("a.log", f"{FACT}.\n")
    workspace.write("memory/a.md", "The ladder is red.\n")
    await memory.refresh()

    assert await memory.whereabouts(FACT, asked(), in_files=True) == Standing(
        file=str(file), unread="not_memory"
    )
    assert await memory.whereabouts(FACT, asked(), in_files=False) == Standing()
    assert (await memory.whereabouts("The ladder is red", asked(), in_files=True)).rank == 1
    await memory.aclose()


async def test_what_is_out_of_date_is_named_with_what_is_newer(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/2026-01-04.md", "- Staging runs on Python 3.11.\n")
    workspace.write("memory/2026-11-20.md", "- Staging runs on Python 3.12.\n")
    memory = await open_memory(workspace.folder())

    found = await memory.source.whereabouts(
        "Staging runs on Python 3.11", asked(text="which python does staging run on?")
    )

    assert (found.rank, found.superseded_by) == (2, "memory/2026-11-20.md:1")


@pytest.mark.parametrize(
    ("viewer", "hidden"),
    [
        pytest.param(replace(OWNER, session_id="later"), "", id="of an earlier part of the chat"),
        pytest.param(replace(OWNER, session_id="s"), "answered", id="of the part that is being answered"),
        pytest.param(replace(OWNER, agent_id="work"), "chat", id="of another agent's chat"),
    ],
)
async def test_what_was_said_in_a_conversation(tmp_path: Path, viewer: Viewer, hidden: str) -> None:
    store = ConversationStore(tmp_path / "conversations")
    settings = MemorySettings.model_validate({"embedding": {"model": "off"}})
    memory = LiveMemory(tmp_path / "index.sqlite3", settings, clock=FakeClock(NOW), conversations=store)
    scope = scope_of(OWNER)
    assert scope is not None
    turn = CapturedTurn(f"{FACT}.", NOW, (Said("Ada", "user", Origin.OWNER, f"{FACT}."),))
    await asyncio.to_thread(store.add, scope, Session("main", "talk", "s"), turn)
    await memory.refresh()

    found = await memory.whereabouts(FACT, asked(viewer), in_files=True)

    assert (found.hidden, bool(found.rank)) == (hidden, not hidden)
    await memory.aclose()


async def test_a_passage_that_means_it_stands_in_for_one_that_says_it(
    workspace: Workspace, tmp_path: Path
) -> None:
    workspace.write("memory/a.md", "Mara likes oolong.\n")
    workspace.write("memory/b.md", "The cello is in the cellar.\n")
    settings = MemorySettings.model_validate({"folders": [workspace.folder()]})
    memory = await SqliteMemory.open(
        tmp_path / "index.sqlite3", settings, clock=FakeClock(NOW), embedders=lambda _: ConceptEmbedder()
    )
    await memory.refresh()
    await memory.embedded()

    near = await memory.whereabouts("her favourite beverage", asked(text="which tea?"))
    far = await memory.whereabouts("a flight to the moon", asked(text="which tea?"))

    assert (near.place, near.is_near, near.rank) == ("memory/a.md:1-1", True, 1)
    assert far == Standing()
    await memory.aclose()
