"""The files of the trace page, and what a browser is told to allow them: nothing but this daemon's own files and routes."""

import asyncio
import re
from importlib import resources
from typing import Final

from aiohttp import web

from recall_sidecar.server.guard import PAGE, PAGE_FILES

__all__ = ["FILE_ROUTES", "POLICY", "content", "file", "index"]

# `trusted-types 'none'` leaves a script no way to turn text into markup, whatever it tries.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_TYPES: Final = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}
_NAME: Final = re.compile(r"[a-z][a-z_]*\.(css|js|svg)")


async def index(_request: web.Request) -> web.Response:
    """Return the page."""
    return await _answer("index.html")


async def file(request: web.Request) -> web.Response:
    """Return one of the page's files."""
    name = request.match_info["name"]
    if not _NAME.fullmatch(name):
        raise web.HTTPNotFound
    return await _answer(name)


def content(name: str) -> bytes | None:
    """Return a file of the page, None when there is none of that name."""
    found = resources.files(__package__).joinpath("page", name)
    return found.read_bytes() if found.is_file() else None


async def _answer(name: str) -> web.Response:
    body = await asyncio.to_thread(content, name)
    if body is None:
        raise web.HTTPNotFound
    kind = _TYPES[name.rpartition(".")[2]]
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=_HEADERS)


# Files are no part of the documented interface: they are of one version with the page that asks for them.
FILE_ROUTES: Final = ((PAGE, index), (f"{PAGE_FILES}{{name}}", file))
