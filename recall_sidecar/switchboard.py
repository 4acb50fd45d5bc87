"""The switches of memory as the page shows them: how each stands, and how it is thrown.

They are thrown by the chat commands, so that a switch does the same wherever it stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from recall_sidecar.commands import CommandReply, CommandRequest
from recall_sidecar.ids import folded
from recall_sidecar.toggles import SessionToggles, TraceLevel
from recall_sidecar.trace import Tracer

__all__ = ["SWITCHES", "SessionSwitches", "Switch", "SwitchName", "Switchboard", "Value"]

SwitchName: TypeAlias = Literal["memory", "verbose", "trace"]
Value: TypeAlias = Literal["on", "off", "raw"]
_COMMANDS: Final[Mapping[SwitchName, str]] = {
    "memory": "/active-memory",
    "verbose": "/verbose",
    "trace": "/trace",
}
_MAX_SESSIONS: Final = 100


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch in words: its name, and what each of its values does."""

    name: SwitchName
    title: str
    does: Mapping[Value, str]


SWITCHES: Final = (
    Switch(
        "memory",
        "Memory",
        {
            "on": "Before each reply memory is asked, as the settings say.",
            "off": "No turn looks into memory: nothing is searched, no model is called, and nothing is put before the prompt.",
        },
    ),
    Switch(
        "verbose",
        "Status line",
        {
            "on": "A line below each reply says whether memory was used and how long it took; hosts with a switch of their own decide themselves.",
            "off": "No status line.",
        },
    ),
    Switch(
        "trace",
        "Debug line",
        {
            "on": "A line below each reply says what memory told the model; everybody in the chat can read it.",
            "raw": "As on, and the prompts of the memory model are kept with each turn, here and in recall-sidecar trace show.",
            "off": "No debug line, and no prompts are kept.",
        },
    ),
)


@dataclass(frozen=True, slots=True)
class SessionSwitches:
    """How the switches of a session stand."""

    session_key: str
    memory: bool
    verbose: bool
    trace: TraceLevel


class _Commands(Protocol):
    async def run(self, request: CommandRequest) -> CommandReply:
        """Run a chat command."""


class Switchboard:
    """Shows and throws switches; belongs to one event loop."""

    def __init__(
        self, *, toggles: SessionToggles, tracer: Tracer, commands: _Commands, is_on: Callable[[], bool]
    ) -> None:
        self._toggles = toggles
        self._tracer = tracer
        self._commands = commands
        self._is_on = is_on

    @property
    def memory_on(self) -> bool:
        """Whether memory is on for everybody."""
        return self._is_on()

    def sessions(self) -> tuple[SessionSwitches, ...]:
        """Return the sessions that had a turn of late, the newest first, and those in which a switch is thrown."""
        named = {
            folded(trace.session_key): trace.session_key
            for trace in reversed(self._tracer.all())
            if trace.session_key
        }
        recent = list(reversed(named.values()))[:_MAX_SESSIONS]
        thrown = sorted(self._toggles.set_sessions() - {folded(key) for key in recent})
        return tuple(map(self._session, (*recent, *(named.get(key, key) for key in thrown))))

    async def throw(self, name: SwitchName, value: Value, session_key: str | None) -> str:
        """Throw a switch, of one session or of all, and return what the command answers."""
        where = " --global" if session_key is None else ""
        text = f"{_COMMANDS[name]} {value}{where}"
        reply = await self._commands.run(CommandRequest(text=text, session_key=session_key, admin=True))
        return reply.text

    def _session(self, key: str) -> SessionSwitches:
        toggles = self._toggles
        return SessionSwitches(key, not toggles.is_off(key), toggles.verbose(key), toggles.trace_level(key))
