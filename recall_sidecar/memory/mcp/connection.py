"""A server that is started when it is first needed, kept, and started again after it has ended.

What the SDK opens must be closed by the task that opened it, so each session lives in a task of its own. Whoever waits for a
server that is starting may leave; it goes on starting.
"""

import asyncio
import importlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.mcp.arguments import filled, misfit
from recall_sidecar.memory.mcp.token import headers
from recall_sidecar.memory.mcp.wire import Wire
from recall_sidecar.settings import McpServerSettings
from recall_sidecar.tasks import TaskSet

if TYPE_CHECKING:
    from types import ModuleType

    from recall_sidecar.memory.mcp.session import Talk

__all__ = ["Connection"]

_NO_PACKAGE: Final = Failure('the package mcp is missing; pip install "recall-sidecar[mcp]"', 600.0)
_CLOSED: Final = Failure("it was closed")
# A server may take this long to end before it is ended.
_CLOSE_S: Final = 3.0
_PAUSE_S: Final = 60.0
_MOST_SHOWN: Final = 20
# Whether ids are texts or numbers is seen with the first hit.
_SAMPLE: Final[Mapping[str, str | int | None]] = {"query": "tea", "limit": 1, "id": None}


class Connection:
    """One server; belongs to one event loop, close it with `aclose`."""

    def __init__(self, settings: McpServerSettings, environment: Mapping[str, str]) -> None:
        self._settings = settings
        self._environment = environment
        self._tasks = TaskSet()
        self._opened: asyncio.Future[Talk | Failure] | None = None
        self._wire = Wire()
        # One, and those that are still ending.
        self._owners: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        """Whether there is a session, as far as is known."""
        opened = self._opened
        is_begun = opened is not None and opened.done() and not isinstance(opened.result(), Failure)
        return is_begun and not self._wire.over.is_set()

    async def ready(self) -> "Talk | Failure":
        """Return what talks to the server, starting it if need be, or why it cannot be talked to."""
        if self._is_closed:
            return _CLOSED
        if self._opened is None or self._wire.over.is_set():
            self._wire, self._opened = Wire(), asyncio.get_running_loop().create_future()
            live = self._live(self._wire, self._opened)
            owner = self._tasks.start(live, name=f"mcp-{self._settings.name}")
            self._owners.add(owner)
            owner.add_done_callback(self._owners.discard)
        return await asyncio.shield(self._opened)

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any] | Failure:
        """Return the answer of `tool`, or why there is none. Raises nothing but `CancelledError`."""
        talk = await self.ready()
        return talk if isinstance(talk, Failure) else await talk.call(tool, arguments)

    async def aclose(self) -> None:
        """End the server, also under those who wait for it; it is not started again."""
        self._is_closed = True
        self._wire.end(_CLOSED.text)
        if self._opened is not None and not self._opened.done():
            self._cancel()
        # In good order first; then whatever does not end.
        for wait_s in (_CLOSE_S, 1.0):
            if self._owners:
                await asyncio.wait(set(self._owners), timeout=wait_s)
                self._cancel()

    def _cancel(self) -> None:
        for owner in self._owners:
            owner.cancel()

    async def _live(self, wire: Wire, opened: "asyncio.Future[Talk | Failure]") -> None:
        """Open a session and keep it until it is over."""

        async def use(talk: "Talk") -> None:
            outcome = await self._checked(talk)
            if outcome is not None:
                # Who asks while it is still ending begins a new one.
                wire.end(outcome.text)
            opened.set_result(outcome or talk)
            if outcome is None:
                await wire.over.wait()

        why = Failure("it failed as nobody foresaw; the log names the error")
        try:
            # The import and the token's file would stop the loop.
            door = await asyncio.to_thread(_door)
            shown = await asyncio.to_thread(headers, self._settings, self._environment)
            if isinstance(door, Failure):
                why = door
            elif isinstance(shown, Failure):
                why = shown
            else:
                why = await door.converse(self._settings, self._environment, shown, wire, use)
        finally:
            wire.end(why.text)
            if not opened.done():
                opened.set_result(why)

    async def _checked(self, talk: "Talk") -> Failure | None:
        """Return what is wrong with the tools that the settings name, None when nothing is."""
        tools = await talk.tools()
        if isinstance(tools, Failure):
            # Of no tool that is asked for an agent: the next session that begins shows that it is over.
            return replace(tools, scope="store")
        settings = self._settings
        wanted = {settings.search_tool: settings.search_arguments}
        if settings.get_tool:
            wanted[settings.get_tool] = settings.get_arguments
        for name, arguments in wanted.items():
            if name not in tools:
                plain = sorted(
                    each for each in tools if each.isascii() and each.isprintable() and len(each) <= 64
                )
                has = ", ".join(plain[:_MOST_SHOWN]) or "none"
                return Failure(f"it has no tool {name!r}; its tools: {has}", _PAUSE_S)
            if (why := misfit(filled(arguments, _SAMPLE), tools[name])) is not None:
                return Failure(f"{name}: {why}", _PAUSE_S)
        return None


def _door() -> "ModuleType | Failure":
    """Import what talks to servers, with the SDK; it is not imported before a server is needed."""
    try:
        return importlib.import_module("recall_sidecar.memory.mcp.session")
    except ModuleNotFoundError:
        return _NO_PACKAGE
