"""The client against a real daemon, against nobody, and against impostors."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from aiohttp import web

from recall_sidecar import listening, private
from recall_sidecar.client import DaemonClient
from recall_sidecar.errors import DaemonError, UnsafeFile
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import DaemonNote, StateLock
from recall_sidecar.server.app import application, runner
from tests.server.fakes import TOKENS, House, turn_body
from tests.waiting import until

T = TypeVar("T")


def announce(paths: Paths, port: int | None) -> None:
    """Leave the note and the tokens of a daemon that runs in this process."""
    private.make_folder(paths.state_dir)
    StateLock(paths).announce(
        DaemonNote(threading.get_native_id(), port, str(paths.socket_file), "0.1.0", datetime.now(UTC))
    )
    for file, token in ((paths.token_file, TOKENS.full), (paths.hook_token_file, TOKENS.hooks)):
        if not file.exists():
            private.write_new_file(file, token)


@asynccontextmanager
async def running(house: House, paths: Paths, *, unix: bool = True) -> AsyncIterator[int]:
    """Run a daemon over fakes, on its Unix socket too unless told not to."""
    sockets = [await asyncio.to_thread(listening.bind_tcp, 0)]
    if unix:
        sockets.append(await asyncio.to_thread(listening.bind_unix, paths.socket_file))
    port = sockets[0].getsockname()[1]
    await asyncio.to_thread(announce, paths, port)
    http = runner(application(house.services(port), heartbeat_s=0.02))
    await http.setup()
    for listener in sockets:
        await web.SockSite(http, listener).start()
    try:
        yield port
    finally:
        house.services(port).instance.stopping.set()
        await http.cleanup()


async def apart(call: Callable[[], T]) -> T:
    """Make a blocking call beside the loop."""
    return await asyncio.to_thread(call)


def found(paths: Paths) -> DaemonClient:
    client = DaemonClient.find(paths, timeout_s=5)
    assert client is not None
    return client


@pytest.fixture(params=["unix", "tcp"])
async def client(request: pytest.FixtureRequest, house: House, paths: Paths) -> AsyncIterator[DaemonClient]:
    """Return a client that found its daemon over either way."""
    async with running(house, paths, unix=request.param == "unix"):
        client = await apart(lambda: found(paths))
        assert (client.socket_file is not None) == (request.param == "unix")
        yield client


@pytest.fixture
def house() -> House:
    """Return the daemon's fakes."""
    return House()


async def test_a_get_returns_the_answer(client: DaemonClient) -> None:
    answer = await apart(lambda: client.get("/v1/status"))

    assert answer["pid"] == 42


async def test_a_post_sends_the_body(client: DaemonClient, house: House) -> None:
    answer = await apart(lambda: client.post("/v1/hooks/before_prompt_build", turn_body("grüner Tee 茶")))

    assert answer["status"] == "empty"
    assert house.pipeline.turns[0][0].text == "grüner Tee 茶"


async def test_a_refusal_is_a_sentence_with_its_remedy(client: DaemonClient) -> None:
    with pytest.raises(DaemonError, match=r"the field query cannot be used: Send it; it is needed\."):
        await apart(lambda: client.post("/v1/memory/search", {}))


async def test_an_answer_with_another_status_counts_when_asked_for(
    client: DaemonClient, house: House
) -> None:
    house.memory.passages.clear()

    answer = await apart(lambda: client.post("/v1/memory/get", {"path": "NONE.md"}, also=(404,)))

    assert answer["error"]["code"] == "not_found"


async def test_a_stream_yields_turns_and_can_be_left(client: DaemonClient, house: House) -> None:
    stream = client.stream("/v1/traces/stream")
    first = asyncio.get_running_loop().create_task(apart(lambda: next(stream)))
    while not house.tracer._listeners:
        await asyncio.sleep(0.001)

    trace = house.finish_turn()

    assert (await first)["traceId"] == trace.trace_id
    await apart(lambda: contextlib.closing(stream).__exit__(None, None, None))  # type: ignore[type-var]


async def test_a_stream_that_is_refused_says_why(client: DaemonClient) -> None:
    with pytest.raises(DaemonError, match=r"GET /openapi\.json"):
        await apart(lambda: next(client.stream("/v1/nothing")))


async def test_a_stream_ends_with_the_daemon(house: House, paths: Paths) -> None:
    async with running(house, paths):
        client = await apart(lambda: found(paths))
        events = asyncio.get_running_loop().create_task(
            apart(lambda: list(client.stream("/v1/traces/stream")))
        )
        await until(lambda: bool(house.tracer._listeners))
        house.finish_turn()

    assert len(await events) == 1


def test_a_stream_of_nonsense_is_an_error_in_words(tmp_path: Path) -> None:
    with nonsense(tmp_path / "s", reply(b"data: {\n")), pytest.raises(DaemonError, match="went away"):
        list(DaemonClient(tmp_path / "s").stream("/v1/traces/stream"))


async def test_a_slow_daemon_is_not_waited_for_without_end(client: DaemonClient, house: House) -> None:
    house.pipeline.gate = asyncio.Event()
    hasty = replace(client, timeout_s=0.05)

    with pytest.raises(DaemonError, match=r"did not answer .* within 0.05 s"):
        await apart(lambda: hasty.post("/v1/hooks/before_prompt_build", turn_body()))


