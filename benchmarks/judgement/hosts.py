"""Hosts as far as they matter to what a model sees: which history they send, and how long they keep a block."""

from dataclasses import dataclass, field
from typing import Final

from recall_sidecar.events import BlockLifetime, HookNotice, Message, TurnEvent

__all__ = ["HOSTS", "Host", "Kind"]

_SESSION: Final = "agent:main:direct:somebody"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of host. `sends` is how many of the newest messages it hands over, None for all."""

    name: str
    block_lifetime: BlockLifetime
    sends: int | None


HOSTS: Final = (
    # The tail that the plugin sends in the query mode `recent`, about.
    Kind("openclaw", "turn", 7),
    Kind("claude-code", "session", 0),
    Kind("own", "session", None),
)


@dataclass(slots=True)
class Host:
    """One conversation at a host. `history` is what the model sees before the current message."""

    kind: Kind
    history: list[Message] = field(default_factory=list)
    turns: int = 0

    def turn(self, text: str) -> TurnEvent:
        """Return the turn in which `text` is said."""
        self.turns += 1
        first = 0 if self.kind.sends is None else max(len(self.history) - self.kind.sends, 0)
        return TurnEvent(
            host=self.kind.name,
            agent_id="main",
            text=text,
            messages=tuple(self.history[first:]),
            session_key=_SESSION,
            session_id="s-1",
            run_id=f"run-{self.turns}",
            trigger="user",
            chat_type="direct",
            sender_is_owner=True,
            block_lifetime=self.kind.block_lifetime,
        )

    def goes_on(self, text: str, block: str, reply: str) -> HookNotice:
        """Take a turn into the history as this kind of host does, and return what it says at its end."""
        keeps = self.kind.block_lifetime == "session" and block
        self.history += [
            Message("user", f"{block}\n\n{text}" if keeps else text),
            Message("assistant", reply),
        ]
        return self._notice("agent_end")

    def compact(self) -> HookNotice:
        """Lose the history, and return what is said of it."""
        self.history.clear()
        return self._notice("before_compaction")

    def _notice(self, kind: str) -> HookNotice:
        return HookNotice(
            kind=kind,  # type: ignore[arg-type]
            host=self.kind.name,
            agent_id="main",
            session_key=_SESSION,
            session_id="s-1",
        )
