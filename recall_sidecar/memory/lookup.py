"""One search in a reader's thread: take the question apart, find what answers it, and say why when that is asked."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from recall_sidecar.memory import search
from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.explain import explained
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import SearchQuery, SearchResult
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.settings import MemorySettings

__all__ = ["look_up"]


def look_up(
    connection: sqlite3.Connection,
    query: SearchQuery,
    folders: Sequence[Folder],
    settings: MemorySettings,
    meaning: Meaning | None,
) -> SearchResult:
    """Return what answers `query` best of `folders`, which are all memory of its agent; `elapsed_ms` is the caller's to set.

    `meaning` is that of the question; without it words alone decide.
    """
    limit = settings.max_hits if query.max_hits is None else query.max_hits
    floor = settings.min_score if query.min_score is None else query.min_score
    # Daily notes are named by the day of the machine they are written on.
    asked = ask(query.text, query.now.astimezone().date(), settings.half_life_days)

    def look(hits: int, least: float) -> search.Found:
        return search.find(
            connection, asked, query.viewer, folders, max_hits=hits, min_score=least, meaning=meaning
        )

    found = look(limit, floor)
    result = SearchResult(found.hits, 0.0, below_floor=found.below_floor)
    if not query.explain:
        return result
    hits, why = explained(connection, asked, query.viewer, folders, meaning, look, (limit, floor))
    return replace(result, hits=hits, why=why)
