"""Turns under way: the worker dies, a caller leaves, two callers ask the same."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.e2e.calls import TURN, Answer, Caller, eventually, over_unix, turn_body
from tests.e2e.sidecar import Sidecar
from tests.provider import Hang, Reply, Say, Until, says

pytestmark = pytest.mark.asyncio(loop_scope="package")

ANSWER = "[1] Mara prefers oolong tea."


@contextlib.asynccontextmanager
async def calling(sidecar: Sidecar, body: dict[str, Any]) -> AsyncIterator[asyncio.Task[Answer]]:
    """Send a turn on a connection of its own; cancelling the task closes it."""
    async with over_unix(sidecar.paths) as caller:
        turn = asyncio.get_running_loop().create_task(caller.post(TURN, body))
        yield turn
        turn.cancel()
        await asyncio.wait({turn})


def twins() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two turns that ask the same in the same chat."""
    first, second = turn_body(agentId="bare"), turn_body(agentId="bare")
    for name in ("sessionKey", "senderId"):
        second["ctx"][name] = first["ctx"][name]
    return first, second


async def test_a_caller_that_leaves_takes_its_call_along(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(Reply((Say("[1] "), Hang())))
    chat = "agent:main:telegram:direct:leaver"

    async with calling(sidecar, turn_body(sessionKey=chat)):
        asked = await sidecar.provider.request()

    async with asyncio.timeout(5):
        await asked.hung_up.wait()
    await host.at_rest()
    (trace,) = (await host.get(f"/v1/traces?session={chat}")).body["traces"]
    assert (trace["status"], trace["reason"], trace["block"]) == ("cancelled", None, "")


async def test_one_of_two_callers_leaves_and_the_other_is_answered(sidecar: Sidecar, host: Caller) -> None:
    released = asyncio.Event()
    sidecar.provider.enqueue(Reply((Until(released), Say(ANSWER))))
    first, second = twins()

    async with calling(sidecar, second) as stays:
        async with calling(sidecar, first):
            await host.at_rest(turns=2)
        await host.at_rest(turns=1)
        released.set()
        answer = await stays

    assert answer.ending == (200, "ok", None)
    assert "oolong" in answer.body["prependContext"]
    assert (await host.trace(answer))["cache"] in {"miss", "joined"}
    assert len(sidecar.provider.seen) == 1
    assert not sidecar.provider.seen[0].hung_up.is_set()


async def test_the_last_of_two_callers_takes_the_call_along(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(Reply((Hang(),)))
    first, second = twins()

    async with calling(sidecar, first), calling(sidecar, second):
        await host.at_rest(turns=2)
        asked = await sidecar.provider.request()

    async with asyncio.timeout(5):
        await asked.hung_up.wait()
    await host.at_rest()
    assert len(sidecar.provider.seen) == 1


async def test_an_extract_answers_at_the_soft_budget_and_the_summary_goes_to_the_cache(
    sidecar: Sidecar, host: Caller
) -> None:
    released = asyncio.Event()
    sidecar.provider.enqueue(Reply((Until(released), Say(ANSWER))))
    chat = {"agentId": "hasty", "sessionKey": "agent:hasty:telegram:direct:soft", "senderId": "soft"}

    early = await host.turn(**chat)
    released.set()
    await host.at_rest()
    late = await host.turn(**chat)

    assert early.ending == (200, "ok", "soft_budget")
    assert (
        "From memory (extract, MEMORY.md): “Mara prefers oolong tea in the afternoon.”"
        in early.body["prependContext"]
    )
    assert late.ending == (200, "ok", None)
    assert "Mara prefers oolong tea." in late.body["prependContext"]
    assert late.body["statusLine"].endswith(" cached")
    assert len(sidecar.provider.seen) == 1


async def test_a_worker_killed_during_turns_ends_them_at_once_and_is_replaced(
    sidecar: Sidecar, host: Caller
) -> None:
    sidecar.provider.enqueue(Reply((Say("[1] "), Hang())), Reply((Say("[1] "), Hang())), says(ANSWER))
    worker = sidecar.daemon.worker
    assert worker is not None

    async with asyncio.TaskGroup() as group:
        with_extract = group.create_task(host.turn(agentId="main"))
        without = group.create_task(host.turn(agentId="bare"))
        await sidecar.provider.request(2)
        worker.kill()
    meanwhile = await host.turn(agentId="bare")
    await sidecar.installation.ready(sidecar.daemon)
    after = await host.turn(agentId="bare")

    assert with_extract.result().ending == (200, "ok", "model")
    assert without.result().ending == (200, "failed", "model")
    # The budget was 15 s, of which a provider that hangs would have taken all.
    assert (await host.trace(without.result()))["elapsedMs"] < 10_000
    assert meanwhile.ending == (200, "unavailable", "warming")
    assert after.ending == (200, "ok", None)
    assert sidecar.daemon.worker is not None
    assert sidecar.daemon.worker.pid != worker.pid
    assert not worker.is_running()


async def test_time_outs_that_a_lost_worker_may_have_caused_are_forgotten(
    sidecar: Sidecar, host: Caller
) -> None:
    sidecar.provider.enqueue(Reply((Hang(),), repeat=True))
    answers = [await host.turn(agentId="cautious") for _ in range(4)]
    worker = sidecar.daemon.worker
    assert worker is not None

    worker.kill()
    await eventually(host.status, lambda state: state["model"] == "warming")
    await sidecar.installation.ready(sidecar.daemon)

    assert answers[-1].ending == (200, "unavailable", "breaker_open")
    assert (await host.status())["breakers"] == []
