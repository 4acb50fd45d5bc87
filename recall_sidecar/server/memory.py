"""The memory routes: what tools and people look up by name."""

from aiohttp import web

from recall_sidecar.errors import RequestRefused
from recall_sidecar.memory.port import SearchQuery
from recall_sidecar.server import replies, wire
from recall_sidecar.server.payload import model_response, read_object
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import MEMORY_SLOTS

__all__ = ["get", "refresh", "search"]


async def search(request: web.Request) -> web.Response:
    """Search memory as the viewer named in the body, secrets taken out."""
    services = request.app[SERVICES]
    body = wire.parse(wire.SearchBody, await read_object(request))
    query = SearchQuery(
        body.query,
        body.viewer(),
        services.clock.now(),
        max_hits=body.max_results,
        min_score=body.min_score,
        explain=body.explain,
    )
    with request.app[MEMORY_SLOTS].take():
        result = await services.memory.search(query)
    return model_response(replies.SearchReply.of(result, services.mask))


async def get(request: web.Request) -> web.Response:
    """Read lines of a memory file as the viewer named in the body, secrets taken out."""
    services = request.app[SERVICES]
    body = wire.parse(wire.GetBody, await read_object(request))
    with request.app[MEMORY_SLOTS].take():
        found = await services.memory.read(
            body.path, body.viewer(), from_line=body.from_line, lines=body.lines
        )
    if found is None:
        raise RequestRefused(
            "this viewer has no such memory file",
            field="path",
            remedy="Use a path as a search result names it.",
            status=404,
        )
    return model_response(replies.GetReply.of(found, services.mask(found.text)))


async def refresh(request: web.Request) -> web.Response:
    """Bring the index up to date and say what changed."""
    body = wire.parse(wire.RefreshBody, await read_object(request))
    with request.app[MEMORY_SLOTS].take():
        report = await request.app[SERVICES].memory.refresh(rebuild=body.rebuild)
    return model_response(replies.RefreshReply.of(report))
