"""May this turn look into memory?

A turn may when it is enabled for its agent, was written by a person in a conversation, and that conversation and
that person are allowed. Who and where is judged from what the host says of this turn first, and from the session
key second, since a key can be older than the turn.
"""

from dataclasses import dataclass
from typing import Final, Literal

import regex

from recall_sidecar import session_key
from recall_sidecar.events import TurnEvent
from recall_sidecar.ids import folded
from recall_sidecar.outcomes import Skipped, SkipReason
from recall_sidecar.session_key import SessionKey
from recall_sidecar.settings.tables import ChatType, GateSettings

__all__ = ["Proceed", "decide"]

_CHAT_TYPES: Final[dict[str, ChatType]] = {
    "channel": "channel",
    "direct": "direct",
    "dm": "direct",
    "explicit": "explicit",
    "group": "group",
}
_WEBCHAT: Final = "webchat"
# Anything that leaves a mark of its own: not a control, format, space or combining character, nor one of the
# letters and symbols that Unicode draws as blank.
_VISIBLE: Final = regex.compile(r"[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]")
# How much of a message is looked at, at its start and again at its end, as much as the query uses.
_END_CHARS: Final = 4000


@dataclass(frozen=True, slots=True)
class Proceed:
    """The turn may look into memory.

    Attributes:
        chat_id: Id of the conversation in lower case, None when the host gives none.
        chat: `private` for a direct chat and a portal session (`explicit`), `shared` where others read along.
        channel: The messaging channel in lower case, None when nobody says.
        is_owner: Whether the sender is the owner, None when nobody can tell.
    """

    chat_type: ChatType
    chat_id: str | None
    chat: Literal["private", "shared"]
    channel: str | None = None
    is_owner: bool | None = None


def decide(turn: TurnEvent, gate: GateSettings, *, session_off: bool) -> Proceed | Skipped:
    """Decide whether this turn may look into memory.

    Pure: it reads nothing but its arguments, so each rule is a row in `tests/test_gate.py`. The first rule to
    refuse wins; rules are ordered so that the reason in the trace is the one an operator would fix first.

    Args:
        turn: The turn as the host reported it. A host that does not know OpenClaw's session keys states the
            trigger and the chat type itself; what is not stated is never taken in the turn's favour.
        gate: The `[gate]` table of the settings.
        session_off: Whether a person switched recall off for this session.
    """
    key = session_key.parse(turn.session_key, main_key=gate.main_key, agent_id=turn.agent_id)
    if reason := _refuse_origin(turn, gate, key):
        return Skipped(reason)
    if session_off:
        return Skipped(SkipReason.SESSION_OFF)
    chat_type = _chat_type(turn, key)
    if chat_type is None or chat_type not in gate.allowed_chat_types:
        return Skipped(SkipReason.CHAT_TYPE)
    chat_id = _chat_id(turn, key, chat_type)
    chat: Literal["private", "shared"] = "private" if chat_type in {"direct", "explicit"} else "shared"
    if reason := _refuse_chat_id(turn, gate, chat_id) or _refuse_sender(turn, gate, chat):
        return Skipped(reason)
    if not turn.memory_allowed:
        return Skipped(SkipReason.TOOL_POLICY)
    if _is_skipped_model(turn, gate):
        return Skipped(SkipReason.MAIN_MODEL)
    if not _says_something(turn.text):
        return Skipped(SkipReason.NO_TEXT)
    channel = key.channel or _folded(turn.message_provider) or None
    return Proceed(chat_type, chat_id, chat, channel, _is_owner(turn, gate))


