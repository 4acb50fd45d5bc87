"""Calls that take longer than a turn has for them, and go on beside it.

A store that nobody has asked for a while opens its memory at the first search, and begins anew with the next one when
that search is given up. So a call is left to end by itself: what it would have answered is of no use any more, that it
ends is. The search after it is quick.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from recall_sidecar.tasks import TaskSet

__all__ = ["MOST_LATE", "LateCalls"]

T = TypeVar("T")
# Half of the connections that there are: turns in time need the others.
MOST_LATE = 2
_Key = tuple[str, str]


class LateCalls(Generic[T]):
    """At most one late call for each key, and `MOST_LATE` in all; close it with `aclose`.

    `ended` is called with the key and the outcome of each late call that ends by itself.
    """

    def __init__(self, ended: Callable[[_Key, T], None]) -> None:
        self._ended = ended
        self._tasks = TaskSet()
        self._late: dict[_Key, asyncio.Task[T]] = {}

    def is_going_on(self, key: _Key) -> bool:
        """Whether a call that nobody waits for any more is still at work."""
        return key in self._late

    async def within(self, key: _Key, call: Coroutine[Any, Any, T], wait_s: float) -> T | None:
        """Return the outcome of `call`, None when it has none within `wait_s`: then it goes on, as it does when the asker leaves.

        A call that is one too many is ended.
        """
        task = self._tasks.start(call, name="memory-call")
        try:
            await asyncio.wait({task}, timeout=wait_s)
        finally:
            if not task.done():
                self._leave(key, task)
        return task.result() if task.done() and not task.cancelled() else None

    async def aclose(self) -> None:
        """End all of them."""
        await self._tasks.aclose()

    def _leave(self, key: _Key, task: asyncio.Task[T]) -> None:
        if key in self._late or len(self._late) >= MOST_LATE:
            task.cancel()
            return
        self._late[key] = task

        def end(task: asyncio.Task[T]) -> None:
            del self._late[key]
            if not task.cancelled():
                self._ended(key, task.result())

        task.add_done_callback(end)
