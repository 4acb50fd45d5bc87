"""Background tasks that have an owner.

`asyncio.create_task` alone loses the task and its error; here each task has a name, is kept until it ends, and
its owner cancels and awaits whatever is left when it closes.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["TaskSet"]

T = TypeVar("T")
_log = logging.getLogger("recall_sidecar")


class TaskSet:
    """The tasks of one owner; close it with `aclose`."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T], *, name: str) -> asyncio.Task[T]:
        """Start `work` as a task; an error it ends with is logged by its class."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def __len__(self) -> int:
        return len(self._tasks)

    async def finish(self) -> None:
        """Wait for what still runs; for work that ends by itself and must not be lost."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def aclose(self) -> None:
        """Cancel what still runs and wait for it."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task_failed", extra={"task": task.get_name(), "error": type(error).__name__})
