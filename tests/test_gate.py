"""The rules of the gate, one row each; together they are its specification."""

from typing import Any

import pytest

from recall_sidecar.events import TurnEvent
from recall_sidecar.gate import Proceed, decide
from recall_sidecar.outcomes import Skipped, SkipReason
from recall_sidecar.settings import GateSettings

MODEL_RUN = "model-run-01234567-89ab-cdef-0123-456789abcdef"
EVERY_TYPE: dict[str, Any] = {"allowed_chat_types": ("direct", "group", "channel", "explicit")}


def turn(**changes: Any) -> TurnEvent:  # noqa: ANN401 -- any field of a turn
    """Return a message that a person sent in a direct Telegram chat, as OpenClaw reports it."""
    usual: dict[str, Any] = {
        "host": "openclaw",
        "agent_id": "main",
        "text": "which tea do I like?",
        "session_key": "agent:main:telegram:direct:42",
        "session_id": "s1",
        "trigger": "user",
        "message_provider": "telegram",
        "channel_id": "42",
        "sender_id": "42",
        "model_provider": "openai",
        "model_id": "gpt-5",
    }
    return TurnEvent(**usual | changes)


def webchat(session_key: str | None, **changes: Any) -> TurnEvent:  # noqa: ANN401 -- any field of a turn
    return turn(session_key=session_key, message_provider="webchat", channel_id=None, **changes)


def group(**changes: Any) -> TurnEvent:  # noqa: ANN401 -- any field of a turn
    key = "agent:main:telegram:group:-100"
    return turn(**{"session_key": key, "channel_id": "-100", "sender_id": "42"} | changes)


def verdict(event: TurnEvent, *, session_off: bool = False, **settings: Any) -> str:  # noqa: ANN401 -- any setting
    """Return what the gate says as one word: the chat type of a turn that may proceed, else the reason."""
    decision = decide(event, GateSettings(**settings), session_off=session_off)
    return decision.chat_type if isinstance(decision, Proceed) else f"no: {decision.reason}"


def test_an_ordinary_direct_message_proceeds_by_default() -> None:
    assert decide(turn(), GateSettings(), session_off=False) == Proceed("direct", "42", "private", "telegram")


# A rule is one row.
# fmt: off
@pytest.mark.parametrize(
    ("settings", "changes", "expected"),
    [
        pytest.param({"enabled": False}, {}, "no: disabled", id="recall is switched off"),
        pytest.param({"agents": ()}, {}, "no: agent", id="no agent is listed"),
        pytest.param({"agents": ("ops",)}, {}, "no: agent", id="another agent is listed"),
        pytest.param({"agents": ("ops", "Main")}, {}, "direct", id="the agent is listed in other letter case"),
        pytest.param({"agents": ("*",)}, {"agent_id": "any"}, "direct", id="a star is every agent"),
    ],
)
def test_recall_is_for_the_agents_that_are_listed(settings: dict[str, Any], changes: dict[str, Any], expected: str) -> None:
    assert verdict(turn(**changes), **settings) == expected
# fmt: on


