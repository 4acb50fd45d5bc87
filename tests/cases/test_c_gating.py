"""Section C of the public reports: which turns may recall, and that each refusal has its name."""

from typing import Any

import pytest

from recall_sidecar.commands import CommandRequest, Commands
from recall_sidecar.errors import SettingsError
from recall_sidecar.events import HookNotice
from recall_sidecar.llm.port import ModelState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.settings import Settings
from recall_sidecar.testing import says
from tests.cases.world import World

NOTE = "- The cabin key hangs behind the blue door. Ana has a birthday on 9 May.\n"
ASKED = "where does the cabin key hang?"
GROUP = "agent:main:telegram:group:-100AbC"


@pytest.mark.parametrize(
    ("ctx", "said"),
    [
        pytest.param({"inputProvenance": {"kind": "inter_session"}}, ("skipped", "inter_session"), id="I-025 another agent speaks"),
        pytest.param({"inputProvenance": {"kind": "Inter_Session"}}, ("skipped", "inter_session"), id="I-025 in any letter case"),
        pytest.param({"inputProvenance": {"kind": "internal_system"}}, ("skipped", "not_interactive"), id="I-025 the host itself speaks"),
        pytest.param({"inputProvenance": {"kind": "something_new"}}, ("skipped", "not_interactive"), id="I-025 an unknown origin is no person"),
        pytest.param({"inputProvenance": None}, ("ok", "no_model"), id="I-025 an origin that is not stated"),
        pytest.param({"trigger": "cron"}, ("skipped", "not_interactive"), id="I-025 a scheduled run"),
        pytest.param({"trigger": "heartbeat"}, ("skipped", "not_interactive"), id="I-025 a heartbeat"),
        pytest.param({"sessionKey": "agent:main:subagent:7f"}, ("skipped", "not_interactive"), id="I-025 a sub-agent's session"),
        pytest.param({"sessionKey": "agent:main:cron:nightly"}, ("skipped", "not_interactive"), id="I-025 a cron session"),
        pytest.param({"sessionKey": "agent:main:telegram:direct:cron"}, ("ok", "no_model"), id="I-025 a person called cron"),
        pytest.param({"sessionKey": "agent:main:explicit:portal-1"}, ("ok", "no_model"), id="I-026 an explicit session that is listed"),
        pytest.param({"sessionKey": "agent:main:qq:direct:c2c:AB:12"}, ("ok", "no_model"), id="I-034 an id with colons"),
        pytest.param({"sessionKey": "agent:main:main", "messageProvider": "telegram"}, ("ok", "no_model"), id="I-034 the event's channel counts"),
        pytest.param({"sessionKey": "agent:main:main", "messageProvider": "webchat", "channelId": None}, ("ok", "no_model"), id="I-034 web chat is direct"),
        pytest.param({"sessionKey": "agent:main:telegram:group:7"}, ("skipped", "chat_type"), id="I-074 a group by default"),
        pytest.param({"sessionKey": "agent:main:telegram:direct:7", "chatType": "group"}, ("skipped", "chat_type"), id="I-074 the turn's own chat type beats the key"),
        pytest.param({"sessionKey": "agent:main:discord:channel:7:thread:9"}, ("skipped", "chat_type"), id="I-074 a thread of a channel"),
    ],
)  # fmt: skip
async def test_who_and_where(world: World, ctx: dict[str, Any], said: tuple[str, str]) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start({"gate.allowed_chat_types": ["direct", "explicit"]}, model=False)

    answer = await world.turn(ASKED, **ctx)
    human = await world.turn("and where is the cabin key hanging?")

    assert answer.said == said
    assert (answer.trace.status, answer.trace.reason) == said
    assert human.said == ("ok", "no_model")


@pytest.mark.parametrize(
    "kinds",
    [
        pytest.param(["direct", "portal"], id="I-026 an unknown kind"),
        pytest.param(["Direct"], id="I-026 a kind in another letter case"),
        pytest.param("direct", id="I-026 a kind that is no list"),
    ],
)
async def test_a_kind_that_does_not_exist_is_refused_by_name(world: World, kinds: object) -> None:
    with pytest.raises(SettingsError, match=r"gate\.allowed_chat_types"):
        await world.start({"gate.allowed_chat_types": kinds})


@pytest.mark.parametrize(
    ("ctx", "expected"),
    [
        pytest.param({"sessionKey": GROUP}, "ok", id="I-029 the listed group"),
        pytest.param({"sessionKey": GROUP.upper().replace("AGENT", "agent")}, "ok", id="I-029 in other letter case"),
        pytest.param({"sessionKey": f"{GROUP}:topic:7"}, "ok", id="I-029 a topic of the listed group"),
        pytest.param({"sessionKey": "agent:main:telegram:group:-200"}, "chat_id", id="I-029 another group"),
        pytest.param({"sessionKey": "agent:main:telegram:direct:42"}, "chat_id", id="I-029 a direct chat"),
        pytest.param({"sessionKey": "agent:main:main", "channelId": None, "messageProvider": "webchat"}, "chat_id", id="I-029 a chat without an id"),
        pytest.param({"sessionKey": "agent:main:telegram:group:-300"}, "chat_id", id="I-029 a deny entry wins"),
    ],
)  # fmt: skip
async def test_single_chats_can_be_picked(world: World, ctx: dict[str, Any], expected: str) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start(
        {
            "gate.allowed_chat_types": ["direct", "group"],
            "gate.allowed_chat_ids": [" -100abc ", "-300"],
            "gate.denied_chat_ids": ["-300"],
            "folder": {"visibility": "shared"},
        },
    )
    world.model.enqueue(says("[1] The cabin key hangs behind the blue door."))

    answer = await world.turn(ASKED, **ctx)

    assert expected in answer.said


