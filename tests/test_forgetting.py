"""What is forgotten is nowhere any more: every file below the state folder is looked through."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.evaluation.own_cases import OwnCases
from recall_sidecar.forgetting import KeptTurns, MemoryWriter, purge
from recall_sidecar.history import TraceHistory
from recall_sidecar.memory.conversations.records import CapturedTurn, Said, Session
from recall_sidecar.memory.conversations.scopes import scope_of
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.edits import ToForget, ToRemember
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.schema import connect_reader, connect_writer
from recall_sidecar.outcomes import Origin
from recall_sidecar.paths import Paths
from recall_sidecar.settings import MemorySettings, TraceSettings
from recall_sidecar.settings.capture import CaptureSettings
from recall_sidecar.testing import FakeClock
from recall_sidecar.trace import Tracer
from recall_sidecar.transcripts import Transcripts
from tests.harness import Build, mask
from tests.turns import turn

MARKER = "zebramarker"
AT = datetime(2026, 11, 30, 9, tzinfo=UTC)
OWNER = Viewer("main", sender_is_owner=True)
TRACED = TraceSettings(history=True, keep_text_days=30, persist_transcripts=True)


class Installation:
    """A memory with a note and a conversation that hold the marker, and turns that have seen it."""

    def __init__(self, paths: Paths, workspace: Path) -> None:
        self.paths = paths
        self.clock = FakeClock()
        self.settings = MemorySettings.model_validate(
            {"folders": [{"path": str(workspace)}], "embedding": {"model": "off"}}
        )
        self.note = workspace / "MEMORY.md"
        self.store = ConversationStore(paths.conversations_dir)
        self.memory = LiveMemory(paths.index_file, self.settings, clock=self.clock, conversations=self.store)
        self.history = TraceHistory(paths.history_file, TRACED, clock=self.clock)
        self.tracer = Tracer(ring_turns=10, sinks=(self.history,))
        self.transcripts = Transcripts(paths.transcripts_dir)
        self.cases = OwnCases(paths.cases_file)

    async def begin(self, build: Build) -> None:
        harness = await build()
        self.pipeline = harness.pipeline
        self.editor = MemoryWriter(
            memory=self.memory,
            conversations=self.store,
            settings=lambda: self.settings,
            pipeline=harness.pipeline,
            turns=KeptTurns(self.tracer, self.history, self.transcripts, self.cases, mask),
        )
        await asyncio.to_thread(self._write)
        await self.memory.refresh()
        seen = turn()
        hit = replace(
            seen.hits[0], path="MEMORY.md", from_line=3, to_line=3, text=f"- The boat is called {MARKER}."
        )
        self.tracer.keep(replace(seen, hits=(hit,), block=f"boat: {MARKER}", summary=MARKER))
        self.tracer.keep(
            replace(seen, trace_id="01KBB", session_key="other", hits=(), block="", summary="tea")
        )
        await self.transcripts.keep(
            TRACED, agent_id="main", trace_id="01KBA", entries=[{"text": f"- The boat is called {MARKER}."}]
        )
        await self.transcripts.keep(TRACED, agent_id="main", trace_id="01KBB", entries=[{"text": "tea"}])

    def _write(self) -> None:
        self.cases.add(f'{{"message": "boat", "said": "The boat is called {MARKER}."}}')
        self.cases.add('{"message": "tea"}')
        self.note.write_text(f"# M\n\n- The boat is called {MARKER}.\n- Jonas drinks tea.\n")
        scope = scope_of(OWNER)
        assert scope is not None
        for key in ("talk", "other talk"):
            text = f"My boat is called {MARKER}." if key == "talk" else "I moved to Lisbon."
            said = (Said("Ada", "user", Origin.OWNER, text),)
            self.store.add(scope, Session("main", key, "s"), CapturedTurn(key, AT, said))

    async def finds(self, text: str) -> str:
        found = await self.memory.search(SearchQuery(text, OWNER, AT, min_score=0.0))
        return " ".join(hit.passage.text for hit in found.hits)

    def holding(self) -> list[str]:
        """Return the files that hold the marker, in the state folder and beside the note."""
        files = [*self.paths.state_dir.rglob("*"), *self.note.parent.rglob("*")]
        return sorted(file.name for file in files if file.is_file() and MARKER.encode() in file.read_bytes())

    async def aclose(self) -> None:
        await self.history.aclose()
        await self.memory.aclose()


@pytest.fixture
async def made(paths: Paths, tmp_path: Path, build: Build) -> AsyncIterator[Installation]:
    workspace = tmp_path / "ws"
    workspace.mkdir()
    installation = Installation(paths, workspace)
    await installation.begin(build)
    yield installation
    await installation.aclose()


async def forget(made: Installation, wanted: ToForget) -> int:
    found = await made.editor.find(wanted, "main")
    assert found
    return await made.editor.forget(found, wanted.session_key)


async def test_what_is_forgotten_is_in_no_file_and_nothing_else_is_lost(made: Installation) -> None:
    assert len(await asyncio.to_thread(made.holding)) >= 4

    assert await forget(made, ToForget("MEMORY.md", 3, 3)) == 1
    await forget(made, ToForget(session_key="talk"))

    assert await asyncio.to_thread(made.holding) == []
    assert '"tea"' in await asyncio.to_thread(made.paths.cases_file.read_text)
    assert MARKER not in await made.finds(f"what is the boat {MARKER} called?")
    assert "Lisbon" in await made.finds("where did I move, Lisbon?")
    assert "tea" in await made.finds("what does Jonas drink, tea?")


async def test_turns_that_saw_it_go_and_others_stay(made: Installation) -> None:
    await forget(made, ToForget("MEMORY.md", 3, 3))

    assert [trace.trace_id for trace in made.tracer.recent()] == ["01KBB"]
    kept = {record["traceId"]: record["redacted"] for record in await made.history.recent()}
    assert kept == {turn().trace_id: True, "01KBB": False}
    names = await asyncio.to_thread(
        lambda: [file.stem for file in made.paths.transcripts_dir.rglob("*.jsonl")]
    )
    assert names == ["01KBB"]


async def test_a_session_that_is_forgotten_takes_its_turns_with_it(made: Installation) -> None:
    made.tracer.keep(replace(turn(), trace_id="01KBC", session_key="talk", hits=(), summary="", block=""))

    await forget(made, ToForget(session_key="talk"))

    assert "01KBC" not in [trace.trace_id for trace in made.tracer.recent()]


async def test_the_same_order_may_be_given_again(made: Installation) -> None:
    await forget(made, ToForget("MEMORY.md", 3, 3))

    assert await made.editor.find(ToForget(session_key="nobody's"), "main") == []
    await made.editor.forget([], "")


async def test_what_is_remembered_is_found_at_once(made: Installation) -> None:
    written = await made.editor.remember(ToRemember("The kayak is blue."), "main")

    assert written.line == 5
    assert "kayak" in await made.finds("which colour is the kayak?")


async def test_a_rebuild_of_the_index_loses_no_conversation(made: Installation) -> None:
    await made.memory.refresh(rebuild=True)

    assert "Lisbon" in await made.finds("where did I move, Lisbon?")


async def test_a_disk_that_fails_is_told_in_a_sentence(made: Installation) -> None:
    def put_a_file_in_the_way() -> None:
        made.note.unlink()
        made.note.parent.rmdir()
        made.note.parent.write_text("x")

    await asyncio.to_thread(put_a_file_in_the_way)

    with pytest.raises(MemoryStoreError, match="cannot be written"):
        await made.editor.remember(ToRemember("tea"), "main")


async def test_no_vector_of_what_is_forgotten_waits_for_another_passage_and_no_graph_holds_it(
    made: Installation,
) -> None:
    index = made.paths.index_file
    graph = index.with_name(f"{index.name}.near-2-9-0123abcd")

    def embed() -> None:
        with closing(connect_writer(index)) as connection:
            connection.execute(
                "INSERT INTO vector(passage_id, model, value, digest) SELECT id, 'm', x'00000000', x'01' || id FROM passage"
            )
        graph.write_text("vectors")

    def left() -> list[int]:
        with closing(connect_writer(index)) as connection:
            return [
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 -- named here
                for table in ("spare_vector", "passage", "coded")
            ]

    await asyncio.to_thread(embed)
    await forget(made, ToForget(session_key="talk"))

    spares, passages, coded = await asyncio.to_thread(left)
    assert (spares, coded) == (0, passages)
    assert not await asyncio.to_thread(graph.exists)


async def test_an_index_that_cannot_be_scrubbed_keeps_nothing_else_from_being_forgotten(
    made: Installation,
) -> None:
    """The lines of a note cannot be named again once they are gone, so the rest goes in any case."""
    reader = await asyncio.to_thread(connect_reader, made.paths.index_file)
    try:
        await asyncio.to_thread(_hold, reader)
        with pytest.raises(MemoryStoreError, match="locked"):
            await forget(made, ToForget("MEMORY.md", 3, 3))
    finally:
        reader.close()

    assert MARKER not in await asyncio.to_thread(made.note.read_text)
    assert MARKER not in repr(made.tracer.recent())
    assert [record["redacted"] for record in await made.history.recent() if record["traceId"] != "01KBB"] == [
        True
    ]
    assert not [
        name for name in await asyncio.to_thread(made.holding) if name.startswith(("history", "01KB"))
    ]


def _hold(reader: sqlite3.Connection) -> None:
    """Read as a search does that goes on for long, so that the log cannot be emptied."""
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM passage").fetchone()


async def test_turns_that_saw_an_entry_on_other_lines_and_without_its_comments_go_too(
    made: Installation,
) -> None:
    line = f"- The boat is called {MARKER}. <!-- trigger: boat name -->"
    await asyncio.to_thread(made.note.write_text, f"# M\n\n- Jonas drinks tea.\n\n{line}\n")
    await made.memory.refresh()

    await forget(made, ToForget("MEMORY.md", 5, 5))

    assert MARKER not in repr(made.tracer.recent())
    assert not [
        name for name in await asyncio.to_thread(made.holding) if name.startswith(("history", "01KB"))
    ]


class Idle:
    """A keeper that has nothing to purge."""

    async def purge(self, keep_days: int, max_mb: int) -> bool:
        return False


async def test_what_a_kill_left_in_the_index_goes_at_the_next_start(made: Installation) -> None:
    """As a `kill -9` after the files were changed leaves it: the index has what it had, and owes a scrub."""
    await made.memory.owe_scrub()

    def take_out() -> None:
        made.note.write_text("# M\n")
        for file, _, _ in list(made.store.sessions()):
            made.store.delete(file)

    await asyncio.to_thread(take_out)
    assert any(name.startswith("memory") for name in await asyncio.to_thread(made.holding))

    await purge(Idle(), CaptureSettings(), made.memory)  # type: ignore[arg-type]

    assert not any(name.startswith("memory") for name in await asyncio.to_thread(made.holding))
    assert not await made.memory.owes_scrub()


async def test_a_scrub_that_failed_is_owed(made: Installation) -> None:
    reader = await asyncio.to_thread(connect_reader, made.paths.index_file)
    try:
        await asyncio.to_thread(_hold, reader)
        with pytest.raises(MemoryStoreError, match="locked"):
            await forget(made, ToForget("MEMORY.md", 3, 3))
    finally:
        reader.close()

    assert await made.memory.owes_scrub()
    await purge(Idle(), CaptureSettings(), made.memory)  # type: ignore[arg-type]
    assert not await made.memory.owes_scrub()


async def test_a_note_that_cannot_be_changed_costs_no_turn(made: Installation) -> None:
    await asyncio.to_thread(made.note.chmod, 0o444)

    with pytest.raises(MemoryStoreError, match="read-only"):
        await forget(made, ToForget("MEMORY.md", 3, 3))

    assert len(made.tracer.recent()) == 2
