"""Waiting for a condition, with a limit instead of a guess."""

import asyncio
from collections.abc import Callable

__all__ = ["until"]


async def until(condition: Callable[[], bool], *, within_s: float = 60.0) -> None:
    """Return once `condition` holds; `TimeoutError` when it does not in time."""
    async with asyncio.timeout(within_s):
        # Conditions look at state of many kinds, also of other processes, which no event tells of.
        while not condition():
            await asyncio.sleep(0.01)
