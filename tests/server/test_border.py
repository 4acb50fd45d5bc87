"""One error shape, on every route and whatever goes wrong."""

import io
import logging
from typing import Any

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.server.border import QUIET
from recall_sidecar.server.guard import OPEN
from recall_sidecar.server.openapi import Route
from recall_sidecar.server.routes import ROUTES
from tests.server.fakes import FULL, HOOKS, House, Served, turn_body

TURN = "/v1/hooks/before_prompt_build"
FOR_HOOKS = ("/v1/hooks/", "/v1/model-replies/")
POSTS = [route for route in ROUTES if route.method == "POST"]


def named(routes: list[Route] | tuple[Route, ...]) -> list[Any]:
    return [pytest.param(route, id=f"{route.method} {route.path}") for route in routes]


def address(route: Route) -> str:
    return route.path.replace("{id}", "01J").replace("{ticket}", "t1")


def assert_shape(answer: dict[str, Any], code: str) -> None:
    assert set(answer) == {"error"}
    error = answer["error"]
    assert set(error) == {"code", "message", "field", "remedy"}
    assert error["code"] == code
    assert error["message"]
    assert error["remedy"]


@pytest.mark.parametrize("route", named(ROUTES))
async def test_every_route_refuses_another_method(daemon: Served, route: Route) -> None:
    other = "DELETE"
    async with daemon.session.request(other, daemon.url(address(route)), headers=FULL) as response:
        assert response.status == 405
        assert route.method in response.headers["Allow"]
        assert_shape(await response.json(), "method_not_allowed")


@pytest.mark.parametrize("route", named([route for route in ROUTES if route.path not in OPEN]))
@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer wrong"}], ids=["no token", "a wrong token"]
)
async def test_every_route_but_two_wants_a_token(
    daemon: Served, route: Route, headers: dict[str, str]
) -> None:
    async with daemon.session.request(route.method, daemon.url(address(route)), headers=headers) as response:
        assert response.status == 401
        assert response.headers["WWW-Authenticate"] == "Bearer"
        assert_shape(await response.json(), "unauthorized")


@pytest.mark.parametrize("route", named([route for route in ROUTES if not route.path.startswith(FOR_HOOKS)]))
async def test_the_hook_token_opens_turns_and_what_they_ask_for_alone(daemon: Served, route: Route) -> None:
    async with daemon.session.request(route.method, daemon.url(address(route)), headers=HOOKS) as response:
        if route.path in OPEN:
            assert response.status in {200, 400, 415}
        else:
            assert response.status == 403
            assert_shape(await response.json(), "forbidden")


@pytest.mark.parametrize("route", named(ROUTES))
@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        pytest.param({"Host": "evil.example"}, 421, "wrong_host", id="another host"),
        pytest.param({"Origin": "https://evil.example"}, 403, "forbidden", id="a web page"),
    ],
)
async def test_every_route_refuses_a_browser(
    daemon: Served, route: Route, headers: dict[str, str], status: int, code: str
) -> None:
    async with daemon.session.request(
        route.method, daemon.url(address(route)), headers=FULL | headers
    ) as response:
        assert response.status == status
        assert_shape(await response.json(), code)


@pytest.mark.parametrize("route", named(POSTS))
async def test_every_post_wants_json_declared(daemon: Served, route: Route) -> None:
    async with daemon.session.post(daemon.url(address(route)), data=b"{}", headers=FULL) as response:
        assert response.status == 415
        assert_shape(await response.json(), "unsupported_media_type")


@pytest.mark.parametrize("route", named([r for r in POSTS if r.body is not None and r.path not in QUIET]))
@pytest.mark.parametrize("body", [b"{", b"[]"], ids=["half a body", "an array"])
async def test_every_post_with_a_body_refuses_a_bad_one(daemon: Served, route: Route, body: bytes) -> None:
    headers = FULL | {"Content-Type": "application/json"}
    async with daemon.session.post(daemon.url(address(route)), data=body, headers=headers) as response:
        assert response.status == 400
        assert_shape(await response.json(), "bad_request")


@pytest.mark.parametrize("route", named([r for r in POSTS if r.body is not None and r.path not in QUIET]))
async def test_every_post_with_a_body_refuses_one_that_is_too_large(
    house: House, daemon: Served, route: Route
) -> None:
    headers = FULL | {"Content-Type": "application/json"}
    body = b" " * (house.limits.max_body_bytes + 1)
    async with daemon.session.post(
        daemon.url(address(route)), data=io.BytesIO(body), headers=headers
    ) as response:
        assert response.status == 413
        answer = await response.json()
    assert_shape(answer, "too_large")
    assert "max_body_bytes" in answer["error"]["remedy"]


async def test_an_unknown_address_is_said_to_be_one(daemon: Served) -> None:
    status, answer = await daemon.get("/v2/nothing")

    assert status == 404
    assert_shape(answer, "not_found")


async def test_the_unix_socket_refuses_web_pages_too(daemon: Served) -> None:
    async with daemon.unix.get("http://localhost/v1/status", headers={"Origin": "null"}) as response:
        assert response.status == 403
        assert_shape(await response.json(), "forbidden")


async def test_a_fault_of_ours_says_nothing_of_the_request(
    daemon: Served, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.pipeline.fails = RuntimeError("the user's words")

    with caplog.at_level(logging.ERROR, "recall_sidecar"):
        status, answer = await daemon.post(TURN, turn_body())

    assert status == 500
    assert_shape(answer, "internal")
    assert "the user's words" not in f"{answer} {caplog.text}"
    assert [record.__dict__["error"] for record in caplog.records] == ["RuntimeError"]


async def test_a_broken_part_says_how_to_mend_it(daemon: Served, house: House) -> None:
    house.memory.fails = MemoryStoreError("the index is locked; stop the other daemon")

    status, answer = await daemon.post("/v1/memory/search", {"query": "tea"})

    assert status == 500
    assert_shape(answer, "internal")
    assert answer["error"]["message"] == "the index is locked; stop the other daemon"


async def test_a_browser_is_told_to_keep_answers_to_itself_and_hosts_are_not_held_up(daemon: Served) -> None:
    async with daemon.session.get(daemon.url("/v1/status"), headers=FULL) as response:
        told = response.headers
    async with daemon.session.post(daemon.url(TURN), json=turn_body(), headers=FULL) as response:
        to_host = response.headers

    assert (told["Cache-Control"], told["X-Content-Type-Options"]) == ("no-store", "nosniff")
    assert (told["Referrer-Policy"], told["Cross-Origin-Resource-Policy"]) == ("no-referrer", "same-origin")
    assert "Cross-Origin-Resource-Policy" not in to_host