def _refuse_origin(turn: TurnEvent, gate: GateSettings, key: SessionKey) -> SkipReason | None:
    """Refuse by agent, and what no person wrote in a conversation."""
    if not gate.enabled:
        return SkipReason.DISABLED
    if not {"*", turn.agent_id} & {*gate.agents}:
        return SkipReason.AGENT
    provenance = _folded(turn.provenance)
    if provenance == "inter_session":
        return SkipReason.INTER_SESSION
    if not (_folded(turn.session_key) or _folded(turn.session_id)):
        return SkipReason.NO_SESSION
    if _folded(turn.trigger) != "user" or provenance not in {"", "external_user"} or key.is_background:
        return SkipReason.NOT_INTERACTIVE
    # A one-shot run from the command line has a trigger and a session, and comes from nowhere.
    if not (_folded(turn.chat_type) or _is_webchat(turn) or _event_chat_id(turn)):
        return SkipReason.NOT_INTERACTIVE
    return None


def _chat_type(turn: TurnEvent, key: SessionKey) -> ChatType | None:
    """Return the chat type, None when it cannot be told or is none that we know."""
    if stated := _folded(turn.chat_type):
        return _CHAT_TYPES.get(stated)
    if chat_type := _CHAT_TYPES.get(key.kind):
        return chat_type
    # The main session gathers the direct chats of all channels.
    is_main_chat = key.kind == "main" and _folded(turn.message_provider) and _event_chat_id(turn)
    return "direct" if is_main_chat or _is_webchat(turn) else None


def _chat_id(turn: TurnEvent, key: SessionKey, chat_type: ChatType) -> str | None:
    """Return the id of the conversation; a key of another chat type than the turn's is stale and does not name it."""
    if key.peer is not None and key.kind == chat_type:
        return key.peer
    return _event_chat_id(turn) or None


def _refuse_chat_id(turn: TurnEvent, gate: GateSettings, chat_id: str | None) -> SkipReason | None:
    known = (chat_id or "", _folded(turn.chat_id), _folded(turn.channel_id))
    if gate.denied_chat_ids and any(_is_listed(each, gate.denied_chat_ids) for each in known):
        return SkipReason.CHAT_ID
    if gate.allowed_chat_ids and not _is_listed(chat_id or "", gate.allowed_chat_ids):
        return SkipReason.CHAT_ID
    return None


def _is_listed(chat_id: str, listed: tuple[str, ...]) -> bool:
    """Whether the chat, or the group that it is a topic of, is in the list."""
    return chat_id in listed or chat_id.partition(":topic:")[0] in listed


def _refuse_sender(
    turn: TurnEvent, gate: GateSettings, chat: Literal["private", "shared"]
) -> SkipReason | None:
    sender = _folded(turn.sender_id)
    if chat == "shared" and not sender:
        return SkipReason.SENDER
    is_owner = _is_owner(turn, gate)
    if is_owner or sender in gate.allowed_senders:
        return None
    if gate.allowed_senders or (chat == "private" and is_owner is False):
        return SkipReason.SENDER
    return None


def _is_owner(turn: TurnEvent, gate: GateSettings) -> bool | None:
    sender = _folded(turn.sender_id)
    if turn.sender_is_owner or sender in gate.owners:
        return True
    # Where the host does not say who the owner is, naming the owners says of everybody else that they are not.
    return False if turn.sender_is_owner is False or (gate.owners and sender) else None


def _is_skipped_model(turn: TurnEvent, gate: GateSettings) -> bool:
    model = _folded(turn.model_id)
    return (
        model in gate.skip_main_models or f"{_folded(turn.model_provider)}/{model}" in gate.skip_main_models
    )


def _says_something(text: str) -> bool:
    """Whether anything can be seen at the ends of `text`, which is all of it that the query looks at."""
    return bool(_VISIBLE.search(text[:_END_CHARS]) or _VISIBLE.search(text[-_END_CHARS:]))


def _is_webchat(turn: TurnEvent) -> bool:
    return _folded(turn.message_provider) == _WEBCHAT


def _event_chat_id(turn: TurnEvent) -> str:
    return _folded(turn.chat_id) or _folded(turn.channel_id)


def _folded(value: str | None) -> str:
    return folded(value) if value else ""
