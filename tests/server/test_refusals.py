"""The one shape of every error."""

import json
from typing import Any

import pytest
from aiohttp import web

from recall_sidecar.errors import MemoryStoreError, RequestRefused
from recall_sidecar.server import refusals


def error_in(response: web.Response) -> dict[str, Any]:
    assert isinstance(response.body, bytes)
    body: dict[str, Any] = json.loads(response.body)
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "field", "remedy"}
    error: dict[str, Any] = body["error"]
    return error


def test_a_refused_request_keeps_field_and_remedy() -> None:
    response = refusals.refused(RequestRefused("no", field="a.b", remedy="Send a.", status=400))

    assert response.status == 400
    assert error_in(response) == {"code": "bad_request", "message": "no", "field": "a.b", "remedy": "Send a."}


def test_a_refusal_of_the_whole_body_names_no_field() -> None:
    assert error_in(refusals.refused(RequestRefused("no", remedy="Send JSON.")))["field"] is None


@pytest.mark.parametrize(
    ("status", "header", "value"),
    [
        pytest.param(401, "WWW-Authenticate", "Bearer", id="which token is wanted"),
        pytest.param(429, "Retry-After", "1", id="when to try again"),
    ],
)
def test_a_refusal_has_the_header_its_status_asks_for(status: int, header: str, value: str) -> None:
    response = refusals.refused(RequestRefused("no", remedy="r", status=status))

    assert response.headers[header] == value


def test_another_method_keeps_the_allowed_ones() -> None:
    response = refusals.from_http(web.HTTPMethodNotAllowed("PUT", ["GET", "POST"]))

    assert response.headers["Allow"] == "GET,POST"
    assert error_in(response)["code"] == "method_not_allowed"


def test_a_refusal_of_aiohttp_we_did_not_foresee_has_the_shape_too() -> None:
    response = refusals.from_http(web.HTTPRequestHeaderFieldsTooLarge())

    assert response.status == 431
    assert error_in(response)["code"] == "request_header_fields_too_large"


def test_a_broken_part_keeps_its_own_words() -> None:
    response = refusals.unusable(MemoryStoreError("the index is locked; stop the other daemon"))

    assert error_in(response)["message"] == "the index is locked; stop the other daemon"


def test_a_fault_of_ours_tells_nothing() -> None:
    response = refusals.internal()

    assert (response.status, error_in(response)["code"]) == (500, "internal")
