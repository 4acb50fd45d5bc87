"""What OpenClaw's session keys say: whose session, over which channel, and what kind of conversation.

```text
agent:<agent>:<main key>                                main
agent:<agent>:direct:<peer>                             direct
agent:<agent>:<channel>:direct:<peer>                   direct
agent:<agent>:<channel>:<account>:direct:<peer>         direct
agent:<agent>:<channel>:group:<id>                      group, and likewise channel
agent:<agent>:explicit:<id>                             explicit
agent:<agent>:cron:<job> …                              a background kind, see `BACKGROUND_KINDS`
```

`:thread:<id>` may follow a conversation, `:heartbeat` and `:active-memory:<hash>` mark runs beside it. Words count
at their own place only: an id may hold colons and any of these words.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from recall_sidecar.ids import folded

__all__ = [
    "BACKGROUND_KINDS",
    "MAX_KEY_CHARS",
    "BackgroundKind",
    "ChatKind",
    "SessionKey",
    "SessionKind",
    "parse",
]

ChatKind: TypeAlias = Literal["direct", "group", "channel", "explicit"]
BackgroundKind: TypeAlias = Literal[
    "active_memory",
    "boot",
    "cron",
    "dreaming",
    "harness",
    "heartbeat",
    "hook",
    "internal",
    "model_run",
    "subagent",
]
SessionKind: TypeAlias = Literal["main", "unknown"] | ChatKind | BackgroundKind

# A longer key is not looked at: no host makes one, and the work stays bounded.
MAX_KEY_CHARS: Final = 2048

# First segments after the agent that name a run of the host's own; an id follows.
_BACKGROUND_HEADS: Final[dict[str, BackgroundKind]] = {
    "boot": "boot",
    "cron": "cron",
    "harness": "harness",
    "hook": "hook",
    "internal-session-effects": "internal",
    "subagent": "subagent",
}
BACKGROUND_KINDS: Final[frozenset[SessionKind]] = frozenset(
    {*_BACKGROUND_HEADS.values(), "active_memory", "dreaming", "heartbeat", "model_run"}
)
_PEER_KINDS: Final[dict[str, ChatKind]] = {
    "channel": "channel",
    "direct": "direct",
    "dm": "direct",
    "group": "group",
}
# The segment after one of these is an id, whatever it says.
_TAKES_AN_ID: Final = frozenset({*_PEER_KINDS, "explicit", "thread", "topic"})
_DREAMING: Final = ("dreaming-narrative-light-", "dreaming-narrative-rem-", "dreaming-narrative-deep-")
_HASH: Final = re.compile(r"[0-9a-f]{8,64}")
_MODEL_RUN: Final = re.compile(r"model-run-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class SessionKey:
    """A parsed session key, all in lower case; what a key does not say is None.

    Attributes:
        peer: Id of the person, group, channel or portal; a Telegram topic is part of it (`-100:topic:7`).
        thread: Id of the thread inside that conversation.
    """

    kind: SessionKind = "unknown"
    agent: str | None = None
    channel: str | None = None
    account: str | None = None
    peer: str | None = None
    thread: str | None = None

    @property
    def is_background(self) -> bool:
        """Whether the session belongs to a run of the host's own, not to a conversation."""
        return self.kind in BACKGROUND_KINDS


# A host's few sessions are asked for again and again, twice a turn; the same key always means the same.
@lru_cache(maxsize=256)
def parse(session_key: str | None, *, main_key: str = "main", agent_id: str = "") -> SessionKey:
    """Parse a session key; one that is missing, foreign or malformed has the kind `unknown`.

    A key without the `agent:` prefix is foreign, but is still recognised as a background run, as OpenClaw does.

    Args:
        session_key: The key as the host gives it, in any letter case.
        main_key: Last part of the main session's key; `main` is always one too.
        agent_id: Whose session it is, where that is known: an id may hold colons, which would shift what follows it.
    """
    if session_key is None or len(session_key) > MAX_KEY_CHARS:
        return SessionKey()
    key = folded(session_key)
    segments = key.split(":")
    if segments[0] != "agent":
        return SessionKey(_background(segments) or "unknown")
    agent, rest = (segments[1].strip(), segments[2:]) if len(segments) > 2 else ("", [])
    if ":" in agent_id and key.startswith(f"agent:{agent_id}:"):
        agent, rest = agent_id, key[len(f"agent:{agent_id}:") :].split(":")
    if not agent or not rest or not rest[0]:
        return SessionKey()
    if background := _background(rest):
        return SessionKey(background, agent)
    rest, thread = _split_thread(rest)
    if len(rest) == 1 and rest[0] in {"main", main_key.lower()}:
        return SessionKey("main", agent, thread=thread)
    return _conversation(agent, rest, thread)


def _background(rest: list[str]) -> BackgroundKind | None:
    head, last = rest[0], rest[-1]
    if head.startswith(_DREAMING):
        return "dreaming"
    if len(rest) == 1:
        return "heartbeat" if head == "heartbeat" else None
    if head in _BACKGROUND_HEADS:
        return _BACKGROUND_HEADS[head]
    if head == "heartbeat" or (last == "heartbeat" and rest[-2] not in _TAKES_AN_ID):
        return "heartbeat"
    if head == "explicit" and len(rest) == 2:
        return "model_run" if _MODEL_RUN.fullmatch(last) else None
    before = rest[-3] if len(rest) > 2 else ""
    if rest[-2] == "active-memory" and before not in _TAKES_AN_ID and _HASH.fullmatch(last):
        return "active_memory"
    return None


def _split_thread(rest: list[str]) -> tuple[list[str], str | None]:
    """Take the last `thread` and what follows it off; right after a kind of conversation the word is an id."""
    for index in range(len(rest) - 2, 0, -1):
        if rest[index] == "thread" and rest[index - 1] not in _TAKES_AN_ID:
            return rest[:index], ":".join(rest[index + 1 :]) or None
    return rest, None


def _conversation(agent: str, rest: list[str], thread: str | None) -> SessionKey:
    if rest[0] == "explicit":
        peer = ":".join(rest[1:])
        return SessionKey("explicit", agent, peer=peer, thread=thread) if peer else SessionKey(agent=agent)
    # The kind stands first, after the channel, or after channel and account. A key inside a key stays opaque.
    for index, word in enumerate(rest[:3] if rest[0] != "agent" else ()):
        if word in _PEER_KINDS:
            peer = ":".join(rest[index + 1 :]).strip(" :")
            if not peer:
                break
            channel = rest[0] if index > 0 else None
            account = rest[1] if index > 1 else None
            return SessionKey(_PEER_KINDS[word], agent, channel, account, peer, thread)
    return SessionKey(agent=agent, thread=thread)
