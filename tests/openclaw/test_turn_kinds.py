"""Only a person's message recalls: not a schedule, not another agent, not a script, and not a turn that policy forbids."""

from collections.abc import Awaitable, Callable

import pytest

from recall_sidecar.block import GUIDANCE, TAG
from tests.e2e.calls import eventually
from tests.openclaw.client import MAIN
from tests.openclaw.facts import fact
from tests.openclaw.packages import needed
from tests.openclaw.provider import Request
from tests.openclaw.stage import Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]

TEA = fact("tea")


async def _scheduled(stage: Stage) -> None:
    job = await stage.client.ask(
        "cron.add",
        name="ask",
        agentId="main",
        schedule={"kind": "every", "everyMs": 10**10},
        sessionTarget="isolated",
        wakeMode="now",
        payload={"kind": "agentTurn", "message": TEA.question},
        delivery={"mode": "none"},
    )
    await stage.client.ask("cron.run", id=job["id"], mode="force")


async def _heartbeat(stage: Stage) -> None:
    await stage.client.ask("wake", mode="now", text=TEA.question)


async def _sub_agent(stage: Stage) -> None:
    await stage.client.turn(f'[[tool:sessions_spawn {{"task": "{TEA.question}"}}]]', stage.chat())


async def _other_session(stage: Stage) -> None:
    target = stage.chat()
    # A session has to exist before another can write to it.
    await stage.client.turn("Xyzzy plugh?", target)
    call = f'{{"sessionKey": "{target}", "message": "{TEA.question}"}}'
    await stage.client.turn(f"[[tool:sessions_send {call}]]", stage.chat())


async def _command_line(stage: Stage) -> None:
    done = await stage.gateway.cli("agent", "-m", TEA.question, "--session-key", MAIN)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("cause", "mark", "asked"),
    [
        pytest.param(_scheduled, "[cron:", 0, id="a scheduled turn"),
        pytest.param(_heartbeat, "heartbeat", 0, id="a heartbeat"),
        pytest.param(_sub_agent, "[Subagent Task]", 0, id="a sub-agent's task"),
        pytest.param(_other_session, TEA.question, 0, id="a message of another session"),
        # It says no more of itself than that a user caused it, so the daemon is asked, and refuses.
        pytest.param(_command_line, TEA.question, 1, id="a message from a script"),
    ],
)
async def test_a_turn_that_no_person_caused_recalls_nothing(
    stage: Stage, cause: Callable[[Stage], Awaitable[None]], mark: str, asked: int
) -> None:
    before = await stage.provider.count()
    refused = await _refused(stage)

    await cause(stage)

    def has_come(found: list[Request]) -> bool:
        return any(mark in request.message for request in _caused(found))

    seen = _caused(await eventually(lambda: stage.provider.requests("main", after=before), has_come))
    assert [request for request in seen if TEA.text in request.message or TAG in request.message] == []
    assert _caused(await stage.provider.requests("ours", after=before)) == []
    # The daemon, which would refuse all of them, is not even asked about most.
    assert await _refused(stage) == refused + asked
    # The plugin has seen the turn: what is constant stands in its system prompt.
    assert all(GUIDANCE in request.system for request in seen)


async def _refused(stage: Stage) -> int:
    """Return how many turns the daemon has skipped."""
    outcomes = (await stage.status())["outcomes"]
    return sum(outcome["count"] for outcome in outcomes if outcome["status"] == "skipped")


def _caused(requests: list[Request]) -> list[Request]:
    """Leave out the messages of a person who only makes the agent call a tool."""
    return [request for request in requests if "[[tool:" not in request.message]


async def test_a_tool_policy_that_denies_memory_ends_recall_at_once(stage: Stage) -> None:
    chat = stage.chat()
    async with stage.gateway.with_config({"tools": {"deny": ["memory_search"]}}):
        denied = await stage.ask(TEA.question, chat)
    (trace,) = await stage.traces(chat)

    allowed = await stage.ask(TEA.question, chat)

    assert (trace["status"], trace["reason"]) == ("skipped", "tool_policy")
    assert TAG not in denied.request.message
    assert TEA.text in allowed.request.message
