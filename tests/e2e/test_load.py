"""Many turns at once, and many turns that time out: every one is answered, and nothing is left behind."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import psutil
import pytest

from tests.e2e.calls import Caller, over_unix
from tests.e2e.sidecar import MODEL, SLOTS, Sidecar
from tests.provider import Hang, Reply, Say, Until
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="package")

EXTRA = 30
TIMED_OUT_TURNS = 500
AT_ONCE = 20
# What the host says is left; a reserve is kept back for the way, so the budget is less.
HOST_BUDGET_MS = 650
BUDGET_MS = 400
# A breaker opens for one agent: with this many none of them has 20 time-outs in a row.
AGENTS = 50
MOST_GROWTH_MB = 40


@dataclass(frozen=True)
class Holdings:
    """What a process holds of the machine."""

    descriptors: int
    threads: int
    children: int
    rss_mb: float

    @classmethod
    def of(cls, process: psutil.Process) -> "Holdings":
        """Count what `process` holds now."""
        return cls(
            process.num_fds(),
            process.num_threads(),
            len(process.children(recursive=True)),
            process.memory_info().rss / 2**20,
        )

    def exceeds(self, before: "Holdings") -> bool:
        """Tell whether there is more of anything but memory."""
        return (
            self.descriptors > before.descriptors
            or self.threads > before.threads
            or self.children > before.children
        )


def holdings(sidecar: Sidecar) -> dict[str, Holdings]:
    """Return what the daemon and its worker hold."""
    worker = sidecar.daemon.worker
    assert worker is not None
    return {"daemon": Holdings.of(psutil.Process(sidecar.daemon.pid)), "worker": Holdings.of(worker)}


async def all_hung_up(sidecar: Sidecar, host: Caller) -> None:
    """Wait until nothing is under way in the daemon and the provider has been left by every call."""
    await host.at_rest()
    await until(lambda: all(seen.hung_up.is_set() for seen in sidecar.provider.seen), within_s=20)


async def test_more_turns_than_there_is_room_for_are_told_so_at_once(sidecar: Sidecar, host: Caller) -> None:
    released = asyncio.Event()
    sidecar.provider.enqueue(Reply((Until(released), Say("NONE")), repeat=True))

    async with asyncio.TaskGroup() as group:
        slow = [group.create_task(host.turn()) for _ in range(SLOTS)]
        await host.at_rest(turns=SLOTS)
        extra = [group.create_task(host.turn()) for _ in range(EXTRA)]
        health = [(await host.get("/healthz")).body for _ in range(20)]
        endings = Counter([(await turn).ending for turn in extra])
        answered_meanwhile = sum(turn.done() for turn in slow)
        released.set()

    assert endings == {(200, "unavailable", "overloaded"): EXTRA}
    assert health == [{"status": "ok"}] * 20
    assert answered_meanwhile == 0
    assert {turn.result().ending for turn in slow} == {(200, "empty", None)}
    assert (await host.turn()).ending == (200, "empty", None)


async def test_five_hundred_turns_that_time_out_leave_nothing_behind(
    sidecar: Sidecar, host: Caller, record_testsuite_property: Callable[[str, object], None]
) -> None:
    sidecar.provider.enqueue(Reply((Hang(),), repeat=True))
    # Pools fill with the first turns; what they hold then is the measure.
    await timed_out_turns(sidecar, 3 * AT_ONCE)
    await all_hung_up(sidecar, host)
    before = holdings(sidecar)

    endings, longest_ms = await timed_out_turns(sidecar, TIMED_OUT_TURNS)
    await all_hung_up(sidecar, host)

    overshoot_ms = longest_ms - BUDGET_MS
    record_testsuite_property("overshoot_max_ms", round(overshoot_ms))
    assert {ending[:2] for ending in endings} == {(200, "timeout")}
    assert endings.total() == TIMED_OUT_TURNS
    # On a busy machine many turns run out of time on their way to the provider.
    assert len(sidecar.provider.seen) > TIMED_OUT_TURNS / 10
    assert overshoot_ms < 2000
    await until(
        lambda: not any(now.exceeds(before[name]) for name, now in holdings(sidecar).items()), within_s=20
    )
    grown = {name: now.rss_mb - before[name].rss_mb for name, now in holdings(sidecar).items()}
    assert max(grown.values()) < MOST_GROWTH_MB, grown


async def test_a_model_that_keeps_timing_out_is_left_alone_for_a_while(
    sidecar: Sidecar, host: Caller
) -> None:
    sidecar.provider.enqueue(Reply((Hang(),), repeat=True))

    answers = [await host.turn(agentId="cautious") for _ in range(100)]

    timed_out, refused = answers[:3], answers[3:]
    assert {answer.ending for answer in timed_out} == {(200, "timeout", "model")}
    assert {answer.ending for answer in refused} == {(200, "unavailable", "breaker_open")}
    assert all(answer.body["statusLine"].endswith(" circuit-breaker") for answer in refused)
    assert len(sidecar.provider.seen) <= 3
    (breaker,) = [b for b in (await host.status())["breakers"] if b["agentId"] == "cautious"]
    assert (breaker["model"], breaker["state"], breaker["timeouts"]) == (MODEL, "open", 3)
    assert 0 < breaker["retryInMs"] <= 60_000


async def timed_out_turns(sidecar: Sidecar, count: int) -> tuple[Counter[tuple[int, str, str | None]], float]:
    """Send turns, `AT_ONCE` at a time, and return how they ended and how long the slowest took, in ms."""
    endings: Counter[tuple[int, str, str | None]] = Counter()
    longest = 0.0
    numbers = iter(range(count))

    async def send(host: Caller) -> None:
        nonlocal longest
        for number in numbers:
            begun = time.monotonic()
            answer = await host.turn(agentId=f"agent-{number % AGENTS}", budgetMs=HOST_BUDGET_MS)
            longest = max(longest, time.monotonic() - begun)
            endings[answer.ending] += 1

    async with over_unix(sidecar.paths) as host, asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(send(host))
    return endings, longest * 1000
