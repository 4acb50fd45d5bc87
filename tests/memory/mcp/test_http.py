"""A server over HTTP: the token goes to one address, and no answer is read without end."""

import asyncio
import contextlib
import gzip
import json
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.mcp.connection import Connection
from recall_sidecar.memory.mcp.results import findings
from recall_sidecar.settings import McpServerSettings
from tests.memory.mcp.servers.notes import server
from tests.waiting import until

Handler = Callable[[dict[str, Any]], Response]


@contextlib.asynccontextmanager
async def serving(app: Any) -> AsyncIterator[str]:  # noqa: ANN401 -- an ASGI application
    """Serve `app` on a free port of this machine and give its address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        running = uvicorn.Server(
            uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=1)
        )
        task = asyncio.create_task(running.serve(sockets=[listening]))  # noqa: TID251 -- the test owns it
        await until(lambda: running.started)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        finally:
            running.should_exit = True
            await task


class Scripted:
    """A server that greets as it should and answers calls with what it is given."""

    def __init__(self, answers: Handler) -> None:
        self.answers = answers
        self.methods: list[str] = []
        self.tokens: list[str | None] = []

    async def answer(self, request: Request) -> Response:
        self.methods.append(request.method)
        self.tokens.append(request.headers.get("authorization"))
        message = await request.json() if request.method == "POST" else {}
        match message.get("method"):
            case "initialize":
                info = {"name": "scripted", "version": "1"}
                result: dict[str, Any] = {
                    "protocolVersion": message["params"]["protocolVersion"],
                    "capabilities": {},
                    "serverInfo": info,
                }
            case "tools/list":
                result = {"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}
            case "tools/call":
                return self.answers(message)
            case _:
                return Response(status_code=202)
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        return JSONResponse(reply, headers={"mcp-session-id": "s1"})

    def app(self) -> Starlette:
        return Starlette(routes=[Route("/mcp", self.answer, methods=["GET", "POST", "DELETE"])])


def settings(url: str, **more: object) -> McpServerSettings:
    return McpServerSettings.model_validate({"name": "notes", "url": url, "search_tool": "search", **more})


async def asked(
    url: str, environment: dict[str, str] | None = None, **more: object
) -> dict[str, Any] | Failure:
    connection = Connection(settings(url, **more), environment or {})
    try:
        return await connection.call("search", {"query": "alpacas"})
    finally:
        await connection.aclose()


async def test_a_server_made_with_the_sdk_is_searched_and_read() -> None:
    table = {"search_tool": "search_notes", "get_tool": "read_note", "get_arguments": {"identifier": "{id}"}}
    async with serving(server().streamable_http_app()) as url:
        own = settings(url, **table)
        connection = Connection(own, {})
        answer = await connection.call("search_notes", {"query": "alpacas"})
        read = await connection.call("read_note", {"identifier": "garden/alpacas"})
        await connection.aclose()

    assert not isinstance(answer, Failure)
    assert not isinstance(read, Failure)
    (found,) = findings(answer, own.result, 2000)
    assert (found.id, found.text) == ("garden/alpacas", "Ottilie keeps seventeen alpacas near Zwettl.")
    assert "Three of them are brown." in findings(read, own.result, 2000)[0].text


async def test_the_token_is_shown_and_no_stream_is_opened_to_be_spoken_to() -> None:
    scripted = Scripted(
        lambda message: JSONResponse({"jsonrpc": "2.0", "id": message["id"], "result": {"content": []}})
    )
    async with serving(scripted.app()) as url:
        outcome = await asked(url, {"NOTES_TOKEN": "tok-1"}, token_env="NOTES_TOKEN")

    assert outcome == {"content": []}
    assert {*scripted.tokens} == {"Bearer tok-1"}
    assert {*scripted.methods} == {"POST", "DELETE"}


async def test_a_redirect_to_another_server_is_not_followed() -> None:
    other = Scripted(lambda _: Response(status_code=500))
    async with serving(other.app()) as elsewhere:
        scripted = Scripted(lambda _: RedirectResponse(elsewhere, status_code=307))
        async with serving(scripted.app()) as url:
            outcome = await asked(url, {"NOTES_TOKEN": "tok-1"}, token_env="NOTES_TOKEN")

    assert isinstance(outcome, Failure)
    assert other.tokens == []


def long_json(_: dict[str, Any]) -> Response:
    return Response(b'{"x": "' + b"x" * 1_200_000 + b'"}', media_type="application/json")


def endless(_: dict[str, Any]) -> Response:
    async def pieces() -> AsyncIterator[bytes]:
        while True:
            yield b": keep\n\n" * 8192
            await asyncio.sleep(0)

    return StreamingResponse(pieces(), media_type="text/event-stream")


def bomb(message: dict[str, Any]) -> Response:
    body = json.dumps(
        {"jsonrpc": "2.0", "id": message["id"], "result": {"content": [], "x": "x" * 5_000_000}}
    )
    return Response(
        gzip.compress(body.encode()), media_type="application/json", headers={"content-encoding": "gzip"}
    )


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        pytest.param(long_json, "said more than 1024 KB", id="a body that is too long"),
        pytest.param(endless, "said more than 1024 KB", id="a stream without end"),
        pytest.param(lambda _: Response(status_code=401), "it answered 401", id="a wrong token"),
        pytest.param(lambda _: Response(status_code=404), "it answered 404", id="a session that is over"),
        pytest.param(lambda _: Response(status_code=500), "it answered 500", id="a fault"),
        pytest.param(lambda _: Response("<html>", media_type="text/html"), "refused the call", id="a page"),
        pytest.param(
            lambda _: Response("{", media_type="application/json"), "refused the call", id="no JSON"
        ),
        pytest.param(bomb, "refused the call", id="a packed body of many times its size is not unpacked"),
    ],
)
async def test_what_fails_is_told_in_our_words(answers: Handler, says: str) -> None:
    async with serving(Scripted(answers).app()) as url:
        outcome = await asked(url)

    assert isinstance(outcome, Failure)
    assert says in outcome.text


@pytest.mark.parametrize("status", [401, 403, 404, 503])
async def test_a_server_that_does_not_even_greet_is_told_by_its_status(status: int) -> None:
    def refuse(_: Request) -> Response:
        return Response(status_code=status)

    async with serving(Starlette(routes=[Route("/mcp", refuse, methods=["POST"])])) as url:
        outcome = await asked(url)

    assert outcome == Failure(f"it answered {status}")


async def test_a_session_that_is_over_is_begun_anew() -> None:
    steps = [Response(status_code=404)]

    def answers(message: dict[str, Any]) -> Response:
        return (
            steps.pop()
            if steps
            else JSONResponse({"jsonrpc": "2.0", "id": message["id"], "result": {"content": []}})
        )

    async with serving(Scripted(answers).app()) as url:
        connection = Connection(settings(url), {})
        first = await connection.call("search", {"query": "alpacas"})
        second = await connection.call("search", {"query": "alpacas"})
        await connection.aclose()

    assert isinstance(first, Failure)
    assert second == {"content": []}


async def test_nobody_there_is_a_failure() -> None:
    outcome = await asked("http://127.0.0.1:1/mcp")

    assert outcome == Failure("it cannot be reached (ConnectError)")


async def test_a_token_that_cannot_be_had_is_told_and_nobody_is_called(tmp_path: Path) -> None:
    outcome = await asked("http://127.0.0.1:1/mcp", token_file=str(tmp_path / "missing"))

    assert isinstance(outcome, Failure)
    assert "token_file cannot be used" in outcome.text