async def test_i_028_a_hook_per_model_call_is_one_recall(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start()
    world.model.enqueue(says("[1] The cabin key hangs behind the blue door."))
    body = world.body(ASKED)

    blocks = []
    for step in range(5):
        grown = [
            {"role": "user", "content": ASKED},
            *[{"role": "toolResult", "content": f"step {n}"} for n in range(step)],
        ]
        answer = await world.send({**body, "event": {**body["event"], "messages": grown}})
        blocks.append(answer.block)

    assert len(world.model.requests) == 1
    assert len(set(blocks)) == 1
    world.pipeline.observe(HookNotice(kind="agent_end", host="openclaw", agent_id="main", session_key=body["ctx"]["sessionKey"]))  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "?",
        "ping",
        "ok 👍",
        "thanks",
        "嗯",
        "Danke!",
        "ありがとう",
        "👍🏽",
        "…",
        "ok ok thanks",
        "شكرا",
        "धन्यवाद",
        "ขอบคุณครับ",
        "Dziękuję!",
        "cảm ơn bạn",
    ],
)
async def test_i_035_small_talk_asks_nothing(world: World, text: str) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start()

    assert (await world.turn(text)).said == ("skipped", "no_recall_intent")
    assert world.model.requests == []


async def test_i_035_a_short_question_after_another_recalls(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start()
    world.model.enqueue(says("[1] Ana's birthday is on 9 May."))
    history = [
        {"role": "user", "content": "When is Ana's birthday?"},
        {"role": "assistant", "content": "On 9 May."},
    ]

    answer = await world.turn("And hers?", event={"messages": history})

    assert answer.said == ("ok", None)
    assert answer.trace.search_query == "When is Ana's birthday? And hers?"


async def _remember(text: str, agent_id: str) -> str:
    raise AssertionError


async def _why(session_key: str, expected: str, is_owner: bool) -> str:
    return f"{session_key} {expected} {is_owner}"


async def _keep_wrong(turn: object, right: str) -> str:
    return ""


class _Program:
    """A running program in which nothing else is wrong."""

    async def memory_status(self) -> MemoryStatus:
        return MemoryStatus(ready=True, files=1, passages=1)

    def model_state(self, agent_id: str) -> ModelState:
        return "ready"

    def resting_models(self, agent_id: str) -> dict[str, float]:
        return {}

    def chat_type(self, session_key: str, settings: Settings) -> str:
        return "direct"

    def last_turn(self, session_key: str) -> None:
        return None


@pytest.mark.parametrize(
    ("text", "who", "says_", "writes"),
    [
        pytest.param("/active-memory status", {"agent_id": "other"}, "off for this session.\nAgent other is not listed", [], id="I-031 an agent that is not listed"),
        pytest.param("/active-memory status", {}, "on for this session.", [], id="I-031 an agent that is"),
        pytest.param("/active-memory off --global", {"sender_is_owner": False}, "require owner or operator.admin", [], id="I-032 a non-owner"),
        pytest.param("/active-memory off --global", {}, "require owner or operator.admin", [], id="I-032 nobody knows who"),
        pytest.param("/active-memory off --global", {"sender_id": " "}, "require owner or operator.admin", [], id="I-032 a blank sender"),
        pytest.param("/active-memory off", {"sender_is_owner": False}, "off for this session.", [], id="I-032 the session's own switch stays open"),
        pytest.param("/active-memory status --global", {"sender_is_owner": False}, "on globally.", [], id="I-032 so does the status"),
        pytest.param("/active-memory off --global", {"admin": True}, "globally", [("gate.enabled", False)], id="I-032 an admin may"),
    ],
)  # fmt: skip
async def test_commands(
    world: World, text: str, who: dict[str, Any], says_: str, writes: list[tuple[str, object]]
) -> None:
    await world.start({"gate.agents": ["main"]})
    written: list[tuple[str, object]] = []
    commands = Commands(
        toggles=world.toggles,
        settings=world.settings,
        set_override=lambda key, value: written.append((key, value)),
        remember=_remember,
        keep_wrong=_keep_wrong,
        why=_why,
        host=_Program(),
    )

    reply = await commands.run(
        CommandRequest(text=text, session_key="agent:main:telegram:direct:42", **{"agent_id": "main", **who})
    )

    assert says_ in reply.text
    assert written == writes