# A rule is one row.
# fmt: off
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"trigger": None}, "no: not_interactive", id="no trigger: nobody says that a person wrote it"),
        pytest.param({"trigger": "heartbeat"}, "no: not_interactive", id="heartbeat"),
        pytest.param({"trigger": "cron"}, "no: not_interactive", id="cron"),
        pytest.param({"trigger": "manual"}, "no: not_interactive", id="a run that a plugin started"),
        pytest.param({"trigger": "memory"}, "no: not_interactive", id="memory flush"),
        pytest.param({"trigger": "overflow"}, "no: not_interactive", id="overflow run"),
        pytest.param({"trigger": " User "}, "direct", id="trigger in other letter case"),
        pytest.param({"provenance": "external_user"}, "direct", id="provenance: a person outside"),
        pytest.param({"provenance": None}, "direct", id="provenance not stated"),
        pytest.param({"provenance": "inter_session"}, "no: inter_session", id="provenance: another session"),
        pytest.param({"provenance": "internal_system"}, "no: not_interactive", id="provenance: the host itself"),
        pytest.param({"provenance": "something_new"}, "no: not_interactive", id="provenance that we do not know"),
        pytest.param({"provenance": "inter_session", "trigger": "manual"}, "no: inter_session", id="inter-session names itself"),
        pytest.param({"session_key": None, "session_id": None}, "no: no_session", id="neither session key nor id"),
        pytest.param({"session_key": " ", "session_id": ""}, "no: no_session", id="blank session key and id"),
        pytest.param({"session_id": None}, "direct", id="a session key is enough"),
        pytest.param({"message_provider": None, "channel_id": None, "sender_id": None}, "no: not_interactive", id="one-shot run from the command line: a trigger, no provider, no channel"),
        pytest.param({"message_provider": "telegram", "channel_id": " "}, "no: not_interactive", id="provider without a channel"),
        pytest.param({"channel_id": None, "chat_id": "42"}, "direct", id="a chat id serves as channel id"),
    ],
)
def test_only_what_a_person_wrote_in_a_conversation_recalls(changes: dict[str, Any], expected: str) -> None:
    assert verdict(turn(**changes)) == expected
# fmt: on


@pytest.mark.parametrize(
    "session_key",
    [
        pytest.param("agent:main:cron:nightly:run:1", id="cron"),
        pytest.param("agent:main:main:heartbeat", id="heartbeat"),
        pytest.param("agent:main:telegram:direct:42:heartbeat", id="heartbeat beside a direct chat"),
        pytest.param("agent:main:subagent:5f0c", id="sub-agent"),
        pytest.param("agent:main:main:active-memory:0123456789ab", id="the host's own recall"),
        pytest.param("agent:main:dreaming-narrative-rem-1", id="dreaming"),
        pytest.param("dreaming-narrative-deep-1", id="dreaming without agent prefix"),
        pytest.param("agent:main:harness:codex:1", id="harness"),
        pytest.param("agent:main:hook:gmail:1", id="webhook"),
        pytest.param("agent:main:boot:1", id="boot"),
        pytest.param("agent:main:internal-session-effects:1", id="internal effects"),
        pytest.param(f"agent:main:explicit:{MODEL_RUN}", id="one-shot model run"),
    ],
)
@pytest.mark.parametrize("chat_type", [None, "direct"])
def test_a_background_session_never_recalls_whatever_else_is_stated(
    session_key: str, chat_type: str | None
) -> None:
    assert verdict(webchat(session_key, chat_type=chat_type), **EVERY_TYPE) == "no: not_interactive"


@pytest.mark.parametrize(
    "word", ["cron", "heartbeat", "subagent:1", "active-memory:x", "harness", "dreaming"]
)
def test_a_peer_whose_id_holds_a_background_word_is_a_person(word: str) -> None:
    assert verdict(turn(session_key=f"agent:main:slack:direct:{word}")) == "direct"


