"""A bar for people who wait, from what the daemon says of itself while it works."""

from collections.abc import Mapping
from typing import Any

from recall_sidecar.trace_lines import duration

__all__ = ["embedding", "reading"]

_WIDTH = 24


def reading(memory: Mapping[str, Any]) -> str:
    """Return how far the files are read: the `memory` part of the status in one line."""
    now = memory.get("reading")
    if not now:
        return "Indexing: waiting for its turn"
    done, whole, elapsed_s = now["files"], now["filesOf"], now["elapsedMs"] / 1000
    told = f"{done:,} of {whole:,} files, {now['passages']:,} passages"
    return f"Indexing: {_bar(done, whole)} {told}{_pace('files', done, whole, elapsed_s)}"


def embedding(memory: Mapping[str, Any], first: int, elapsed_s: float) -> str:
    """Return how many passages the model was shown; `first` when the wait began."""
    meanings = memory["meanings"]
    done, whole = meanings["embedded"], meanings["passages"]
    pace = _pace("passages", done - first, whole - first, elapsed_s)
    return f"Embedding: {_bar(done, whole)} {done:,} of {whole:,} passages{pace}"


def _bar(done: int, whole: int) -> str:
    full = min(_WIDTH, _WIDTH * done // whole) if whole else 0
    return f"[{'#' * full}{'.' * (_WIDTH - full)}]"


def _pace(what: str, done: int, whole: int, elapsed_s: float) -> str:
    """Return how fast it goes and how long it still takes; nothing before that can be told."""
    if elapsed_s < 1 or done <= 0:
        return ""
    rate = done / elapsed_s
    # Rounded up, so that it does not say 0 while there is something to do.
    left_s = -(-(whole - done) // rate)
    return f", {rate:,.0f} {what}/s, {duration(max(left_s, 0) * 1000)} left"
