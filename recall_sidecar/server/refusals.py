"""The one shape of every error that leaves by HTTP."""

from http import HTTPStatus

from aiohttp import web

from recall_sidecar.errors import RecallSidecarError, RequestRefused
from recall_sidecar.server.payload import json_response

__all__ = ["code_of", "from_http", "internal", "refused", "unusable"]

_CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
    421: "wrong_host",
    429: "busy",
    500: "internal",
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


def _reply(
    status: int, message: str, field: str | None, remedy: str, headers: dict[str, str] | None
) -> web.Response:
    body = {"error": {"code": code_of(status), "message": message, "field": field, "remedy": remedy}}
    return json_response(body, status=status, headers=headers)
