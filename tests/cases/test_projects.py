"""Projects from a turn's JSON to its block: what belongs to one is heard in no other, whatever the keys look like."""

import pytest

from recall_sidecar.testing import calls, says
from tests.cases.world import World

FALCON, HERON = "github.com/Ada/falcon", "github.com/Ada/heron"
NOTES = f"""\
# Releases

- Releases are announced on the board.
- Releases of Falcon go out on Mondays. <!-- trigger: falcon release --> <!-- project: {FALCON} -->
- Releases of Heron go out on Fridays. <!-- trigger: heron release --> <!-- project: {HERON} -->
- Releases of both are signed by Ada. <!-- project: {FALCON}; {HERON} -->
"""
QUESTION = "when do releases go out, on Mondays or on Fridays, and who signed them?"


@pytest.mark.parametrize(
    ("keys", "heard"),
    [
        pytest.param([], [], id="a turn about no project"),
        pytest.param([FALCON], ["Mondays"], id="about one"),
        pytest.param([" GitHub.com/Ada/falcon "], ["Mondays"], id="its host in other letters"),
        pytest.param(["github.com/ada/falcon"], [], id="another repository by its letters"),
        pytest.param([HERON, FALCON], ["Mondays", "Fridays", "signed"], id="about both"),
        pytest.param([f"{FALCON};{HERON}"], [], id="both in one key"),
        pytest.param([f"{FALCON}; {HERON}", "x"], [], id="and with a space"),
        pytest.param(["github.com/Ada/falco", "n"], [], id="a key in two parts"),
        pytest.param(["*", "%", "github.com/Ada/%"], [], id="what stands for anything elsewhere"),
    ],
)
async def test_the_model_sees_the_entries_of_the_turns_projects(
    world: World, keys: list[str], heard: list[str]
) -> None:
    world.write("MEMORY.md", NOTES)
    await world.start({"recall.mode": "always", "memory.min_score": 0.0})
    world.model.enqueue(says("NONE"))

    await world.turn(QUESTION, activeProjectKeys=keys)

    shown = world.shown_to_model()
    assert "announced on the board" in shown
    # The message itself names the days; the entries say more.
    entries = {"Mondays": "Falcon go out", "Fridays": "Heron go out", "signed": "signed by Ada"}
    assert [word for word, entry in entries.items() if entry in shown] == heard


async def test_an_entry_speaks_up_in_its_project_alone(world: World) -> None:
    world.write("MEMORY.md", NOTES)
    await world.start({"recall.mode": "off"}, model=False)

    outside = await world.turn("do the falcon release", activeProjectKeys=[HERON])
    inside = await world.turn("do the falcon release", activeProjectKeys=[FALCON])

    assert outside.block == ""
    assert "Releases of Falcon go out on Mondays." in inside.block


async def test_an_answer_is_kept_for_its_projects_alone(world: World) -> None:
    world.write("MEMORY.md", NOTES)
    await world.start({"recall.mode": "always"})
    world.model.enqueue(says("[1] Falcon goes out on Mondays."), says("NONE"))

    first = await world.turn("which day do Falcon releases go out on?", activeProjectKeys=[FALCON])
    second = await world.turn("which day do Falcon releases go out on?", activeProjectKeys=[HERON])

    assert "Mondays" in first.block
    assert "Mondays" not in second.block
    assert second.trace.cache != "hit"


async def test_the_tools_of_the_model_see_no_more_than_its_search(world: World) -> None:
    world.write("MEMORY.md", NOTES)
    await world.start({"recall.mode": "always"})
    world.model.enqueue(
        calls("memory_get", path="MEMORY.md"), calls("memory_search", query="Fridays Heron"), says("NONE")
    )

    await world.turn("which releases are announced on the board?", activeProjectKeys=[FALCON])

    shown = world.shown_to_model()
    assert "Releases of Falcon go out on Mondays." in shown
    assert "Heron go out" not in shown
    assert "signed by" not in shown


async def test_traces_and_status_name_nothing_of_other_projects(world: World) -> None:
    world.write("MEMORY.md", NOTES)
    await world.start({"recall.mode": "always", "memory.min_score": 0.0})
    world.model.enqueue(says("NONE"))

    answer = await world.turn(QUESTION)

    assert [hit.path for hit in answer.trace.hits] == ["MEMORY.md"]
    assert all("board" in str(hit.text) for hit in answer.trace.hits)
    assert "falcon" not in repr(await world.memory.status()).lower()
