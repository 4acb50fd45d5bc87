"""Put messages to memories by the default search, and keep what it found in a file, since that takes minutes.

A memory is written as notes and indexed by the product's own index. What answers a question is taken out by writing its note
anew, and put back afterwards.
"""

import asyncio
import gzip
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.judgement.need_pairs import Put
from benchmarks.quality import baselines, notes
from benchmarks.quality.progress import Progress
from benchmarks.quality.sets import Document, Haystack
from recall_sidecar import query
from recall_sidecar.deadline import SystemClock
from recall_sidecar.events import TurnEvent
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.memory.port import Hit, Passage, ScorePart, SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.need.verdict import FAINT_SHARE
from recall_sidecar.settings import EmbeddingSettings, FolderSettings, MemorySettings, QuerySettings

__all__ = ["Found", "search"]


class Found:
    """What a search found for one `put`."""

    __slots__ = ("hits", "put")

    def __init__(self, put: Put, hits: tuple[Hit, ...]) -> None:
        self.put = put
        self.hits = hits


def search(
    documents: Mapping[tuple[str, str], Sequence[Document]], puts: Iterable[tuple[str, Put]], folder: Path
) -> list[Found]:
    """Search for every put in the memory it names; each memory's file in `folder` is read where there is one, else written.

    `documents` are those of each memory by set and name.
    """
    by_memory: dict[tuple[str, str], list[Put]] = {}
    for holder, put in puts:
        by_memory.setdefault((holder, put.haystack), []).append(put)
    progress = Progress(sum(map(len, by_memory.values())), sys.stderr)
    embedder = model_named(EmbeddingSettings().model, Path("models"))
    if embedder is None:
        message = "the default embedding is a model of this machine"
        raise RuntimeError(message)
    remembering = baselines.Remembering(embedder)
    found: list[Found] = []
    for (holder, name), some in by_memory.items():
        file = folder / f"{holder}-{name}.jsonl.gz"
        if not file.exists():
            _keep(asyncio.run(_searched(documents[holder, name], some, remembering)), file)
        for each in _kept(file):
            found.append(each)
            progress.advance(holder)
    progress.end()
    return found


def _kept(file: Path) -> list[Found]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [_found(json.loads(line)) for line in lines]


def _keep(found: Iterable[Found], file: Path) -> None:
    partial = file.with_suffix(".partial")
    with gzip.open(partial, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(_row(each), ensure_ascii=False) + "\n" for each in found)
    partial.replace(file)


async def _searched(
    documents: Sequence[Document], puts: Sequence[Put], embedder: baselines.Remembering
) -> list[Found]:
    found: list[Found] = []
    with tempfile.TemporaryDirectory(prefix="need-") as temporary:
        folder = Path(temporary, "notes")
        folder.mkdir()
        notes.write(Haystack("", tuple(documents), ()), folder)
        settings = MemorySettings(folders=(FolderSettings(path=str(folder), layout="plain"),))
        memory = await SqliteMemory.open(
            Path(temporary, "index.sqlite3"), settings, clock=SystemClock(), embedders=lambda _: embedder
        )
        try:
            await memory.refresh()
            await memory.embedded()
            last = max((each.date for each in documents if each.date), default=datetime.now(UTC))
            for put in puts:
                if put.without:
                    await _rewritten(
                        memory, [each for each in documents if each.id not in put.without], folder
                    )
                found.append(
                    await _looked_up(memory, put, put.date or last + timedelta(1), settings.min_score)
                )
                if put.without:
                    await _rewritten(memory, documents, folder)
        finally:
            await memory.aclose()
    return found


async def _looked_up(memory: SqliteMemory, put: Put, now: datetime, floor: float) -> Found:
    """Search as the ladder does: where nothing reaches the floor, for what is faint."""
    asked = SearchQuery(_line(put.message), Viewer("main"), now)
    result = await memory.search(asked)
    if not result.hits and result.below_floor:
        result = await memory.search(replace(asked, min_score=floor * FAINT_SHARE))
    return Found(put, result.hits)


async def _rewritten(memory: SqliteMemory, documents: Sequence[Document], folder: Path) -> None:
    _write(documents, folder)
    await memory.refresh()
    await memory.embedded()


def _write(documents: Sequence[Document], folder: Path) -> None:
    """Write the notes that differ; a note without documents goes."""
    with tempfile.TemporaryDirectory(prefix="need-") as temporary:
        wanted = Path(temporary)
        notes.write(Haystack("", tuple(documents), ()), wanted)
        for note in folder.iterdir():
            if not (wanted / note.name).exists():
                note.unlink()
        for note in wanted.iterdir():
            text, place = note.read_bytes(), folder / note.name
            if not place.exists() or place.read_bytes() != text:
                place.write_bytes(text)


def _line(message: str) -> str:
    """Return the search text that the product makes of a message."""
    return query.build(TurnEvent(host="benchmark", agent_id="main", text=message), QuerySettings()).search


def _row(found: Found) -> dict[str, Any]:
    put = found.put
    return {
        "kind": put.kind,
        "of": put.of,
        "haystack": put.haystack,
        "id": put.id,
        "source": put.source,
        "message": put.message,
        "hits": [
            {
                "score": hit.score,
                "parts": [[part.name, part.value] for part in hit.parts],
                "text": hit.passage.text,
                "heading": hit.passage.heading,
                "date": hit.passage.date.isoformat() if hit.passage.date else None,
                "superseded_by": hit.superseded_by,
            }
            for hit in found.hits
        ],
    }


def _found(row: dict[str, Any]) -> Found:
    put = Put(row["kind"], row["of"], row["haystack"], row["id"], row["source"], row["message"])
    hits = tuple(
        Hit(
            Passage(
                number,
                "notes",
                "note.md",
                number,
                number,
                hit["text"],
                Origin.AGENT,
                heading=hit["heading"],
                date=date.fromisoformat(hit["date"]) if hit["date"] else None,
            ),
            hit["score"],
            number,
            tuple(ScorePart(name, value) for name, value in hit["parts"]),
            hit["superseded_by"],
        )
        for number, hit in enumerate(row["hits"], 1)
    )
    return Found(put, hits)
