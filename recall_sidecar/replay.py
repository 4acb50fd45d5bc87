"""A turn of the past, as its trace tells it, so that it can be asked again."""

from dataclasses import replace

from recall_sidecar.events import Message, TurnEvent
from recall_sidecar.query import told_apart
from recall_sidecar.traced import AskerTrace, TurnTrace

__all__ = ["asked_by", "turn_of"]


def turn_of(trace: TurnTrace) -> TurnEvent | None:
    """Return the turn that `trace` is of; None when its words were not kept or never looked at, as of a turn the gate refused.

    Of the earlier conversation it has what its query held, with secrets masked as everywhere in a trace.
    """
    if trace.asker is None or not trace.conversation_query:
        return None
    before, message = told_apart(trace.conversation_query)
    said = (Message("user" if role == "user" else "assistant", text) for role, text in before)
    return replace(asked_by(trace), text=message, messages=tuple(said))


def asked_by(trace: TurnTrace) -> TurnEvent:
    """Return the turn of `trace` with a mark in the place of its words: who asked, and where, as far as that was kept."""
    asker = trace.asker or AskerTrace()
    return TurnEvent(
        host=trace.host,
        agent_id=trace.agent_id,
        text="…",
        session_key=trace.session_key,
        sender_id=trace.sender_id,
        **asker.told(),
    )