# A rule is one row.
# fmt: off
# How each shape of session key is read, by the way the message came.
SHAPES = [
    # session key, through Telegram, through webchat
    pytest.param("agent:main:main", "direct", "direct", id="main session"),
    pytest.param("agent:main:main:thread:17.2", "direct", "direct", id="main session, thread"),
    pytest.param("agent:main:direct:42", "direct", "direct", id="per peer"),
    pytest.param("agent:main:telegram:direct:42", "direct", "direct", id="per channel and peer"),
    pytest.param("agent:main:telegram:bot2:direct:42", "direct", "direct", id="per account, channel and peer"),
    pytest.param("agent:main:slack:direct:u1:thread:17.2", "direct", "direct", id="direct, thread"),
    pytest.param("agent:main:dm:42", "direct", "direct", id="older: dm"),
    pytest.param("agent:main:telegram:dm:42", "direct", "direct", id="older: channel, dm"),
    pytest.param("agent:main:telegram:bot2:dm:42", "direct", "direct", id="older: channel, account, dm"),
    pytest.param("agent:main:qq:direct:qq:c2c:AB:12", "direct", "direct", id="peer id with colons"),
    pytest.param("agent:main:telegram:group:-100", "group", "group", id="group"),
    pytest.param("agent:main:telegram:group:-100:topic:7", "group", "group", id="group, topic"),
    pytest.param("AGENT:MAIN:TELEGRAM:GROUP:-100", "group", "group", id="group in capitals"),
    pytest.param("agent:main:discord:channel:12", "channel", "channel", id="channel"),
    pytest.param("agent:main:discord:channel:12:thread:98", "channel", "channel", id="channel, thread"),
    pytest.param("agent:main:explicit:portal-1", "explicit", "explicit", id="explicit"),
    pytest.param("agent:main:scratch-1", None, "direct", id="named session"),
    pytest.param("agent:main:dashboard:review", None, "direct", id="dashboard session"),
    pytest.param("agent:main:slack:slash:u1", None, "direct", id="slash command session"),
    pytest.param("agent:main:telegram:42", None, "direct", id="no kind in the key"),
    pytest.param("global", None, "direct", id="global scope"),
    pytest.param("telegram:group:-100", None, "direct", id="foreign key"),
    pytest.param(None, None, "direct", id="no key, a session id only"),
]
# fmt: on


@pytest.mark.parametrize(("session_key", "by_telegram", "by_webchat"), SHAPES)
def test_every_key_shape_gives_its_chat_type(
    session_key: str | None, by_telegram: str | None, by_webchat: str
) -> None:
    assert verdict(turn(session_key=session_key), **EVERY_TYPE) == (by_telegram or "no: chat_type")
    assert verdict(webchat(session_key), **EVERY_TYPE) == by_webchat


@pytest.mark.parametrize(("session_key", "by_telegram", "by_webchat"), SHAPES)
@pytest.mark.parametrize("allowed", ["direct", "group", "channel", "explicit"])
def test_every_key_shape_recalls_only_where_its_type_is_allowed(
    session_key: str | None, by_telegram: str | None, by_webchat: str, allowed: str
) -> None:
    telegram = verdict(turn(session_key=session_key), allowed_chat_types=(allowed,))
    in_webchat = verdict(webchat(session_key), allowed_chat_types=(allowed,))

    assert telegram == (allowed if by_telegram == allowed else "no: chat_type")
    assert in_webchat == (allowed if by_webchat == allowed else "no: chat_type")


# A rule is one row.
# fmt: off
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"session_key": "agent:main:main", "chat_type": "group"}, "group", id="main session, the turn says group"),
        pytest.param({"session_key": "agent:main:telegram:direct:42", "chat_type": "channel"}, "channel", id="stale direct key, the turn says channel"),
        pytest.param({"session_key": "agent:main:telegram:group:-100", "chat_type": " Direct "}, "direct", id="stale group key, the turn says direct"),
        pytest.param({"chat_type": "dm"}, "direct", id="dm is direct"),
        pytest.param({"chat_type": "explicit"}, "explicit", id="explicit"),
        pytest.param({"chat_type": "broadcast"}, "no: chat_type", id="a type that we do not know is not guessed"),
        pytest.param({"chat_type": " "}, "direct", id="a blank type is not stated"),
        pytest.param({"session_key": None, "message_provider": None, "channel_id": None, "chat_type": "direct"}, "direct", id="a host without session keys states trigger and type"),
    ],
)
def test_the_chat_type_that_the_turn_states_beats_the_key(changes: dict[str, Any], expected: str) -> None:
    assert verdict(turn(**changes), **EVERY_TYPE) == expected
# fmt: on


