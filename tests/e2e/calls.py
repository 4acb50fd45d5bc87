"""Calls to a daemon over the wire, on either transport, and the answers as they came."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from aiohttp import BaseConnector, ClientSession, ClientTimeout, TCPConnector, UnixConnector

from recall_sidecar.paths import Paths

__all__ = ["TURN", "Answer", "Caller", "eventually", "over_tcp", "over_unix", "port_of", "turn_body"]

T = TypeVar("T")
TURN = "/v1/hooks/before_prompt_build"
_PATIENCE = ClientTimeout(total=60)
_chats = itertools.count(1)


@dataclass(frozen=True)
class Answer:
    """What came back: status, JSON body and headers."""

    status: int
    body: dict[str, Any]
    headers: Mapping[str, str]

    @property
    def ending(self) -> tuple[int, str, str | None]:
        """How a turn ended: HTTP status, status and reason."""
        return self.status, self.body["status"], self.body["reason"]

    @property
    def error(self) -> tuple[int, str, str | None]:
        """How a request was refused: HTTP status, code and field; the shape is checked on the way."""
        assert set(self.body) == {"error"}, self.body
        assert set(self.body["error"]) == {"code", "message", "field", "remedy"}
        assert self.body["error"]["message"]
        assert self.body["error"]["remedy"]
        return self.status, self.body["error"]["code"], self.body["error"]["field"]


@dataclass(frozen=True)
class Caller:
    """A host that calls the daemon."""

    session: ClientSession
    base: str

    async def get(self, path: str, **options: Any) -> Answer:  # noqa: ANN401 -- as aiohttp takes them
        """GET a JSON object."""
        async with self.session.get(self.base + path, **options) as reply:
            return Answer(reply.status, await reply.json(), reply.headers)

    async def post(self, path: str, body: object = None, **options: Any) -> Answer:  # noqa: ANN401
        """POST a JSON body, or whatever `options` say, and read a JSON object."""
        asked = options if body is None else {"json": body, **options}
        async with self.session.post(self.base + path, **asked) as reply:
            return Answer(reply.status, await reply.json(), reply.headers)

    async def turn(self, text: str = "Which tea does Mara prefer?", **changes: Any) -> Answer:  # noqa: ANN401
        """Send a turn; see `turn_body`."""
        return await self.post(TURN, turn_body(text, **changes))

    async def status(self) -> dict[str, Any]:
        """Return the daemon's own account of itself."""
        return (await self.get("/v1/status")).body

    async def at_rest(self, *, turns: int = 0) -> None:
        """Wait until that many turns are under way, and with none also no recall that outlives its turn."""
        await eventually(self.status, lambda state: _rests(state, turns))

    async def trace(self, answer: Answer) -> dict[str, Any]:
        """Return the trace of a turn that was answered."""
        found: dict[str, Any] = (await self.get(f"/v1/traces/{answer.body['traceId']}")).body["trace"]
        return found


async def eventually(ask: Callable[[], Awaitable[T]], holds: Callable[[T], bool]) -> T:
    """Ask until the answer `holds`, and return it; `TimeoutError` when it does not within a minute."""
    async with asyncio.timeout(60):
        while not holds(answer := await ask()):
            await asyncio.sleep(0.02)
    return answer


def turn_body(text: str = "Which tea does Mara prefer?", **changes: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a turn of the owner in a direct chat that nobody has used yet; `changes` go into `ctx`."""
    number = next(_chats)
    agent = changes.get("agentId", "main")
    return {
        "v": 1,
        "host": "openclaw",
        "event": {"prompt": text, "messages": [], "currentUserMessage": text},
        "ctx": {
            "agentId": agent,
            "sessionKey": f"agent:{agent}:telegram:direct:{number}",
            "runId": f"run-{number}",
            "trigger": "user",
            "messageProvider": "telegram",
            "channelId": str(number),
            "senderId": str(number),
            "senderIsOwner": True,
            "inputProvenance": {"kind": "external_user"},
            **changes,
        },
    }


def over_unix(paths: Paths) -> contextlib.AbstractAsyncContextManager[Caller]:
    """Call on the Unix socket, where no token is asked for."""
    return _calling(UnixConnector(str(paths.socket_file), limit=0), "http://localhost", {})


def over_tcp(paths: Paths, token: str | None) -> contextlib.AbstractAsyncContextManager[Caller]:
    """Call on TCP, with `token` or without one."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return _calling(TCPConnector(limit=0), f"http://127.0.0.1:{port_of(paths)}", headers)


def port_of(paths: Paths) -> int:
    """Return the TCP port of the daemon that runs there."""
    port: int = json.loads(paths.pid_file.read_text("utf-8"))["port"]
    return port


def _rests(state: Mapping[str, Any], turns: int) -> bool:
    return state["turnsInFlight"] == turns and (turns > 0 or state["cache"]["inFlight"] == 0)


@contextlib.asynccontextmanager
async def _calling(connector: BaseConnector, base: str, headers: Mapping[str, str]) -> AsyncIterator[Caller]:
    async with ClientSession(connector=connector, headers=headers, timeout=_PATIENCE) as session:
        yield Caller(session, base)
