"""Bodies that can be read, and those that cannot."""

import pytest

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


async def test_half_an_emoji_does_not_lose_the_turn(daemon: Served, house: House) -> None:
    headers = FULL | {"Content-Type": "application/json"}
    body = b'{"event": {"currentUserMessage": "caf\xc3\xa9 \\ud83d and \\ud83c\\udf75"}}'
    async with daemon.session.post(daemon.url(TURN), data=body, headers=headers) as response:
        assert response.status == 200

    assert house.pipeline.turns[0][0].text == "café ? and 🍵"
