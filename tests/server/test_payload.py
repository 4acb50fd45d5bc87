"""Bodies that can be read, and those that cannot."""

import asyncio

import pytest
from aiohttp import web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.streams import StreamReader
from aiohttp.test_utils import make_mocked_request

from recall_sidecar.errors import RequestRefused
from recall_sidecar.server.payload import BODY_WITHIN_S, read_object
from tests.server.fakes import FULL, House, Served

TURN = "/v1/hooks/before_prompt_build"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        pytest.param(b"{", None, id="half an object"),
        pytest.param(b"", None, id="nothing"),
        pytest.param(b"[1]", None, id="an array"),
        pytest.param(b"[" * 50_000, None, id="very deep nesting"),
        pytest.param(b"\xff{}", None, id="no UTF-8"),
        pytest.param(b'{"text": "\\ud83d"', None, id="half an emoji in half an object"),
        pytest.param(b'{"a": ' + b"[" * 50_000 + b'"\\ud83d"', None, id="half an emoji, very deep"),
        pytest.param(b'{"event": {"prompt": {}}}', "event.prompt", id="a field of another type"),
    ],
)
async def test_a_body_that_cannot_be_read_is_named(daemon: Served, body: bytes, field: str | None) -> None:
    headers = FULL | {"Content-Type": "application/json"}
    async with daemon.session.post(daemon.url(TURN), data=body, headers=headers) as response:
        answer = await response.json()

    assert response.status == 400
    assert answer["error"]["code"] == "bad_request"
    assert answer["error"]["field"] == field
    assert answer["error"]["remedy"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("path", [TURN, "/v1/commands", "/v1/memory/search"])
async def test_a_packed_body_is_refused_and_not_unpacked(daemon: Served, path: str, encoding: str) -> None:
    headers = FULL | {"Content-Type": "application/json", "Content-Encoding": encoding}
    async with daemon.session.post(daemon.url(path), data=b"this is no gzip", headers=headers) as response:
        answer = await response.json()

    assert (response.status, answer["error"]["field"]) == (415, "Content-Encoding")


async def test_a_body_that_breaks_off_in_the_middle_is_the_callers_fault() -> None:
    body = StreamReader(BaseProtocol(asyncio.get_running_loop()), limit=2**16)
    body.set_exception(web.RequestPayloadError("not for anybody's eyes"))
    app = web.Application()
    app[BODY_WITHIN_S] = 30.0
    request = make_mocked_request("POST", "/v1/commands", app=app, payload=body)

    with pytest.raises(RequestRefused) as refused:
        await read_object(request)

    assert (refused.value.status, "eyes" in str(refused.value)) == (400, False)


async def test_half_an_emoji_does_not_lose_the_turn(daemon: Served, house: House) -> None:
    headers = FULL | {"Content-Type": "application/json"}
    body = b'{"event": {"currentUserMessage": "caf\xc3\xa9 \\ud83d and \\ud83c\\udf75"}}'
    async with daemon.session.post(daemon.url(TURN), data=body, headers=headers) as response:
        assert response.status == 200

    assert house.pipeline.turns[0][0].text == "café ? and 🍵"
