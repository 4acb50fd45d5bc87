"""Make hits of the passages that were found, best first: what still stands in its file, and nothing twice."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TypeAlias

from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.current import still_stands
from recall_sidecar.memory.echo import Question
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Hit, Passage
from recall_sidecar.memory.ranking import Candidate
from recall_sidecar.outcomes import Origin

__all__ = ["hits_of", "passages_of"]

# Passages that are read beyond the hits that are wanted, for those that turn out to be no hit.
_SPARE = 4
# One row of JSON, instead of many rows: each row would hand the interpreter lock over and back.
_PLACED = """
SELECT json_group_array(json_array(
    p.id, f.folder_id, f.path,
    (SELECT count(*) FROM file other WHERE other.path = f.path AND other.folder_id IN (SELECT value FROM json_each(?2))),
    p.from_line, p.to_line, p.text, coalesce(p.origin, f.origin), f.visibility, p.heading, p.date
))
FROM json_each(?1) wanted CROSS JOIN passage p ON p.id = wanted.value JOIN file f ON f.id = p.file_id
"""

# A passage with its folder and the path of its file below that.
_Placed: TypeAlias = tuple[Folder, Passage, str]


def hits_of(
    connection: sqlite3.Connection,
    candidates: Sequence[Candidate],
    folders: Mapping[int, Folder],
    max_hits: int,
    asked: Asked,
) -> list[Hit]:
    """Return the best hits; left out are what its file says no more, lines and texts already shown, and echoes of the question."""
    hits: list[Hit] = []
    shown: set[tuple[str, int] | str] = set()
    places: dict[int | None, str] = {}
    for candidate, (folder, passage, relative) in _with_passages(connection, candidates, folders, max_hits):
        if len(hits) == max_hits:
            break
        if folder.holds_talk and Question(asked.text).is_repeated_by(passage.text):
            continue
        place = f"{folder.root}/{relative}"
        lines = range(passage.from_line, passage.to_line + 1)
        marks: set[tuple[str, int] | str] = {passage.text, *((place, line) for line in lines)}
        if not shown & marks and still_stands(connection, candidate.id, folder, relative):
            # A newer passage stands before the older one, or its file is gone and it supersedes nothing.
            by = places.get(candidate.superseded_by, "")
            hits.append(Hit(passage, candidate.score, len(hits) + 1, candidate.parts, by))
            places[candidate.id] = f"{passage.path}:{passage.from_line}"
            shown |= marks
    return hits


def _with_passages(
    connection: sqlite3.Connection,
    candidates: Sequence[Candidate],
    folders: Mapping[int, Folder],
    max_hits: int,
) -> Iterator[tuple[Candidate, _Placed]]:
    """Yield each candidate with its passage, read some at a time, since few of them become hits."""
    for start in range(0, len(candidates), max_hits + _SPARE):
        some = candidates[start : start + max_hits + _SPARE]
        placed = passages_of(connection, [candidate.id for candidate in some], folders)
        yield from ((candidate, placed[candidate.id]) for candidate in some)


def passages_of(
    connection: sqlite3.Connection, passage_ids: Sequence[int], folders: Mapping[int, Folder]
) -> dict[int, _Placed]:
    """Return for each passage its folder, the passage, and its file's path below the folder."""
    rows = connection.execute(_PLACED, (json.dumps(passage_ids), json.dumps([*folders]))).fetchone()
    return {
        number: (
            folders[folder_id],
            Passage(
                number,
                folders[folder_id].name,
                # Another of the agent's folders may have the same path.
                f"{folders[folder_id].name}/{path}" if holders > 1 or folders[folder_id].shows_name else path,
                from_line,
                to_line,
                text,
                Origin(origin),
                visibility,
                heading,
                date.fromisoformat(day) if day else None,
            ),
            path,
        )
        for number, folder_id, path, holders, from_line, to_line, text, origin, visibility, heading, day in json.loads(
            rows[0]
        )
    }
