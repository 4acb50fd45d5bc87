"""Entries of a project have numbers of their own in the index, and leave nothing behind."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.port import SearchQuery, Viewer
from tests.memory.conftest import NOW, Opened, OpenMemory, Workspace
from tests.memory.older import age

NOTES = """\
# Releases

- Everybody uses the release helper.
- Falcon releases on Mondays. <!-- trigger: falcon release --> <!-- project: github.com/Ada/falcon -->
"""
FALCON = frozenset({"github.com/Ada/falcon"})


def rows(index_file: Path, statement: str) -> list[Any]:
    with closing(schema.connect_reader(index_file)) as connection:
        return connection.execute(statement).fetchall()


async def found(memory: Opened, text: str, projects: frozenset[str] = frozenset()) -> list[str]:
    query = SearchQuery(text, Viewer("main", projects=projects), NOW, min_score=0.0)
    return [hit.passage.text for hit in (await memory.source.search(query)).hits]


async def called(
    memory: Opened, text: str, projects: frozenset[str] = frozenset(), **more: bool
) -> list[str]:
    query = SearchQuery(text, Viewer("main", projects=projects), NOW)
    return [each.hit.passage.text for each in await memory.source.triggered(text, query, **more)]


async def test_an_entry_is_found_in_its_project_alone(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())

    assert await found(memory, "Mondays") == []
    assert await found(memory, "Mondays", frozenset({"github.com/Ada/heron"})) == []
    assert await found(memory, "Mondays", FALCON) == ["- Falcon releases on Mondays."]


async def test_an_entry_speaks_up_in_its_project_alone(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())

    assert await called(memory, "the falcon release") == []
    assert await called(memory, "the falcon release", FALCON) == ["- Falcon releases on Mondays."]
    assert await called(memory, '"falcon releases"', exact=True) == []
    assert await called(memory, '"falcon releases"', FALCON, exact=True) == ["- Falcon releases on Mondays."]


async def test_a_hit_of_a_project_says_where_it_stands(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())
    query = SearchQuery("Mondays", Viewer("main", projects=FALCON), NOW)

    (hit,) = (await memory.source.search(query)).hits

    assert (hit.passage.path, hit.passage.from_line, hit.passage.heading) == ("MEMORY.md", 4, "Releases")


@pytest.mark.parametrize("lines", [1, 40])
async def test_reading_a_file_leaves_the_lines_of_other_projects_empty(
    workspace: Workspace, open_memory: OpenMemory, lines: int
) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())

    outside = await memory.source.read("MEMORY.md", Viewer("main"), from_line=4, lines=lines)
    inside = await memory.source.read("MEMORY.md", Viewer("main", projects=FALCON), from_line=4, lines=lines)

    assert outside is not None
    assert inside is not None
    assert (outside.text, outside.to_line) == ("", 4)
    assert inside.text.startswith("- Falcon releases on Mondays.")


@pytest.mark.parametrize(
    "after",
    [
        pytest.param("- Everybody uses the release helper.\n", id="the entry is gone"),
        pytest.param(NOTES.replace("falcon -->", "heron -->"), id="it moved to another project"),
        pytest.param(None, id="the file is gone"),
    ],
)
async def test_what_has_left_a_project_is_gone_with_its_key(
    workspace: Workspace, open_memory: OpenMemory, after: str | None
) -> None:
    file = workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())
    if after is None:
        file.unlink()
    else:
        workspace.write("MEMORY.md", after)

    await memory.source.refresh()

    assert await found(memory, "Mondays", FALCON) == []
    keys = await asyncio.to_thread(rows, memory.index_file, "SELECT projects FROM folder")
    assert not any("falcon" in str(key) for (key,) in keys)


async def test_a_folder_that_is_taken_out_takes_its_projects_along(
    workspace: Workspace, open_memory: OpenMemory, tmp_path: Path
) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())

    await open_memory(Workspace(tmp_path / "other").folder())

    for table in ("passage", "keyed", "file"):
        assert await asyncio.to_thread(rows, memory.index_file, f"SELECT count(*) FROM {table}") == [(0,)]  # noqa: S608
    assert await asyncio.to_thread(rows, memory.index_file, "SELECT count(*) FROM folder") == [(1,)]


async def test_entries_of_a_project_count_as_passages(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder())

    assert (await memory.source.status()).passages == 2
    assert (await memory.source.refresh(rebuild=True)).passages == 2


async def test_an_index_from_before_projects_shows_no_entry_of_one(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "- Falcon releases on Mondays.\n")
    memory = await open_memory(workspace.folder())
    workspace.write("MEMORY.md", NOTES)
    older = await asyncio.to_thread(age, memory.index_file, before="projects")

    migrated = await open_memory(workspace.folder(), index=older, refresh=False)

    assert await found(migrated, "Mondays") == []
    await migrated.source.refresh()
    assert await found(migrated, "Mondays") == []
    assert await found(migrated, "Mondays", FALCON) == ["- Falcon releases on Mondays."]
