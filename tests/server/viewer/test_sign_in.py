"""A browser is signed in by a code that only a program with the full token can make."""

from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.server.viewer.keys import PAGE_KEYS
from tests.server.fakes import FULL, HOOKS, House, Served, served

SIGN_IN = "/v1/sign-in/key"


async def post(daemon: Served, path: str, body: object, headers: dict[str, str]) -> tuple[int, Any]:
    async with daemon.session.post(daemon.url(path), json=body, headers=headers) as response:
        return response.status, await response.json()


async def key_of(daemon: Served) -> str:
    key = daemon.app[PAGE_KEYS].redeem(daemon.app[PAGE_KEYS].new_code())
    assert key is not None
    return key


async def test_a_code_is_made_redeemed_and_reported(daemon: Served) -> None:
    _, made = await daemon.post("/v1/sign-in/code", {})
    _, before = await daemon.get("/v1/sign-in")
    status, answer = await post(daemon, SIGN_IN, {"code": made["code"]}, {"Origin": daemon.url("")})
    _, after = await daemon.get("/v1/sign-in")
    again, refused = await post(daemon, SIGN_IN, {"code": made["code"]}, {"Origin": daemon.url("")})

    assert made["port"] == 23517
    assert made["expiresMs"] == 30_000
    assert (before["code"], before["pages"]) == ("waiting", 0)
    assert (status, answer["idleMs"]) == (200, 3_600_000)
    assert (after["code"], after["pages"]) == ("used", 1)
    assert again == 401
    assert "recall-sidecar open" in refused["error"]["remedy"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
async def test_another_page_redeems_nothing(daemon: Served, origin: str) -> None:
    code = daemon.app[PAGE_KEYS].new_code()

    status, _ = await post(daemon, SIGN_IN, {"code": code}, {"Origin": origin})

    assert status == 403
    assert daemon.app[PAGE_KEYS].redeem(code) is not None


@pytest.mark.parametrize("headers", [{}, HOOKS], ids=["no token", "the hook token"])
async def test_a_code_is_made_for_the_full_token_alone(daemon: Served, headers: dict[str, str]) -> None:
    status, _ = await post(daemon, "/v1/sign-in/code", {}, headers)

    assert status in {401, 403}


async def test_without_a_port_there_is_no_page_to_open(tmp_path: Path) -> None:
    house = House()
    async with served(house, str(tmp_path / "s.sock")) as daemon:
        object.__setattr__(daemon.services.instance, "port", None)
        status, refused = await daemon.post("/v1/sign-in/code", {})

    assert status == 400
    assert refused["error"]["field"] == "server.tcp"


@pytest.mark.parametrize(
    ("method", "path", "opens"),
    [
        ("GET", "/v1/page/turns", True),
        ("GET", "/v1/page/switches", True),
        ("GET", "/v1/traces", True),
        ("GET", "/v1/status", True),
        ("POST", "/v1/memory/search", True),
        ("POST", "/v1/sign-in/code", False),
        ("GET", "/v1/sign-in", False),
        ("POST", "/v1/commands", False),
        ("POST", "/v1/reload", False),
        ("POST", "/v1/memory/remember", False),
        ("POST", "/v1/memory/forget", False),
        ("POST", "/v1/hooks/before_prompt_build", False),
        ("GET", "/openapi.json", False),
    ],
)
async def test_a_page_may_look_and_switch_and_nothing_else(
    daemon: Served, method: str, path: str, opens: bool
) -> None:
    headers = {"Authorization": f"Bearer {await key_of(daemon)}", "Origin": daemon.url("")}
    body = {"query": "tea"} if method == "POST" else None

    async with daemon.session.request(method, daemon.url(path), json=body, headers=headers) as response:
        assert response.status == (200 if opens else 403)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_key_is_taken_from_our_own_page_alone(daemon: Served, origin: str) -> None:
    headers = {"Authorization": f"Bearer {await key_of(daemon)}", "Origin": origin}

    async with daemon.session.get(daemon.url("/v1/status"), headers=headers) as response:
        assert response.status == 403


async def test_the_full_token_is_not_taken_from_a_page_not_even_ours(daemon: Served) -> None:
    headers = FULL | {"Origin": daemon.url("")}

    async with daemon.session.get(daemon.url("/v1/status"), headers=headers) as response:
        assert response.status == 403


async def test_a_page_signs_out(daemon: Served) -> None:
    headers = {"Authorization": f"Bearer {await key_of(daemon)}", "Origin": daemon.url("")}

    status, _ = await post(daemon, "/v1/page/sign-out", {}, headers)
    async with daemon.session.get(daemon.url("/v1/status"), headers=headers) as response:
        after = response.status

    assert (status, after) == (200, 403)
