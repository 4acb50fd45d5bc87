"""Keep the turns that hosts hand over, without ever making one wait.

A thread of its own cleans and writes them, one after the other. A host is told that a turn is kept when the disk has it.
When more wait than can be written soon, or the disk fails, turns are left out and counted: no turn of a host fails for it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime, timedelta

from recall_sidecar import gate
from recall_sidecar.deadline import Clock
from recall_sidecar.events import TurnEnd, TurnEvent
from recall_sidecar.gate import Proceed
from recall_sidecar.memory.conversations.capture import NOTHING_TOLD, Told, captured
from recall_sidecar.memory.conversations.port import CaptureState, Kept, Purged
from recall_sidecar.memory.conversations.records import Session
from recall_sidecar.memory.conversations.scopes import Scope, scope_of
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.viewers import viewer_of
from recall_sidecar.outcomes import Skipped
from recall_sidecar.settings import Settings

__all__ = ["ConversationKeeper"]

_MAX_WAITING = 64
_MAX_BEGUN = 256
_log = logging.getLogger("recall_sidecar")


class ConversationKeeper:
    """Belongs to one event loop; close it with `aclose`.

    `settings_of` gives an agent's settings, `is_off` says whether a session was switched off, and `on_kept` is told
    where there is something new to index: whose, and of which day. `told` gives what memory has told in
    a turn's session.
    """

    def __init__(
        self,
        store: ConversationStore,
        *,
        settings_of: Callable[[str], Settings],
        is_off: Callable[[str], bool],
        mask: Callable[[str], str],
        clock: Clock,
        on_kept: Callable[[Scope, date], None],
        told: Callable[[TurnEvent], Told] = lambda _: NOTHING_TOLD,
    ) -> None:
        self._store = store
        self._settings_of = settings_of
        self._is_off = is_off
        self._mask = mask
        self._clock = clock
        self._on_kept = on_kept
        self._told = told
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="conversations")
        self._waiting = 0
        self._begun: dict[tuple[str, str | None], TurnEvent] = {}
        self._counts: Counter[str] = Counter()
        self._purged = Purged()
        self._problem = ""

    @property
    def state(self) -> CaptureState:
        """What has been done so far."""
        return CaptureState(dict(self._counts), self._purged, self._problem)

    def wants(self, agent_id: str) -> bool:
        """Return whether turns of an agent are kept."""
        return self._settings_of(agent_id).memory.capture.enabled

    def note(self, turn: TurnEvent) -> None:
        """Take note of a turn whose end will not say what it was about; the newest of each session, of the newest sessions."""
        name = (turn.agent_id, turn.session_key)
        self._begun.pop(name, None)
        self._begun[name] = turn
        if len(self._begun) > _MAX_BEGUN:
            self._begun.pop(next(iter(self._begun)))

    async def keep(self, ended: TurnEnd) -> Kept:
        """Keep a turn that has ended, and say what became of it; raises nothing but `CancelledError`."""
        begun = self._begun.pop((ended.turn.agent_id, ended.turn.session_key), None)
        word = await self._keep(ended if begun is None else replace(ended, turn=begun))
        self._counts[word] += 1
        return word

    async def purge(self, keep_days: int, max_mb: int) -> bool:
        """Delete what is past its days or its room, also when turns are not kept any more; return whether anything was."""
        before = self._clock.now().astimezone().date() - timedelta(days=keep_days)
        loop = asyncio.get_running_loop()
        try:
            gone = await loop.run_in_executor(self._pool, self._store.purge, before, max_mb)
        except OSError as error:
            self._fail("purge", error)
            return False
        self._purged = Purged(self._purged.old + gone.old, self._purged.crowded + gone.crowded)
        if gone == Purged():
            return False
        _log.info("conversations_purged", extra={"old": gone.old, "crowded": gone.crowded})
        return True

    async def aclose(self) -> None:
        """Write what waits and end the thread."""
        await asyncio.to_thread(self._pool.shutdown)

    async def _keep(self, ended: TurnEnd) -> Kept:
        turn = ended.turn
        settings = self._settings_of(turn.agent_id)
        if not settings.memory.capture.enabled:
            return "off"
        verdict = gate.decide(turn, settings.gate, session_off=self._is_off(turn.session_key or ""))
        if isinstance(verdict, Skipped):
            return "gate"
        viewer = viewer_of(turn, verdict)
        scope = scope_of(viewer)
        if scope is None:
            return "nobody"
        if self._waiting >= _MAX_WAITING:
            return "busy"
        self._waiting += 1
        now = self._clock.now().astimezone()
        work = asyncio.get_running_loop().run_in_executor(
            self._pool, self._write, ended, settings, viewer, verdict, scope, now, self._told(turn)
        )
        work.add_done_callback(lambda done: self._tell(done, scope, now.date()))
        try:
            # A host that goes away does not take its turn with it.
            return await asyncio.shield(work)
        except OSError as error:
            return self._fail("write", error)
        finally:
            self._waiting -= 1

    def _write(
        self,
        ended: TurnEnd,
        settings: Settings,
        viewer: Viewer,
        verdict: Proceed,
        scope: Scope,
        now: datetime,
        told: Told,
    ) -> Kept:
        turn = captured(ended, viewer, settings.memory.capture, self._mask, now, told)
        if isinstance(turn, str):
            return turn
        session = Session(
            viewer.agent_id,
            viewer.session_key,
            viewer.session_id,
            viewer.chat,
            verdict.channel,
            viewer.chat_id,
        )
        kept = self._store.add(scope, session, turn)
        self._problem = ""
        return "kept" if kept else "known"

    def _tell(self, written: "asyncio.Future[Kept]", scope: Scope, day: date) -> None:
        if not written.cancelled() and written.exception() is None and written.result() == "kept":
            self._on_kept(scope, day)

    def _fail(self, what: str, error: OSError) -> Kept:
        self._problem = f"conversations cannot be kept: {error.strerror or type(error).__name__}"
        _log.warning("conversations_failed", extra={"what": what, "error": type(error).__name__})
        return "failed_to_write"
