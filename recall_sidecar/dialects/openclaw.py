"""OpenClaw's hooks: its event and context become a `TurnEvent`, our outcome its answer.

Any other host that can speak our own wire format uses this dialect too and says so in `host`.
"""

from collections.abc import Mapping
from typing import Any, Final

from recall_sidecar.dialects.answers import ModelOrder, ModelWanted
from recall_sidecar.dialects.ended import last_turn
from recall_sidecar.dialects.history import EarlierMessages
from recall_sidecar.dialects.wire import (
    NoticeBody,
    NoticeContext,
    NoticeRequest,
    TurnBody,
    TurnContext,
    TurnRequest,
    agent_of,
    fit,
    given,
)
from recall_sidecar.events import HookNotice, NoticeKind, TurnEnd, TurnEvent
from recall_sidecar.outcomes import Recalled, RecallOutcome, Source, reason_of, status_word
from recall_sidecar.settings.tables import QueryMode

__all__ = [
    "NoticeRequest",
    "TurnRequest",
    "read_end",
    "read_notice",
    "read_turn",
    "write_answer",
    "write_order",
]

_HOST: Final = "openclaw"


def read_turn(body: Mapping[str, Any]) -> TurnEvent:
    """Read a turn.

    The user's words are `currentUserMessage`, also when it is empty: then there are none and the prompt, which may
    hold the whole conversation, does not take their place. Only without that field is the prompt read.

    Raises:
        RequestRefused: A field has the wrong type, or `v` another version.
    """
    request = fit(TurnRequest, body)
    event, ctx = request.event or TurnBody(), request.ctx or TurnContext()
    is_assembled = event.current_user_message is None
    text = (event.prompt if is_assembled else event.current_user_message) or ""
    return TurnEvent(
        host=_host(request.host),
        agent_id=agent_of(ctx.agent_id, ctx.session_key),
        text=text,
        text_is_assembled=is_assembled,
        messages=EarlierMessages(event.messages, current=text, current_is_assembled=is_assembled),
        message_id=event.current_user_message_id or None,
        session_key=given(ctx.session_key),
        session_id=given(ctx.session_id),
        run_id=given(ctx.run_id),
        trigger=given(ctx.trigger),
        provenance=given(ctx.input_provenance.kind) if ctx.input_provenance else None,
        message_provider=given(ctx.message_provider),
        channel_id=given(ctx.channel_id),
        chat_id=given(ctx.chat_id),
        chat_type=given(ctx.chat_type),
        sender_id=given(ctx.sender_id),
        sender_is_owner=ctx.sender_is_owner,
        model_provider=given(ctx.model_provider_id),
        model_id=given(ctx.model_id),
        project_keys=tuple(ctx.active_project_keys or ()),
        # A host that is late already may count below zero.
        budget_ms=None if ctx.budget_ms is None else max(int(ctx.budget_ms), 0),
        block_lifetime=request.block_lifetime or "turn",
        memory_allowed=ctx.memory_allowed is not False,
        lends_model="model" in (request.lends or ()),
        plugin_version=given(request.plugin.version) if request.plugin else None,
    )


def write_answer(
    *,
    outcome: RecallOutcome,
    trace_id: str,
    block: str | None,
    status_line: str,
    debug_line: str,
    query_mode: str,
) -> dict[str, Any]:
    """Return the answer; `block` is what goes before the prompt, None or empty for nothing."""
    return {
        "v": 1,
        "status": status_word(outcome),
        "reason": reason_of(outcome),
        "traceId": trace_id,
        "trust": outcome.trust.value if isinstance(outcome, Recalled) else None,
        "sources": [_source(each) for each in outcome.sources]
        if block and isinstance(outcome, Recalled)
        else [],
        "prependContext": block or None,
        "statusLine": status_line,
        "debugLine": debug_line,
        "queryMode": query_mode,
    }


def _source(each: Source) -> dict[str, Any]:
    return {
        "source": each.source,
        "path": each.path,
        "fromLine": each.from_line,
        "toLine": each.to_line,
        "origin": each.origin.value,
    }


def write_order(
    *, trace_id: str, ticket: str, wait_ms: int, model: ModelOrder, query_mode: QueryMode
) -> dict[str, Any]:
    """Return the answer that has the host run a prompt on its own model before the turn can end."""
    wanted = ModelWanted(
        trace_id=trace_id, ticket=ticket, wait_ms=wait_ms, model=model, query_mode=query_mode
    )
    return wanted.model_dump(mode="json", by_alias=True)


def read_notice(kind: NoticeKind, body: Mapping[str, Any]) -> HookNotice:
    """Read what a host tells of a session; `kind` is the hook that was called.

    Raises:
        RequestRefused: A field has the wrong type, or `v` another version.
    """
    request = fit(NoticeRequest, body)
    event, ctx = request.event or NoticeBody(), request.ctx or NoticeContext()
    key = given(ctx.session_key) or given(event.session_key)
    return HookNotice(
        kind=kind,
        host=_host(request.host),
        agent_id=agent_of(ctx.agent_id, key),
        session_key=key,
        session_id=given(ctx.session_id) or given(event.session_id),
        run_id=given(ctx.run_id) or given(event.run_id),
        is_whole=event.success is not False,
    )


def read_end(body: Mapping[str, Any]) -> TurnEnd | None:
    """Read the turn that an `agent_end` notice hands over, None when it holds none.

    Raises:
        RequestRefused: A field has the wrong type, or `v` another version.
    """
    request = fit(NoticeRequest, body)
    event, ctx = request.event or NoticeBody(), request.ctx or NoticeContext()
    said = last_turn(event.messages, event.current_user_message)
    if said is None:
        return None
    key = given(ctx.session_key) or given(event.session_key)
    turn = TurnEvent(
        host=_host(request.host),
        agent_id=agent_of(ctx.agent_id, key),
        text=said.user,
        session_key=key,
        session_id=given(ctx.session_id) or given(event.session_id),
        run_id=given(ctx.run_id) or given(event.run_id),
        trigger=given(ctx.trigger),
        provenance=given(ctx.input_provenance.kind) if ctx.input_provenance else None,
        message_provider=given(ctx.message_provider),
        channel_id=given(ctx.channel_id),
        chat_id=given(ctx.chat_id),
        chat_type=given(ctx.chat_type),
        sender_id=given(ctx.sender_id),
        sender_is_owner=ctx.sender_is_owner,
    )
    return TurnEnd(
        turn=turn,
        reply=said.reply,
        after_tools=said.after_tools,
        speaker=given(ctx.sender_name) or "",
        is_whole=event.success is not False,
    )


def _host(name: str | None) -> str:
    return (name or _HOST).lower()
