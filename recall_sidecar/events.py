"""What a host tells us about one turn, in our words.

A dialect translates a host's own JSON into these values; nothing below knows what the host looked like.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["BlockLifetime", "HookNotice", "Message", "NoticeKind", "Role", "TurnEnd", "TurnEvent"]

Role = Literal["user", "assistant"]
BlockLifetime = Literal["turn", "session"]
NoticeKind = Literal["agent_end", "before_compaction", "after_tool_call", "before_reset", "session_end"]


@dataclass(frozen=True, slots=True)
class Message:
    """One earlier message of the conversation, as plain text, uncleaned."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvent:
    """One user turn as the host reported it.

    Attributes:
        host: Name of the dialect that read it: `openclaw`, `claude-code`, …
        agent_id: Agent that answers, in lower case.
        text: The user's current words; empty when there are none (a picture, an empty message).
        text_is_assembled: `text` came from the host's assembled prompt, so it may carry more than the user's words;
            then the newest part stands at its end.
        messages: Earlier messages, oldest first, bounded by the dialect; the current one is not among them.
        session_key: The host's routing key for the session; decides the chat type.
        trigger: What started the turn, in the host's word; `user` for a person.
        provenance: `external_user`, `inter_session`, `internal_system`, or None when the host does not say.
        message_provider: The messaging channel, e.g. `telegram` or `webchat`.
        chat_type: Chat type when the host states it itself; it beats what the session key implies.
        sender_is_owner: None when the host does not know.
        budget_ms: What the host says is left of its own time limit.
        block_lifetime: Whether the host keeps our block in the history (`session`) or for this turn only (`turn`).
        memory_allowed: What the host's tool policy says of looking into memory in this turn.
        lends_model: The host runs a prepared prompt on a model of its own when it is asked to.
        plugin_version: Version of the plugin that sent the turn, None where there is none.
        traceparent: Where the turn stands in the caller's distributed trace (W3C), empty when it says nothing.
        tracestate: What the caller's tracing systems add to that.
    """

    host: str
    agent_id: str
    text: str
    text_is_assembled: bool = False
    messages: Sequence[Message] = ()
    message_id: str | None = None
    session_key: str | None = None
    session_id: str | None = None
    run_id: str | None = None
    trigger: str | None = None
    provenance: str | None = None
    message_provider: str | None = None
    channel_id: str | None = None
    chat_id: str | None = None
    chat_type: str | None = None
    sender_id: str | None = None
    sender_is_owner: bool | None = None
    model_provider: str | None = None
    model_id: str | None = None
    project_keys: tuple[str, ...] = ()
    budget_ms: int | None = None
    block_lifetime: BlockLifetime = "turn"
    memory_allowed: bool = True
    lends_model: bool = False
    plugin_version: str | None = None
    traceparent: str = ""
    tracestate: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookNotice:
    """Something a host tells us of a session and wants no answer to; `kind` is the name of its hook.

    `is_whole` is whether the run that has ended came to its end.
    """

    kind: NoticeKind
    host: str
    agent_id: str
    session_key: str | None = None
    session_id: str | None = None
    run_id: str | None = None
    is_whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd:
    """A turn that has ended, as its host hands it over to be kept.

    Attributes:
        turn: The turn; `text` is what the user said.
        reply: What the assistant said before any tool had a result.
        after_tools: What it said after one: it may repeat what a web page or a file says.
        speaker: Name of the user, empty when the host does not say.
        is_whole: Whether the run came to its end.
    """

    turn: TurnEvent
    reply: str = ""
    after_tools: str = ""
    speaker: str = ""
    is_whole: bool = True
