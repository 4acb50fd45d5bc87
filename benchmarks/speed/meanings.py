"""Made-up vectors: a few dozen passages lie near each centre, as passages of one subject do. Seeded, the same in each run.

Real ones of a large memory would take hours to make, and what a search does with them does not depend on what they mean.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recall_sidecar.memory.embedding import Scale

__all__ = ["DIMENSION", "MODEL", "MadeUp", "matrix", "near", "store"]

MODEL = "made-up"
DIMENSION = 384
_A_CENTRE = 50
_SPREAD = 1.3
_NEARNESS = 0.7
_LOT = 5000


class MadeUp:
    """An embedder that knows the vectors of a few questions; the passages have theirs already."""

    model = MODEL
    dimension = DIMENSION
    batch = 64
    scale = Scale()

    def __init__(self, questions: dict[str, bytes]) -> None:
        self._questions = questions

    def load(self) -> None:
        """Nothing is to be loaded."""

    def reads(self, text: str) -> bool:
        """Return whether it is one of the questions."""
        return text in self._questions

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question."""
        return self._questions[text]

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return those of passages that say what a question says."""
        return [*map(self.embed_query, texts)]

    def close(self) -> None:
        """Wait for nobody."""


def store(index_file: Path, advance: Callable[[], None]) -> None:
    """Give every passage of the index its vector."""
    rng = np.random.default_rng(3)
    with closing(sqlite3.connect(index_file)) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM passage ORDER BY id").fetchall()]
        centres = rng.standard_normal((max(len(ids) // _A_CENTRE, 8), DIMENSION)).astype(np.float32)
        for start in range(0, len(ids), _LOT):
            some = ids[start : start + _LOT]
            around = centres[rng.integers(0, len(centres), len(some))]
            made = _scaled(around + _SPREAD * rng.standard_normal(around.shape))
            connection.executemany(
                "INSERT INTO vector(passage_id, model, value) VALUES (?, ?, ?)",
                [(number, MODEL, vector.tobytes()) for number, vector in zip(some, made, strict=True)],
            )
            connection.commit()
            advance()


def near(index_file: Path, count: int) -> list[bytes]:
    """Return vectors that lie near those of `count` passages, spread over the index."""
    rng = np.random.default_rng(9)
    with closing(sqlite3.connect(index_file)) as connection:
        (last,) = connection.execute("SELECT max(serial) FROM vector").fetchone()
        values = [
            connection.execute(
                "SELECT value FROM vector WHERE serial >= ? LIMIT 1", (number * last // count + 1,)
            ).fetchone()[0]
            for number in range(count)
        ]
    found = np.frombuffer(b"".join(values), np.float32).reshape(-1, DIMENSION)
    moved = _scaled(found + _NEARNESS / DIMENSION**0.5 * rng.standard_normal(found.shape))
    return [vector.tobytes() for vector in moved]


def matrix(index_file: Path) -> NDArray[np.float32]:
    """Return all vectors of the index."""
    with closing(sqlite3.connect(index_file)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM vector").fetchone()
        rows = np.empty((count, DIMENSION), np.float32)
        for place, (value,) in enumerate(connection.execute("SELECT value FROM vector ORDER BY serial")):
            rows[place] = np.frombuffer(value, np.float32)
    return rows


def _scaled(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)
