"""Give every passage its vector, in a thread of its own, while searches and refreshes go on.

The newest passages come first. What another model made is replaced, lot by lot, so a change of model needs no rebuild. A
vector is stored only if its passage still says what was embedded: the number alone may have gone to another. What says the same as a
passage that is gone, for example because its file was changed elsewhere, takes over its vector.
"""

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

from recall_sidecar.memory.embedded import EmbeddingProgress, Space
from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed

__all__ = ["Backlog", "embedded_text", "forget_spares", "missing", "progress_of"]

_LOT = 16
# What was embedded may have been paid for, so a lock is waited for: this often as long as a connection waits by itself.
_LOCK_TRIES = 10
# Between two calls, so that a long backlog leaves the processor to others.
_BREATH_S = 0.002
_AFTER_ALL = 1 << 62
_Row = tuple[int, str, str]
_log = logging.getLogger("recall_sidecar")


class Backlog:
    """Works off what is missing each time it is woken; end it with `close`.

    `on_load` is called in the thread whenever the model has been loaded, before `is_ready` says so.

    Attributes:
        answers: Grows each time the model gave vectors.
        is_ready: Whether the model is loaded, so that a query can be embedded in milliseconds.
        stored: Grows with each lot of vectors that is there to be found.
        problem: Why there are no vectors, or no new ones; empty when all is well.
        progress: How far it is; None until it has looked.
    """

    def __init__(
        self,
        embedder: Embedder,
        connect: Callable[[], sqlite3.Connection],
        on_load: Callable[[], object] = lambda: None,
    ) -> None:
        self._embedder = embedder
        self._connect = connect
        self._on_load = on_load
        self._cancelled = threading.Event()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="memory-embedder")
        self._work: Future[None] | None = None
        self._is_queued = False
        self._done_for: object = None
        self.is_ready = False
        self.answers = 0
        self.stored = 0
        self.problem = ""
        self.progress: EmbeddingProgress | None = None

    def wake(self, mark: object = None) -> "Future[None] | None":
        """Look for passages without a vector; return what ends when there are none left, None when nothing is to do.

        Nothing is, when all was done under the same `mark`, which says what is in the index, and for the same space: a
        question may have shown that the model's is another one now.
        """
        if self._cancelled.is_set() or (mark is not None and (mark, self._embedder.model) == self._done_for):
            return None
        if not self._is_queued:
            self._is_queued = True
            self._work = self._pool.submit(self._run, mark)
        return self._work

    def close(self) -> None:
        """Give up, after the present text where it is embedded on this machine."""
        self._cancelled.set()
        # Whoever owns this is in there, and a circle keeps a model's 150 MB until somebody looks for circles.
        self._on_load = _nothing
        self._embedder.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def join(self) -> None:
        """Wait until the thread has ended, after `close`."""
        self._pool.shutdown(wait=True)

    def _run(self, mark: object) -> None:
        self._is_queued = False
        try:
            with closing(self._connect()) as connection:
                self._work_off(connection)
        except EmbeddingFailed as error:
            self._fail(str(error))
        except sqlite3.Error as error:
            # Somebody else writes for longer than is worth waiting here.
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                self._fail(f"Passages get no new vectors: {error}.")
        else:
            self.problem = ""
            self._done_for = (mark, self._embedder.model)

    def _work_off(self, connection: sqlite3.Connection) -> None:
        # Loading takes a second and 150 MB, or a call that costs: not for a memory with nothing in it.
        if connection.execute("SELECT 1 FROM passage LIMIT 1").fetchone():
            self._embedder.load()
            self._on_load()
            self.is_ready = True
            self.progress = progress_of(connection, Space(self._embedder.model, self._embedder.dimension))
        before = _AFTER_ALL
        while rows := missing(connection, self._embedder.model, max(_LOT, self._embedder.batch), before):
            before = rows[-1][0]
            for part in _parts(rows, self._embedder.batch):
                if self._cancelled.wait(_BREATH_S):
                    return
                self._store(connection, part, self._vectors(connection, part))
        # What a refresh puts there meanwhile waits for the next time.
        if not missing(connection, self._embedder.model, 1):
            forget_spares(connection)
        if self.progress is not None:
            self.progress = progress_of(connection, self.progress.space)

    def _begin(self, connection: sqlite3.Connection) -> None:
        for tries_left in reversed(range(_LOCK_TRIES)):
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if (
                    error.sqlite_errorcode != sqlite3.SQLITE_BUSY
                    or not tries_left
                    or self._cancelled.is_set()
                ):
                    raise
            else:
                return

    def _fail(self, problem: str) -> None:
        """Say why; the next refresh wakes it again."""
        if problem != self.problem and not self._cancelled.is_set():
            _log.warning("memory_embedding_failed", extra={"reason": problem})
        self.problem = problem

    def _vectors(self, connection: sqlite3.Connection, rows: Sequence[_Row]) -> dict[str, bytes]:
        """Return the vector of each text that stands for one of the passages and that the model can read."""
        said = dict.fromkeys(embedded_text(heading, text) for _, heading, text in rows)
        readable = [text for text in said if self._embedder.reads(text)]
        known = {text: vector for text in readable if (vector := self._spare(connection, text)) is not None}
        new = [text for text in readable if text not in known]
        if not new:
            return known
        made = self._embedder.embed_passages(new)
        self.answers += 1
        return {**known, **{text: vector for text, vector in zip(new, made, strict=True) if vector}}

    def _spare(self, connection: sqlite3.Connection, text: str) -> bytes | None:
        row = connection.execute(
            "SELECT value FROM spare_vector WHERE model = ? AND digest = ? AND length(value) = ?",
            (self._embedder.model, _digest(text), self._embedder.dimension * 4),
        ).fetchone()
        return None if row is None else bytes(row[0])

    def _store(
        self, connection: sqlite3.Connection, rows: Sequence[_Row], vectors: Mapping[str, bytes]
    ) -> None:
        made = []
        for number, heading, text in rows:
            said = embedded_text(heading, text)
            made.append(
                (number, self._embedder.model, vectors.get(said), _digest(said), number, heading, text)
            )
        self._begin(connection)
        connection.executemany(
            "INSERT OR REPLACE INTO vector(passage_id, model, value, digest) SELECT ?, ?, ?, ? "
            "WHERE EXISTS (SELECT 1 FROM passage WHERE id = ? AND heading = ? AND text = ?)",
            made,
        )
        connection.execute("COMMIT")
        self.stored += 1
        if self.progress is not None:
            self.progress = replace(
                self.progress,
                embedded=self.progress.embedded + len(rows),
                unread=self.progress.unread + sum(vector is None for _, _, vector, *_ in made),
            )


