"""The families of the present state."""

from dataclasses import replace
from datetime import UTC, datetime

from recall_sidecar.breaker import BreakerState
from recall_sidecar.memory.port import IndexProgress, MeaningStatus, MemoryStatus
from recall_sidecar.metrics.family import Number
from recall_sidecar.metrics.present import Present, present

AT = datetime(2026, 12, 1, 9, tzinfo=UTC)
NOW = Present(
    version="0.1.0",
    started_at=AT,
    ready={"gate": True, "memory": False},
    in_flight=2,
    most_in_flight=32,
    cache_entries=5,
    breakers=(),
    day_cost_usd=0.25,
    day_embedding_calls=7,
    memory=MemoryStatus(ready=True, files=3, passages=40, bytes_on_disk=4096),
    settings_problems=0,
)


def _samples(now: Present) -> dict[tuple[str, ...], Number]:
    return {
        (family.name.removeprefix("recall_sidecar_"), *labels): value
        for family in present(now)
        for labels, value in family.samples
    }


def test_the_state_is_told_in_numbers() -> None:
    samples = _samples(NOW)

    assert samples["build_info", "0.1.0"] == 1
    assert samples["start_time_seconds",] == AT.timestamp()
    assert (samples["ready", "gate"], samples["ready", "memory"]) == (1, 0)
    assert (samples["turns_in_flight",], samples["turns_in_flight_limit",]) == (2, 32)
    assert samples["day_cost_usd",] == 0.25
    assert (samples["memory_files",], samples["memory_passages",]) == (3, 40)


def test_breakers_are_counted_by_state_and_closed_ones_are_no_news() -> None:
    states = [
        BreakerState("main", "m/1", "open", 3, 0),
        BreakerState("main", "m/2", "open", 3, 0),
        BreakerState("main", "m/3", "closed", 1, 0),
    ]

    samples = _samples(replace(NOW, breakers=states))

    assert (samples["breakers", "open"], samples["breakers", "half-open"]) == (2, 0)
    assert ("breakers", "closed") not in samples


def test_before_the_first_pass_there_is_no_moment_of_one() -> None:
    samples = _samples(NOW)

    assert ("memory_read_timestamp_seconds",) not in samples
    assert [samples[name,] for name in ("memory_files_waiting", "memory_pass_seconds")] == [0, 0]
    assert samples["memory_passages_with_vectors",] == 0


def test_a_pass_under_way_says_what_waits() -> None:
    memory = replace(
        NOW.memory,
        refreshed_at=AT,
        reading=IndexProgress(folder="notes", files=10, files_of=25, passages=0, elapsed_ms=2000.0),
        meanings=MeaningStatus("minilm", 384, 30, 40, 0, "30 of 40"),
    )

    samples = _samples(replace(NOW, memory=memory))

    assert samples["memory_read_timestamp_seconds",] == AT.timestamp()
    assert samples["memory_files_waiting",] == 15
    assert samples["memory_pass_seconds",] == 2
    assert samples["memory_passages_with_vectors",] == 30
