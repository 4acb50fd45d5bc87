"""A search in a reader's thread goes by what it is given, and by the settings where it is given nothing."""

import asyncio
from contextlib import closing

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.lookup import look_up
from recall_sidecar.memory.port import SearchQuery, SearchResult, Viewer
from recall_sidecar.memory.roots import configured
from recall_sidecar.settings import MemorySettings
from tests.memory.conftest import NOW, OpenMemory, Workspace


@pytest.mark.parametrize(
    ("settings", "query", "found"),
    [
        pytest.param({}, {}, 3, id="as a new installation"),
        pytest.param({"max_hits": 2}, {}, 2, id="the settings' number"),
        pytest.param({"max_hits": 2}, {"max_hits": 1}, 1, id="the query's own number"),
        pytest.param({"min_score": 1.0}, {}, 0, id="the settings' floor"),
        pytest.param({"min_score": 1.0}, {"min_score": 0.1}, 3, id="the query's own floor"),
    ],
)
async def test_the_query_comes_before_the_settings(
    workspace: Workspace,
    open_memory: OpenMemory,
    settings: dict[str, object],
    query: dict[str, float],
    found: int,
) -> None:
    for number in range(3):
        workspace.write(f"memory/{number}.md", f"House {number} has a kitchen.\n")
    memory = await open_memory(workspace.folder())
    table = MemorySettings.model_validate({"folders": [workspace.folder()], **settings})

    def look() -> SearchResult:
        with closing(schema.connect_reader(memory.index_file)) as connection:
            asked = SearchQuery("the kitchen of a house", Viewer("main"), NOW, **query)  # type: ignore[arg-type]
            return look_up(connection, asked, configured(table), table, None)

    result = await asyncio.to_thread(look)

    assert (len(result.hits), result.why) == (found, None)
