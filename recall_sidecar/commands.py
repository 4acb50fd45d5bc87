"""The chat commands: `/active-memory`, its short form `/recall`, and `/verbose` and `/trace` for hosts without their own.

`parse` is pure. `Commands` answers in OpenClaw's words; what it adds (why memory is quiet) stands on lines below.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, Protocol

from recall_sidecar.chat_command import Command, CommandName, CommandReply, CommandRequest, behind, parse
from recall_sidecar.errors import RecallSidecarError, SettingsProblem
from recall_sidecar.graphemes import head
from recall_sidecar.ids import folded
from recall_sidecar.llm.port import ModelState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.quiet import Situation, reasons
from recall_sidecar.settings import Settings
from recall_sidecar.terminal import printable
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import TurnTrace

__all__ = [
    "Command",
    "CommandName",
    "CommandReply",
    "CommandRequest",
    "Commands",
    "Host",
    "LiveSettingsView",
    "parse",
]

_NO_SESSION = "Active Memory: session toggle unavailable because this command has no session context."
_ADMIN_REQUIRED = "⚠️ /active-memory global enable/disable changes require owner or operator.admin."
_OWNER_REQUIRED = "⚠️ /trace shows what memory holds, so changing it requires owner or operator.admin."
_MEMORY_OWNER_REQUIRED = (
    "⚠️ /active-memory remember writes what memory trusts most, so it requires owner or operator.admin."
)
_CASES_OWNER_REQUIRED = "⚠️ /active-memory wrong keeps words of a turn: it requires owner or operator.admin."
_HELP = """\
Active Memory session toggle:
/active-memory status
/active-memory on
/active-memory off

What became of the last turn, and why; or why it did not tell what you expected, which may follow:
/active-memory why

Keep the last turn as a case to measure with; nothing, or words of the right note, may follow:
/active-memory wrong

Write something into memory:
/active-memory remember TEXT

Global config toggle:
/active-memory status --global
/active-memory on --global
/active-memory off --global"""
_log = logging.getLogger("recall_sidecar")


class LiveSettingsView(Protocol):
    """The settings in force."""

    @property
    def base(self) -> Settings:
        """Settings without any agent's own."""

    def for_agent(self, agent_id: str) -> Settings:
        """Settings of an agent."""

    async def reload(self) -> tuple[SettingsProblem, ...]:
        """Take changed files into use; the problems when they cannot be."""


class Host(Protocol):
    """What an answer asks of the running program."""

    async def memory_status(self) -> MemoryStatus:
        """Return the state of the memory."""

    def model_state(self, agent_id: str) -> ModelState | Literal["none", "host"]:
        """Return whether the agent's model can be called: `none` when it has none, `host` when a host lends it."""

    def resting_models(self, agent_id: str) -> Mapping[str, float]:
        """Return the models whose breaker is open, with the seconds until one is tried again."""

    def chat_type(self, session_key: str, settings: Settings) -> str | None:
        """Return the kind of chat that a session key names, None when it does not tell."""

    def last_turn(self, session_key: str) -> TurnTrace | None:
        """Return the newest finished turn of a session, None when there is none."""


