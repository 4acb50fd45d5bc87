"""What the page asks for its overview."""

from typing import Final

from aiohttp import web

from recall_sidecar.errors import RequestRefused
from recall_sidecar.overview import summed
from recall_sidecar.server.payload import model_response
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.viewer import page_replies

__all__ = ["overview"]

_MOST_HOURS: Final = 24 * 31


async def overview(request: web.Request) -> web.Response:
    """Return the figures of the last `?hours=`, a day unless it is given."""
    services, hours = request.app[SERVICES], _hours(request.query.get("hours", "24"))
    now = services.clock.now()
    rows, problem = await services.page.archive.since(now, hours=hours)
    return model_response(page_replies.OverviewReply.of(summed(rows, now=now, hours=hours), problem))


def _hours(given: str) -> int:
    if given.isascii() and given.isdigit() and len(given) <= 3 and 1 <= int(given) <= _MOST_HOURS:
        return int(given)
    message = "hours is not a number that can be used"
    raise RequestRefused(message, field="hours", remedy=f"Use a whole number from 1 to {_MOST_HOURS}.")