async def test_a_daemon_that_went_away_is_said_to_have(house: House, paths: Paths) -> None:
    async with running(house, paths):
        client = await apart(lambda: found(paths))
        assert await apart(lambda: client.get("/healthz")) == {"status": "ok"}

    with pytest.raises(DaemonError, match="could not be reached or went away"):
        await apart(lambda: client.get("/healthz"))
    with pytest.raises(DaemonError, match="could not be reached or went away"):
        await apart(lambda: next(client.stream("/v1/traces/stream")))


def test_without_a_daemon_there_is_none(paths: Paths) -> None:
    assert DaemonClient.find(paths) is None


def test_a_daemon_without_tcp_that_lost_its_socket_is_none(paths: Paths) -> None:
    announce(paths, None)

    assert DaemonClient.find(paths) is None


def test_what_a_killed_daemon_left_behind_is_none(paths: Paths) -> None:
    listening.bind_unix(paths.socket_file).close()
    with listening.bind_tcp(0) as listener:
        port = listener.getsockname()[1]
    announce(paths, port)

    assert DaemonClient.find(paths) is None


def test_a_socket_in_an_open_folder_is_not_used(paths: Paths) -> None:
    with listening.bind_unix(paths.socket_file):
        paths.runtime_dir.chmod(0o777)

        with pytest.raises(UnsafeFile, match="chmod 700"):
            DaemonClient.find(paths)


def test_a_token_that_others_can_read_is_not_used(paths: Paths) -> None:
    with listening.bind_tcp(0) as listener:
        announce(paths, listener.getsockname()[1])
        paths.token_file.chmod(0o644)

        with pytest.raises(UnsafeFile, match="chmod 600"):
            DaemonClient.find(paths)


@contextlib.contextmanager
def impostor(answer: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """Listen on a port and answer every connection the same; yield the port and what was heard."""
    heard: list[bytes] = []

    def listen(listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection:
                    connection.settimeout(5)
                    heard.append(connection.recv(65536))
                    connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=listen, args=(listener,))
        thread.start()
        yield listener.getsockname()[1], heard
        listener.shutdown(socket.SHUT_RDWR)
    thread.join()


@contextlib.contextmanager
def nonsense(path: Path, answer: bytes) -> Iterator[None]:
    """Listen on a Unix socket and give one caller that answer."""

    def listen(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(answer)

    with listening.bind_unix(path) as listener:
        listener.setblocking(True)
        thread = threading.Thread(target=listen, args=(listener,))
        thread.start()
        yield
        thread.join()


def reply(body: bytes, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(reply(json.dumps({"proof": "0" * 64}).encode()), id="a made-up proof"),
        pytest.param(reply(b'{"proof": null}'), id="no proof"),
        pytest.param(reply(b'{"proof": "\\u00e9"}'), id="a proof that is no hex"),
        pytest.param(reply(b"[]"), id="another shape"),
        pytest.param(reply(b"<html>"), id="a web server"),
        pytest.param(reply(b"", "404 Not Found"), id="a server without the route"),
        pytest.param(b"SSH-2.0-OpenSSH_9\r\n", id="no HTTP at all"),
    ],
)
def test_an_impostor_on_the_port_is_told_nothing(paths: Paths, answer: bytes) -> None:
    with impostor(answer) as (port, heard):
        announce(paths, port)

        with pytest.raises(DaemonError):
            DaemonClient.find(paths, timeout_s=5)

    said = b"".join(heard)
    assert TOKENS.full.encode() not in said
    assert b"Authorization" not in said


async def test_a_proof_passed_on_from_another_port_is_worth_nothing(house: House, paths: Paths) -> None:
    """An impostor asks the real daemon, on another port, and repeats what it says."""
    async with running(house, paths, unix=False) as real:

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            question = await reader.readuntil(b"\r\n\r\n")
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", real)
            mine = writer.get_extra_info("sockname")[1]
            up_writer.write(question.replace(f":{mine}".encode(), f":{real}".encode()))
            writer.write(await up_reader.readuntil(b"}"))
            for stream in (up_writer, writer):
                stream.close()
                await stream.wait_closed()

        async with await asyncio.start_server(pass_on, "127.0.0.1", 0) as relay:
            paths.pid_file.unlink()
            await apart(lambda: announce(paths, relay.sockets[0].getsockname()[1]))

            with pytest.raises(
                DaemonError, match="is not this installation's daemon, so it was told nothing"
            ):
                await apart(lambda: DaemonClient.find(paths, timeout_s=5))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        pytest.param(reply(b"<html>"), "not JSON", id="no JSON"),
        pytest.param(reply(b"[1]"), "not a JSON object", id="no object"),
        pytest.param(reply(b"", "502 Bad Gateway"), "HTTP status 502", id="a failure without words"),
        pytest.param(reply(b'{"error": 1}', "500 Oops"), "HTTP status 500", id="an error of another shape"),
        pytest.param(b"rubbish\r\n\r\n", "went away", id="no HTTP"),
    ],
)
def test_a_daemon_that_talks_nonsense_is_an_error_in_words(
    tmp_path: Path, answer: bytes, message: str
) -> None:
    with nonsense(tmp_path / "s", answer), pytest.raises(DaemonError, match=message):
        DaemonClient(tmp_path / "s", timeout_s=5).get("/v1/status")


def test_a_client_does_not_show_its_token() -> None:
    client: Any = DaemonClient(None, 23517, TOKENS.full)

    assert TOKENS.full not in repr(client)
