"""Calls over real HTTP: bounded, to one address, with a token that is read again when it is refused."""

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from aiohttp import web

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.openclaw.client import GatewayClient
from recall_sidecar.memory.openclaw.failures import Reply
from recall_sidecar.memory.openclaw.token import NoToken, Token
from recall_sidecar.settings import GatewayMemorySettings
from tests.memory.openclaw.scripted import TOKEN, ScriptedGateway, body, gateway

CALL = {"tool": "memory_search", "args": {"query": "tea"}}


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedGateway]:
    """Return a gateway that finds nothing."""
    async with gateway(memory_search=body(results=[])) as serving:
        yield serving


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Return a configuration that names the right token."""
    return write(tmp_path / "openclaw.json", TOKEN)


def write(config: Path, token: str) -> Path:
    config.write_text(json.dumps({"gateway": {"auth": {"token": token}}}))
    return config


@pytest.fixture
async def client(scripted: ScriptedGateway, config: Path) -> AsyncIterator[GatewayClient]:
    """Return a client of the scripted gateway."""
    settings = GatewayMemorySettings(url=scripted.url, config=str(config))
    client = GatewayClient(settings, {})
    yield client
    await client.aclose()


async def test_a_tool_is_called_with_the_token(client: GatewayClient, scripted: ScriptedGateway) -> None:
    outcome = await client.invoke(CALL, 5)

    assert outcome == Reply(body(results=[]))
    assert scripted.calls == [CALL]


async def test_a_token_that_changed_is_read_again(
    client: GatewayClient, scripted: ScriptedGateway, config: Path
) -> None:
    await client.invoke(CALL, 5)
    scripted.token = "tok-new"
    write(config, "tok-new")

    assert isinstance(await client.invoke(CALL, 5), Reply)
    assert scripted.refused == 1


async def test_a_token_that_stays_wrong_is_shown_once(
    client: GatewayClient, scripted: ScriptedGateway
) -> None:
    scripted.token = "tok-other"

    outcome = await client.invoke(CALL, 5)

    assert isinstance(outcome, Failure)
    assert outcome.wants_token
    assert scripted.refused == 1


async def test_a_token_that_takes_long_to_find_is_kept_for_the_next_call(
    scripted: ScriptedGateway, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = threading.Event()
    times = []

    def find(settings: GatewayMemorySettings, _: Mapping[str, str]) -> Token | NoToken:
        times.append(settings)
        found.wait()
        return Token(TOKEN)

    monkeypatch.setattr("recall_sidecar.memory.openclaw.client.find_token", find)
    client = GatewayClient(GatewayMemorySettings(url=scripted.url, config=str(config)), {})

    first = await asyncio.gather(*(client.invoke(CALL, 0.05) for _ in range(3)))
    found.set()
    second = await client.invoke(CALL, 5)
    await client.aclose()

    assert all(isinstance(outcome, Failure) for outcome in first)
    assert isinstance(second, Reply)
    assert len(times) == 1


async def test_without_a_token_nothing_is_sent(scripted: ScriptedGateway) -> None:
    client = GatewayClient(GatewayMemorySettings(url=scripted.url, config=""), {})

    outcome = await client.invoke(CALL, 5)

    assert isinstance(outcome, Failure)
    assert scripted.headers == []


async def test_a_gateway_that_wants_no_token_gets_none(scripted: ScriptedGateway, config: Path) -> None:
    scripted.token = ""
    config.write_text('{"gateway": {"auth": {"mode": "none"}}}')
    client = GatewayClient(GatewayMemorySettings(url=scripted.url, config=str(config)), {})

    outcome = await client.invoke(CALL, 5)
    await client.aclose()

    assert isinstance(outcome, Reply)
    assert "Authorization" not in scripted.headers[0]


async def test_a_redirect_is_not_followed(client: GatewayClient, scripted: ScriptedGateway) -> None:
    scripted.next = [web.Response(status=307, headers={"Location": f"{scripted.url}/tools/invoke"})]

    outcome = await client.invoke(CALL, 5)

    assert outcome == Failure("the gateway answered 307")
    assert len(scripted.headers) == 1


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        pytest.param(web.Response(text="<html>"), "not JSON", id="a page"),
        pytest.param(web.Response(text="[" * 100_000), "not JSON", id="JSON without end"),
        pytest.param(web.Response(body=b"\xff\xfe\x00"), "not JSON", id="bytes"),
        pytest.param(web.Response(body=b" " * 1_100_000), "more than 1024 KB", id="too much"),
        pytest.param(web.Response(status=500, text="secret words"), "answered 500", id="a fault"),
        pytest.param(web.Response(status=429, headers={"Retry-After": "9"}), "fewer calls", id="a limit"),
    ],
)
async def test_what_is_no_answer_is_told_without_its_words(
    client: GatewayClient, scripted: ScriptedGateway, answer: web.Response, says: str
) -> None:
    scripted.next = [answer]

    outcome = await client.invoke(CALL, 5)

    assert isinstance(outcome, Failure)
    assert says in outcome.text
    assert "secret words" not in outcome.text


async def test_a_slow_gateway_is_not_waited_for(client: GatewayClient, scripted: ScriptedGateway) -> None:
    scripted.next = [60.0]

    assert await client.invoke(CALL, 0.2) == Failure("the gateway did not answer within 200 ms")


async def test_a_gateway_that_is_not_there_is_a_failure(config: Path) -> None:
    async with gateway() as gone:
        url = gone.url
    client = GatewayClient(GatewayMemorySettings(url=url, config=str(config)), {})

    outcome = await client.invoke(CALL, 5)
    await client.aclose()

    assert outcome == Failure("the gateway cannot be reached (ClientConnectorError)")


async def test_the_token_is_in_no_log_and_no_repr(
    client: GatewayClient, scripted: ScriptedGateway, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await client.invoke(CALL, 5)
    scripted.token = "tok-other"

    outcome = await client.invoke(CALL, 5)

    assert TOKEN not in caplog.text + repr(outcome) + repr(vars(client)["_token"])


async def test_a_client_that_is_closed_opens_nothing(
    client: GatewayClient, scripted: ScriptedGateway
) -> None:
    await client.aclose()

    assert isinstance(await client.invoke(CALL, 5), Failure)
    assert scripted.headers == []
