"""The route that says why: what became of a turn, and at which step it lost what was expected. Only the full token opens it."""

from typing import Any, Literal, Self

from aiohttp import web
from pydantic import Field

from recall_sidecar.dialects import openclaw
from recall_sidecar.errors import RequestRefused
from recall_sidecar.loss.verdict import Explained, LostAt, Verdict
from recall_sidecar.server.payload import model_response, read_object
from recall_sidecar.server.replies import Response
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import MEMORY_SLOTS
from recall_sidecar.server.wire import Request, parse
from recall_sidecar.trace_json import to_json

__all__ = ["VerdictReport", "WhyBody", "WhyReply", "why"]


class WhyBody(Request):
    """A turn of the past by its id, or a turn to replay; and what memory was expected to tell."""

    trace: str = Field("", max_length=64)
    """Id of a turn, or the beginning of only one."""
    turn: dict[str, Any] | None = None
    """A turn as before_prompt_build takes it, to be answered now; nothing of that is kept."""
    expect: str = Field("", max_length=2000)
    """What memory was expected to tell; without it the answer only says what became of the turn."""


class VerdictReport(Response):
    """Where the expected fact was lost; `line` is `what` and `do` in a sentence. Rank and scores are 0 where the search does not find it."""

    step: LostAt
    line: str
    what: str
    do: str
    place: str
    rank: int
    score: float
    best_place: str
    best_score: float
    by_meaning: bool

    @classmethod
    def of(cls, verdict: Verdict) -> Self:
        """Return the verdict for the wire."""
        return cls(
            step=verdict.step,
            line=verdict.line,
            what=verdict.what,
            do=verdict.do,
            place=verdict.place,
            rank=verdict.rank,
            score=verdict.score,
            best_place=verdict.best_place,
            best_score=verdict.best_score,
            by_meaning=verdict.by_meaning,
        )


class WhyReply(Response):
    """What became of the turn, in words, with its trace; `verdict` is null when nothing was expected of it."""

    v: Literal[1] = 1
    told: str
    verdict: VerdictReport | None
    replayed: bool
    trace: dict[str, Any]

    @classmethod
    def of(cls, explained: Explained, *, replayed: bool) -> Self:
        """Return the answer for the wire."""
        verdict = None if explained.verdict is None else VerdictReport.of(explained.verdict)
        return cls(told=explained.told, verdict=verdict, replayed=replayed, trace=to_json(explained.turn))


async def why(request: web.Request) -> web.Response:
    """Say what became of a turn, and why it did not tell what was expected."""
    inquiry = request.app[SERVICES].inquiry
    body = parse(WhyBody, await read_object(request))
    if bool(body.trace) is (body.turn is not None):
        message = "one of trace and turn is needed"
        raise RequestRefused(message, field="trace", remedy="Send the id of a turn, or a turn to replay.")
    with request.app[MEMORY_SLOTS].take():
        if body.turn is not None:
            found = await inquiry.of_message(openclaw.read_turn(body.turn), body.expect)
            return model_response(WhyReply.of(found, replayed=True))
        kept = await inquiry.of_turn(body.trace, body.expect)
    if kept is None:
        raise RequestRefused(
            "no turn has this id, or several begin with it",
            field="trace",
            remedy="GET /v1/traces lists the turns that are kept.",
            status=404,
        )
    return model_response(WhyReply.of(kept, replayed=False))
