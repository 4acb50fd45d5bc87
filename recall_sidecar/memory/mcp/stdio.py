"""A server as a child process that speaks over its standard input and output.

The SDK's own transport reads a line of any length, hands on more of our environment, and logs what it cannot read; so this
one counts what comes in, drops notifications unread, and lets the process inherit nothing that is not named. Its standard
error goes nowhere: it may hold memory.
"""

import asyncio
import contextlib
import os
import signal
from asyncio import subprocess
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, jsonrpc_message_adapter

from recall_sidecar.memory.mcp.wire import CALL, Wire
from recall_sidecar.settings import McpServerSettings
from recall_sidecar.tasks import TaskSet

__all__ = ["child_environment", "over_stdio"]

_ToSession: TypeAlias = MemoryObjectSendStream[SessionMessage | Exception]
_Streams: TypeAlias = tuple[
    MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]
]

_INHERITED: Final = ("PATH", "HOME")
_PIECE: Final = 64 * 1024
# After its input was closed, and again after SIGTERM.
_GRACE_S: Final = 0.5


def child_environment(settings: McpServerSettings, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the whole environment of the process: what it needs to start, and what the settings name."""
    names = (*_INHERITED, *settings.pass_env)
    return {name: environment[name] for name in names if name in environment} | settings.env


@contextlib.asynccontextmanager
async def over_stdio(
    settings: McpServerSettings, environment: Mapping[str, str], wire: Wire
) -> AsyncIterator[_Streams]:
    """Start the server and yield the two streams of a session; end it, and all that it started, afterwards.

    Raises:
        OSError: It cannot be started.
    """
    command = settings.command
    if command.startswith("~/"):
        command = await asyncio.to_thread(lambda: str(Path(command).expanduser()))
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.subprocess_exec(
        lambda: subprocess.SubprocessStreamProtocol(limit=_PIECE, loop=loop),
        command,
        *settings.args,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_environment(settings, environment),
        # A group of its own: what it starts can be ended with it, and Ctrl-C in our terminal is not its business.
        start_new_session=True,
    )
    process = subprocess.Process(transport, protocol, loop)
    tasks = TaskSet()
    to_session, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, from_session = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        _ = tasks.start(_read(process, to_session, wire), name="mcp-read")
        _ = tasks.start(_write(process, from_session, wire), name="mcp-write")
        yield incoming, outgoing
    finally:
        try:
            await _end(process)
        finally:
            # Whatever happened: nothing of the group is left, and no pipe stays open.
            _signal(process.pid, signal.SIGKILL)
            await _gone(process)
            transport.close()
            await tasks.aclose()
            for stream in (to_session, incoming, outgoing, from_session):
                stream.close()


async def _read(process: subprocess.Process, to_session: _ToSession, wire: Wire) -> None:
    """Hand answers and requests to the session until the server ends or has said too much."""
    assert process.stdout is not None  # noqa: S101 - it was asked for
    with to_session, contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
        await _hand_on(process.stdout, to_session, wire)
    wire.end("it ended")
    # A server that waits for somebody to read what it writes could not end.
    while await process.stdout.read(_PIECE):
        pass


async def _hand_on(stdout: asyncio.StreamReader, to_session: _ToSession, wire: Wire) -> None:
    buffer = b""
    while piece := await stdout.read(_PIECE):
        if not wire.takes(piece):
            return
        *lines, buffer = (buffer + piece).split(b"\n")
        for line in lines:
            if (message := _message(line)) is None:
                continue
            if isinstance(message.message, JSONRPCRequest) and not wire.takes_question():
                return
            await to_session.send(message)


def _message(line: bytes) -> SessionMessage | None:
    """Return what a line says; None for what is no message, and for notifications, which nothing here waits for."""
    if not line.strip():
        return None
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return None
    return None if isinstance(message, JSONRPCNotification) else SessionMessage(message)


async def _write(
    process: subprocess.Process, from_session: MemoryObjectReceiveStream[SessionMessage], wire: Wire
) -> None:
    """Hand what the session says to the server."""
    assert process.stdin is not None  # noqa: S101 - it was asked for
    try:
        async for message in from_session:
            if isinstance(message.message, JSONRPCRequest):
                wire.asked(is_call=message.message.method == CALL)
            line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            process.stdin.write(f"{line}\n".encode())
            await process.stdin.drain()
    except OSError:
        # It reads no more, though it may go on running: calls would wait for an answer that never comes.
        wire.end("it does not listen any more")
    except anyio.ClosedResourceError:
        pass


async def _end(process: subprocess.Process) -> None:
    """Close the server's input, then ask it to end; returns when it has, or after a second."""
    assert process.stdin is not None  # noqa: S101 - it was asked for
    process.stdin.close()
    if not await _gone(process):
        _signal(process.pid, signal.SIGTERM)
        await _gone(process)


async def _gone(process: subprocess.Process) -> bool:
    """Whether the process has ended, or does so in time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_GRACE_S):
            await process.wait()
    return process.returncode is not None


def _signal(group: int, number: signal.Signals) -> None:
    """Signal the server and what it started; all of it may be gone already."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
