"""Section G of the public reports: whose memory answers whom."""

import asyncio
from typing import Any

import pytest

from recall_sidecar.testing import says
from tests.cases.world import World

NOTE = "- The safe combination is kept with Ana. Her birthday is on 9 May.\n"
ASKED = "who keeps the safe combination?"
DIRECT_B = {"sessionKey": "agent:main:telegram:direct:77", "channelId": "77", "senderId": "77"}
GROUP = {"sessionKey": "agent:main:telegram:group:-100", "channelId": "-100"}
ALL_KINDS = {"gate.allowed_chat_types": ["direct", "group", "channel"]}


@pytest.mark.parametrize(
    ("flags", "ctx", "status"),
    [
        pytest.param({}, {}, "ok", id="I-071 the owner in a direct chat"),
        pytest.param({}, {**DIRECT_B, "senderIsOwner": False}, "skipped", id="I-071 somebody else in theirs"),
        pytest.param({"gate.owners": ["42"]}, {**DIRECT_B, "senderIsOwner": None}, "skipped", id="I-071 somebody else where the owners are named"),
        pytest.param({"gate.allowed_senders": ["77"]}, {**DIRECT_B, "senderIsOwner": False}, "ok", id="I-071 somebody who is listed"),
        pytest.param(ALL_KINDS, {**GROUP, "senderId": None}, "skipped", id="I-071 a group whose sender nobody knows"),
        pytest.param(ALL_KINDS, {**GROUP, "senderId": " "}, "skipped", id="I-071 a group with a blank sender"),
        pytest.param(ALL_KINDS, GROUP, "empty", id="I-074 private notes in a group that may recall"),
        pytest.param({}, GROUP, "skipped", id="I-074 a group by default"),
        pytest.param(ALL_KINDS, {"sessionKey": "agent:main:discord:channel:9:thread:3"}, "empty", id="I-074 a thread of a channel"),
        pytest.param(ALL_KINDS, {"chatType": "group"}, "empty", id="I-074 the turn says group, a stale key says direct"),
        pytest.param({"folder": {"agents": ["work"]}}, {}, "empty", id="I-071 another agent's folder"),
        pytest.param({"folder": {"agents": ["work"]}}, {"agentId": "work", "sessionKey": "agent:work:telegram:direct:42"}, "ok", id="I-071 the agent's own folder"),
        pytest.param({**ALL_KINDS, "folder": {"visibility": "shared"}}, GROUP, "ok", id="I-076 shared notes in a group"),
        pytest.param({}, {"sessionKey": "agent:main:signal:direct:42", "messageProvider": "signal"}, "ok", id="I-076 the same notes in another direct chat"),
    ],
)  # fmt: skip
async def test_whose_memory_answers_whom(
    world: World, flags: dict[str, Any], ctx: dict[str, Any], status: str
) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start(flags)
    world.model.enqueue(says("[1] Ana keeps the safe combination."))

    answer = await world.turn(ASKED, **ctx)

    assert answer.said[0] == status
    assert ("Ana" in answer.block) is (status == "ok")
    assert ("Ana" in world.shown_to_model()) is (status == "ok")


A: dict[str, Any] = {
    "sessionKey": "agent:main:telegram:direct:42",
    "channelId": "42",
    "senderId": "42",
    "senderIsOwner": True,
}


@pytest.mark.parametrize(
    "asking",
    [
        pytest.param({**DIRECT_B, "senderIsOwner": False}, id="I-071 in a chat of their own"),
        pytest.param({**DIRECT_B, "sessionKey": A["sessionKey"], "senderIsOwner": False}, id="I-071 under the owner's session key"),
        pytest.param({**DIRECT_B, "sessionKey": A["sessionKey"], "senderIsOwner": False, "runId": "run-a"}, id="I-071 within the owner's run"),
        pytest.param({**GROUP, "senderId": "77", "senderIsOwner": False}, id="I-071 in a group with the owner"),
        pytest.param({**GROUP, "senderId": None, "senderIsOwner": None}, id="I-071 without a name in a group"),
        pytest.param({"sessionKey": "agent:main:main", "chatType": "group", "senderId": "77", "senderIsOwner": False}, id="I-071 in a group that shares the main session"),
        pytest.param({**GROUP, "senderId": "42", "senderIsOwner": True}, id="I-074 nor does the owner in a group hear it"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("first", ["the owner asks first", "nobody asked before"])
async def test_what_the_owner_was_told_is_told_to_nobody_else(
    world: World, asking: dict[str, Any], first: str
) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start(ALL_KINDS)
    world.model.enqueue(says("[1] Ana keeps the safe combination."))
    if first == "the owner asks first":
        assert "Ana" in (await world.turn(ASKED, **A, runId="run-a")).block

    answer = await world.turn(ASKED, **asking)

    assert answer.said[0] in {"skipped", "empty"}
    assert "Ana" not in f"{answer.wire} {answer.trace}"


async def test_i_074_a_kept_answer_does_not_follow_into_a_group(world: World) -> None:
    """One session key, first in a direct chat, then read along by others."""
    world.write("MEMORY.md", NOTE)
    await world.start(ALL_KINDS)
    world.model.enqueue(says("[1] Ana keeps the safe combination."))

    private = await world.turn(ASKED)
    shared = await world.turn(ASKED, chatType="group")

    assert private.said[0] == "ok"
    assert shared.said[0] == "empty"
    assert "Ana" not in str(shared.trace)


async def test_i_073_twenty_sessions_at_once_do_not_mix(world: World) -> None:
    for number in range(20):
        world.write(
            f"memory/person{number}.md", f"- The locker of guest{number} has code word fruit{number}.\n"
        )
    await world.start(model=False)

    answers = await asyncio.gather(
        *(
            world.turn(
                f"what is the code word for the locker of guest{number}?",
                sessionKey=f"agent:main:telegram:direct:{number}",
            )
            for number in range(20)
        )
    )

    for number, answer in enumerate(answers):
        assert f"fruit{number}." in answer.block
        assert answer.trace.session_key == f"agent:main:telegram:direct:{number}"
        assert f"guest{number}?" in answer.trace.search_query
