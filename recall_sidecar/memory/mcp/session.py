"""The door to the MCP SDK: one session with one server, in the task that opened it.

A session is told who we are, greets, lists tools and calls them. Whatever the server says of itself (instructions,
descriptions, prompts, resources) is not kept; requests of the server's own (sampling, elicitation, roots) are refused by the
SDK, since no answer to them is given here. Import this module in a thread: the SDK takes a second.
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import anyio
import httpx2
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    CallToolRequest,
    CallToolRequestParams,
    Implementation,
    ListToolsRequest,
    PaginatedRequestParams,
)
from pydantic import RootModel

from recall_sidecar import __version__
from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.mcp.http import over_http
from recall_sidecar.memory.mcp.stdio import over_stdio
from recall_sidecar.memory.mcp.wire import Wire
from recall_sidecar.settings import McpServerSettings

__all__ = ["Talk", "converse"]

_START_S: Final = 60.0
_MOST_PAGES: Final = 10
_PAUSE_S: Final = 30.0
_ODD: Final = Failure("its answer is not in the agreed shape", _PAUSE_S, "tool")
_EXPECTED: Final = (
    MCPError, OSError, httpx2.HTTPError, RuntimeError, ValueError, anyio.BrokenResourceError, ExceptionGroup,
)  # fmt: skip
# Their messages hold what servers said, and addresses.
_LOUD: Final = ("mcp", "client", "httpx2", "httpcore2")


class _Answer(RootModel[dict[str, Any]]):
    """An answer as the wire has it; the SDK has looked at its shape."""


class Talk:
    """What can be said to a server while its session lasts; many may speak at once."""

    def __init__(self, session: ClientSession, wire: Wire) -> None:
        self._session = session
        self._wire = wire

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any] | Failure:
        """Return the answer of `tool` as the wire has it, or why there is none."""
        # Not `call_tool`: it would list tools, and follow schemas that the server wrote.
        request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=dict(arguments)))
        return await self._sent(request)

    async def tools(self) -> dict[str, object] | Failure:
        """Return the names of the server's tools, each with what it takes."""
        found: dict[str, object] = {}
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await self._sent(ListToolsRequest(params=PaginatedRequestParams(cursor=cursor)))
            if isinstance(page, Failure):
                return page
            for tool in page.get("tools", []):
                found[str(tool.get("name"))] = tool.get("inputSchema")
            cursor = page.get("nextCursor")
            if not isinstance(cursor, str):
                break
        return found

    async def _sent(self, request: CallToolRequest | ListToolsRequest) -> dict[str, Any] | Failure:
        self._wire.status = 0
        try:
            return (await self._session.send_request(request, _Answer)).root
        except MCPError as error:
            return _failure(error, self._wire)
        except ValueError:
            return _ODD


async def converse(
    settings: McpServerSettings,
    environment: Mapping[str, str],
    headers: Mapping[str, str],
    wire: Wire,
    use: Callable[[Talk], Awaitable[None]],
) -> Failure:
    """Open a session, `use` it, and return why it is over; all of it within the calling task."""
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        async with contextlib.AsyncExitStack() as stack:
            streams = await stack.enter_async_context(
                over_http(settings.url, headers, wire)
                if settings.url
                else over_stdio(settings, environment, wire)
            )
            session = await stack.enter_async_context(
                ClientSession(
                    *streams, client_info=Implementation(name="recall-sidecar", version=__version__)
                )
            )
            with anyio.fail_after(_START_S):
                await _greet(session)
            await use(Talk(session, wire))
    except _EXPECTED as error:
        return _over(_innermost(error), wire)
    return Failure(wire.why or "it ended")


def _over(error: BaseException, wire: Wire) -> Failure:
    """Return what an error that ended the session means."""
    match error:
        case MCPError():
            return _failure(error, wire)
        case TimeoutError():
            wire.end(f"it did not answer our greeting within {round(_START_S)} s")
        case OSError():
            # Of a command that cannot be started; the text of the error would name a path.
            wire.end(f"its command cannot be started ({error.strerror or type(error).__name__})")
        case _:
            wire.end(f"it cannot be reached ({type(error).__name__})")
    return Failure(wire.why)


async def _greet(session: ClientSession) -> None:
    """Agree on a version: most servers want a greeting, those of the newest kind say what they speak."""
    try:
        await session.initialize()
    except MCPError as error:
        if error.code == CONNECTION_CLOSED:
            raise
        await session.discover()


def _failure(error: MCPError, wire: Wire) -> Failure:
    """Return what an error of the protocol means; nothing of its message, which is the server's."""
    if wire.why:
        return Failure(wire.why)
    if wire.status:
        status, wire.status = wire.status, 0
        wire.end(f"it answered {status}")
        return Failure(wire.why)
    if error.code == CONNECTION_CLOSED:
        wire.end("it ended in the middle of a call")
        return Failure(wire.why)
    return Failure(f"it refused the call (code {error.code})", _PAUSE_S, "tool")


def _innermost(error: BaseException) -> BaseException:
    """Return the first error within groups of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
