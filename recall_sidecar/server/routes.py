"""Every route in one table, from which the application and the OpenAPI document are made."""

import asyncio
from typing import get_args

from aiohttp import web

from recall_sidecar.dialects import claude_code, codex, gemini, openclaw
from recall_sidecar.dialects.answers import TurnReply
from recall_sidecar.dialects.wire import NoticeRequest, TurnRequest
from recall_sidecar.events import NoticeKind
from recall_sidecar.server import (
    control,
    editing,
    edits,
    inquiries,
    lending,
    memory,
    metrics,
    openapi,
    replies,
    state,
    status,
    traces,
    turns,
    wire,
)
from recall_sidecar.server.openapi import Parameter, Route
from recall_sidecar.server.payload import json_response
from recall_sidecar.server.viewer import routes as viewer_routes

__all__ = ["ROUTES", "describe"]


async def describe(_request: web.Request) -> web.Response:
    """Return the OpenAPI document of these routes."""
    return json_response(await asyncio.to_thread(openapi.document, ROUTES))


_HOSTS: tuple[tuple[str, turns.TerminalDialect, str], ...] = (
    ("claude-code", claude_code, "Claude Code"),
    ("codex", codex, "Codex"),
    ("gemini", gemini, "Gemini CLI"),
)

ROUTES: tuple[Route, ...] = (
    Route(
        "POST",
        "/v1/hooks/before_prompt_build",
        turns.turn(openclaw),
        "Answer a turn: the right memory for it, or nothing",
        {200: TurnReply},
        TurnRequest,
    ),
    *(
        Route(
            "POST",
            f"/v1/hooks/{kind}",
            turns.notice(kind),
            f"Take a host's notice: {kind.replace('_', ' ')}",
            {200: replies.Acknowledged},
            NoticeRequest,
        )
        for kind in get_args(NoticeKind)
    ),
    *(
        Route(
            "POST",
            f"/v1/hooks/{name}",
            turns.turn(dialect, ends=dialect.read_end, notices=dialect.read_notice),
            f"Answer a turn of {title} in its own hook format; {{}} whenever there is nothing to say or something fails",
            {200: replies.HostAnswer},
            wire.HostEvent,
        )
        for name, dialect, title in _HOSTS
    ),
    Route(
        "POST",
        "/v1/model-replies/{ticket}",
        lending.take_reply,
        "Bring the reply of the host's model that a turn asked for, and get what the turn ended with",
        {200: TurnReply},
        wire.ModelReplyBody,
        parameters=(Parameter("ticket", "path", {"type": "string"}, "The turn's ticket; it is good once."),),
    ),
    Route(
        "GET",
        "/v1/hooks/guidance",
        turns.guidance,
        "Return the constant text that explains the block to the main model, for the system prompt",
        {200: replies.Guidance},
    ),
    Route(
        "GET",
        "/v1/hooks/needs",
        turns.needs,
        "Say what an agent's turns have to send",
        {200: replies.NeedsReply},
        parameters=(
            Parameter(
                "agentId", "query", {"type": "string"}, "The agent; `main` when absent.", required=False
            ),
        ),
    ),
    Route(
        "POST",
        "/v1/commands",
        control.command,
        "Run a chat command",
        {200: replies.CommandAnswer},
        wire.CommandBody,
    ),
    Route(
        "POST",
        "/v1/memory/search",
        memory.search,
        "Search memory",
        {200: replies.SearchReply},
        wire.SearchBody,
    ),
    Route(
        "POST",
        "/v1/memory/get",
        memory.get,
        "Read lines of a memory file",
        {200: replies.GetReply},
        wire.GetBody,
    ),
    Route(
        "POST",
        "/v1/memory/refresh",
        memory.refresh,
        "Bring the memory index up to date",
        {200: replies.RefreshReply},
        wire.RefreshBody,
    ),
    Route(
        "POST",
        "/v1/memory/remember",
        editing.remember,
        "Write an entry into an agent's curated memory",
        {200: edits.RememberReply},
        edits.RememberBody,
    ),
    Route(
        "POST",
        "/v1/memory/forget",
        editing.forget,
        "Say what would be forgotten, and forget it for good",
        {200: edits.ForgetReply},
        edits.ForgetBody,
    ),
    Route(
        "GET",
        "/v1/traces",
        traces.recent,
        "List turns, newest first",
        {200: replies.TraceListReply},
        parameters=(
            Parameter(
                "limit",
                "query",
                {"type": "integer", "minimum": 1, "maximum": 1000, "default": 50},
                "How many turns.",
                required=False,
            ),
            Parameter(
                "session", "query", {"type": "string"}, "Only turns of this session key.", required=False
            ),
        ),
    ),
    Route(
        "GET",
        "/v1/traces/stream",
        traces.follow,
        "Follow turns as they finish",
        {200: None},
        media_type="text/event-stream",
    ),
    Route(
        "GET",
        "/v1/traces/{id}",
        traces.show,
        "Show one turn",
        {200: replies.TraceReply},
        parameters=(
            Parameter("id", "path", {"type": "string"}, "The turn's id, or the beginning of only one."),
        ),
    ),
    Route(
        "POST",
        "/v1/why",
        inquiries.why,
        "Say what became of a turn, and at which step it lost what was expected",
        {200: inquiries.WhyReply},
        inquiries.WhyBody,
    ),
    *viewer_routes.ROUTES,
    Route("GET", "/v1/status", status.status, "Show the state of the daemon", {200: state.StatusReply}),
    Route(
        "GET",
        "/metrics",
        metrics.metrics,
        "Return what is counted, for Prometheus (in OpenMetrics where that is asked for)",
        {200: None},
        media_type="text/plain",
    ),
    Route("POST", "/v1/reload", control.reload, "Read the settings anew", {200: replies.ReloadReply}),
    Route(
        "GET",
        "/v1/proof",
        status.prove,
        "Show that the daemon knows the tokens, before one is sent to it",
        {200: replies.ProofReply},
        parameters=(
            Parameter(
                "nonce",
                "query",
                {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
                "A value never used before.",
            ),
        ),
    ),
    Route("GET", "/healthz", status.health, "Say that the process is up", {200: replies.Health}),
    Route(
        "GET",
        "/readyz",
        status.ready,
        "Say whether the daemon can recall, by part",
        {200: state.Readiness, 503: state.Readiness},
    ),
    Route("GET", "/openapi.json", describe, "Return this document", {200: None}),
)
