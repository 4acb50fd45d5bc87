"""Find where a fact stands in the index, in a reader's thread: in all memory, and then how far a viewer's search gets with it."""

import datetime as dt
import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from recall_sidecar.memory import search
from recall_sidecar.memory.asked import Asked, ask
from recall_sidecar.memory.beneath import stat_of
from recall_sidecar.memory.folders import Folder, visible_to
from recall_sidecar.memory.port import Hit, SearchQuery, Viewer
from recall_sidecar.memory.projects import Projects
from recall_sidecar.memory.schema import COUNTER_BITS
from recall_sidecar.memory.sources import Sources
from recall_sidecar.memory.standing import Hidden, Standing, says
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.memory.visible import visible
from recall_sidecar.settings import MemorySettings

__all__ = ["whereabouts"]

# More passages than that do not say one thing, and no search ranks more.
_MOST_SAYING: Final = 12
_ALL: Final = 400
# A cosine at which a passage means about the same.
_NEAR: Final = 0.7
# Halvings of the range of floors: to one in 256.
_STEPS: Final = 8


@dataclass(frozen=True, slots=True)
class _Search:
    """The search of a turn, to be made again with other limits."""

    connection: sqlite3.Connection
    query: SearchQuery
    folders: Sequence[Folder]
    meaning: Meaning | None
    half_life_days: int

    def hits(self, floor: float) -> Sequence[Hit]:
        """Return all that it finds at or above `floor`."""
        asked = ask(self.query.text, self.query.now.astimezone().date(), self.half_life_days)
        return _find(self.connection, asked, self.query.viewer, self.folders, _ALL, floor, self.meaning)


def whereabouts(
    connection: sqlite3.Connection,
    sources: Sources,
    meant: Sequence[Meaning | None],
    *,
    fact: str,
    query: SearchQuery,
    settings: MemorySettings,
) -> Standing:
    """Return where `fact` stands in the index for the viewer of `query`; `meant` are the meanings of the fact and of the query."""
    everything = sources.everything()
    saying, is_near = _saying(connection, fact, query.now, everything, meant[0])
    if not saying:
        return Standing()
    viewer, own = query.viewer, sources.visible_to(query.viewer)
    # Without words of a turn there is nothing to rank it by.
    look = _Search(connection, query, own, meant[1], settings.half_life_days)
    floor = settings.min_score if query.min_score is None else query.min_score
    ranked = _ranked(look, floor, saying) if query.text else ()
    limit = settings.max_hits if query.max_hits is None else query.max_hits
    standings = [_standing(connection, hit, viewer, own, everything, ranked) for hit in saying]
    best = min(standings, key=lambda each: (bool(each.hidden), each.rank or _ALL))
    if ranked:
        best = replace(
            best,
            best_score=ranked[0].score,
            best_place=f"{ranked[0].passage.path}:{ranked[0].passage.from_line}",
            last_score=ranked[min(limit, len(ranked)) - 1].score,
        )
    return replace(best, is_near=is_near, reach=_reach(look, best) if best.rank else 0.0)


def _ranked(look: _Search, floor: float, saying: Sequence[Hit]) -> Sequence[Hit]:
    """Return what a search finds at its floor if some of `saying` is among it, else all that it finds."""
    strong = look.hits(floor)
    numbers = {hit.passage.id for hit in saying}
    return strong if any(hit.passage.id in numbers for hit in strong) else look.hits(0.0)


def _saying(
    connection: sqlite3.Connection,
    fact: str,
    now: dt.datetime,
    folders: Sequence[Folder],
    meaning: Meaning | None,
) -> tuple[list[Hit], bool]:
    """Return the passages of all memory that say it, by their words or else by their meaning."""
    everybody = Viewer("", sender_is_owner=True, projects=_projects(connection))
    # Not as a question, which a conversation may only repeat.
    asked = replace(ask(fact, now.astimezone().date()), text="", spans=())
    found = _find(connection, asked, everybody, folders, _MOST_SAYING, 0.0, meaning)
    saying = [hit for hit in found if says(f"{hit.passage.heading}\n{hit.passage.text}", fact)]
    if saying or meaning is None or not found:
        return saying, False
    cosines = meaning.similarities(connection, [hit.passage.id for hit in found])
    near = [hit for hit in found if cosines.get(hit.passage.id, 0.0) >= _NEAR]
    return near[:1], bool(near)


def _find(
    connection: sqlite3.Connection,
    asked: Asked,
    viewer: Viewer,
    folders: Sequence[Folder],
    most: int,
    floor: float,
    meaning: Meaning | None,
) -> Sequence[Hit]:
    # A search begins a snapshot of its own.
    if connection.in_transaction:
        connection.rollback()
    return search.find(
        connection, asked, viewer, folders, max_hits=most, min_score=floor, meaning=meaning
    ).hits


def _standing(
    connection: sqlite3.Connection,
    hit: Hit,
    viewer: Viewer,
    own: Sequence[Folder],
    everything: Sequence[Folder],
    ranked: Sequence[Hit],
) -> Standing:
    number = hit.passage.id
    key, projects, path, visibility = connection.execute(
        "SELECT base.key, scope.projects, f.path, f.visibility FROM passage p JOIN file f ON f.id = p.file_id "
        "JOIN folder base ON base.id = f.folder_id JOIN folder scope ON scope.id = p.id >> ?2 WHERE p.id = ?1",
        (number, COUNTER_BITS + 1),
    ).fetchone()
    folder = next(each for each in everything if each.key == key)
    changed_at = _changed_at(folder, path)
    ranges = visible(connection, viewer, own).ranges
    if any(first <= number < after for first, after in ranges):
        mine = next((each for each in ranked if each.passage.id == number), None)
        if mine is None:
            return Standing(passage=hit.passage, changed_at=changed_at)
        return Standing(
            passage=mine.passage,
            changed_at=changed_at,
            rank=mine.rank,
            score=mine.score,
            superseded_by=mine.superseded_by,
        )
    needed = frozenset(json.loads(projects or "[]"))
    return Standing(
        passage=hit.passage,
        hidden=_why_hidden(viewer, folder, own, visibility, path, needed),
        changed_at=changed_at,
    )


def _why_hidden(
    viewer: Viewer,
    folder: Folder,
    own: Collection[Folder],
    visibility: str,
    path: str,
    projects: Projects,
) -> Hidden:
    if folder.key not in {each.key for each in own}:
        if folder.holds_talk:
            return "chat"
        allowed = {"*", viewer.agent_id} & {*folder.settings.agents}
        return "sender" if allowed and not visible_to((folder,), viewer) else "agent"
    if viewer.chat == "shared" and visibility == "private":
        return "private"
    return "answered" if folder.is_being_answered(path, viewer) else "project" if projects else "private"


def _changed_at(folder: Folder, path: str) -> dt.datetime | None:
    # The index knows no time of a file that was written just now.
    entry = stat_of(folder.root, path)
    return None if entry is None else dt.datetime.fromtimestamp(entry.mtime_ns / 1e9, dt.UTC)


def _reach(look: _Search, best: Standing) -> float:
    """Return the highest floor at which the passage is found."""
    number = best.passage.id if best.passage else 0
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        is_found = any(hit.passage.id == number for hit in look.hits(middle))
        low, high = (middle, high) if is_found else (low, middle)
    return low


def _projects(connection: sqlite3.Connection) -> Projects:
    """Return every project that anything in the index belongs to."""
    rows = connection.execute("SELECT projects FROM folder WHERE base_id IS NOT NULL").fetchall()
    return frozenset(key for (keys,) in rows for key in json.loads(keys))
