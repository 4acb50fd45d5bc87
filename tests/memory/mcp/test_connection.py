"""A server is started when it is needed, once for all who wait, and again after it has ended."""

import asyncio
import sys
from pathlib import Path

import pytest

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.mcp.connection import Connection
from recall_sidecar.memory.mcp.results import findings
from recall_sidecar.settings import McpServerSettings
from tests.memory.mcp.world import SERVERS, Raw
from tests.waiting import until


async def test_a_server_made_with_the_sdk_is_searched() -> None:
    settings = McpServerSettings.model_validate(
        {
            "name": "notes",
            "command": sys.executable,
            "args": [str(SERVERS / "notes.py")],
            "search_tool": "search_notes",
        }
    )
    connection = Connection(settings, {"PATH": "/usr/bin:/bin"})

    answer = await connection.call("search_notes", {"query": "alpacas"})
    await connection.aclose()

    assert not isinstance(answer, Failure)
    (found,) = findings(answer, settings.result, 2000)
    assert (found.id, found.text) == ("garden/alpacas", "Ottilie keeps seventeen alpacas near Zwettl.")


async def test_whoever_waits_may_leave_and_the_server_goes_on_starting(tmp_path: Path) -> None:
    raw = Raw("honest", tmp_path / "log")
    connection = Connection(raw.settings(), {})
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await connection.ready()

    talks = await asyncio.gather(connection.ready(), connection.ready())
    await connection.aclose()

    assert talks[0] is talks[1]
    assert len(raw.heard("initialize")) == 1


async def test_a_server_that_ended_is_started_again(tmp_path: Path) -> None:
    raw = Raw("crashes-once", tmp_path / "log")
    connection = Connection(raw.settings(), {})

    first = await connection.call("search", {"query": "alpacas"})
    second = await connection.call("search", {"query": "alpacas"})
    await connection.aclose()

    assert isinstance(first, Failure)
    assert not isinstance(second, Failure)


async def test_a_call_that_is_given_up_is_taken_back(tmp_path: Path) -> None:
    raw = Raw("hangs", tmp_path / "log")
    connection = Connection(raw.settings(), {})
    await connection.ready()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await connection.call("search", {"query": "alpacas"})

    await until(lambda: bool(raw.heard("notifications/cancelled")))
    await connection.aclose()


async def test_after_closing_nothing_is_started(tmp_path: Path) -> None:
    raw = Raw("honest", tmp_path / "log")
    connection = Connection(raw.settings(), {})
    await connection.aclose()

    assert await connection.ready() == Failure("it was closed")
    assert raw.heard() == []


async def test_closing_does_not_wait_for_a_server_that_never_greets(tmp_path: Path) -> None:
    raw = Raw("mute", tmp_path / "log")
    connection = Connection(raw.settings(), {})
    waiting = asyncio.ensure_future(connection.ready())  # noqa: TID251 -- the test owns it
    await until(lambda: bool(raw.heard("initialize")))

    await connection.aclose()

    assert isinstance(await waiting, Failure)


async def test_without_the_package_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in list(sys.modules):
        if name == "mcp" or name.startswith(("mcp.", "recall_sidecar.memory.mcp.session")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp.client.session", None)
    connection = Connection(Raw("honest", tmp_path / "log").settings(), {})

    outcome = await connection.ready()
    await connection.aclose()

    assert isinstance(outcome, Failure)
    assert 'pip install "recall-sidecar[mcp]"' in outcome.text
