"""How strong hits are ordered: by age, preference, repetition, and what a newer one says."""

from datetime import date
from pathlib import Path

import pytest

from recall_sidecar.memory.port import Hit
from tests.memory.conftest import OpenMemory, Workspace


def parts(hit: Hit) -> dict[str, float]:
    return {part.name: part.value for part in hit.parts}


async def test_of_two_equal_notes_the_newer_comes_first(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    # Read in this order, the older one would come first.
    workspace.write("memory/2026-11-20.md", "The walnut cake of Anna was good.")
    workspace.write("memory/a/2025-01-20.md", "The walnut cake of Paul was good.")
    memory = await open_memory(workspace.folder())

    newer, older = await memory.hits("walnut cake")

    assert newer.passage.date == date(2026, 11, 20)
    assert parts(older)["recency"] < parts(newer)["recency"] < 0
    assert sum(parts(older).values()) == older.score


@pytest.mark.parametrize(
    ("query", "half_life"),
    [
        pytest.param("walnut cake", 0, id="switched off"),
        pytest.param("walnut cake in 2025", 180, id="a question that names a time"),
    ],
)
async def test_age_costs_nothing(
    workspace: Workspace, open_memory: OpenMemory, query: str, half_life: int
) -> None:
    workspace.write("memory/2025-01-20.md", "The walnut cake of Paul was good.")
    memory = await open_memory(workspace.folder(), half_life_days=half_life)

    (hit,) = await memory.hits(query)

    assert "recency" not in parts(hit)


async def test_a_curated_file_does_not_age(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", "## 2020-01-01\nThe walnut cake of Paul was good.")
    memory = await open_memory(workspace.folder())

    (hit,) = await memory.hits("walnut cake")

    assert "recency" not in parts(hit)


async def test_age_moves_nothing_below_the_floor(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("memory/1990-01-20.md", "The walnut cake of Paul was good.")
    memory = await open_memory(workspace.folder())
    (hit,) = await memory.hits("walnut cake")

    (same,) = (await memory.search("walnut cake", min_score=hit.score + 0.05)).hits

    assert same.score == hit.score


async def test_who_asks_for_advice_hears_a_preference_first(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("a.md", "The restaurant at the corner has a restaurant garden.")
    workspace.write("b.md", "Jonas avoids every restaurant that has loud music in its garden.")
    memory = await open_memory(workspace.folder(layout="plain"))

    assert await memory.paths("which restaurant has a garden") == ["a.md", "b.md"]
    assert await memory.paths("can you recommend a restaurant with a garden") == ["b.md", "a.md"]


async def test_the_same_said_again_and_again_leaves_room_for_something_else(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    for number in range(8):
        workspace.write(f"{number}.md", f"Jonas drinks oolong tea every morning{'!' * number}")
    workspace.write("other.md", "Anna brought oolong tea from Taiwan, in a box of tin.")
    memory = await open_memory(workspace.folder(layout="plain"))

    assert "other.md" in (await memory.paths("oolong tea"))[:2]


@pytest.mark.parametrize(
    ("query", "old", "new"),
    [
        pytest.param("what does staging run on", "Staging runs on 3.11", "Staging runs on 3.12", id="a value"),
        pytest.param("does Jonas drink coffee", "Jonas drinks coffee", "Jonas stopped drinking coffee", id="a habit"),
    ],
)  # fmt: skip
async def test_a_newer_fact_comes_first_and_the_older_is_marked(
    workspace: Workspace, open_memory: OpenMemory, query: str, old: str, new: str
) -> None:
    workspace.write("memory/2026-01-04.md", old)
    workspace.write("memory/2026-11-03.md", new)
    memory = await open_memory(workspace.folder(), half_life_days=0)

    first, second = await memory.hits(query)

    assert (first.passage.text, first.superseded_by) == (new, "")
    assert (second.passage.text, second.superseded_by) == (old, "memory/2026-11-03.md:1")
    assert parts(second)["older"] < 0
    assert sum(parts(second).values()) == pytest.approx(second.score)


async def test_what_was_true_at_a_time_is_not_old_for_who_asks_about_that_time(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/2026-01-04.md", "Staging runs on 3.11")
    workspace.write("memory/2026-11-03.md", "Staging runs on 3.12")
    memory = await open_memory(workspace.folder())

    hits = await memory.hits("what did staging run on in January")

    assert (hits[0].passage.text, hits[0].superseded_by) == ("Staging runs on 3.11", "")


async def test_a_file_that_is_gone_supersedes_nothing(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("memory/2026-01-04.md", "Staging runs on 3.11")
    newer = workspace.write("memory/2026-11-03.md", "Staging runs on 3.12")
    memory = await open_memory(workspace.folder())
    _gone(newer)

    (hit,) = await memory.hits("what does staging run on")

    assert (hit.passage.text, hit.superseded_by) == ("Staging runs on 3.11", "")


def _gone(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("half_life", [0, 180])
async def test_a_complaint_goes_behind_the_fact_that_it_is_about(
    workspace: Workspace, open_memory: OpenMemory, half_life: int
) -> None:
    workspace.write("a.md", "You forgot in which street my dentist is, again!")
    workspace.write("b.md", "The dentist: Harbour Street 9, in the yard.")
    memory = await open_memory(workspace.folder(layout="plain"), half_life_days=half_life)

    fact, complaint = await memory.hits("in which street is my dentist?")

    assert fact.passage.path == "b.md"
    assert parts(complaint)["complaint"] < 0
    assert sum(parts(complaint).values()) == pytest.approx(complaint.score)
