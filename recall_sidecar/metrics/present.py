"""The families of the present state: who is being answered, what memory holds and how fresh it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from recall_sidecar.breaker import BreakerState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.metrics.family import Family, gauge

__all__ = ["Present", "present"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """The state of the daemon at one moment.

    Attributes:
        ready: Whether each part can be used.
        in_flight: Turns that are being answered; `most_in_flight` is how many there may be.
        cache_entries: Answers that are kept.
        breakers: Circuit breakers that have counted a time-out.
        day_cost_usd: What the last 24 hours cost; `day_embedding_calls` are calls of an embedding model in them.
        settings_problems: Problems of the newest settings.
    """

    version: str
    started_at: datetime
    ready: Mapping[str, bool]
    in_flight: int
    most_in_flight: int
    cache_entries: int
    breakers: Sequence[BreakerState]
    day_cost_usd: float
    day_embedding_calls: int
    memory: MemoryStatus
    settings_problems: int


def present(now: Present) -> tuple[Family, ...]:
    """Return the state as families."""
    states = [breaker.state for breaker in now.breakers]
    return (
        gauge("build_info", "The version that runs; always 1.", {now.version: 1}, "version"),
        gauge("start_time_seconds", "When the daemon started, in Unix time.", now.started_at.timestamp()),
        gauge("ready", "Whether a part can be used.", dict(now.ready), "part"),
        gauge("turns_in_flight", "Turns that are being answered.", now.in_flight),
        gauge("turns_in_flight_limit", "How many turns may be answered at once.", now.most_in_flight),
        gauge("cache_entries", "Answers that the cache keeps.", now.cache_entries),
        gauge(
            "breakers",
            "Circuit breakers of an agent and a model: open while the model rests, half-open when it is tried.",
            {state: states.count(state) for state in ("open", "half-open")},
            "state",
        ),
        gauge("day_cost_usd", "US dollars of the last 24 hours, embeddings included.", now.day_cost_usd),
        gauge(
            "day_embedding_calls",
            "Calls of an embedding model in the last 24 hours.",
            now.day_embedding_calls,
        ),
        gauge("settings_problems", "Problems of the newest settings.", now.settings_problems),
        *_memory(now.memory),
    )


def _memory(memory: MemoryStatus) -> tuple[Family, ...]:
    reading, meanings, read = memory.reading, memory.meanings, memory.refreshed_at
    return (
        gauge("memory_files", "Files in the index.", memory.files),
        gauge("memory_passages", "Passages in the index.", memory.passages),
        gauge(
            "memory_passages_with_vectors",
            "Passages that can be found by meaning; none where words alone decide.",
            0 if meanings is None else meanings.embedded,
        ),
        gauge("memory_index_bytes", "Size of the index with its side files.", memory.bytes_on_disk),
        gauge(
            "memory_problems", "Problems of folders and stores that the status names.", len(memory.problems)
        ),
        gauge(
            "memory_read_timestamp_seconds",
            "When the last pass over the folders ended, in Unix time; where changes are watched each makes one.",
            None if read is None else read.timestamp(),
        ),
        gauge(
            "memory_pass_seconds",
            "How long the pass under way has taken, and so how far memory is behind; 0 between passes.",
            0 if reading is None else reading.elapsed_ms / 1000,
        ),
        gauge(
            "memory_files_waiting",
            "Files that the pass under way has still to read.",
            0 if reading is None else max(reading.files_of - reading.files, 0),
        ),
    )
