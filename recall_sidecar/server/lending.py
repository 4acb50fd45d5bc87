"""Turns whose host lends its model: their first answer, and the route that takes the model's reply."""

from aiohttp import web

from recall_sidecar.dialects import openclaw
from recall_sidecar.dialects.answers import ModelOrder
from recall_sidecar.errors import RequestRefused
from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.calls import one_prompt
from recall_sidecar.llm.port import ModelRequest
from recall_sidecar.outcomes import Unavailable, UnavailableReason
from recall_sidecar.server import wire
from recall_sidecar.server.answering import answer_response
from recall_sidecar.server.loans import LOANS, Aborted, Loan, Wanted
from recall_sidecar.server.payload import json_response, read_object
from recall_sidecar.server.services import SERVICES
from recall_sidecar.trace import new_trace_id

__all__ = ["answer_lender", "take_reply"]


async def answer_lender(request: web.Request, turn: TurnEvent, started_at: float) -> web.Response:
    """Answer a turn, for which there is a slot: with how it ended, or with a prompt for the host's model."""
    services, trace_id = request.app[SERVICES], new_trace_id()
    loan = request.app[LOANS].begin(
        turn.agent_id,
        trace_id,
        lambda model: services.pipeline.run(turn, started_at=started_at, trace_id=trace_id, lent_model=model),
    )
    return await _settled(request, loan)


async def take_reply(request: web.Request) -> web.Response:
    """Hand the reply of the host's model to the turn that waits for it, and answer as the turn itself is answered.

    A reply that comes late changes nothing any more and gets what its turn ended with.
    """
    body = wire.parse(wire.ModelReplyBody, await read_object(request))
    if body.text is None and body.error is None:
        message = "neither a reply nor an error was sent"
        raise RequestRefused(message, field="text", remedy="Send text, or error when there is none.")
    loans = request.app[LOANS]
    loan = loans.take(request.match_info["ticket"])
    if loan is None:
        message = "no turn waits under this ticket"
        raise RequestRefused(
            message, field="ticket", remedy="Send one reply to each ticket, while its turn waits.", status=404
        )
    if body.error == "aborted":
        await loans.abort(loan)
    else:
        loan.model.give(body.answer(request.app[SERVICES].mask))
    return await _settled(request, loan)


async def _settled(request: web.Request, loan: Loan) -> web.Response:
    query_mode = request.app[SERVICES].query_mode(loan.agent_id)
    settled = await request.app[LOANS].settle(loan)
    if isinstance(settled, Wanted):
        return json_response(
            openclaw.write_order(
                trace_id=loan.trace_id,
                ticket=settled.ticket,
                wait_ms=settled.request.useful_ms,
                model=_order(settled.request),
                query_mode=query_mode,
            )
        )
    if isinstance(settled, Aborted):
        return json_response(
            openclaw.write_answer(
                outcome=Unavailable(UnavailableReason.ABORTED),
                trace_id=loan.trace_id,
                block=None,
                status_line="",
                debug_line="",
                query_mode=query_mode,
            )
        )
    return answer_response(openclaw, settled)


def _order(request: ModelRequest) -> ModelOrder:
    return ModelOrder(
        ref=request.model.model or None,
        system=request.system,
        prompt=one_prompt(request.messages),
        max_tokens=request.max_output_tokens,
        reasoning=request.thinking,
    )
