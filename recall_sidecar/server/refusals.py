"""The one shape of every error that leaves by HTTP."""

from http import HTTPStatus
from typing import Any

import orjson
from aiohttp import web

from recall_sidecar.errors import RecallSidecarError, RequestRefused
from recall_sidecar.server.payload import json_response

__all__ = ["code_of", "crowded", "from_http", "internal", "refused", "unusable"]

_CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "timeout",
    413: "too_large",
    415: "unsupported_media_type",
    421: "wrong_host",
    429: "busy",
    500: "internal",
    503: "busy",
}
_ADVICE = {
    404: ("there is nothing at this address", "GET /openapi.json lists every route."),
    405: ("this route has another method", "Use a method that the Allow header names."),
    413: ("the body is too large", "Send fewer messages, or raise server.max_body_bytes."),
}


def code_of(status: int) -> str:
    """Return the stable word for an HTTP status."""
    return _CODES.get(status) or HTTPStatus(status).name.lower()


def refused(error: RequestRefused) -> web.Response:
    """Return the answer to a request that cannot be served as it stands."""
    headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}.get(error.status)
    return _reply(error.status, str(error), error.field or None, error.remedy, headers)


def from_http(error: web.HTTPException) -> web.Response:
    """Return aiohttp's own refusal in our shape; `Allow` stays."""
    message, remedy = _ADVICE.get(
        error.status, (error.reason, "Check the request against GET /openapi.json.")
    )
    allow = error.headers.get("Allow")
    return _reply(error.status, message, None, remedy, {"Allow": allow} if allow else None)


def unusable(error: RecallSidecarError) -> web.Response:
    """Return the answer when a part of ours is broken in a way its operator can mend; its message says how."""
    return _reply(500, str(error), None, "Run 'recall-sidecar doctor'.", None)


def internal() -> web.Response:
    """Return the answer to a fault of ours; the log has its class, and nothing of it goes out."""
    return _reply(
        500, "the daemon failed on this request", None, "Look at the daemon's log, and report it.", None
    )


def crowded() -> bytes:
    """Return the whole answer, in bytes, to a connection for which there is no room; its request is not read."""
    body = orjson.dumps(
        _body(
            503,
            "too many connections are open on this port",
            None,
            "Close the connections that are not used, or call on the Unix socket.",
        )
    )
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


def _reply(
    status: int, message: str, field: str | None, remedy: str, headers: dict[str, str] | None
) -> web.Response:
    return json_response(_body(status, message, field, remedy), status=status, headers=headers)


def _body(status: int, message: str, field: str | None, remedy: str) -> dict[str, Any]:
    return {"error": {"code": code_of(status), "message": message, "field": field, "remedy": remedy}}
