"""What any program could do: a bare FTS5 table ranked by its own `bm25`, and the bare cosine of whole documents."""

import re
import sqlite3
from collections.abc import Callable, Sequence

import numpy as np

from benchmarks.quality.sets import Document
from recall_sidecar.memory.embedding import Embedder
from recall_sidecar.memory.stopwords import STOP

__all__ = ["Ranker", "Remembering", "dense", "fts5"]

# From a question to document ids, best first.
Ranker = Callable[[str], list[str]]
_WORD = re.compile(r"[^\W_]+")


def fts5(documents: Sequence[Document]) -> Ranker:
    """Index `speaker: text` as porter words; a question is its words without stop words, any of which may match."""
    table = sqlite3.connect(":memory:")
    table.execute(
        "CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')"
    )
    table.executemany(
        "INSERT INTO words(rowid, text) VALUES (?, ?)",
        [(number, said(document)) for number, document in enumerate(documents)],
    )

    def rank(question: str) -> list[str]:
        words = _WORD.findall(question.lower())
        asked = [word for word in words if word not in STOP] or words
        if not asked:
            return []
        wanted = " OR ".join(f'"{word}"' for word in dict.fromkeys(asked))
        rows = table.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT 10", (wanted,)
        )
        return [documents[number].id for (number,) in rows]

    return rank


def dense(documents: Sequence[Document], embedder: Embedder) -> Ranker:
    """Embed each document whole, as the product embeds a passage of it; a question goes by exact cosine."""
    matrix = np.stack([np.frombuffer(_passage(embedder, document), np.float32) for document in documents])

    def rank(question: str) -> list[str]:
        cosines = matrix @ np.frombuffer(embedder.embed_query(question), np.float32)
        return [documents[number].id for number in np.argsort(-cosines, kind="stable")[:10]]

    return rank


def _passage(embedder: Embedder, document: Document) -> bytes:
    (vector,) = embedder.embed_passages([said(document)])
    return vector


class Remembering:
    """An embedder that embeds no text twice: sets say the same to many, and a baseline says what the product says."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.load()
        self.model = embedder.model
        self.dimension = embedder.dimension
        self.scale = embedder.scale
        self.batch = embedder.batch
        self._questions: dict[str, bytes] = {}
        self._passages: dict[str, bytes] = {}

    def load(self) -> None:
        """Make ready."""
        self._embedder.load()

    def close(self) -> None:
        """Leave what is remembered to the next memory."""

    def reads(self, text: str) -> bool:
        """Return whether the model understands `text`."""
        return self._embedder.reads(text)

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question."""
        if text not in self._questions:
            self._questions[text] = self._embedder.embed_query(text)
        return self._questions[text]

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors of passages."""
        for text in texts:
            if text not in self._passages:
                (self._passages[text],) = self._embedder.embed_passages([text])
        return [self._passages[text] for text in texts]


def said(document: Document) -> str:
    """Return the document as one text, with who says it."""
    return f"{document.speaker}: {document.text}" if document.speaker else document.text
