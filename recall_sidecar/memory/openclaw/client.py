"""Call a tool of the gateway over HTTP: bounded in time and size, to the one address that the settings name.

No redirects, no proxies, no cookies: the token goes nowhere else.
"""

import asyncio
import json
from collections.abc import Mapping

import aiohttp

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.openclaw.failures import Reply, of_status
from recall_sidecar.memory.openclaw.token import NoToken, Token, find_token
from recall_sidecar.settings import GatewayMemorySettings
from recall_sidecar.tasks import TaskSet

__all__ = ["GatewayClient"]

_MAX_BYTES = 1024 * 1024
# The gateway does one thing at a time; more would only queue up there.
_MAX_CALLS = 4


class GatewayClient:
    """One gateway; belongs to one event loop, close it with `aclose`. Remembers the token while the gateway takes it."""

    def __init__(self, settings: GatewayMemorySettings, environment: Mapping[str, str]) -> None:
        self._settings = settings
        self._environment = environment
        self._token: Token | None = None
        self._finding: asyncio.Task[Token | NoToken] | None = None
        self._tasks = TaskSet()
        self._session: aiohttp.ClientSession | None = None
        self._is_closed = False

    async def invoke(self, call: Mapping[str, object], timeout_s: float) -> Reply | Failure:
        """Return the answer to `call`, or why there is none. Raises nothing but `CancelledError`."""
        try:
            async with asyncio.timeout(timeout_s):
                return await self._invoke(call)
        except TimeoutError:
            return Failure(f"the gateway did not answer within {round(timeout_s * 1000)} ms")
        except (aiohttp.ClientError, OSError) as error:
            return Failure(f"the gateway cannot be reached ({type(error).__name__})")

    async def aclose(self) -> None:
        """Close the connections, also under those who wait for an answer; none is opened again."""
        self._is_closed = True
        await self._tasks.finish()
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _invoke(self, call: Mapping[str, object]) -> Reply | Failure:
        shown = self._token
        token = shown or await self._find_token()
        if isinstance(token, NoToken):
            return Failure(token.text, 30.0)
        outcome = await self._post(call, token)
        if isinstance(outcome, Failure) and outcome.wants_token:
            self._token = None
            fresh = await self._find_token() if shown is not None else token
            # It may have been changed since we read it.
            if isinstance(fresh, Token) and fresh != token:
                outcome = await self._post(call, fresh)
        return outcome

    async def _find_token(self) -> Token | NoToken:
        """Look for the token once for all who wait, to the end: a long configuration may take longer than they have."""
        if self._finding is None:
            self._finding = self._tasks.start(self._look(), name="gateway-token")
        return await asyncio.shield(self._finding)

    async def _look(self) -> Token | NoToken:
        try:
            found = await asyncio.to_thread(find_token, self._settings, self._environment)
        finally:
            self._finding = None
        self._token = found if isinstance(found, Token) else None
        return found

    async def _post(self, call: Mapping[str, object], token: Token) -> Reply | Failure:
        headers = {"Authorization": f"Bearer {token.text}"} if token.text else {}
        async with self._connected().post(
            f"{self._settings.url}/tools/invoke", json=call, headers=headers, allow_redirects=False
        ) as response:
            failure = of_status(response.status, response.headers.get("Retry-After", ""))
            return failure or await _body(response)

    def _connected(self) -> aiohttp.ClientSession:
        if self._is_closed:
            message = "closed"
            raise aiohttp.ClientConnectionError(message)
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=_MAX_CALLS),
                cookie_jar=aiohttp.DummyCookieJar(),
                # What an environment or a .netrc says of proxies and passwords is not for this call.
                trust_env=False,
            )
        return self._session


async def _body(response: aiohttp.ClientResponse) -> Reply | Failure:
    content = bytearray()
    async for piece in response.content.iter_any():
        content += piece
        if len(content) > _MAX_BYTES:
            return Failure(f"the gateway answered more than {_MAX_BYTES // 1024} KB", 30.0, "tool")
    try:
        return Reply(json.loads(content))
    except (ValueError, RecursionError):
        return Failure("the gateway's answer is not JSON", 30.0, "tool")
