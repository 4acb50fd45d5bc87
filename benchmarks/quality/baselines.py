"""What any program could do: a bare FTS5 table over the documents, ranked by its own `bm25`."""

import re
import sqlite3
from collections.abc import Callable, Sequence

from benchmarks.quality.sets import Document
from recall_sidecar.memory.stopwords import STOP

__all__ = ["Ranker", "fts5"]

# From a question to document ids, best first.
Ranker = Callable[[str], list[str]]
_WORD = re.compile(r"[^\W_]+")


def fts5(documents: Sequence[Document]) -> Ranker:
    """Index `speaker: text` as porter words; a question is its words without stop words, any of which may match."""
    table = sqlite3.connect(":memory:")
    table.execute("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')")
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
        rows = table.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words) LIMIT 10", (wanted,))
        return [documents[number].id for (number,) in rows]

    return rank


def said(document: Document) -> str:
    """Return the document as one text, with who says it."""
    return f"{document.speaker}: {document.text}" if document.speaker else document.text