@pytest.mark.parametrize(
    ("main_key", "session_key", "expected"),
    [
        pytest.param("home", "agent:main:home", "direct", id="the configured main key"),
        pytest.param("home", "agent:main:main", "direct", id="main is always one"),
        pytest.param("main", "agent:main:home", "no: chat_type", id="a key that is not configured"),
    ],
)
def test_main_sessions_go_by_the_configured_key(main_key: str, session_key: str, expected: str) -> None:
    assert verdict(turn(session_key=session_key), main_key=main_key) == expected


def test_a_main_session_without_a_provider_has_no_chat_type() -> None:
    assert verdict(turn(session_key="agent:main:main", message_provider=None)) == "no: chat_type"


# A rule is one row.
# fmt: off
@pytest.mark.parametrize(
    ("settings", "event", "expected"),
    [
        pytest.param({"allowed_chat_ids": ("-100",)}, group(), "group", id="the listed group"),
        pytest.param({"allowed_chat_ids": ("OC_Small",)}, group(session_key="agent:main:feishu:group:oc_SMALL"), "group", id="the listed group in other letter case"),
        pytest.param({"allowed_chat_ids": ("-200",)}, group(), "no: chat_id", id="another group"),
        pytest.param({"allowed_chat_ids": ("-100",)}, turn(), "no: chat_id", id="a direct chat beside a listed group"),
        pytest.param({"allowed_chat_ids": ("42",)}, webchat("agent:main:main"), "no: chat_id", id="no id to be worked out"),
        pytest.param({"allowed_chat_ids": ("42",)}, turn(session_key="agent:main:main"), "direct", id="id from the channel id"),
        pytest.param({"allowed_chat_ids": ("7",)}, turn(session_key="agent:main:main", chat_id="7"), "direct", id="the chat id goes before the channel id"),
        pytest.param({"allowed_chat_ids": ("qq:c2c:ab:12",)}, turn(session_key="agent:main:qq:direct:qq:c2c:AB:12"), "direct", id="an id with colons is read whole"),
        pytest.param({"allowed_chat_ids": ("12",)}, group(session_key="agent:main:discord:channel:12:thread:98"), "channel", id="a thread belongs to its channel"),
        pytest.param({"allowed_chat_ids": ("-100",)}, group(session_key="agent:main:telegram:group:-100:topic:7"), "group", id="a topic belongs to its group"),
        pytest.param({"allowed_chat_ids": ("-100:topic:7",)}, group(session_key="agent:main:telegram:group:-100:topic:7"), "group", id="a topic can be listed alone"),
        pytest.param({"allowed_chat_ids": ("-100",)}, group(chat_type="direct"), "direct", id="the event's chat id counts when the key is stale"),
        pytest.param({"allowed_chat_ids": ("-100",)}, group(chat_type="direct", channel_id="42"), "no: chat_id", id="a stale key names no chat"),
        pytest.param({"denied_chat_ids": ("-100",)}, group(), "no: chat_id", id="denied"),
        pytest.param({"denied_chat_ids": ("-200",)}, group(), "group", id="another group is denied"),
        pytest.param({"denied_chat_ids": ("-100",)}, group(session_key="agent:main:telegram:group:-100:topic:7", channel_id=None, chat_id="x"), "no: chat_id", id="a denied group's topic is denied"),
        pytest.param({"denied_chat_ids": ("42",)}, turn(session_key="agent:main:telegram:direct:alice", channel_id="42"), "no: chat_id", id="denied by any id the host gives"),
        pytest.param({"allowed_chat_ids": ("-100",), "denied_chat_ids": ("-100",)}, group(), "no: chat_id", id="the denylist wins"),
    ],
)
def test_chats_are_picked_by_their_ids(settings: dict[str, Any], event: TurnEvent, expected: str) -> None:
    assert verdict(event, **EVERY_TYPE, **settings) == expected
# fmt: on


