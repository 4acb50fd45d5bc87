"""The terms of all passages of a small memory, laid out so that a search neither asks SQLite where they stand nor counts them.

What is found is what `postings` and `stored` find in the index itself.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from zlib import crc32

from recall_sidecar.memory.counting import Counted
from recall_sidecar.memory.inverted import Inverted
from recall_sidecar.memory.mirror import Mirror, Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Laid", "Laying", "Looked", "Standing", "laying"]

_EXTENT = """
SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'coded'), (SELECT count(*) FROM coded),
    (SELECT count(*) FROM coded WHERE serial > ?)
"""
_SERIALS = "SELECT json_group_array(serial) FROM coded"
_READ = """
SELECT json_group_array(serial), json_group_array(passage_id), json_group_array(file_id),
    json_group_array(coalesce(importance, 0)), json_group_array(length(terms)), CAST(group_concat(terms, '') AS BLOB)
FROM (SELECT * FROM coded WHERE serial > ? ORDER BY passage_id)
"""


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What is known of passages, by rising number: their files, what authors said of importance, and how often terms stand in them."""

    ids: "NDArray[np.int64]"
    files: "NDArray[np.int64]"
    importance: dict[int, int]
    counted: Counted


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Passages by rising number; importance is 0 where nothing was said of it."""

    serials: "NDArray[np.int64]"
    ids: "NDArray[np.int64]"
    files: "NDArray[np.int64]"
    importance: "NDArray[np.int8]"
    lengths: "NDArray[np.int64]"
    inverted: Inverted

    def __len__(self) -> int:
        return len(self.ids)


class Standing(NamedTuple):
    """Where so many `terms` stand, and how often: a key is a row, and counts all rows on for each term before; they rise."""

    terms: int
    keys: "NDArray[np.int64]"
    often: "NDArray[np.int64]"


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """All passages of a snapshot by rising number; `parts` say where terms stand, each with the row of its places, -1 for none.

    A part without such rows has them all, in their order.
    """

    ids: "NDArray[np.int64]"
    files: "NDArray[np.int64]"
    importance: "NDArray[np.int8]"
    lengths: "NDArray[np.int64]"
    parts: "tuple[tuple[Inverted, NDArray[np.int32] | None], ...]"

    def holding(
        self, term: str, ranges: Sequence[tuple[int, int]], most: int
    ) -> "Iterator[tuple[int, NDArray[np.int64]]]":
        """Yield for each of `ranges` how many passages within hold `term`, and the latest of them, at `most` so many, latest first."""
        rows, _ = self._standing(term)
        for bounds in ranges:
            first, after = rows.searchsorted(self.ids.searchsorted(bounds).astype(rows.dtype)).tolist()
            yield after - first, self.ids[rows[max(first, after - most) : after][::-1]]

    def standing(self, terms: Sequence[str]) -> Standing:
        """Return where `terms` stand, to be looked at in many passages."""
        import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

        found = [self._standing(term) for term in terms]
        keys = [rows + np.int64(place * len(self.ids)) for place, (rows, _) in enumerate(found)]
        none = np.zeros(0, np.int64)
        return Standing(
            len(terms), np.concatenate([*keys, none]), np.concatenate([*(often for _, often in found), none])
        )

    def look(self, passages: Collection[int], standing: Standing) -> Looked:
        """Return what is known of those of the `passages` that there are."""
        import numpy as np  # noqa: PLC0415

        wanted = np.array(sorted(passages), np.int64)
        rows = _places(self.ids, wanted)
        rows = rows[rows >= 0]
        keys = np.add.outer(np.arange(standing.terms) * len(self.ids), rows)
        places = _places(standing.keys, keys)
        ids = self.ids[rows]
        stated = self.importance[rows]
        said = np.flatnonzero(stated)
        return Looked(
            ids,
            self.files[rows],
            dict(zip(ids[said].tolist(), stated[said].tolist(), strict=True)),
            # The one behind the last is 0, and so is -1.
            Counted(self.lengths[rows], np.append(standing.often, 0)[places]),
        )

    def holding_all(self, words: Sequence[Sequence[str]], passages: Collection[int]) -> list[int]:
        """Return those of the `passages` that hold all terms of one of `words`, by rising number."""
        # Most names stand nowhere.
        known = [each for each in words if all(len(self._standing(term)[0]) for term in each)]
        if not known:
            return []
        terms = [*dict.fromkeys(term for each in known for term in each)]
        looked = self.look(passages, self.standing(terms))
        held = looked.counted.counts > 0
        chosen = held[:0].any(axis=0)
        for each in known:
            chosen |= held[[terms.index(term) for term in each]].all(axis=0)
        found: list[int] = looked.ids[chosen].tolist()
        return found

    def _standing(self, term: str) -> "tuple[NDArray[np.int32], NDArray[np.uint16]]":
        """Return the rows that hold `term`, rising, and how often."""
        import numpy as np  # noqa: PLC0415

        code = crc32(term.encode())
        if len(self.parts) == 1 and self.parts[0][1] is None:
            return self.parts[0][0].standing(code)
        found = []
        for inverted, rows in self.parts:
            places, counts = inverted.standing(code)
            row = places if rows is None else rows[places]
            found.append((row[row >= 0], counts[row >= 0]))
        rows_ = np.concatenate([row for row, _ in found])
        order = np.argsort(rows_)
        return rows_[order], np.concatenate([counts for _, counts in found])[order]


Laying: TypeAlias = Mirror[_Rows, Laid]


def laying() -> Laying:
    """Return what keeps them; readers of one index share it."""
    return Mirror(Source(_EXTENT, _SERIALS, _read), _joined)


def _read(connection: sqlite3.Connection, after: int) -> _Rows:
    import numpy as np  # noqa: PLC0415

    *columns, terms = connection.execute(_READ, (after,)).fetchone()
    serials, ids, files, importance, sizes = map(json.loads, columns)
    return _Rows(
        np.array(serials, np.int64),
        np.array(ids, np.int64),
        np.array(files, np.int64),
        np.array(importance, np.int8),
        np.array(sizes, np.int64) // 4,
        Inverted.of(terms or b"", sizes),
    )


def _joined(base: _Rows, stands: "NDArray[np.bool_] | None", later: _Rows) -> Laid:
    import numpy as np  # noqa: PLC0415

    if stands is None and not len(later):
        return Laid(base.ids, base.files, base.importance, base.lengths, ((base.inverted, None),))
    ids = np.concatenate([base.ids, later.ids])
    chosen = np.ones(len(ids), bool)
    if stands is not None:
        chosen[: len(base)] = stands
    places = np.flatnonzero(chosen)
    # Two rising runs, or nearly.
    places = places[np.argsort(ids[places], kind="stable")]
    rows = np.full(len(ids), -1, np.int32)
    rows[places] = np.arange(len(places), dtype=np.int32)
    return Laid(
        ids[places],
        np.concatenate([base.files, later.files])[places],
        np.concatenate([base.importance, later.importance])[places],
        np.concatenate([base.lengths, later.lengths])[places],
        ((base.inverted, rows[: len(base)]), (later.inverted, rows[len(base) :])),
    )


def _places(rising: "NDArray[np.int64]", wanted: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """Return where each of the `wanted` stands among the `rising`, -1 for those that do not."""
    import numpy as np  # noqa: PLC0415

    places = rising.searchsorted(wanted)
    if not len(rising):
        return places - 1
    places[places == len(rising)] = 0
    return np.where(rising[places] == wanted, places, -1)
