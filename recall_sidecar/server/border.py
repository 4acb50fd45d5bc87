"""The one middleware: the guard on the way in, one error shape on the way out."""

import logging

from aiohttp import web
from aiohttp.typedefs import Handler

from recall_sidecar.errors import RecallSidecarError, RequestRefused
from recall_sidecar.server import refusals
from recall_sidecar.server.calls import CALLS
from recall_sidecar.server.guard import HOOKS, Knock, refusal
from recall_sidecar.server.payload import json_response
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.viewer.keys import PAGE_KEYS

__all__ = ["QUIET", "border", "keep_apart"]

# Hosts that would show a failed hook to the user, or stop the turn for it.
QUIET = frozenset({f"{HOOKS}claude-code", f"{HOOKS}codex", f"{HOOKS}gemini"})
# A browser keeps no answer of ours, guesses at none, tells nobody where it was, and lets no other site have one.
_APART = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_log = logging.getLogger("recall_sidecar")


@web.middleware
async def border(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn away what the guard refuses; answer whatever goes wrong behind it in one shape."""
    tokens, pages = request.app[SERVICES].instance.tokens, request.app[PAGE_KEYS]
    refused = refusal(_knock(request), tokens, pages.opens)
    if refused is not None:
        return _count(request, refusals.refused(refused))
    try:
        return await handler(request)
    except RequestRefused as error:
        failure = refusals.refused(error)
    except web.HTTPException as error:
        failure = refusals.from_http(error)
    except RecallSidecarError as error:
        # Its message tells the caller what to do; a stack would tell its operator nothing more.
        _log.warning("request_failed", extra={"route": _route(request), "error": type(error).__name__})
        failure = refusals.unusable(error)
    except Exception as error:  # noqa: BLE001 -- the border of HTTP: a fault of ours must not leave in another shape
        # Only the class: the message of an unforeseen error may carry text of the request.
        _log.error("request_failed", extra={"route": _route(request), "error": type(error).__name__})
        failure = refusals.internal()
    _count(request, failure)
    return json_response({}) if request.path in QUIET and request.method == "POST" else failure


async def keep_apart(request: web.Request, response: web.StreamResponse) -> None:
    """Tell a browser to keep an answer to itself; hosts are none, and their calls are not held up by it."""
    if not request.path.startswith(HOOKS):
        response.headers.update(_APART)


def _knock(request: web.Request) -> Knock:
    transport = request.transport
    name = transport.get_extra_info("sockname") if transport is not None else None
    headers = request.headers
    return Knock(
        method=request.method,
        path=request.path,
        port=None if isinstance(name, str | bytes) else name[1] if name else 0,
        host=headers.get("Host", ""),
        origin=headers.get("Origin"),
        fetch_site=headers.get("Sec-Fetch-Site"),
        fetch_mode=headers.get("Sec-Fetch-Mode"),
        fetch_dest=headers.get("Sec-Fetch-Dest"),
        authorization=headers.get("Authorization", ""),
        content_type=headers.get("Content-Type", ""),
        content_encoding=headers.get("Content-Encoding", ""),
    )


def _count(request: web.Request, failure: web.Response) -> web.Response:
    if request.path.startswith(HOOKS):
        request.app[CALLS].refuse(refusals.code_of(failure.status))
    return failure


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "none"
