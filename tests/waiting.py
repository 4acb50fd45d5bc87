"""Waiting for a condition, with a limit instead of a guess."""

import asyncio
import threading
import time
from collections.abc import Callable

__all__ = ["until", "wait_until"]


async def until(condition: Callable[[], bool], *, within_s: float = 60.0) -> None:
    """Return once `condition` holds; `TimeoutError` when it does not in time."""
    async with asyncio.timeout(within_s):
        # Conditions look at state of many kinds, also of other processes, which no event tells of.
        while not condition():
            await asyncio.sleep(0.01)


def wait_until(condition: Callable[[], bool], *, within_s: float = 60.0) -> None:
    """Return once `condition` holds, for tests without an event loop; `TimeoutError` when it does not in time."""
    ends_at, never = time.monotonic() + within_s, threading.Event()
    while not condition():
        if time.monotonic() > ends_at:
            raise TimeoutError
        never.wait(0.01)
