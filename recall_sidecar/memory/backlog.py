"""Give every passage its vector, in a thread of its own, while searches and refreshes go on.

The newest passages come first. What another model made is replaced, one by one, so a change of model needs no rebuild. A
vector is stored only if its passage still says what was embedded: the number alone may have gone to another.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing

from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed

__all__ = ["Backlog", "embedded_text", "missing"]

_BATCH = 16
# Between two texts, so that a long backlog leaves the processor to others.
_BREATH_S = 0.002
_log = logging.getLogger("recall_sidecar")


class Backlog:
    """Works off what is missing each time it is woken; end it with `close`.

    Attributes:
        is_ready: Whether the model is loaded, so that a query can be embedded in milliseconds.
        stored: Grows with each lot of vectors that is there to be found.
        problem: Why there are no vectors, or no new ones; empty when all is well.
    """

    def __init__(self, embedder: Embedder, connect: Callable[[], sqlite3.Connection]) -> None:
        self._embedder = embedder
        self._connect = connect
        self._cancelled = threading.Event()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="memory-embedder")
        self._work: Future[None] | None = None
        self._is_queued = False
        self._done_for: object = None
        self.is_ready = False
        self.stored = 0
        self.problem = ""

    def wake(self, mark: object = None) -> "Future[None] | None":
        """Look for passages without a vector; return what ends when there are none left, None when nothing is to do.

        Nothing is, when all was done under the same `mark`, which says what is in the index.
        """
        if self._cancelled.is_set() or (mark is not None and mark == self._done_for):
            return None
        if not self._is_queued:
            self._is_queued = True
            self._work = self._pool.submit(self._run, mark)
        return self._work

    def close(self) -> None:
        """Give up after the present text."""
        self._cancelled.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def join(self) -> None:
        """Wait until the thread has ended, after `close`."""
        self._pool.shutdown(wait=True)

    def _run(self, mark: object) -> None:
        self._is_queued = False
        try:
            with closing(self._connect()) as connection:
                # Loading takes a second and 150 MB: not for a memory with nothing in it.
                if connection.execute("SELECT 1 FROM passage LIMIT 1").fetchone():
                    self._embedder.load()
                    self.is_ready = True
                while self._batch(connection):
                    pass
        except EmbeddingFailed as error:
            self._fail(str(error))
        except sqlite3.Error as error:
            # Somebody else writes for longer than is worth waiting here.
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                self._fail(f"Passages get no new vectors: {error}.")
        else:
            self.problem = ""
            self._done_for = mark

    def _fail(self, problem: str) -> None:
        """Say why; the next refresh wakes it again."""
        if problem != self.problem:
            _log.warning("memory_embedding_failed", extra={"reason": problem})
        self.problem = problem

    def _batch(self, connection: sqlite3.Connection) -> bool:
        """Embed some; return whether there may be more."""
        rows = missing(connection, self._embedder.model, _BATCH)
        made = []
        for passage_id, heading, text in rows:
            if self._cancelled.wait(_BREATH_S):
                return False
            said = embedded_text(heading, text)
            value = self._embedder.embed(said) if self._embedder.reads(said) else None
            made.append((passage_id, self._embedder.model, value, passage_id, heading, text))
        if made:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT OR REPLACE INTO vector(passage_id, model, value) SELECT ?, ?, ? "
                "WHERE EXISTS (SELECT 1 FROM passage WHERE id = ? AND heading = ? AND text = ?)",
                made,
            )
            connection.execute("COMMIT")
            self.stored += 1
        return len(rows) == _BATCH


def missing(connection: sqlite3.Connection, model: str, limit: int) -> Sequence[tuple[int, str, str]]:
    """Return (number, headings, text) of passages that `model` has not seen, the newest first."""
    return connection.execute(
        "SELECT p.id, p.heading, p.text FROM passage p LEFT JOIN vector v ON v.passage_id = p.id "
        "WHERE v.model IS NOT ? ORDER BY p.id DESC LIMIT ?",
        (model, limit),
    ).fetchall()


def embedded_text(heading: str, text: str) -> str:
    """Return what stands for a passage: the headings it stands under and its text, as `headings: text`.

    With the colon the model takes a heading for who speaks or what it is about, without it for a part of the sentence.
    """
    body = text.partition("\n")[2] if heading and text.startswith("#") else text
    return ": ".join(filter(None, (heading, body.strip())))