class Commands:
    """Runs chat commands; every answer is a sentence, also when something cannot be done.

    `set_override` writes one setting that the program has to remember; it may block, and runs off the loop. `remember` writes a
    text into an agent's memory, `keep_wrong` keeps a turn with what would have been right, `why` explains the last turn of a session,
    and why it did not tell what was expected, to its owner or to somebody else: all three return the answer.
    """

    def __init__(
        self,
        *,
        toggles: SessionToggles,
        settings: LiveSettingsView,
        set_override: Callable[[str, Any], None],
        remember: Callable[[str, str], Awaitable[str]],
        keep_wrong: Callable[[TurnTrace | None, str], Awaitable[str]],
        why: Callable[[str, str, bool], Awaitable[str]],
        host: Host,
    ) -> None:
        self._toggles = toggles
        self._settings = settings
        self._set_override = set_override
        self._remember = remember
        self._keep_wrong = keep_wrong
        self._why = why
        self._host = host

    async def run(self, request: CommandRequest) -> CommandReply:
        """Run the command that `request` holds, if it is one."""
        command = parse(request.text)
        if command is None:
            return CommandReply(handled=False)
        try:
            text = await self._answer(command, request)
        except (OSError, RecallSidecarError) as error:
            _log.warning("command_failed", extra={"command": command.name, "error": type(error).__name__})
            text = f"The change could not be saved ({type(error).__name__}). Run `recall-sidecar doctor`."
        return CommandReply(handled=True, text=text)

    async def _answer(self, command: Command, request: CommandRequest) -> str:
        if command.name == "verbose":
            return await self._verbose(command.action, request)
        if command.name == "trace":
            return await self._trace(command.action, request)
        if command.action == "help":
            return _HELP
        if command.action == "remember" and not self._is_owner(request):
            return _MEMORY_OWNER_REQUIRED
        if command.action == "remember":
            return await self._remember(behind("remember", request.text), request.agent_id)
        if command.is_global and command.action in {"status", "on", "off"}:
            return await self._global(command.action, request)
        return await self._session(command.action, request)

    async def _global(self, action: str, request: CommandRequest) -> str:
        if action == "status":
            return f"Active Memory: {_word(self._settings.base.gate.enabled)} globally."
        if not self._is_owner(request):
            return _ADMIN_REQUIRED
        wanted = action == "on"
        await asyncio.to_thread(self._set_override, "gate.enabled", wanted)
        problems = await self._settings.reload()
        if self._settings.base.gate.enabled == wanted:
            return f"Active Memory: {_word(wanted)} globally."
        if problems:
            return (
                f"Active Memory: {_word(wanted)} globally is saved, but {len(problems)} problem(s) keep the settings "
                "from being read again. Run `recall-sidecar config check`."
            )
        return (
            f"Active Memory: still {_word(not wanted)} globally, because the environment or a flag sets gate.enabled. "
            "See `recall-sidecar config show`."
        )

    async def _session(self, action: str, request: CommandRequest) -> str:
        key = _session_of(request)
        if key is None:
            return _NO_SESSION
        if action == "why":
            return await self._why(key, _expected(request.text), self._is_owner(request))
        if action == "wrong" and not self._is_owner(request):
            return _CASES_OWNER_REQUIRED
        if action == "wrong":
            return await self._keep_wrong(self._host.last_turn(key), behind("wrong", request.text))
        if action not in {"status", "on", "off"}:
            return f"Unknown Active Memory action: {_echo(action)}\n\n{_HELP}"
        if action != "status":
            await self._toggles.set_off(key, action == "off")
        now = await self._situation(key, request)
        told = f"Active Memory: {_word(now.targeted and not now.session_off)} for this session."
        return told if action == "off" else "\n".join([told, *reasons(now)])

    async def _situation(self, key: str, request: CommandRequest) -> Situation:
        settings = self._settings.for_agent(request.agent_id)
        return Situation(
            settings=settings,
            agent_id=request.agent_id,
            session_off=self._toggles.is_off(key),
            memory=await self._host.memory_status(),
            chat_type=self._host.chat_type(key, settings),
            model=self._host.model_state(request.agent_id),
            resting=self._host.resting_models(request.agent_id),
        )

    async def _verbose(self, action: str, request: CommandRequest) -> str:
        key = _session_of(request)
        if key is None:
            return _NO_SESSION
        match action:
            case "status":
                return f"Current verbose level: {_word(self._toggles.verbose(key))}.\nOptions: on, off."
            case "on" | "off":
                await self._toggles.set_verbose(key, shown=action == "on")
                return f"Verbose logging {'enabled' if action == 'on' else 'disabled'}."
            case _:
                return f'Unrecognized verbose level "{_echo(action)}". Valid levels: off, on.'

    async def _trace(self, action: str, request: CommandRequest) -> str:
        key = _session_of(request)
        if key is None:
            return _NO_SESSION
        if request.sender_is_owner is False and not self._is_owner(request):
            return _OWNER_REQUIRED
        warning = "Warning: trace output may contain sensitive information."
        match action:
            case "status":
                return f"Current trace level: {self._toggles.trace_level(key)}.\nOptions: on, off, raw."
            case "on":
                await self._toggles.set_trace(key, "on")
                return f"Trace enabled. {warning}"
            case "raw":
                await self._toggles.set_trace(key, "raw")
                return f"Trace set to raw. {warning}"
            case "off":
                await self._toggles.set_trace(key, "off")
                return "Trace disabled."
            case _:
                return f'Unrecognized trace level "{_echo(action)}". Valid levels: off, on, raw.'

    def _is_owner(self, request: CommandRequest) -> bool:
        sender = folded(request.sender_id or "")
        return request.admin or request.sender_is_owner is True or sender in self._settings.base.gate.owners


def _expected(text: str) -> str:
    """Return what `/recall why` says was expected."""
    return behind("why", text).removeprefix("--expect").strip().strip("\"'“”").strip()


def _session_of(request: CommandRequest) -> str | None:
    return (request.session_key or "").strip() or None


def _word(on: bool) -> str:
    return "on" if on else "off"


def _echo(action: str) -> str:
    return head(printable(action), 40)
