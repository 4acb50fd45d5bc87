"""One memory out of the folders and a gateway: both are asked, neither breaks the other."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.combined import CombinedMemory
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, SearchResult, Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.conftest import LATER, NOW, Workspace
from tests.memory.openclaw.scripted import TOKEN, ScriptedGateway, body, entry, gateway

OWNER = Viewer("main", session_key="agent:main:main", session_id="s1")
TRANSCRIPT = entry("sessions/main/s2.jsonl", "User: Ottilie keeps seventeen alpacas", source="sessions")


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedGateway]:
    """Return a gateway that remembers a conversation, and a note that the folders have too."""
    note = entry("MEMORY.md", "# Memory\nMara likes oolong tea.", startLine=1, endLine=2)
    async with gateway(memory_search=body(results=[TRANSCRIPT, note])) as serving:
        yield serving


class Combined:
    """A combined memory, with short words for what tests do with it."""

    def __init__(self, workspace: Workspace, scripted: ScriptedGateway, state: Path) -> None:
        self.workspace, self.scripted = workspace, scripted
        self.clock = FakeClock(LATER)
        self.settings = self.table()
        self.index = LiveMemory(state / "index.sqlite3", self.settings, clock=self.clock, opens_within_s=0.01)
        self.memory = CombinedMemory(
            self.index,
            self.settings,
            settings_of=lambda _: self.settings,
            environment={"OPENCLAW_GATEWAY_TOKEN": TOKEN},
            mask=str,
            clock=self.clock,
        )

    def table(self, **gateway: object) -> MemorySettings:
        own = {"enabled": True, "url": self.scripted.url, "config": "", "timeout_ms": 5000, **gateway}
        return MemorySettings.model_validate({"folders": [self.workspace.folder()], "openclaw": own})

    def use(self, settings: MemorySettings) -> None:
        self.settings = settings
        self.memory.use(settings)

    async def search(
        self,
        text: str,
        viewer: Viewer = OWNER,
        *,
        max_hits: int | None = None,
        min_score: float | None = None,
    ) -> SearchResult:
        return await self.memory.search(SearchQuery(text, viewer, NOW, max_hits, min_score))

    async def found(self, text: str, viewer: Viewer = OWNER) -> list[tuple[str, str]]:
        return [(hit.passage.source, hit.passage.path) for hit in (await self.search(text, viewer)).hits]


@pytest.fixture
async def combined(
    tmp_path: Path, workspace: Workspace, scripted: ScriptedGateway
) -> AsyncIterator[Combined]:
    """Return a combined memory over one note and the scripted gateway."""
    workspace.write("MEMORY.md", "# Memory\nMara likes oolong tea.\n")
    combined = Combined(workspace, scripted, tmp_path / "state")
    await combined.memory.refresh()
    yield combined
    await combined.memory.aclose()


async def test_what_only_the_gateway_remembers_is_found(combined: Combined) -> None:
    (hit,) = (await combined.search("Where are Ottilie's alpacas?")).hits

    assert (hit.passage.source, hit.passage.path) == ("openclaw", "sessions/main/s2.jsonl")
    assert (hit.passage.origin, hit.rank) == (Origin.AGENT, 1)
    assert sum(part.value for part in hit.parts) == hit.score


async def test_of_what_both_have_the_folders_hit_stays(combined: Combined) -> None:
    assert await combined.found("oolong tea") == [("workspace", "MEMORY.md")]


async def test_the_gateways_hits_are_measured_against_the_index(combined: Combined) -> None:
    """The same words weigh the same, wherever they stand."""
    text = "- Mara likes oolong tea, said again"
    combined.scripted.says["memory_search"] = body(results=[entry("sessions/main/s2.jsonl", text)])

    hits = {hit.passage.source: hit for hit in (await combined.search("oolong")).hits}

    assert hits["openclaw"].parts[0] == hits["workspace"].parts[0]


async def test_the_floor_holds_for_the_gateways_hits_too(combined: Combined) -> None:
    """The transcript holds one word of four that the question asks for."""
    result = await combined.search("alpacas zeppelin harbour anchor", min_score=0.9)

    assert result.hits == ()
    assert result.below_floor == 2


async def test_no_more_hits_than_asked_for(combined: Combined) -> None:
    assert len((await combined.search("oolong alpacas", max_hits=1)).hits) == 1


@pytest.mark.parametrize(
    "viewer",
    [
        pytest.param(Viewer("main", "shared", "42"), id="a shared chat"),
        pytest.param(Viewer("main", sender_is_owner=False), id="somebody else"),
        pytest.param(Viewer("main", is_guest=True), id="a guest"),
    ],
)
async def test_nobody_else_reaches_the_gateway(combined: Combined, viewer: Viewer) -> None:
    assert await combined.found("alpacas", viewer) == []
    assert await combined.memory.read("notes.md", viewer) is None
    assert combined.scripted.calls == []


async def test_the_gateway_is_left_alone_where_it_is_off(combined: Combined) -> None:
    combined.use(combined.table(enabled=False))

    assert await combined.found("oolong alpacas") == [("workspace", "MEMORY.md")]
    assert combined.scripted.calls == []
    assert "openclaw" not in combined.memory.revision("main")


async def test_the_gateway_is_not_asked_for_an_agent_that_it_does_not_have(combined: Combined) -> None:
    assert await combined.found("alpacas", Viewer("claude-code")) == []
    assert combined.scripted.calls == []
    assert "openclaw" not in combined.memory.revision("claude-code")


async def test_the_rules_of_folders_hold_before_the_index_is_open(
    tmp_path: Path, workspace: Workspace, scripted: ScriptedGateway
) -> None:
    combined = Combined(workspace, scripted, tmp_path / "state")
    scripted.says["memory_search"] = body(results=[entry("MEMORY.md", "alpacas")])
    strict = {"folders": [workspace.folder(origin="untrusted")]}
    combined.use(combined.settings.model_copy(update=strict))

    (hit,) = (await combined.search("alpacas")).hits
    await combined.memory.aclose()

    assert hit.passage.origin is Origin.UNTRUSTED


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(web.Response(status=500), id="a fault"),
        pytest.param(web.Response(status=404), id="a denied tool"),
        pytest.param(web.Response(status=401), id="a wrong token"),
        pytest.param(web.Response(text="<html>"), id="garbage"),
        pytest.param(web.Response(body=b" " * 1_100_000), id="too much"),
        pytest.param(60.0, id="silence"),
    ],
)
async def test_a_gateway_that_fails_leaves_the_folders_and_is_told(
    combined: Combined, step: web.Response | float
) -> None:
    combined.use(combined.table(timeout_ms=200 if isinstance(step, float) else 5000))
    combined.scripted.next = [step]

    result = await combined.search("oolong alpacas")

    assert [hit.passage.path for hit in result.hits] == ["MEMORY.md"]
    assert result.warning is not None
    problem = f"OpenClaw: {result.warning}"
    status = await combined.memory.status()
    assert status.ready
    assert problem in status.problems


async def test_a_search_with_little_patience_does_not_wait_for_the_gateway(combined: Combined) -> None:
    combined.scripted.next = [60.0]

    result = await combined.memory.search(SearchQuery("oolong alpacas", OWNER, NOW, patience_s=0.1))

    assert [hit.passage.path for hit in result.hits] == ["MEMORY.md"]
    assert result.warning == "the gateway did not answer within 100 ms"


async def test_an_index_that_cannot_be_read_leaves_the_gateway(
    tmp_path: Path, workspace: Workspace, scripted: ScriptedGateway
) -> None:
    combined = Combined(workspace, scripted, tmp_path / "state")

    result = await combined.search("alpacas")
    await combined.memory.aclose()

    assert [hit.passage.source for hit in result.hits] == ["openclaw"]
    assert result.warning is not None
    assert "index" in result.warning


async def test_with_nothing_in_the_gateway_an_unreadable_index_is_an_error(
    tmp_path: Path, workspace: Workspace, scripted: ScriptedGateway
) -> None:
    combined = Combined(workspace, scripted, tmp_path / "state")
    scripted.says["memory_search"] = body(results=[])

    with pytest.raises(MemoryStoreError):
        await combined.search("alpacas")
    await combined.memory.aclose()


async def test_a_file_of_the_folders_is_read_there(combined: Combined) -> None:
    found = await combined.memory.read("MEMORY.md", OWNER)

    assert found is not None
    assert found.origin is Origin.OWNER
    assert combined.scripted.calls == []


async def test_a_file_that_only_the_gateway_has_is_read_there(combined: Combined) -> None:
    combined.scripted.says["memory_get"] = body(status="ok", text="a\nb", truncated=True, nextFrom=7)

    found = await combined.memory.read("memory/far.md", OWNER, from_line=5, lines=2)

    assert found is not None
    assert (found.from_line, found.to_line, found.text, found.next_line) == (5, 6, "a\nb", 7)
    assert found.origin is Origin.AGENT


async def test_a_file_of_the_gateways_shows_no_entry_of_another_project(combined: Combined) -> None:
    combined.scripted.says["memory_get"] = body(status="ok", text="- a\n- b <!-- project: p -->\n- c")

    outside = await combined.memory.read("memory/far.md", OWNER)
    inside = await combined.memory.read("memory/far.md", replace(OWNER, projects=frozenset("p")))

    assert outside is not None
    assert inside is not None
    assert outside.text == "- a\n\n- c"
    assert "- b" in inside.text


async def test_reading_goes_on_where_a_long_part_was_cut(combined: Combined) -> None:
    combined.scripted.says["memory_get"] = body(status="ok", text="\n" + "x" * 999 + "\ntea" * 2000)

    found = await combined.memory.read("memory/far.md", OWNER, from_line=5, lines=5000)

    assert found is not None
    assert found.next_line is not None
    assert found.next_line == found.to_line + 1 == 5 + 2 + 750


async def test_a_file_that_nobody_has_is_none(combined: Combined) -> None:
    combined.scripted.says["memory_get"] = body(status="not_found", text="")

    assert await combined.memory.read("memory/far.md", OWNER) is None


async def test_a_path_out_of_the_workspace_is_not_asked_for(combined: Combined) -> None:
    assert await combined.memory.read("../secret.md", OWNER) is None
    assert combined.scripted.calls == []


async def advance(combined: Combined) -> None:
    combined.clock.advance(30)


async def fail(combined: Combined) -> None:
    combined.scripted.next = [web.Response(status=500)]
    await combined.search("alpacas")


async def change(combined: Combined) -> None:
    combined.use(combined.table(max_hits=3))


@pytest.mark.parametrize(
    "happens",
    [
        pytest.param(advance, id="half a minute"),
        pytest.param(fail, id="a failure"),
        pytest.param(change, id="other settings"),
    ],
)
async def test_the_revision_changes_with(
    combined: Combined, happens: Callable[[Combined], Awaitable[None]]
) -> None:
    before = combined.memory.revision("main")
    assert combined.memory.revision("main") == before

    await happens(combined)

    assert combined.memory.revision("main") != before


async def test_the_same_settings_keep_the_gateways_state(combined: Combined) -> None:
    await fail(combined)

    combined.use(combined.table())

    assert (await combined.memory.status()).problems == ("OpenClaw: the gateway answered 500",)


async def test_other_settings_meet_the_gateway_anew(combined: Combined) -> None:
    await fail(combined)

    combined.use(combined.table(max_hits=3))

    assert (await combined.memory.status()).problems == ()
    assert await combined.found("alpacas") == [("openclaw", "sessions/main/s2.jsonl")]
