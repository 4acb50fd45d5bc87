"""Web pages, strangers and broken clients: each is refused in one shape, and the daemon goes on."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio

from tests.e2e.calls import TURN, Caller, over_tcp, port_of, turn_body
from tests.e2e.sidecar import Sidecar
from tests.provider import says

pytestmark = pytest.mark.asyncio(loop_scope="package")

JSON = {"Content-Type": "application/json"}


@pytest_asyncio.fixture(loop_scope="package")
async def tcp(sidecar: Sidecar) -> AsyncIterator[Caller]:
    """Return a caller on TCP with the full token."""
    async with over_tcp(sidecar.paths, sidecar.paths.token_file.read_text("utf-8").strip()) as caller:
        yield caller


@pytest.mark.parametrize(
    ("headers", "error"),
    [
        pytest.param({"Host": "evil.example"}, (421, "wrong_host", "Host"), id="a name of another site"),
        pytest.param({"Host": "127.0.0.1:1"}, (421, "wrong_host", "Host"), id="another port"),
        pytest.param({"Origin": "https://evil.example"}, (403, "forbidden", "Origin"), id="a web page"),
        pytest.param({"Origin": "null"}, (403, "forbidden", "Origin"), id="a sandboxed page"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, (403, "forbidden", "Origin"), id="an image of a page"),
        pytest.param({"Authorization": ""}, (401, "unauthorized", "Authorization"), id="no token"),
        pytest.param(
            {"Authorization": "Bearer " + "x" * 43},
            (401, "unauthorized", "Authorization"),
            id="another token",
        ),
        pytest.param(
            {"Content-Type": "text/plain"},
            (415, "unsupported_media_type", "Content-Type"),
            id="a form's type",
        ),
    ],
)
async def test_a_stranger_on_tcp_is_turned_away(
    tcp: Caller, headers: Mapping[str, str], error: tuple[int, str, str]
) -> None:
    answer = await tcp.post(TURN, data=json.dumps(turn_body()), headers={**JSON, **headers})

    assert answer.error == error


async def test_a_web_page_is_turned_away_on_open_routes_too(tcp: Caller) -> None:
    answer = await tcp.get("/healthz", headers={"Origin": "https://evil.example"})

    assert answer.error == (403, "forbidden", "Origin")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/traces"),
        ("GET", "/v1/status"),
        ("POST", "/v1/commands"),
        ("POST", "/v1/memory/search"),
        ("POST", "/v1/reload"),
    ],
)
async def test_the_hook_token_opens_nothing_but_hooks(sidecar: Sidecar, method: str, path: str) -> None:
    token = sidecar.paths.hook_token_file.read_text("utf-8").strip()

    async with over_tcp(sidecar.paths, token) as hook:
        answer = await (hook.get(path) if method == "GET" else hook.post(path, {}))

    assert answer.error == (403, "forbidden", "Authorization")


def deep(levels: int) -> bytes:
    """Return a turn whose messages are nested that deep."""
    return b'{"event": {"messages": ' + b"[" * levels + b"]" * levels + b"}}"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        pytest.param(b"x" * (5 * 2**20), (413, "too_large", None), id="5 MiB"),
        pytest.param(deep(100_000), (400, "bad_request", None), id="nested 100,000 deep"),
        pytest.param(b'{"event": "\xff\xfe"}', (400, "bad_request", None), id="no UTF-8"),
        pytest.param(b"{", (400, "bad_request", None), id="half an object"),
        pytest.param(b"", (400, "bad_request", None), id="no body"),
        pytest.param(b"[]", (400, "bad_request", None), id="an array"),
        pytest.param(b'{"v": 2}', (400, "bad_request", "v"), id="another version"),
        pytest.param(b'{"event": 7}', (400, "bad_request", "event"), id="a number for the event"),
        pytest.param(
            b'{"ctx": {"senderIsOwner": "yes"}}',
            (400, "bad_request", "ctx.senderIsOwner"),
            id="a right in words",
        ),
    ],
)
async def test_a_body_that_cannot_be_used_is_refused(
    host: Caller, body: bytes, error: tuple[int, str, str | None]
) -> None:
    answer = await host.post(TURN, data=io.BytesIO(body), headers=JSON)

    assert answer.error == error


async def test_half_an_emoji_does_not_lose_the_turn(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    body = json.dumps(turn_body("Which tea does Mara prefer? \ud83d"))

    answer = await host.post(TURN, data=body, headers=JSON)

    assert answer.ending == (200, "ok", None)


@pytest.mark.parametrize("path", ["/v1/nothing", "/../state/token", "/v1/traces/%2e%2e%2ftoken"])
async def test_an_unknown_address_is_not_found(host: Caller, path: str) -> None:
    assert (await host.get(path)).error[:2] == (404, "not_found")


async def test_another_method_is_refused_and_the_right_one_named(host: Caller) -> None:
    answer = await host.get(TURN)

    assert answer.error == (405, "method_not_allowed", None)
    assert answer.headers["Allow"] == "POST"


async def test_a_client_that_stops_in_the_middle_keeps_nobody_waiting(sidecar: Sidecar, host: Caller) -> None:
    token = sidecar.paths.token_file.read_text("utf-8").strip()
    port = port_of(sidecar.paths)
    head = (
        f"POST {TURN} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(50)]
    for _, writer in idle:
        writer.write(head.encode())
        await writer.drain()

    answer = await host.turn()
    state = await host.status()
    for _, writer in idle:
        writer.close()

    assert answer.ending == (200, "ok", None)
    assert state["turnsInFlight"] == 0


async def test_callers_who_never_ask_anything_cannot_crowd_the_others_out(
    sidecar: Sidecar, host: Caller
) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    port = port_of(sidecar.paths)
    idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
    for _, writer in idle:
        writer.write(b"POST /v1/hooks")

    answer = await host.turn()
    for _, writer in idle:
        writer.close()

    assert answer.ending == (200, "ok", None)
    assert "out of system resource" not in sidecar.daemon.log


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", id="TLS"),
        pytest.param(b"GET / HTTP/9.9\r\n\r\n", id="a version to come"),
        pytest.param(
            b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20_000 + b"\r\n", id="headers without end"
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            id="two lengths",
        ),
    ],
)
async def test_what_is_not_http_does_no_harm(sidecar: Sidecar, host: Caller, said: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(sidecar.paths))
    writer.write(said)
    writer.write_eof()

    async with asyncio.timeout(20):
        heard = await reader.read()
    writer.close()

    assert b"HTTP/1.1 200" not in heard
    assert (await host.get("/healthz")).body == {"status": "ok"}


async def test_nothing_that_was_sent_is_in_the_log(sidecar: Sidecar, host: Caller) -> None:
    secret_words = "a hat made of marmalade"
    bodies: list[dict[str, Any]] = [
        {"v": 1, "event": {"messages": secret_words}},
        {"v": secret_words},
        turn_body(secret_words, agentId="bare"),
    ]

    for body in bodies:
        await host.post(TURN, body)

    assert secret_words not in sidecar.daemon.log
