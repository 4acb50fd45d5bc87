"""Who looks into memory in a turn that the gate has let through."""

from recall_sidecar.events import TurnEvent
from recall_sidecar.gate import Proceed
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.projects import active

__all__ = ["viewer_of"]


def viewer_of(turn: TurnEvent, verdict: Proceed) -> Viewer:
    """Return the viewer of `turn`: for the search that answers it, and for what is kept of it afterwards."""
    return Viewer(
        agent_id=turn.agent_id,
        chat=verdict.chat,
        sender_id=turn.sender_id,
        # The gate has let the sender in; memory need not know that the settings, not the host, vouch for them.
        sender_is_owner=verdict.is_owner or None,
        session_key=turn.session_key,
        session_id=turn.session_id,
        is_guest=verdict.is_owner is False,
        channel=verdict.channel,
        chat_id=f"{verdict.chat_type}:{verdict.chat_id}" if verdict.chat_id else None,
        projects=active(turn.project_keys),
    )
