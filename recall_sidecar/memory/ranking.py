"""Score the passages that were proposed for a query exactly, with what stands around the best of them.

A neighbour in the same file is scored too: an answer stands beside its question, and often shares no word with it.
Neighbours have neighbouring numbers, and one file has one visibility, so nothing leaves what the viewer may see.
"""

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall_sidecar.memory.compared import Compared
from recall_sidecar.memory.fusion import Around, evidence, fused
from recall_sidecar.memory.laid import Looked
from recall_sidecar.memory.reader import Snapshot
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.memory.scored import Columns, Scored
from recall_sidecar.memory.stored import read
from recall_sidecar.memory.vectors import Meaning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Looking", "Ranked", "ranked"]

# Neighbours of weaker candidates would reach no hit and cost time.
_WITH_NEIGHBOURS = 30
_REACH = (-2, -1, 1, 2)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Passages, best first, how many were left out although they have some evidence, and the vectors of all."""

    found: Scored
    weak: int
    compared: Compared


class Looking:
    """Looks at passages with a snapshot, what measures their words, and the meaning of the question."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        snapshot: Snapshot,
        measure: Yardstick,
        meaning: Meaning | None = None,
    ) -> None:
        self.measure = measure
        self._connection = connection
        self._meaning = meaning
        self._terms = [term.text for term in measure.query.terms]
        self._near = None if meaning is None else meaning.vectors.near(connection, snapshot)
        # Where vectors have to be read, the rest is read with them.
        self._laid = snapshot.laid if meaning is None or self._near is not None else None
        self._standing = None if self._laid is None else self._laid.standing(self._terms)

    def at(self, passages: Collection[int]) -> tuple[Looked, Compared]:
        """Return what is known of those of the `passages` that there are, and how near they are to the question."""
        meaning = self._meaning
        if self._laid is None or self._standing is None:
            return self._read(passages)
        looked = self._laid.look(passages, self._standing)
        if meaning is None or self._near is None:
            return looked, Compared()
        return looked, meaning.compared(*self._near.of(looked.ids))

    def _read(self, passages: Collection[int]) -> tuple[Looked, Compared]:
        if self._meaning is None:
            return read(self._connection, passages).looked(self._terms), Compared()
        found = read(self._connection, passages, self._meaning.vectors.space)
        return found.looked(self._terms), self._meaning.compared_read(found)


@dataclass(frozen=True, slots=True)
class _Table:
    """Passages with what is known of each, a column each, by rising number."""

    ids: "NDArray[np.int64]"
    files: "NDArray[np.int64]"
    coverage: "NDArray[np.float64]"
    bm25: "NDArray[np.float64]"
    similarity: "NDArray[np.float64]"
    importance: dict[int, int]
    compared: Compared

    @property
    def words(self) -> "NDArray[np.float64]":
        """What their words are worth."""
        return self.coverage + self.bm25


def ranked(looking: Looking, proposed: Collection[int], floor: float = 0.0) -> Ranked:
    """Return the `proposed` passages and neighbours of the best, best first; later passages first among equals.

    Neighbours are among them when they have some evidence of their own. Left out is what has less evidence than `floor`; how
    many have some is told.
    """
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    table = _table(looking, proposed)
    alone = table.words + fused(table.words, table.similarity).meaning
    best = np.lexsort((table.ids, alone))[::-1][:_WITH_NEIGHBOURS]
    beside = _beside(table, _table(looking, _around_of(table, best)), best)
    both = _joined(table, beside)
    # Context counts among the best and what stands near them; of others not every neighbour is known.
    near = _among(both.ids, np.add.outer(table.ids[best], (0, *_REACH)).ravel())
    around = Around(*(np.where(near, _worth_at(both, near, step), 0.0) for step in (-1, -2, 1)))
    return _ordered(both, around, floor, ~_among(both.ids, beside.ids))


def _ordered(table: _Table, around: Around, floor: float, is_proposed: "NDArray[np.bool_]") -> Ranked:
    import numpy as np  # noqa: PLC0415

    words = table.words
    more = fused(words, table.similarity, around)
    scores = words + more.meaning + more.context
    weight = evidence(words, table.similarity)
    order = np.lexsort((-table.ids, -scores))
    order = order[((is_proposed | (weight > 0)) & (weight >= floor))[order]]
    columns = Columns(
        table.ids, scores, weight, table.coverage, table.bm25, more.meaning, more.context, ~np.isnan(table.similarity),
    )  # fmt: skip
    weak = int(((weight > 0) & (weight < floor)).sum())
    return Ranked(Scored(columns.rows(order), table.importance), weak, table.compared)


def _table(looking: Looking, passages: Collection[int]) -> _Table:
    measure = looking.measure
    found, compared = looking.at(passages)
    shares = measure.measure_all(found.counted)
    return _Table(
        found.ids,
        found.files,
        shares.coverage,
        shares.bm25,
        compared.cosines_of(found.ids),
        found.importance,
        compared,
    )


def _among(ids: "NDArray[np.int64]", chosen: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Return which of the rising `ids` are `chosen`; numpy's own way sorts both and takes five times as long."""
    import numpy as np  # noqa: PLC0415

    found = np.zeros(len(ids), bool)
    if len(ids):
        places = np.minimum(np.searchsorted(ids, chosen), len(ids) - 1)
        found[places[ids[places] == chosen]] = True
    return found


def _around_of(table: _Table, best: "NDArray[np.int64]") -> set[int]:
    """Return the numbers near the `best` rows that are not in the table."""
    near = {number + step for number in table.ids[best].tolist() for step in _REACH}
    return near - {*table.ids.tolist()}


def _beside(table: _Table, near: _Table, best: "NDArray[np.int64]") -> _Table:
    """Return the rows of `near` that stand in the same file as one of the `best` rows within reach."""
    import numpy as np  # noqa: PLC0415

    kept = np.zeros(len(near.ids), bool)
    for step in _REACH:
        places = np.searchsorted(near.ids, table.ids[best] + step)
        held = places < len(near.ids)
        held[held] = near.ids[places[held]] == table.ids[best][held] + step
        held[held] = near.files[places[held]] == table.files[best][held]
        kept[places[held]] = True
    return _rows(near, kept)


def _worth_at(table: _Table, near: "NDArray[np.bool_]", step: int) -> "NDArray[np.float64]":
    """Return what the words of the passage `step` numbers on are worth, 0 where it is of another file or not `near`."""
    import numpy as np  # noqa: PLC0415

    places = np.minimum(np.searchsorted(table.ids, table.ids + step), max(len(table.ids) - 1, 0))
    held = near[places] & (table.ids[places] == table.ids + step) & (table.files[places] == table.files)
    return np.where(held, table.words[places], 0.0)


def _joined(first: _Table, second: _Table) -> _Table:
    import numpy as np  # noqa: PLC0415

    order = np.argsort(np.concatenate([first.ids, second.ids]))
    return _Table(
        np.concatenate([first.ids, second.ids])[order],
        np.concatenate([first.files, second.files])[order],
        np.concatenate([first.coverage, second.coverage])[order],
        np.concatenate([first.bm25, second.bm25])[order],
        np.concatenate([first.similarity, second.similarity])[order],
        first.importance | second.importance,
        first.compared.joined(second.compared),
    )


def _rows(table: _Table, chosen: "NDArray[np.bool_]") -> _Table:
    return _Table(
        table.ids[chosen],
        table.files[chosen],
        table.coverage[chosen],
        table.bm25[chosen],
        table.similarity[chosen],
        table.importance,
        table.compared,
    )
