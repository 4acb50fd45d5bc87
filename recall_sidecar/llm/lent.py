"""The model that a host lends for one turn: `model.name = "host"`, for people who sign in and have no key to give.

`LentModel` is a `ModelClient` that cannot call anything. What the sub-agent asks of it lies in `order` until whoever
holds the turn has the host run it and brings the reply with `give`. A host that left is told of with `withdraw`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

from recall_sidecar.llm.lent_reply import LentFailure, LentReply, error_of
from recall_sidecar.llm.port import Finished, ModelChunk, ModelRef, ModelRequest, ModelState, TextDelta

__all__ = ["LentModel"]


_Answer: TypeAlias = LentReply | LentFailure
_GONE = LentFailure("failed", "the host did not take the prompt")


class LentModel:
    """What one turn's host lends; belongs to the loop it is made in. One call runs at a time."""

    def __init__(self) -> None:
        self._order: asyncio.Future[ModelRequest] = asyncio.get_running_loop().create_future()
        self._reply: asyncio.Future[_Answer] | None = None
        self._withdrawn = False

    @property
    def order(self) -> asyncio.Future[ModelRequest]:
        """The call that waits for the host, as soon as there is one."""
        return self._order

    @property
    def state(self) -> ModelState:
        """A host that lends its model has it ready."""
        return "ready"

    def can_reach(self, model: ModelRef) -> bool:
        """Return whether `model` is one of the host's."""
        return model.is_lent

    def is_local(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port's
        """Nobody knows where the host's model runs."""
        return False

    def takes_tools(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port's
        """A host runs one prompt; it has no way to call our tools."""
        return False

    def give(self, answer: LentReply | LentFailure) -> None:
        """Bring what became of the order; nobody waits for it when its call has ended."""
        if self._reply is not None and not self._reply.done():
            self._reply.set_result(answer)
            self._renew()

    def withdraw(self) -> None:
        """Say that the host takes no order any more; a call that waits for it fails, and so does every later one."""
        self._withdrawn = True
        self.give(_GONE)

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[ModelChunk]]:
        """Put `request` into `order` and yield the host's reply, which comes whole."""
        self._reply = asyncio.get_running_loop().create_future()
        if self._withdrawn:
            self._reply.set_result(_GONE)
        else:
            self._order.set_result(request)
        try:
            yield _chunks(self._reply, request.model)
        finally:
            self._reply.cancel()
            self._renew()

    def _renew(self) -> None:
        """Have `order` wait for the next call: this one is answered, or has ended."""
        if self._order.done():
            self._order = asyncio.get_running_loop().create_future()

    async def aclose(self) -> None:
        """Take no order any more."""
        self.withdraw()


async def _chunks(reply: asyncio.Future[_Answer], model: ModelRef) -> AsyncIterator[ModelChunk]:
    answer = await reply
    if isinstance(answer, LentFailure):
        raise error_of(answer, model)
    if answer.text:
        yield TextDelta(answer.text)
    yield Finished(answer.reason, answer.usage, answer.model)
