"""Whatever becomes of the daemon, the turn goes on; and recall is back as soon as the daemon is."""

import os
import signal

import pytest

from recall_sidecar.block import TAG
from tests.openclaw.facts import fact
from tests.openclaw.gateway import PLUGIN
from tests.openclaw.packages import needed
from tests.openclaw.stage import Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]

RENT, TEA = fact("rent"), fact("tea")


async def test_a_daemon_killed_in_the_middle_of_a_turn_costs_that_recall_and_two_log_lines(
    stage: Stage,
) -> None:
    chat, since = stage.chat(), stage.log_length
    before = await stage.provider.count()
    await stage.provider.set(held=["ours"])
    run_id = await stage.client.send(RENT.question, chat)
    await stage.provider.arrived("ours", after=before)

    os.kill(stage.daemon.pid, signal.SIGKILL)
    await stage.daemon.ended()
    turn = await stage.client.ended(run_id)
    request = await stage.provider.last()
    without = [await stage.ask(RENT.question, chat) for _ in range(3)]
    await stage.provider.set(held=[])
    await stage.revive()
    again = await stage.ask(RENT.question, chat)

    assert (turn.state, turn.text) == ("final", "Noted, thank you.")
    assert RENT.question in request.message
    assert [TAG in asked.request.message for asked in without] == [False] * 3
    assert TAG not in request.message
    assert RENT.text in again.request.message
    away, back = stage.own_lines(since=since)
    assert "recall-sidecar serve" in away
    assert "recall is back" in back


async def test_a_daemon_that_is_stopped_and_started_again_between_turns_is_not_missed(stage: Stage) -> None:
    chat, since = stage.chat(), stage.log_length
    await stage.ask(TEA.question, chat)

    stage.daemon.process.terminate()
    await stage.daemon.ended()
    await stage.revive()
    again = await stage.ask(RENT.question, chat)

    assert RENT.text in again.request.message
    assert stage.own_lines(since=since) == []


async def test_an_operator_who_shortens_the_hook_gets_the_answer_within_that_time(stage: Stage) -> None:
    chat, since = stage.chat(), stage.log_length
    entry = {"hooks": {"timeouts": {"before_prompt_build": 1000}}}

    async with stage.gateway.with_config({"plugins": {"entries": {PLUGIN: entry}}}):
        await stage.provider.set(held=["ours"])
        asked = await stage.ask(RENT.question, chat)
        (trace,) = await stage.traces(chat)

    # The model is still silent, so what stands in the block is the passage as it is.
    assert RENT.text in asked.request.message
    assert trace["budgetMs"] < 1000
    assert trace["elapsedMs"] < 1000
    assert stage.gateway.log_lines("timed out after", since=since) == []
    assert stage.own_lines(since=since) == []


async def test_a_turn_that_the_user_stops_ends_its_recall(stage: Stage) -> None:
    chat = stage.chat()
    before = await stage.provider.count()
    await stage.provider.set(held=["ours"])
    run_id = await stage.client.send(RENT.question, chat)
    recall = await stage.provider.arrived("ours", after=before)

    await stage.client.ask("chat.abort", sessionKey=chat, runId=run_id)
    turn = await stage.client.ended(run_id)

    assert turn.state == "aborted"
    # A recall that is merely late is finished for the cache; this one is given up.
    # Long before its time is up.
    await stage.provider.left(recall, within_s=8)
    assert await stage.provider.requests("main", after=before) == []


async def test_a_change_of_the_plugins_settings_holds_without_a_restart(stage: Stage) -> None:
    chat = stage.chat()
    await stage.ask(TEA.question, chat)

    async with stage.gateway.with_config({"plugins": {"entries": {PLUGIN: {"config": {"timeoutMs": 2500}}}}}):
        await stage.ask(RENT.question, chat)

    shortened, usual = [trace["budgetMs"] for trace in await stage.traces(chat)]
    assert shortened < 2500 < usual


async def test_a_change_of_the_daemons_settings_holds_without_a_restart(stage: Stage) -> None:
    chat = stage.chat("asker")
    before = stage.installation.paths.config_file.read_text("utf-8")

    without = await stage.ask(RENT.question, chat)
    await stage.settings(before.replace('mode = "escalate"', 'mode = "always"'))
    changed = await stage.ask(RENT.question, chat)
    await stage.settings(before)

    assert TAG not in without.request.message
    assert RENT.text in changed.request.message
