"""JSON in and out."""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any, Final

import orjson
from aiohttp import web
from pydantic import BaseModel

from recall_sidecar.errors import RequestRefused

__all__ = ["BODY_WITHIN_S", "json_response", "model_response", "read_object"]

# Callers are on this machine; a body that takes longer is not coming.
BODY_WITHIN_S: Final[web.AppKey[float]] = web.AppKey("body_within_s", float)

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


async def read_object(request: web.Request) -> dict[str, Any]:
    """Return the body as a JSON object.

    Raises:
        RequestRefused: It is no JSON, or no object, or does not come whole.
        HTTPRequestEntityTooLarge: It is larger than the settings allow.
    """
    body = _parse(await _read(request))
    if not isinstance(body, dict):
        message = "the body is not a JSON object"
        raise RequestRefused(message, remedy="Send one JSON object.")
    return body


def json_response(
    value: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return `value` as JSON."""
    return web.Response(
        body=orjson.dumps(value), status=status, headers=headers, content_type="application/json"
    )


def model_response(model: BaseModel, *, status: int = 200) -> web.Response:
    """Return a model of `wire` as JSON."""
    return json_response(model.model_dump(mode="json", by_alias=True), status=status)


async def _read(request: web.Request) -> bytes:
    within_s = request.app[BODY_WITHIN_S]
    try:
        async with asyncio.timeout(within_s):
            return await request.read()
    except TimeoutError as error:
        message = f"the body did not arrive within {within_s:g} seconds"
        raise RequestRefused(message, remedy="Send the whole body at once.", status=408) from error
    except web.RequestPayloadError as error:
        message = "the body is not the length, or in the chunks, that its headers say"
        raise RequestRefused(message, remedy="Send one JSON object with its Content-Length.") from error


def _parse(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        # JavaScript hosts cut strings inside an emoji; half of it is no reason to lose the turn.
        if _SURROGATE.search(body) and (mended := _without_lone_surrogates(body)) is not None:
            return orjson.loads(mended)
        message = f"the body is not JSON (line {error.lineno}, column {error.colno})"
        raise RequestRefused(message, remedy="Send one JSON object in UTF-8.") from error


def _without_lone_surrogates(body: bytes) -> bytes | None:
    try:
        return json.dumps(json.loads(body), ensure_ascii=False).encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return None
