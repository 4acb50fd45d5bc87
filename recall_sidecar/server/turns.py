"""The hook routes: a host's turn in, its answer out; and the notices hosts send between turns."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from aiohttp import web
from aiohttp.typedefs import Handler

from recall_sidecar import session_key, traceparent
from recall_sidecar.block import GUIDANCE
from recall_sidecar.dialects import openclaw
from recall_sidecar.dialects.wire import agent_of
from recall_sidecar.events import HookNotice, NoticeKind, TurnEnd, TurnEvent
from recall_sidecar.server import lending, replies
from recall_sidecar.server.answering import AnswerWriter, answer_response
from recall_sidecar.server.calls import CALLS
from recall_sidecar.server.payload import json_response, model_response, read_object
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import TURN_SLOTS

__all__ = ["Dialect", "TerminalDialect", "guidance", "needs", "notice", "turn"]

_EndReader = Callable[[Mapping[str, Any]], TurnEnd | None]
_NoticeReader = Callable[[Mapping[str, Any]], HookNotice | None]
_ACKNOWLEDGED = {"v": 1, "status": "ok"}


class Dialect(AnswerWriter, Protocol):
    """A host's language: the module in `dialects` that translates it."""

    def read_turn(self, body: Mapping[str, Any], /) -> TurnEvent:
        """Return the turn, or raise `RequestRefused`."""


class TerminalDialect(Dialect, Protocol):
    """The language of a host that tells of a turn's end, and of its session, by the same route."""

    def read_end(self, body: Mapping[str, Any], /) -> TurnEnd | None:
        """Return the turn that has ended, None when `body` tells of something else."""

    def read_notice(self, body: Mapping[str, Any], /) -> HookNotice | None:
        """Return what happens to a session, None when `body` tells of something else."""


def turn(
    dialect: Dialect, *, ends: _EndReader | None = None, notices: _NoticeReader | None = None
) -> Handler:
    """Return the handler that answers turns of one host; with `ends` and `notices` it takes those too, unanswered.

    A turn is never refused for want of room: it is answered `unavailable (overloaded)` at once, so that the host
    goes on without memory. When the caller goes away, aiohttp cancels the handler and with it the recall.
    """

    async def answer_turn(request: web.Request) -> web.Response:
        services = request.app[SERVICES]
        started_at = services.clock.monotonic()
        body = await read_object(request)
        if ends is not None and (ended := ends(body)) is not None:
            return await _take_end(request, ended)
        if notices is not None and (told := notices(body)) is not None:
            request.app[CALLS].count(told.host, told.kind, at=services.clock.now())
            services.pipeline.observe(told)
            return json_response({})
        event = _placed(dialect.read_turn(body), request)
        if ends is not None and services.conversations.wants(event.agent_id):
            services.conversations.note(event)
        kind = session_key.parse(event.session_key).kind
        request.app[CALLS].count(event.host, "turn", at=services.clock.now(), kind=kind)
        request.app[CALLS].came_from(event.host, event.plugin_version)
        slots = request.app[TURN_SLOTS]
        if slots.full:
            answer = services.pipeline.overloaded(event)
        elif event.lends_model and services.asks_host_model(event.agent_id):
            return await lending.answer_lender(request, event, started_at)
        else:
            with slots.take():
                answer = await services.pipeline.run(event, started_at=started_at)
        return answer_response(dialect, answer)

    return answer_turn


def _placed(event: TurnEvent, request: web.Request) -> TurnEvent:
    """Return the turn with its place in the caller's distributed trace, as far as the request names one."""
    parents = request.headers.getall("traceparent", ())
    if not parents:
        return event
    caller = traceparent.read(parents, request.headers.getall("tracestate", ()))
    return replace(event, traceparent=caller.traceparent, tracestate=caller.tracestate)


async def _take_end(request: web.Request, ended: TurnEnd) -> web.Response:
    """Keep a turn of a terminal host; its words came with the prompt hook."""
    services, turn = request.app[SERVICES], ended.turn
    request.app[CALLS].count(turn.host, "agent_end", at=services.clock.now())
    services.pipeline.observe(
        HookNotice(
            kind="agent_end",
            host=turn.host,
            agent_id=turn.agent_id,
            session_key=turn.session_key,
            session_id=turn.session_id,
        )
    )
    if services.conversations.wants(turn.agent_id):
        await services.conversations.keep(ended)
    return json_response({})


async def guidance(_request: web.Request) -> web.Response:
    """Return what a host may put into its system prompt once: it never changes, so prompt caches survive."""
    return model_response(replies.Guidance(guidance=GUIDANCE))


async def needs(request: web.Request) -> web.Response:
    """Say what an agent's turns have to send, before the first of them."""
    services = request.app[SERVICES]
    agent_id = agent_of(request.query.get("agentId"), None)
    return model_response(
        replies.NeedsReply(
            version=services.instance.version,
            query_mode=services.query_mode(agent_id),
            turns=services.conversations.wants(agent_id),
        )
    )


def notice(kind: NoticeKind) -> Handler:
    """Return the handler that takes one kind of notice; it is answered before anything comes of it.

    An `agent_end` that hands over a turn is answered when the turn is kept, so that the answer is a promise.
    """

    async def take_notice(request: web.Request) -> web.Response:
        services = request.app[SERVICES]
        body = await read_object(request)
        told = openclaw.read_notice(kind, body)
        request.app[CALLS].count(told.host, kind, at=services.clock.now())
        services.pipeline.observe(told)
        if kind == "agent_end" and services.conversations.wants(told.agent_id):
            ended = openclaw.read_end(body)
            if ended is not None:
                return json_response({**_ACKNOWLEDGED, "turn": await services.conversations.keep(ended)})
        return json_response(_ACKNOWLEDGED)

    return take_notice
