"""Frames between the daemon and its model worker: four bytes of length, then JSON.

From the daemon: `call`, `embed`, `cancel`, `ping`. From the worker: `ready` or `failed` once, then `text`, `calls`, and `done`
or `error` for each call, and `pong`. Every frame is an object with `type`, those of a call with its `id`.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson

__all__ = ["MAX_FRAME_BYTES", "FrameError", "encode", "read"]

MAX_FRAME_BYTES = 8 * 1024 * 1024
_HEAD_BYTES = 4


class FrameError(ValueError):
    """A frame that is too large or is no JSON object."""


def encode(frame: Mapping[str, Any]) -> bytes:
    """Return the bytes of a frame.

    Raises:
        FrameError: It is larger than `MAX_FRAME_BYTES`, or holds what JSON cannot.
    """
    try:
        body = orjson.dumps(frame)
    except orjson.JSONEncodeError as error:
        message = f"a {frame.get('type')} frame holds something that is not JSON"
        raise FrameError(message) from error
    if len(body) > MAX_FRAME_BYTES:
        message = f"a {frame.get('type')} frame of {len(body)} bytes is larger than {MAX_FRAME_BYTES}"
        raise FrameError(message)
    return len(body).to_bytes(_HEAD_BYTES, "big") + body


async def read(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """Return the next frame, None when the other side has gone.

    Raises:
        FrameError: What arrives is no frame; nothing after it can be trusted.
    """
    try:
        size = int.from_bytes(await reader.readexactly(_HEAD_BYTES), "big")
        if size > MAX_FRAME_BYTES:
            message = f"a frame of {size} bytes is larger than {MAX_FRAME_BYTES}"
            raise FrameError(message)
        body = await reader.readexactly(size)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    try:
        frame = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        message = "a frame is not JSON"
        raise FrameError(message) from error
    if not isinstance(frame, dict):
        message = "a frame is not an object"
        raise FrameError(message)
    return frame
