"""Turns that wait for their host's model, and the tickets under which the host brings its reply.

A turn whose host lends its model runs as a task of its own, since it outlives the request that began it: when the
model is wanted the request is answered with a ticket, and the host's next request, with that ticket, goes on waiting
for the same task. Each task holds a turn slot and ends at the turn's own deadline, whether or not the host comes back.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web
from cachetools import TTLCache

from recall_sidecar.deadline import Clock
from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.lent import LentModel
from recall_sidecar.llm.port import ModelRequest
from recall_sidecar.server.services import Answer
from recall_sidecar.server.slots import Slots
from recall_sidecar.tasks import TaskSet

__all__ = ["LOANS", "Aborted", "Loan", "Loans", "Wanted"]

# Longer than any turn may take: a host that comes late still learns how its turn ended.
_KEPT_S = 660.0


@dataclass(frozen=True, slots=True)
class Loan:
    """One turn under way, and the model that its host lends it."""

    turn: TurnEvent
    trace_id: str
    model: LentModel
    task: asyncio.Task[Answer]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The turn needs the host's model: `request` is what to run, `ticket` is where the reply goes."""

    ticket: str
    request: ModelRequest


@dataclass(frozen=True, slots=True)
class Aborted:
    """The turn was given up."""


class Loans:
    """The turns whose host lends its model; belongs to one event loop."""

    def __init__(self, clock: Clock, slots: Slots) -> None:
        self._slots = slots
        # No more can be under way than there are slots; the rest have ended and wait for a host that is late.
        self._open: TTLCache[str, Loan] = TTLCache(2 * slots.limit, _KEPT_S, timer=clock.monotonic)
        self._tasks = TaskSet()

    def begin(self, turn: TurnEvent, trace_id: str, run: Callable[[LentModel], Awaitable[Answer]]) -> Loan:
        """Start a turn; there must be a slot for it."""
        held = ExitStack()
        held.enter_context(self._slots.take())
        model = LentModel()
        task = self._tasks.start(_run(run, model), name="turn of a lender")
        task.add_done_callback(lambda _task: held.close())
        return Loan(turn, trace_id, model, task)

    async def settle(self, loan: Loan) -> Answer | Wanted | Aborted:
        """Wait until the turn has ended or wants the host's model. A caller that leaves cancels the turn."""
        try:
            either: set[asyncio.Future[Any]] = {loan.task, loan.model.order}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            loan.task.cancel()
            raise
        if loan.task.done():
            # What goes on for the cache alone must not wait for a host that has its answer.
            loan.model.withdraw()
            return Aborted() if loan.task.cancelled() else loan.task.result()
        ticket = secrets.token_urlsafe(32)
        self._open[ticket] = loan
        return Wanted(ticket, loan.model.order.result())

    def take(self, ticket: str) -> Loan | None:
        """Return the turn of that ticket, once."""
        return self._open.pop(ticket, None)

    async def abort(self, loan: Loan) -> None:
        """Cancel the turn, and wait until it has left everything it shared."""
        loan.task.cancel()
        await asyncio.wait({loan.task})

    async def aclose(self) -> None:
        """Cancel the turns that wait for a host: none can come back any more."""
        for loan in list(self._open.values()):
            loan.task.cancel()
        self._open.clear()


async def _run(run: Callable[[LentModel], Awaitable[Answer]], model: LentModel) -> Answer:
    return await run(model)


LOANS: Final[web.AppKey[Loans]] = web.AppKey("loans", Loans)
