"""Forget for good: out of the files, then out of everything that was made from them or has seen them.

```text
files ─▶ index ─▶ kept answers ─▶ turns in memory ─▶ words of turns on disk, transcripts, own cases ─▶ free pages of the index, vectors, log
```

The files go first: what is made from them could come back otherwise. A step that fails is told, and keeps no other from being
taken: lines of a note cannot be named a second time once they are gone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.evaluation.own_cases import OwnCases
from recall_sidecar.forgotten import Forgotten
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
from recall_sidecar.trace import Tracer
from recall_sidecar.trace_json import to_json
from recall_sidecar.transcripts import Transcripts

__all__ = ["PURGE_EVERY_S", "KeptTurns", "MemoryWriter", "purge"]

PURGE_EVERY_S: Final = 3600.0
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptTurns:
    """Where turns are kept; `mask` is what their texts have been through."""

    tracer: Tracer
    history: TraceHistory
    transcripts: Transcripts
    cases: OwnCases
    mask: Callable[[str], str]


class MemoryWriter:
    """Writes memory, and takes out of it, when its owner says so; a `services.MemoryEditor`."""

    def __init__(
        self,
        *,
        memory: LiveMemory,
        conversations: ConversationStore,
        settings: Callable[[], MemorySettings],
        pipeline: Pipeline,
        turns: KeptTurns,
    ) -> None:
        self._memory = memory
        self._conversations = conversations
        self._settings = settings
        self._pipeline = pipeline
        self._turns = turns

    async def remember(self, wanted: ToRemember, agent_id: str) -> Remembered:
        """Write an entry and have it found at once.

        Raises:
            MemoryStoreError: It cannot be written.
        """
        folders = visible_to(configured(self._settings()), Viewer(agent_id))
        written = await _on_disk(lambda: asyncio.to_thread(remember, wanted, agent_id, folders))
        await self._memory.refresh()
        return written

    async def find(self, wanted: ToForget, agent_id: str) -> list[Found]:
        """Return what would be forgotten.

        Raises:
            MemoryStoreError: It cannot be read.
        """
        settings = self._settings()
        folders = visible_to(configured(settings), Viewer(agent_id))
        return await _on_disk(
            lambda: asyncio.to_thread(find, wanted, folders, self._conversations, settings.max_file_bytes)
        )

    async def forget(self, found: Sequence[Found], session_key: str) -> int:
        """Forget what was found, and everything that repeats it; return how many turns of the trace went with it.

        Raises:
            MemoryStoreError: Not everything could be forgotten.
        """
        meant = Forgotten(found, session_key, self._turns.mask)
        failures: list[MemoryStoreError] = []
        await _on_disk(self._memory.owe_scrub)
        await _tried(
            lambda: _on_disk(lambda: asyncio.to_thread(take_out, found, self._conversations)), failures
        )
        if failures and all(each.folder is not None for each in found):
            # Nothing has been taken out of a note that could not be changed.
            raise failures[0]
        await _tried(self._memory.refresh, failures)
        # Turns that are under way begin anew, so whatever they had read is in no trace; those that have ended are.
        self._pipeline.forget()
        gone = self._turns.tracer.forget(lambda trace: meant.is_in(to_json(trace)))
        # The newest of those on disk are in the ring too.
        gone = max(gone, await _tried(lambda: self._turns.history.forget(meant.is_in), failures) or 0)
        await self._pipeline.written()
        await _tried(
            lambda: _on_disk(lambda: asyncio.to_thread(self._turns.transcripts.forget, meant.repeats)),
            failures,
        )
        await _tried(
            lambda: _on_disk(lambda: asyncio.to_thread(self._turns.cases.forget, meant.is_in_case)), failures
        )
        # It takes longest by far; a kill meanwhile leaves it to the next start.
        await _tried(self._memory.scrub, failures)
        if failures:
            raise failures[0]
        return gone


async def purge(keeper: ConversationKeeper, capture: CaptureSettings, memory: LiveMemory) -> None:
    """Delete the conversations that are past their days or their room, from the index's free pages too.

    What somebody wanted forgotten and a kill or a lock left in the index goes with them.

    Raises:
        MemoryStoreError: The index still holds them.
    """
    if await keeper.purge(capture.keep_days, capture.max_mb) or await memory.owes_scrub():
        await _on_disk(memory.owe_scrub)
        await memory.refresh()
        await memory.scrub()


async def _on_disk(work: Callable[[], Awaitable[T]]) -> T:
    try:
        return await work()
    except OSError as error:
        message = f"memory cannot be written: {error.strerror or type(error).__name__}"
        raise MemoryStoreError(message) from error


async def _tried(step: Callable[[], Awaitable[T]], failures: list[MemoryStoreError]) -> T | None:
    """Return what `step` returns, or None with its failure put to the others."""
    try:
        return await step()
    except MemoryStoreError as error:
        failures.append(error)
        return None