# A rule is one row.
# fmt: off
@pytest.mark.parametrize(
    ("settings", "event", "expected"),
    [
        pytest.param({}, turn(sender_id=None), "direct", id="direct, nobody says who wrote"),
        pytest.param({}, turn(sender_is_owner=True), "direct", id="direct, the owner"),
        pytest.param({}, turn(sender_is_owner=False), "no: sender", id="direct, a known non-owner"),
        pytest.param({}, turn(sender_is_owner=False, sender_id=None), "no: sender", id="direct, a non-owner without an id"),
        pytest.param({"allowed_senders": ("42",)}, turn(sender_is_owner=False), "direct", id="direct, a non-owner who is listed"),
        pytest.param({"owners": ("42",)}, turn(sender_is_owner=False), "direct", id="direct, settings call the sender an owner"),
        pytest.param({"owners": ("7",)}, turn(), "no: sender", id="direct, owners are named and the sender is none of them"),
        pytest.param({"owners": ("7",)}, turn(sender_is_owner=True), "direct", id="direct, the host vouches for the owner"),
        pytest.param({"owners": ("7",)}, turn(sender_id=None), "direct", id="direct, owners named, sender not stated"),
        pytest.param({"allowed_senders": ("7",)}, turn(), "no: sender", id="another sender is listed"),
        pytest.param({"allowed_senders": ("7",)}, turn(sender_id=None), "no: sender", id="a list, and nobody known"),
        pytest.param({"allowed_senders": ("7",)}, turn(sender_id=None, sender_is_owner=True), "direct", id="a list, and the owner by the host's word"),
        pytest.param({"allowed_senders": ("7",), "owners": ("42",)}, turn(), "direct", id="a list, and the owner"),
        pytest.param({"allowed_senders": ("U_Alice",)}, turn(sender_id=" u_ALICE "), "direct", id="letter case is ignored"),
        pytest.param({}, group(), "group", id="group, sender known"),
        pytest.param({}, group(sender_id=None), "no: sender", id="group, no sender: fails closed"),
        pytest.param({}, group(sender_id=" "), "no: sender", id="group, blank sender: fails closed"),
        pytest.param({}, group(sender_id=None, sender_is_owner=True), "no: sender", id="group, owner without an id: fails closed"),
        pytest.param({}, group(sender_is_owner=False), "group", id="group, a non-owner sees what is shared"),
        pytest.param({"owners": ("7",)}, group(), "group", id="group, others than the owners see what is shared"),
        pytest.param({"allowed_senders": ("7",)}, group(), "no: sender", id="group, another sender is listed"),
        pytest.param({"allowed_senders": ("42",)}, group(), "group", id="group, the sender is listed"),
        pytest.param({}, webchat("agent:main:explicit:p", sender_id=None), "explicit", id="explicit, nobody says who wrote"),
        pytest.param({}, webchat("agent:main:explicit:p", sender_is_owner=False), "no: sender", id="explicit, a known non-owner"),
    ],
)
def test_a_sender_who_may_not_see_this_memory_is_refused(settings: dict[str, Any], event: TurnEvent, expected: str) -> None:
    assert verdict(event, **EVERY_TYPE, **settings) == expected
# fmt: on


@pytest.mark.parametrize(
    ("listed", "changes", "expected"),
    [
        pytest.param("openai/GPT-5", {}, "no: main_model", id="provider and model"),
        pytest.param("gpt-5", {}, "no: main_model", id="model alone"),
        pytest.param("GPT-5", {"model_id": "Gpt-5"}, "no: main_model", id="letter case is ignored"),
        pytest.param("azure/gpt-5", {}, "direct", id="another provider"),
        pytest.param("gpt-5-mini", {}, "direct", id="another model"),
        pytest.param("gpt-5", {"model_id": None}, "direct", id="the host does not say which model"),
    ],
)
def test_listed_main_models_get_no_block(listed: str, changes: dict[str, Any], expected: str) -> None:
    assert verdict(turn(**changes), skip_main_models=(listed,)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "no: no_text", id="empty"),
        pytest.param(" \n\t　", "no: no_text", id="white space"),
        pytest.param("\u200b\u2060\ufeff\u200e", "no: no_text", id="zero-width characters"),
        pytest.param("\ufe0f\u0301", "no: no_text", id="marks without a letter"),
        pytest.param("\u3164\u2800", "no: no_text", id="characters that are drawn blank"),
        pytest.param("\x00\x1b\ud800", "no: no_text", id="control characters and half a surrogate"),
        pytest.param("\u200b猫", "direct", id="one letter is text"),
        pytest.param("?", "direct", id="one question mark is text"),
        pytest.param("👍", "direct", id="an emoji is text"),
    ],
)
def test_a_message_without_visible_words_is_skipped(text: str, expected: str) -> None:
    assert verdict(turn(text=text)) == expected


