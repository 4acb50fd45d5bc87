"""Make hits of the passages that were found, best first: what still stands in its file, and nothing twice."""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice

from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.current import still_stands
from recall_sidecar.memory.echo import Question
from recall_sidecar.memory.placed import Placed, Shelf
from recall_sidecar.memory.port import Hit
from recall_sidecar.memory.scored import Candidate

__all__ = ["hits_of"]

# Passages that are read beyond the hits that are wanted, for those that turn out to be no hit.
_SPARE = 4


def hits_of(
    connection: sqlite3.Connection,
    candidates: Iterable[Candidate],
    shelf: Shelf,
    max_hits: int,
    asked: Asked,
) -> list[Hit]:
    """Return the best hits; left out are what its file says no more, lines and texts already shown, and echoes of the question."""
    hits: list[Hit] = []
    shown: set[tuple[str, int] | str] = set()
    places: dict[int | None, str] = {}
    question: Question | None = None
    for candidate, placed in _with_passages(candidates, shelf, max_hits):
        if len(hits) == max_hits:
            break
        passage, folder = placed.passage, placed.folder
        if folder.holds_talk:
            question = question or Question(asked.text)
            if question.is_repeated_by(passage.text):
                continue
        place = f"{folder.root}/{placed.path}"
        lines = range(passage.from_line, passage.to_line + 1)
        marks: set[tuple[str, int] | str] = {passage.text, *((place, line) for line in lines)}
        if not shown & marks and still_stands(connection, placed):
            # A newer passage stands before the older one, or its file is gone and it supersedes nothing.
            by = places.get(candidate.superseded_by, "")
            hits.append(Hit(passage, candidate.score, len(hits) + 1, candidate.parts, by))
            places[candidate.id] = f"{passage.path}:{passage.from_line}"
            shown |= marks
    return hits


def _with_passages(
    candidates: Iterable[Candidate], shelf: Shelf, max_hits: int
) -> Iterator[tuple[Candidate, Placed]]:
    """Yield each candidate with its passage, read some at a time, since few of them become hits."""
    left = iter(candidates)
    while some := [*islice(left, max_hits + _SPARE)]:
        placed = shelf.of([candidate.id for candidate in some])
        yield from ((candidate, placed[candidate.id]) for candidate in some)
