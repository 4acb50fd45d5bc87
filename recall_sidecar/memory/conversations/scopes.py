"""Whose a captured conversation is: the one rule that storing and searching share.

A scope is an agent's conversations with one person in private, or those of one group. What is stored stands under the
name of its scope, and a viewer's scope is computed, never looked for: there is nothing that could find another's.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Final, Literal

from recall_sidecar.memory.port import Viewer

__all__ = ["SCOPE_NAME_CHARS", "Scope", "mark", "scope_of"]

_PREFIXES: Final[dict[Literal["private", "shared"], str]] = {"private": "p-", "shared": "s-"}
_HASH_CHARS: Final = 32
SCOPE_NAME_CHARS: Final = 2 + _HASH_CHARS
_MARK_CHARS: Final = 12


@dataclass(frozen=True, slots=True)
class Scope:
    """Conversations that see each other. `chat` is what their passages count as."""

    name: str
    chat: Literal["private", "shared"]


def scope_of(viewer: Viewer) -> Scope | None:
    """Return the scope of a viewer's conversation, None when it cannot be told who or where they are.

    In private the owner is one person on all channels, everybody else one on each; a known other person whom nobody has
    let in has none. A group has one, which its members share and nobody sees from elsewhere.
    """
    if viewer.chat == "shared":
        return (
            _scope(viewer, "chat", viewer.channel, viewer.chat_id)
            if viewer.sender_id and viewer.chat_id
            else None
        )
    if viewer.sender_is_owner:
        return _scope(viewer, "owner")
    if viewer.sender_is_owner is False or not viewer.sender_id:
        return None
    return _scope(viewer, "sender", viewer.channel, viewer.sender_id)


def _scope(viewer: Viewer, *whose: str | None) -> Scope:
    # As JSON, so that no id can be written as the end of one and the beginning of another.
    text = json.dumps([viewer.agent_id, viewer.chat, *whose])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_CHARS]
    return Scope(_PREFIXES[viewer.chat] + digest, viewer.chat)


def mark(name: str | None) -> str:
    """Return a short hash that stands for a session's key or id in a file's name."""
    return hashlib.sha256((name or "").encode("utf-8", "surrogatepass")).hexdigest()[:_MARK_CHARS]