def test_a_message_is_looked_at_where_the_query_looks() -> None:
    assert verdict(turn(text=" " * 5000 + "猫")) == "direct"
    assert verdict(turn(text="猫" + " " * 5000)) == "direct"
    assert verdict(turn(text=" " * 5000 + "猫" + " " * 5000)) == "no: no_text"


def test_a_session_that_was_switched_off_is_skipped() -> None:
    assert verdict(turn(), session_off=True) == "no: session_off"


def test_the_reason_is_the_one_an_operator_would_fix_first() -> None:
    """Each step mends the reason that the turn before was refused for, until nothing is left to mend."""
    settings: dict[str, Any] = {
        "enabled": False,
        "agents": (),
        "allowed_chat_types": ("direct",),
        "denied_chat_ids": ("-100",),
        "allowed_senders": ("7",),
        "skip_main_models": ("gpt-5",),
    }
    event: dict[str, Any] = {
        "provenance": "inter_session",
        "session_key": None,
        "session_id": None,
        "trigger": None,
        "channel_id": "-100",
        "memory_allowed": False,
        "text": "",
    }
    session_off = True
    mends: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("no: disabled", {"enabled": True}, {}),
        ("no: agent", {"agents": ("*",)}, {}),
        ("no: inter_session", {}, {"provenance": None}),
        ("no: no_session", {}, {"session_key": "agent:main:telegram:group:-100"}),
        ("no: not_interactive", {}, {"trigger": "user"}),
        ("no: session_off", {}, {}),
        ("no: chat_type", {"allowed_chat_types": ("group",)}, {}),
        ("no: chat_id", {"denied_chat_ids": ()}, {}),
        ("no: sender", {"allowed_senders": ()}, {}),
        ("no: tool_policy", {}, {"memory_allowed": True}),
        ("no: main_model", {"skip_main_models": ()}, {}),
        ("no: no_text", {}, {"text": "which tea?"}),
    ]
    for expected, in_settings, in_event in mends:
        assert verdict(turn(**event), session_off=session_off, **settings) == expected
        session_off = session_off and expected != "no: session_off"
        settings |= in_settings
        event |= in_event

    assert verdict(turn(**event), session_off=session_off, **settings) == "group"


# A rule is one row.
# fmt: off
@pytest.mark.parametrize(
    ("event", "expected"),
    [
        pytest.param(turn(), Proceed("direct", "42", "private", "telegram"), id="a direct chat is private"),
        pytest.param(group(), Proceed("group", "-100", "shared", "telegram"), id="a group is shared"),
        pytest.param(group(session_key="agent:main:discord:channel:12"), Proceed("channel", "12", "shared", "discord"), id="a channel is shared"),
        pytest.param(webchat("agent:main:explicit:Portal-1"), Proceed("explicit", "portal-1", "private", "webchat"), id="a portal session is private"),
        pytest.param(webchat("agent:main:main"), Proceed("direct", None, "private", "webchat"), id="webchat has no chat id"),
    ],
)
def test_what_proceeds_says_who_reads_along(event: TurnEvent, expected: Proceed) -> None:
    assert decide(event, GateSettings(**EVERY_TYPE), session_off=False) == expected
# fmt: on


def test_defaults_refuse_a_group() -> None:
    assert decide(group(), GateSettings(), session_off=False) == Skipped(SkipReason.CHAT_TYPE)
