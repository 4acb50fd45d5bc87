"""A client of the gateway's WebSocket, as the chat in a browser is one: turns, what the user sees, and any other method."""

import asyncio
import contextlib
import itertools
import json
import time
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from recall_sidecar.tasks import TaskSet
from tests.openclaw.gateway import GATEWAY_TOKEN, Gateway
from tests.waiting import until

__all__ = [
    "ADMIN",
    "MAIN",
    "READ",
    "ChatEvent",
    "GatewayClient",
    "GatewayRefused",
    "Turn",
    "connected",
    "shown",
]

MAIN = "agent:main:main"
ADMIN = ("operator.read", "operator.write", "operator.admin")
READ = ("operator.read", "operator.write")
_ENDED = ("final", "error", "aborted")


class GatewayRefused(Exception):
    """The gateway answered a request with an error."""


@dataclass(frozen=True)
class ChatEvent:
    """One `chat` event: something that the chat shows. `at` is seconds of the monotonic clock."""

    at: float
    session_key: str
    run_id: str
    state: str
    text: str


@dataclass(frozen=True)
class Turn:
    """A message that was answered; times are seconds of the monotonic clock, which processes of one machine share."""

    run_id: str
    state: str
    text: str
    sent_at: float
    ended_at: float


def shown(message: object) -> str:
    """Return the text of a chat message."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


@dataclass
class GatewayClient:
    """A connection; `events` holds every `chat` event since it was made."""

    socket: ClientWebSocketResponse
    scopes: Sequence[str]
    events: list[ChatEvent] = field(default_factory=list)
    _ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    _waiting: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def ask(self, method: str, /, **params: Any) -> dict[str, Any]:  # noqa: ANN401 -- as the method takes them
        """Send a request and return its payload. Raises `GatewayRefused`."""
        number = str(next(self._ids))
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        await self.socket.send_json({"type": "req", "id": number, "method": method, "params": params})
        async with asyncio.timeout(60):
            return await answer

    async def send(self, message: str, session_key: str = MAIN) -> str:
        """Send a message as the chat does, and return the id of its run without waiting for the reply."""
        key = str(uuid.uuid4())
        sent = await self.ask("chat.send", sessionKey=session_key, message=message, idempotencyKey=key)
        return str(sent.get("runId", key))

    async def turn(self, message: str, session_key: str = MAIN, *, within_s: float = 60.0) -> Turn:
        """Send a message and wait for the end of its turn."""
        sent_at = time.monotonic()
        run_id = await self.send(message, session_key)
        return await self.ended(run_id, sent_at, within_s=within_s)

    async def ended(self, run_id: str, sent_at: float = 0.0, *, within_s: float = 60.0) -> Turn:
        """Wait for the end of the turn of that run."""
        last = await self.event(lambda it: it.run_id == run_id and it.state in _ENDED, within_s=within_s)
        return Turn(run_id, last.state, last.text, sent_at, last.at)

    async def event(
        self, holds: Callable[[ChatEvent], bool], *, since: int = 0, within_s: float = 60.0
    ) -> ChatEvent:
        """Wait for the first chat event from the one numbered `since` on for which that holds."""
        async with asyncio.timeout(within_s), self._changed:
            while True:
                for event in self.events[since:]:
                    if holds(event):
                        return event
                await self._changed.wait()

    def texts(self, session_key: str = MAIN, *, since: int = 0) -> list[str]:
        """Return what the chat of that session was told for good, from the event numbered `since` on."""
        return [
            event.text
            for event in self.events[since:]
            if event.state == "final" and event.session_key == session_key
        ]

    async def history(self, session_key: str = MAIN) -> list[tuple[str, str]]:
        """Return role and text of every message of the session, as the chat shows it when it is opened again."""
        found = await self.ask("chat.history", sessionKey=session_key, limit=200)
        return [(str(entry.get("role")), shown(entry)) for entry in found["messages"]]

    async def receive(self) -> None:
        """Take in what the gateway sends until the connection ends."""
        async for message in self.socket:
            if message.type is WSMsgType.TEXT:
                await self._take(json.loads(message.data))
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(GatewayRefused("the connection ended"))

    async def _take(self, frame: dict[str, Any]) -> None:
        if frame.get("type") == "res":
            waiting = self._waiting.pop(str(frame.get("id")), None)
            if waiting is None or waiting.done():
                return
            if frame.get("ok"):
                waiting.set_result(frame.get("payload") or {})
            else:
                waiting.set_exception(GatewayRefused(json.dumps(frame.get("error"))))
        elif frame.get("event") == "chat":
            payload = frame.get("payload") or {}
            event = ChatEvent(
                time.monotonic(),
                str(payload.get("sessionKey")),
                str(payload.get("runId")),
                str(payload.get("state")),
                shown(payload.get("message")),
            )
            async with self._changed:
                self.events.append(event)
                self._changed.notify_all()


@contextlib.asynccontextmanager
async def connected(gateway: Gateway, scopes: Sequence[str] = ADMIN) -> AsyncIterator[GatewayClient]:
    """Connect as the back end of a chat, with these scopes, until the block ends."""
    async with ClientSession() as session, session.ws_connect(gateway.url, max_msg_size=0) as socket:
        challenge = await socket.receive_json(timeout=30)
        assert challenge.get("event") == "connect.challenge", challenge
        client = GatewayClient(socket, scopes)
        tasks = TaskSet()
        _ = tasks.start(client.receive(), name="gateway client")
        try:
            await client.ask("connect", **_introduction(scopes))
            yield client
        finally:
            await socket.close()
            await until(lambda: socket.closed)
            await tasks.aclose()


def _introduction(scopes: Sequence[str]) -> dict[str, Any]:
    return {
        "minProtocol": 4,
        "maxProtocol": 4,
        "client": {"id": "gateway-client", "version": "1.0.0", "platform": "linux", "mode": "backend"},
        "role": "operator",
        "scopes": list(scopes),
        "caps": ["tool-events"],
        "commands": [],
        "permissions": {},
        "auth": {"token": GATEWAY_TOKEN},
        "locale": "en-GB",
        "userAgent": "recall-sidecar-tests/1.0",
    }
