"""What any program could do with the same passages and vectors: a bare FTS5 table, and a bare product of matrix and vector."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recall_sidecar.memory.stopwords import STOP

__all__ = ["bare_fts5", "nearest", "search", "table"]

_WORD = re.compile(r"[^\W_]+")
_HITS = 10


def table(index_file: Path, file: Path) -> None:
    """Write the passages of the index into an FTS5 table as its manual begins it, with porter stems."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61')")
        connection.execute("ATTACH ? AS index_", (str(index_file),))
        connection.execute("INSERT INTO words(rowid, text) SELECT id, text FROM index_.passage")
        connection.commit()


def bare_fts5(file: Path) -> sqlite3.Connection:
    """Open the table."""
    return sqlite3.connect(file)


def search(connection: sqlite3.Connection, question: str) -> list[int]:
    """Return the ten best by `bm25` of those that hold any of the question's words."""
    words = [word for word in _WORD.findall(question.lower()) if word not in STOP]
    wanted = " OR ".join(f'"{word}"' for word in words)
    rows = connection.execute(
        "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?", (wanted, _HITS)
    ).fetchall()
    return [number for (number,) in rows]


def nearest(matrix: NDArray[np.float32], query: bytes) -> NDArray[np.int64]:
    """Return the rows of the ten nearest vectors."""
    cosines = np.einsum("ij,j->i", matrix, np.frombuffer(query, np.float32))
    return np.argpartition(-cosines, min(_HITS, len(cosines) - 1))[:_HITS]
