"""MCP servers beside the folders: asked in the owner's private chats alone, and none takes the others' answer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recall_sidecar.memory.combined import CombinedMemory
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, SearchResult, Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.conftest import LATER, NOW, Workspace
from tests.memory.mcp.world import Raw

OWNER = Viewer("main", session_key="agent:main:main", session_id="s1")


class Combined:
    """A combined memory over a note and two servers, with short words for what tests do with it."""

    def __init__(self, workspace: Workspace, state: Path) -> None:
        self.workspace = workspace
        self.honest, self.other = Raw("honest", state / "honest-log"), Raw("hangs", state / "other-log")
        self.clock = FakeClock(LATER)
        self.settings = self.table(self.honest.table())
        self.index = LiveMemory(state / "index.sqlite3", self.settings, clock=self.clock, opens_within_s=0.01)
        self.memory = CombinedMemory(
            self.index,
            self.settings,
            settings_of=lambda _: self.settings,
            environment={},
            mask=lambda text: text.replace("hunter2", "[password]"),
            clock=self.clock,
        )

    def table(self, *servers: dict[str, object]) -> MemorySettings:
        return MemorySettings.model_validate({"folders": [self.workspace.folder()], "mcp": list(servers)})

    def use(self, *servers: dict[str, object]) -> None:
        self.settings = self.table(*servers)
        self.memory.use(self.settings)

    async def search(self, text: str, viewer: Viewer = OWNER, **more: float) -> SearchResult:
        return await self.memory.search(SearchQuery(text, viewer, NOW, **more))  # type: ignore[arg-type]

    async def paths(self, text: str, viewer: Viewer = OWNER) -> list[str]:
        return [hit.passage.path for hit in (await self.search(text, viewer)).hits]


@pytest.fixture
async def combined(tmp_path: Path, workspace: Workspace) -> AsyncIterator[Combined]:
    """Return a combined memory over one note and one server."""
    (tmp_path / "state").mkdir(mode=0o700)
    workspace.write("MEMORY.md", "# Memory\nMara likes oolong tea.\n")
    combined = Combined(workspace, tmp_path / "state")
    await combined.memory.refresh()
    yield combined
    await combined.memory.aclose()


async def test_what_only_a_server_knows_is_found_beside_the_notes(combined: Combined) -> None:
    result = await combined.search("Does Mara's oolong come from Ottilie's alpacas?")

    assert {hit.passage.path: hit.passage.origin for hit in result.hits} == {
        "MEMORY.md": Origin.OWNER,
        "mcp/garden/7": Origin.UNTRUSTED,
    }
    assert [hit.rank for hit in result.hits] == [1, 2]
    assert result.warning is None
    assert (await combined.memory.status()).stores == ("MCP garden: ready",)


@pytest.mark.parametrize(
    "viewer",
    [
        pytest.param(Viewer("main", "shared", "42"), id="a shared chat"),
        pytest.param(Viewer("main", "shared", "42", sender_is_owner=True), id="the owner in a shared chat"),
        pytest.param(Viewer("main", sender_is_owner=False), id="somebody else"),
        pytest.param(Viewer("main", is_guest=True), id="a guest"),
        pytest.param(Viewer("work"), id="another agent"),
        pytest.param(Viewer("main:work"), id="an agent with a name that begins alike"),
    ],
)
async def test_nobody_else_reaches_a_server(combined: Combined, viewer: Viewer) -> None:
    combined.use(combined.honest.table(agents=["main"], get_tool="get"))
    await combined.search("alpacas")
    known = len(combined.honest.calls())

    assert await combined.paths("alpacas", viewer) == []
    assert await combined.memory.read("mcp/garden/7", viewer) is None
    assert len(combined.honest.calls()) == known


async def test_one_that_hangs_takes_nobody_the_others_answer(combined: Combined) -> None:
    combined.use(combined.honest.table(), combined.other.table(name="other", timeout_ms=500))
    await combined.memory.warm()

    result = await combined.search("oolong alpacas")

    assert {hit.passage.path for hit in result.hits} == {"MEMORY.md", "mcp/garden/7"}
    assert result.warning == "MCP other: no answer within 500 ms"
    assert (await combined.memory.status()).problems == ("MCP other: no answer within 500 ms",)


async def test_the_floor_holds_for_what_servers_find(combined: Combined) -> None:
    result = await combined.search("alpacas zeppelin harbour anchor", min_score=0.9)

    assert result.hits == ()
    assert result.below_floor >= 1


async def test_of_what_both_have_the_folders_hit_stays(combined: Combined) -> None:
    combined.workspace.write("memory/farm.md", "Ottilie keeps seventeen alpacas near Zwettl.\n")
    await combined.memory.refresh()

    assert await combined.paths("Ottilie's alpacas") == ["memory/farm.md"]


async def test_a_hit_is_read_from_the_server_it_came_from(combined: Combined) -> None:
    combined.use(combined.honest.table(get_tool="get"))
    await combined.search("alpacas")

    found = await combined.memory.read("mcp/garden/7", OWNER)

    assert found is not None
    assert found.text == "Garden\nOttilie keeps seventeen alpacas near Zwettl.\nThree are brown."
    assert found.origin is Origin.UNTRUSTED
    assert await combined.memory.read("mcp/other/7", OWNER) is None


async def test_a_server_whose_settings_stay_is_kept_and_one_that_is_taken_out_ends(
    combined: Combined,
) -> None:
    await combined.search("alpacas")
    before = combined.memory.revision("main")

    combined.use(combined.honest.table())
    await combined.search("alpacas")
    assert combined.memory.revision("main") == before
    assert len(combined.honest.heard("initialize")) == 1

    combined.use()
    assert await combined.paths("alpacas") == []
    assert "MCP" not in combined.memory.revision("main")


async def test_other_settings_meet_the_server_anew(combined: Combined) -> None:
    await combined.search("alpacas")
    before = combined.memory.revision("main")

    combined.use(combined.honest.table(max_hits=3))
    await combined.search("alpacas")

    assert combined.memory.revision("main") != before
    assert len(combined.honest.heard("initialize")) == 2


async def test_time_begins_a_new_answer(combined: Combined) -> None:
    before = combined.memory.revision("main")
    assert combined.memory.revision("main") == before

    combined.clock.advance(30)

    assert combined.memory.revision("main") != before


async def test_a_server_is_told_nothing_that_a_model_words(combined: Combined) -> None:
    told = await combined.memory.search(
        SearchQuery("Ottilie's alpacas, and Mara's oolong", OWNER, NOW, by_model=True)
    )

    assert [hit.passage.path for hit in told.hits] == ["MEMORY.md"]
    assert combined.honest.calls() == []
