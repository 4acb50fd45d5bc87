"""Build what judging a turn needs before a turn is there: word lists and patterns that would hold the event loop for 0.1 s."""

import asyncio

from recall_sidecar.recall.need.verdict import asks_about_the_past, is_trivial
from recall_sidecar.recall.shapes import shape_of_opening
from recall_sidecar.recall.verify.verdict import prepare

__all__ = ["rehearse"]


async def rehearse() -> None:
    """Judge a sentence that nobody said, in a thread: between two steps of it the event loop gets its turn."""
    await asyncio.to_thread(_judged)


def _judged() -> None:
    _ = shape_of_opening("Mara prefers the quiet table."), is_trivial("Where?"), asks_about_the_past("Where?")
    prepare()
