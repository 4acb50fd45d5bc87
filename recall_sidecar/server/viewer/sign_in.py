"""How a browser is signed in: a program that may do everything asks for a code, the page turns it into its key."""

from typing import Literal

from aiohttp import web
from pydantic import Field

from recall_sidecar.errors import RequestRefused
from recall_sidecar.server import wire
from recall_sidecar.server.guard import presented
from recall_sidecar.server.payload import model_response, read_object
from recall_sidecar.server.replies import Response
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.viewer.keys import CODE_S, IDLE_S, PAGE_KEYS, CodeState

__all__ = [
    "CodeBody",
    "CodeReply",
    "KeyReply",
    "SignInState",
    "SignOutReply",
    "new_code",
    "redeem",
    "sign_out",
    "state",
]


class CodeBody(wire.Request):
    """A code that the page was opened with."""

    code: str = Field(min_length=1, max_length=128)
    """The code; it is good once."""


class CodeReply(Response):
    """A code that signs one browser in, and where: the address goes to that browser and nowhere else."""

    v: Literal[1] = 1
    code: str
    port: int
    expires_ms: int


class KeyReply(Response):
    """What the page asks with from here on; it ends with the daemon, or unused after `idle_ms`."""

    v: Literal[1] = 1
    key: str
    idle_ms: int


class SignInState(Response):
    """What has become of the newest code, and how many pages are signed in."""

    v: Literal[1] = 1
    code: CodeState
    pages: int


class SignOutReply(Response):
    """The page's key opens nothing any more."""

    v: Literal[1] = 1
    status: Literal["ok"] = "ok"


async def new_code(request: web.Request) -> web.Response:
    """Make a code that signs a browser in."""
    port = request.app[SERVICES].instance.port
    if port is None:
        raise RequestRefused(
            "the daemon listens on its Unix socket alone, which no browser can open",
            field="server.tcp",
            remedy="Set server.tcp to true and start the daemon again.",
        )
    code = request.app[PAGE_KEYS].new_code()
    return model_response(CodeReply(code=code, port=port, expires_ms=int(CODE_S * 1000)))


async def redeem(request: web.Request) -> web.Response:
    """Turn a code into a key."""
    body = wire.parse(CodeBody, await read_object(request))
    key = request.app[PAGE_KEYS].redeem(body.code)
    if key is None:
        raise RequestRefused(
            "this code was used, or its time is over",
            field="code",
            remedy="Run 'recall-sidecar open' again.",
            status=401,
        )
    return model_response(KeyReply(key=key, idle_ms=int(IDLE_S * 1000)))


async def state(request: web.Request) -> web.Response:
    """Say what became of the newest code, so that whoever made it knows when it is used."""
    keys = request.app[PAGE_KEYS]
    return model_response(SignInState(code=keys.code, pages=keys.pages))


async def sign_out(request: web.Request) -> web.Response:
    """End the key that the request came with."""
    request.app[PAGE_KEYS].end(presented(request.headers.get("Authorization", "")))
    return model_response(SignOutReply())
