"""Section I of the public reports: every turn says what became of it, and why."""

from typing import Any

import pytest

from recall_sidecar.testing import ScriptedModel, says
from tests.cases.world import World

NOTE = "- The spare fuse is in the tin box.\n"
ASKED = "where is the spare fuse?"


@pytest.mark.parametrize(
    ("flags", "ctx", "reason"),
    [
        pytest.param({"gate.enabled": False}, {}, "disabled", id="I-085 switched off"),
        pytest.param({"gate.agents": ["other"]}, {}, "agent", id="I-085 agent"),
        pytest.param({}, {"sessionKey": "agent:main:x:group:1"}, "chat_type", id="I-085 kind of chat"),
        pytest.param({"gate.denied_chat_ids": ["42"]}, {}, "chat_id", id="I-085 chat id"),
        pytest.param({}, {"trigger": "cron"}, "not_interactive", id="I-085 trigger"),
        pytest.param({}, {"sessionKey": None, "sessionId": None}, "no_session", id="I-085 no session"),
        pytest.param({}, {"senderIsOwner": False}, "sender", id="I-085 sender"),
        pytest.param({"recall.mode": "off"}, {}, "mode_off", id="I-085 mode"),
        pytest.param({"recall.mode": "escalate"}, {}, "no_recall_intent", id="I-085 intent"),
        pytest.param({"recall.extract": False, "model.name": ""}, {}, "no_model", id="I-085 no model"),
    ],
)
async def test_each_gate_leaves_one_line_with_its_reason(
    world: World, flags: dict[str, Any], ctx: dict[str, Any], reason: str
) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start(flags, model="model.name" not in flags)

    answer = await world.turn("spare fuse, then a fire plan", **ctx)

    assert answer.wire["reason"] == reason
    assert answer.trace.reason == reason
    assert world.tracer.find(answer.trace.trace_id) is answer.trace
    assert "\n" not in answer.wire["statusLine"]
    assert answer.trace.spans[0].name == "gate"


async def test_i_085_a_session_that_is_off_says_so(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start()
    await world.toggles.set_off("agent:main:telegram:direct:42", True)

    assert (await world.turn(ASKED)).said == ("skipped", "session_off")


@pytest.mark.parametrize(
    ("reply", "line"),
    [
        pytest.param("[1] The spare fuse is in the tin box.", "status=ok", id="I-086 a recall"),
        pytest.param("NONE", "status=empty", id="I-086 nothing"),
        pytest.param("Error: boom", "status=failed", id="I-086 a failure"),
    ],
)
async def test_the_status_line_has_state_time_and_size(world: World, reply: str, line: str) -> None:
    world.model = ScriptedModel()
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.extract": False})
    world.model.enqueue(says(reply))

    status = (await world.turn(ASKED)).wire["statusLine"]

    assert status.startswith(f"🧩 Active Memory: {line} elapsed=")
    assert ("summary=" in status) is (line == "status=ok")
    assert "fuse" not in status
