"""A server is a child process that inherits nothing, says so much and no more, and never outlives us."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, JSONRPCResponse

from recall_sidecar.memory.mcp.stdio import child_environment, over_stdio
from recall_sidecar.memory.mcp.wire import MOST_BYTES, Wire
from tests.memory.mcp.world import Raw, alive
from tests.waiting import until

GREETING = JSONRPCRequest(jsonrpc="2.0", id=1, method="initialize", params={"protocolVersion": "2025-11-25"})
CALL = JSONRPCRequest(
    jsonrpc="2.0", id=2, method="tools/call", params={"name": "search", "arguments": {"query": "tea"}}
)


def test_the_environment_holds_what_is_named_and_what_starting_takes(tmp_path: Path) -> None:
    ours = {"PATH": "/bin", "HOME": "/home/us", "OPENAI_API_KEY": "sk", "NOTES_KEY": "n", "LANG": "C"}
    settings = Raw("honest", tmp_path / "log").settings(
        pass_env=["NOTES_KEY", "MISSING"], env={"HOME": "/elsewhere"}
    )

    assert child_environment(settings, ours) == {"PATH": "/bin", "HOME": "/elsewhere", "NOTES_KEY": "n"}


async def test_messages_go_both_ways(tmp_path: Path) -> None:
    async with over_stdio(Raw("honest", tmp_path / "log").settings(), {}, Wire()) as (incoming, outgoing):
        await outgoing.send(SessionMessage(GREETING))
        answer = await incoming.receive()

    assert isinstance(answer, SessionMessage)
    assert isinstance(answer.message, JSONRPCResponse)
    assert answer.message.id == 1


async def test_a_command_below_the_home_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    script = tmp_path / "server"
    script.write_text("#!/bin/sh\nread line\nkill -9 $$\n", "utf-8")
    script.chmod(0o700)
    wire = Wire()

    async with over_stdio(Raw("x", tmp_path / "log").settings(command="~/server"), {}, wire) as (_, outgoing):
        await outgoing.send(SessionMessage(GREETING))
        await wire.over.wait()

    assert wire.why == "it ended"


async def test_a_server_that_reads_no_more_is_over_though_it_goes_on_running(tmp_path: Path) -> None:
    script = tmp_path / "server"
    script.write_text("#!/bin/sh\nexec <&-\necho '{}'\nexec sleep 600\n", "utf-8")
    script.chmod(0o700)
    wire = Wire()

    async with over_stdio(Raw("x", tmp_path / "log").settings(command=str(script)), {}, wire) as (
        _,
        outgoing,
    ):
        await until(lambda: not wire.takes(b"") or wire._bytes < MOST_BYTES)
        await outgoing.send(SessionMessage(GREETING))
        await wire.over.wait()

    assert wire.why == "it does not listen any more"


async def test_a_server_that_says_too_much_is_not_listened_to(tmp_path: Path) -> None:
    wire = Wire()
    async with over_stdio(Raw("floods", tmp_path / "log").settings(), {}, wire) as (_, outgoing):
        await outgoing.send(SessionMessage(CALL))
        await wire.over.wait()

    assert "too many things" in wire.why


async def test_cancelled_it_still_leaves_no_process(tmp_path: Path) -> None:
    raw = Raw("stubborn", tmp_path / "log")

    async def hold() -> None:
        async with over_stdio(raw.settings(), {}, Wire()):
            await asyncio.Event().wait()

    held = asyncio.ensure_future(hold())  # noqa: TID251 -- the test owns it
    noted = Path(f"{raw.log}.pids")
    await until(lambda: noted.exists() and len(noted.read_text("utf-8").split()) == 2)
    held.cancel()
    await asyncio.wait({held})

    await until(lambda: not any(alive(int(pid)) for pid in noted.read_text("utf-8").split()))


async def test_a_server_that_is_killed_is_over(tmp_path: Path) -> None:
    raw, wire = Raw("stubborn", tmp_path / "log"), Wire()
    noted = Path(f"{raw.log}.pids")
    async with over_stdio(raw.settings(), {}, wire):
        await until(lambda: noted.exists() and len(noted.read_text("utf-8").split()) == 2)
        # The helper holds the server's output open.
        for pid in noted.read_text("utf-8").split():
            os.kill(int(pid), signal.SIGKILL)
        await wire.over.wait()

    assert wire.why == "it ended"
