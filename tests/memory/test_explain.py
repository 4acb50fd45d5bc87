"""Asked why, a search says it, and finds what it finds otherwise."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_sidecar.memory.port import SearchQuery, SearchResult, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.concepts import ConceptEmbedder
from tests.memory.conftest import LATER, NOW, Opened, OpenMemory, Workspace

OWNER = Viewer("main", sender_is_owner=True)
WORDS = [
    "kitchen",
    "tiles",
    "green",
    "oven",
    "cello",
    "Lisbon",
    "beverage",
    "yesterday",
    "last week",
    '"green tiles"',
    "zorblax",
    "猫",
]


def write_notes(workspace: Workspace) -> None:
    workspace.write("MEMORY.md", "- The kitchen has green tiles. <!-- importance: 9 -->\n")
    workspace.write(
        "memory/2026-11-29.md", "# Asked\nWhere does the new oven stand?\n\n# Answered\nIn the kitchen.\n"
    )
    workspace.write("memory/2026-11-20.md", "Booked Lisbon; oolong tea for the trip.\n")
    for number in range(8):
        workspace.write(f"memory/more{number}.md", f"The kitchen of house {number} has an oven.\n")


async def explain(
    memory: Opened,
    text: str,
    viewer: Viewer = OWNER,
    *,
    max_hits: int | None = None,
    min_score: float | None = None,
) -> SearchResult:
    return await memory.source.search(SearchQuery(text, viewer, NOW, max_hits, min_score, explain=True))


async def test_each_hit_says_what_its_parts_come_from(workspace: Workspace, open_memory: OpenMemory) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())

    result = await explain(memory, 'the "green tiles" in the kitchen')

    (best, *_) = result.hits
    said = {part.name: part.detail for part in best.parts}
    assert said["coverage"].startswith("green 0.")
    assert said["exact"] == "green tiles"
    assert said["importance"] == "9 of 10, 5 is neutral"


async def test_neighbours_and_days_are_told(workspace: Workspace, open_memory: OpenMemory) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())

    result = await explain(memory, "where does the new oven stand, yesterday?", max_hits=20, min_score=0.0)

    said = {(hit.passage.text, part.name): part.detail for hit in result.hits for part in hit.parts}
    assert said["# Answered\nIn the kitchen.", "context"].startswith(
        "words of the passages two before 0.00, before 0."
    )
    assert said["# Asked\nWhere does the new oven stand?", "date"] == "2026-11-29, asked for 2026-11-29"


async def test_what_is_left_out_has_its_reason(workspace: Workspace, open_memory: OpenMemory) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())

    result = await explain(memory, "kitchen oven", max_hits=2, min_score=0.3)

    assert result.why is not None
    reasons = {each.reason for each in result.why.left_out}
    assert reasons == {"it comes after the 2 that are shown", "its evidence is below the floor of 0.30"}
    shown = {hit.passage.id for hit in result.hits}
    assert not shown & {each.hit.passage.id for each in result.why.left_out}


@pytest.mark.parametrize(
    ("viewer", "hidden"),
    [
        pytest.param(OWNER, 1, id="the owner hears how many"),
        pytest.param(Viewer("main"), None, id="who may be anybody does not"),
        pytest.param(replace(OWNER, is_guest=True), None, id="nor does a guest"),
        pytest.param(replace(OWNER, chat="shared", sender_id="42"), 12, id="the owner in a group"),
        pytest.param(Viewer("main", "shared", sender_id="7", sender_is_owner=False), None, id="anybody else in a group"),
        pytest.param(replace(OWNER, agent_id="nobody"), 12, id="the owner with another agent"),
    ],
)  # fmt: skip
async def test_what_may_not_be_seen_is_a_number_for_the_owner(
    workspace: Workspace, tmp_path: Path, open_memory: OpenMemory, viewer: Viewer, hidden: int | None
) -> None:
    write_notes(workspace)
    other = Workspace(tmp_path / "other")
    other.write("MEMORY.md", "- The kitchen of the other agent.\n")
    memory = await open_memory(workspace.folder(agents=["main"]), other.folder(agents=["other"]))

    result = await explain(memory, "kitchen oven", viewer)

    assert result.why is not None
    assert result.why.hidden == hidden
    assert "other agent" not in str(result)


async def test_a_question_without_words_hides_nothing(workspace: Workspace, open_memory: OpenMemory) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())

    result = await explain(memory, "!?")

    assert result.why is not None
    assert (result.hits, result.why.left_out, result.why.hidden) == ((), (), 0)


async def test_nearness_is_told_as_it_was_measured(workspace: Workspace, tmp_path: Path) -> None:
    write_notes(workspace)
    table = MemorySettings.model_validate({"folders": [workspace.folder()]})
    memory = await SqliteMemory.open(
        tmp_path / "meanings.sqlite3", table, clock=FakeClock(LATER), embedders=lambda _: ConceptEmbedder()
    )
    try:
        await memory.refresh()
        await memory.embedded()
        result = await memory.search(SearchQuery("beverage", OWNER, NOW, explain=True))
    finally:
        await memory.aclose()

    (part,) = (part for hit in result.hits for part in hit.parts if part.name == "meaning")
    assert part.detail.startswith("cosine 0.")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), floor=st.sampled_from([0.0, 0.2, 0.5]))
async def test_asking_why_changes_nothing_and_the_parts_add_up(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], floor: float
) -> None:
    folder = tmp_path_factory.mktemp("why")
    workspace = Workspace(folder / "workspace")
    write_notes(workspace)
    table = MemorySettings.model_validate({"folders": [workspace.folder()]})
    memory = await SqliteMemory.open(folder / "index.sqlite3", table, clock=FakeClock(LATER))
    try:
        await memory.refresh()
        asked = SearchQuery(" ".join(words), OWNER, NOW, min_score=floor)
        plain = await memory.search(asked)
        told = await memory.search(replace(asked, explain=True))
    finally:
        await memory.aclose()

    bare = [replace(hit, parts=tuple(part._replace(detail="") for part in hit.parts)) for hit in told.hits]
    assert tuple(bare) == plain.hits
    assert plain.why is None
    assert told.why is not None
    for hit in (*told.hits, *(each.hit for each in told.why.left_out)):
        assert sum(part.value for part in hit.parts) == pytest.approx(hit.score)