def _nothing() -> None:
    pass


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


def _parts(rows: Sequence[_Row], size: int) -> Iterator[Sequence[_Row]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def missing(
    connection: sqlite3.Connection, model: str, limit: int, before: int = _AFTER_ALL
) -> Sequence[_Row]:
    """Return (number, headings, text) of passages below number `before` that `model` has not seen, the newest first."""
    return connection.execute(
        "SELECT p.id, p.heading, p.text FROM passage p LEFT JOIN vector v ON v.passage_id = p.id "
        "WHERE p.id < ? AND v.model IS NOT ? ORDER BY p.id DESC LIMIT ?",
        (before, model, limit),
    ).fetchall()


def progress_of(connection: sqlite3.Connection, space: Space) -> EmbeddingProgress:
    """Return how many passages have been shown to the model of `space`, and what other vectors there are."""
    passages = connection.execute("SELECT count(*) FROM passage").fetchone()[0]
    # From the index on these two alone: no vector is read.
    found = connection.execute(
        "SELECT model, length(value), count(*) FROM vector GROUP BY model, length(value)"
    ).fetchall()
    own = {length: count for model, length, count in found if model == space.model}
    former = tuple(
        (Space(model, length // 4), count)
        for model, length, count in found
        if model != space.model and length
    )
    return EmbeddingProgress(space, passages, sum(own.values()), own.get(None, 0), former)


def forget_spares(connection: sqlite3.Connection) -> None:
    """Forget the vectors of passages that are gone; without any no lock is taken."""
    if connection.execute("SELECT 1 FROM spare_vector LIMIT 1").fetchone():
        connection.execute("DELETE FROM spare_vector")


def embedded_text(heading: str, text: str) -> str:
    """Return what stands for a passage: the headings it stands under and its text, as `headings: text`.

    With the colon the model takes a heading for who speaks or what it is about, without it for a part of the sentence.
    """
    body = text.partition("\n")[2] if heading and text.startswith("#") else text
    return ": ".join(filter(None, (heading, body.strip())))
