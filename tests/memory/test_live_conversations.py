"""Conversations that are kept while the memory runs: found at once, and quoted while their files grow."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from recall_sidecar.memory.conversations.records import CapturedTurn, Said, Session
from recall_sidecar.memory.conversations.scopes import Scope, scope_of
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import MemorySettings
from recall_sidecar.testing import FakeClock

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)
OWNER = Viewer("main", sender_is_owner=True, session_key="talk", session_id="later")
NO_FOLDER = MemorySettings.model_validate({"embedding": {"model": "off"}})


class Kept:
    """A memory that is caught up with, and conversations of its owner."""

    def __init__(self, root: Path) -> None:
        self.store = ConversationStore(root / "conversations")
        self.due = 0
        self.memory = LiveMemory(
            root / "index.sqlite3",
            NO_FOLDER,
            clock=FakeClock(AT),
            conversations=self.store,
            due=self._told,
        )

    def _told(self) -> None:
        self.due += 1

    async def keep(self, text: str, viewer: Viewer = OWNER) -> tuple[Scope, date]:
        scope = scope_of(viewer)
        assert scope is not None
        turn = CapturedTurn(text, AT, (Said("Ada", "user", Origin.OWNER, text),))
        await asyncio.to_thread(self.store.add, scope, Session("main", "talk", "s"), turn)
        return scope, AT.date()

    async def finds(self, text: str, viewer: Viewer = OWNER) -> list[str]:
        found = await self.memory.search(SearchQuery(text, viewer, AT, min_score=0.0))
        return [hit.passage.text for hit in found.hits]


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    made = Kept(tmp_path)
    await made.memory.catch_up()
    yield made
    await made.memory.aclose()


async def test_what_is_kept_is_found_after_the_next_look_and_that_is_due_at_once(kept: Kept) -> None:
    first = await kept.keep("My boat is called Pelican.")
    kept.memory.has_kept(*first)
    assert kept.due == 1
    await kept.memory.catch_up()
    assert await kept.finds("boat Pelican") == ["My boat is called Pelican."]

    kept.memory.has_kept(*await kept.keep("My kayak is called Heron."))
    await kept.memory.catch_up()
    assert await kept.finds("kayak Heron") == ["My kayak is called Heron."]
    assert await kept.finds("boat Pelican", replace(OWNER, session_id="s")) == []


async def test_a_conversation_that_grows_is_quoted_before_it_is_read_again(kept: Kept) -> None:
    kept.memory.has_kept(*await kept.keep("My boat is called Pelican."))
    await kept.memory.catch_up()

    await kept.keep("My kayak is called Heron.")

    assert await kept.finds("boat Pelican") == ["My boat is called Pelican."]


async def test_what_a_message_says_of_projects_hides_none_of_it(kept: Kept) -> None:
    text = "My boat is called Pelican. <!-- project: falcon -->"
    kept.memory.has_kept(*await kept.keep(text))
    await kept.memory.catch_up()

    found = await kept.memory.search(SearchQuery("boat Pelican", OWNER, AT, min_score=0.0))
    path = found.hits[0].passage.path
    read = await kept.memory.read(path, OWNER)

    assert read is not None
    assert "Pelican" in read.text
    assert await kept.memory.read(path, Viewer("main", sender_id="7", channel="x")) is None


async def test_conversations_alone_are_no_configured_folder(kept: Kept) -> None:
    kept.memory.has_kept(*await kept.keep("My boat is called Pelican."))
    await kept.memory.catch_up()

    status = await kept.memory.status()

    assert (status.passages, status.folders) == (1, ())
    assert "No folder is configured" in status.detail
