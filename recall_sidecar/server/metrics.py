"""The route that a scraper reads: what has been counted, and the present state."""

import asyncio

from aiohttp import web

from recall_sidecar.metrics.counted import counted
from recall_sidecar.metrics.exposition import expose
from recall_sidecar.metrics.present import Present, present
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import TURN_SLOTS
from recall_sidecar.server.status import memory_status, readiness

__all__ = ["metrics"]


async def metrics(request: web.Request) -> web.Response:
    """Return every family, in the format that the scraper accepts."""
    services, slots = request.app[SERVICES], request.app[TURN_SLOTS]
    memory, spend = await memory_status(services.memory), services.spend()
    now = Present(
        version=services.instance.version,
        started_at=services.instance.started_at,
        ready={name: part.ready for name, part in readiness(services, memory).items()},
        in_flight=slots.taken,
        most_in_flight=slots.limit,
        cache_entries=services.cache().get("entries", 0),
        breakers=services.breakers(),
        day_cost_usd=spend.cost,
        day_embedding_calls=spend.embeddings,
        memory=memory,
        settings_problems=len(services.problems()),
    )
    # The numbers are taken here, in one go; what is slow about a scrape is done in a thread.
    families = (*counted(services.observed.tally, services.observed.left_out()), *present(now))
    body, content_type = await asyncio.to_thread(expose, families, request.headers.get("Accept", ""))
    return web.Response(body=body, headers={"Content-Type": content_type, "Cache-Control": "no-store"})
