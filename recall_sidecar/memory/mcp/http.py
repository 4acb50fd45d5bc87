"""A server that runs by itself and is called over streamable HTTP: bounded in size, to the one address that the settings name.

No proxies, no cookies of others, and redirects only within the address's own origin: the token goes nowhere else. The stream
on which a server may speak unasked is not opened.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import httpx2
from mcp.client.streamable_http import streamable_http_client

from recall_sidecar.memory.mcp.wire import CALL, MOST_BYTES, Wire

__all__ = ["over_http"]

_CONNECT_S: Final = 10.0
# Longer than anybody waits for a search.
_READ_S: Final = 90.0
_NO_STREAM: Final = 405


@contextlib.asynccontextmanager
async def over_http(url: str, headers: Mapping[str, str], wire: Wire) -> AsyncIterator[tuple[Any, Any]]:
    """Yield the two streams of a session with the server at `url`."""
    # It reads the certificates of those whom this machine trusts.
    inner = await asyncio.to_thread(lambda: httpx2.AsyncHTTPTransport(trust_env=False))
    transport = _Bounded(inner, wire)
    timeout = httpx2.Timeout(_CONNECT_S, read=_READ_S)
    async with (
        httpx2.AsyncClient(
            transport=transport, headers=dict(headers), timeout=timeout, trust_env=False
        ) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=MOST_BYTES) as (
            incoming,
            outgoing,
        ),
    ):
        yield incoming, outgoing


class _Bounded(httpx2.AsyncBaseTransport):
    """Sends requests on, and counts what comes back."""

    def __init__(self, inner: httpx2.AsyncHTTPTransport, wire: Wire) -> None:
        self._inner = inner
        self._wire = wire

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request`, unless it would open a stream to be spoken to unasked."""
        if request.method == "GET":
            return httpx2.Response(_NO_STREAM, request=request)
        if request.method == "POST":
            self._wire.asked(is_call=f'"{CALL}"'.encode() in request.content)
        request.headers["Accept-Encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        # Not unpacked where it is packed nevertheless: what is counted is what is read.
        response.headers.pop("Content-Encoding", None)
        if response.status_code >= httpx2.codes.BAD_REQUEST:
            self._wire.status = response.status_code
        assert isinstance(response.stream, httpx2.AsyncByteStream)  # noqa: S101 - an async transport gives no other
        response.stream = _Counted(response.stream, self._wire)
        return response

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


class _Counted(httpx2.AsyncByteStream):
    """A body that ends, with an error, where it becomes too long."""

    def __init__(self, inner: httpx2.AsyncByteStream, wire: Wire) -> None:
        self._inner = inner
        self._wire = wire

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._inner:
            if not self._wire.takes(piece):
                message = "too long"
                raise httpx2.ReadError(message)
            yield piece

    async def aclose(self) -> None:
        """Close the connection under it."""
        await self._inner.aclose()
