"""Forget for good: out of the files, then out of everything that was made from them or has seen them.

```text
files ─▶ index, its vectors, terms and log ─▶ kept answers ─▶ turns in memory ─▶ words of turns on disk, transcripts
```

The files go first: what is made from them could come back otherwise. A step that fails is told, and the same order may be
given again.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.history import TraceHistory
from recall_sidecar.memory.conversations.keeper import ConversationKeeper
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.edits import Found, Remembered, ToForget, ToRemember
from recall_sidecar.memory.folders import visible_to
from recall_sidecar.memory.forget import find, take_out
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.remember import remember
from recall_sidecar.memory.roots import configured
from recall_sidecar.pipeline import Pipeline
from recall_sidecar.settings import MemorySettings
from recall_sidecar.settings.capture import CaptureSettings
from recall_sidecar.trace import Tracer, TurnTrace
from recall_sidecar.trace_json import to_json
from recall_sidecar.transcripts import Transcripts

__all__ = ["PURGE_EVERY_S", "MemoryWriter", "purge"]

PURGE_EVERY_S: Final = 3600.0
T = TypeVar("T")
# A line that says less stands in many notes.
_TELLING_CHARS: Final = 8


class MemoryWriter:
    """Writes memory, and takes out of it, when its owner says so; a `services.MemoryEditor`."""

    def __init__(
        self,
        *,
        memory: LiveMemory,
        conversations: ConversationStore,
        settings: Callable[[], MemorySettings],
        pipeline: Pipeline,
        tracer: Tracer,
        history: TraceHistory,
        transcripts: Transcripts,
    ) -> None:
        self._memory = memory
        self._conversations = conversations
        self._settings = settings
        self._pipeline = pipeline
        self._tracer = tracer
        self._history = history
        self._transcripts = transcripts

    async def remember(self, wanted: ToRemember, agent_id: str) -> Remembered:
        """Write an entry and have it found at once.

        Raises:
            MemoryStoreError: It cannot be written.
        """
        folders = visible_to(configured(self._settings()), Viewer(agent_id))
        written = await _on_disk(lambda: remember(wanted, agent_id, folders))
        await self._memory.refresh()
        return written

    async def find(self, wanted: ToForget, agent_id: str) -> list[Found]:
        """Return what would be forgotten.

        Raises:
            MemoryStoreError: It cannot be read.
        """
        settings = self._settings()
        folders = visible_to(configured(settings), Viewer(agent_id))
        return await _on_disk(lambda: find(wanted, folders, self._conversations, settings.max_file_bytes))

    async def forget(self, found: Sequence[Found], session_key: str) -> int:
        """Forget what was found, and everything that repeats it; return how many turns of the trace went with it.

        Raises:
            MemoryStoreError: Not everything could be forgotten.
        """
        await _on_disk(lambda: take_out(found, self._conversations))
        await self._memory.refresh()
        await self._memory.scrub()
        self._pipeline.forget()
        meant = _Meant(found, session_key)
        gone = self._tracer.forget(meant.turn)
        # The newest of those on disk are in the ring too.
        gone = max(gone, await self._history.forget(meant.record))
        await _on_disk(lambda: self._transcripts.forget(meant.repeats))
        return gone


async def purge(keeper: ConversationKeeper, capture: CaptureSettings, memory: LiveMemory) -> None:
    """Delete the conversations that are past their days or their room, from the index's free pages too.

    Raises:
        MemoryStoreError: The index still holds them.
    """
    if await keeper.purge(capture.keep_days, capture.max_mb):
        await memory.refresh()
        await memory.scrub()


class _Meant:
    """Tells what repeats something that is to be forgotten: a turn that found it, or a text with a line of it."""

    def __init__(self, found: Sequence[Found], session_key: str) -> None:
        self._found = found
        self._session_key = session_key
        lines = {line.strip().lstrip("-*+ ") for each in found for line in each.text.split("\n")}
        self._needles = [_as_json(line) for line in lines if len(line) >= _TELLING_CHARS]

    def turn(self, trace: TurnTrace) -> bool:
        return self.record(to_json(trace))

    def record(self, record: dict[str, Any]) -> bool:
        if self._session_key and record.get("sessionKey") == self._session_key:
            return True
        return any(self._was_hit(hit) for hit in record["hits"]) or self.repeats(
            json.dumps(record, ensure_ascii=False, default=str)
        )

    def repeats(self, text: str) -> bool:
        return any(needle in text for needle in self._needles)

    def _was_hit(self, hit: dict[str, Any]) -> bool:
        return any(
            hit["path"] == each.path and hit["fromLine"] <= each.to_line and each.from_line <= hit["toLine"]
            for each in self._found
        )


def _as_json(line: str) -> str:
    """Return the line as it stands within a JSON string."""
    return json.dumps(line, ensure_ascii=False)[1:-1]


async def _on_disk(work: Callable[[], T]) -> T:
    try:
        return await asyncio.to_thread(work)
    except OSError as error:
        message = f"memory cannot be written: {error.strerror or type(error).__name__}"
        raise MemoryStoreError(message) from error
