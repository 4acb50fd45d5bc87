"""What `doctor` asks of the running program: the daemon, its hosts, and the models."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from recall_sidecar.cli.door import Daemon
from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import ModelError, ModelRefused, RecallSidecarError
from recall_sidecar.llm.port import (
    Finished,
    ModelClient,
    ModelRef,
    ModelRequest,
    ToolCall,
    ToolCalls,
    ToolResult,
    ToolSpec,
    UserText,
)
from recall_sidecar.settings import ModelSettings
from recall_sidecar.trace_lines import duration

__all__ = ["check_daemon", "check_models", "named_models", "probe"]

_PROBE_TIMEOUT_S = 30.0
# As long as the supervisor gives a worker to start.
_START_TIMEOUT_S = 60.0
# What a provider answers whatever it is asked for.
_KEY_OR_QUOTA = ("HTTP 401", "HTTP 402", "HTTP 403", "HTTP 429")
_MAY_DIFFER = timedelta(minutes=5)
_SEARCH = ToolSpec(
    "memory_search",
    "Search memory.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)


def check_daemon(
    find: Callable[[], Daemon | None], version: str, now: Callable[[], datetime]
) -> Iterator[Finding]:
    """Ask the daemon how it is and who has called it."""
    try:
        daemon = find()
        state = None if daemon is None else daemon.get("/v1/status")
    except (RecallSidecarError, OSError) as error:
        yield Finding(
            "error", "daemon", str(error), "stop it and start it again: recall-sidecar serve", code=1
        )
        return
    if state is None:
        yield Finding("warning", "daemon", "not running", "recall-sidecar serve")
        return
    yield _version(str(state.get("version")), version)
    yield from _clock(state, now())
    yield from _parts(state)
    yield from _plugin(state.get("hooks", {}).get("pluginVersion"), str(state.get("version")))
    yield from _hosts(state.get("hooks", {}))


def check_models(
    models: Iterable[ModelRef],
    obstacle: Callable[[ModelRef], str | None],
    config_file: Path,
    *,
    use_turn_model: bool,
) -> Iterator[Finding]:
    """Look whether each named model has what it needs, without calling it.

    Args:
        models: The models that settings name.
        obstacle: Why a model cannot be reached and what to do; None when it can.
        config_file: Where the settings stand.
        use_turn_model: Whether the model that answers a turn may be asked where none is named.
    """
    none = True
    for model in models:
        none = False
        if model.is_lent:
            yield Finding(
                "ok", "model", f"{model} is lent by the host with each turn; /recall why says when it is not"
            )
            continue
        reason = obstacle(model)
        if reason is None:
            yield Finding("ok", "model", f"{model} has what it needs")
        else:
            yield Finding("error", "model", f"{model} cannot be reached", reason, code=1)
    if none and not use_turn_model:
        yield Finding(
            "ok", "model", "none is named and model.use_turn_model is false, so passages are quoted instead"
        )
    elif none:
        yield Finding(
            "warning",
            "model",
            "none is named; the turn's own is used where it can be reached, else passages are quoted",
            f'set model.name, for example name = "openai/gpt-5-mini" in [model] of {config_file}',
        )


def named_models(tables: Iterable[ModelSettings]) -> tuple[ModelRef, ...]:
    """Return each model that settings name, once."""
    names = dict.fromkeys(
        name for table in tables for name in (table.name, table.primary, table.fallback) if name
    )
    parts = (name.partition("/") for name in names)
    return tuple(ModelRef(provider, model) for provider, _, model in parts)


async def probe(client: ModelClient, models: Iterable[ModelRef]) -> list[Finding]:
    """Call each model once, with a search already executed as in a real turn; a few hundred tokens each."""
    try:
        async with asyncio.timeout(_START_TIMEOUT_S):
            while client.state == "warming":  # noqa: ASYNC110 -- the port tells its state, not its changes
                await asyncio.sleep(0.1)
    except TimeoutError:
        return [
            Finding(
                "error",
                "provider",
                "the process that calls models did not start",
                "try again on a calmer machine",
                code=1,
            )
        ]
    return [await _probe(client, model) for model in models]


async def _probe(client: ModelClient, model: ModelRef) -> Finding:
    offered = (_SEARCH,) if client.takes_tools(model) else ()
    request = ModelRequest(
        model=model,
        system="You check a connection. Answer with the single word NONE.",
        messages=(
            UserText("Is there anything about tea?"),
            ToolCalls((ToolCall("call_search", "memory_search", {"query": "tea"}),)),
            ToolResult("call_search", "memory_search", "no passages"),
        ),
        tools=offered,
        max_output_tokens=32,
    )
    try:
        took, is_whole = await _asked(client, request)
    except TimeoutError:
        fact = f"{model} did not answer within {_PROBE_TIMEOUT_S:g} s"
        return Finding("error", "provider", fact, "try again; if it stays so, take another model", code=1)
    except ModelError as error:
        if offered and _may_be_the_tools(error) and await _answers_without_tools(client, request):
            fact = f"{model} answers, and refuses a request that offers tools"
            return Finding("error", "provider", fact, "set recall.max_tool_rounds = 0", code=1)
        # What went wrong, then what to do about it: see llm/failures.py.
        fact, _, remedy = str(error).partition("; ")
        return Finding("error", "provider", fact, remedy or "try again, or take another model", code=1)
    if not is_whole:
        fact = f"{model} broke off after {duration(took)}"
        return Finding("warning", "provider", fact, "try again, or take another model")
    tools = "is offered tools" if offered else "is not offered tools, so it cannot search again"
    return Finding("ok", "provider", f"{model} answered in {duration(took)} and {tools}")


def _may_be_the_tools(error: ModelError) -> bool:
    return isinstance(error, ModelRefused) and not any(status in str(error) for status in _KEY_OR_QUOTA)


async def _asked(client: ModelClient, request: ModelRequest) -> tuple[float, bool]:
    """Return how many milliseconds the reply took, and whether it came to its end."""
    clock = asyncio.get_running_loop().time
    began = clock()
    async with asyncio.timeout(_PROBE_TIMEOUT_S), client.stream(request) as chunks:
        said = [chunk async for chunk in chunks]
    return (clock() - began) * 1000, any(isinstance(chunk, Finished) for chunk in said)


async def _answers_without_tools(client: ModelClient, request: ModelRequest) -> bool:
    try:
        _, is_whole = await _asked(client, replace(request, tools=()))
    except (ModelError, TimeoutError):
        return False
    return is_whole


def _version(running: str, own: str) -> Finding:
    if running == own:
        return Finding("ok", "daemon", f"{running} runs and answers")
    return Finding(
        "warning", "daemon", f"{running} runs, and {own} is installed", "stop it, then: recall-sidecar serve"
    )


def _clock(state: Mapping[str, Any], now: datetime) -> Iterator[Finding]:
    """Look whether the clock was set back since the daemon started: its uptime is counted without it."""
    if "startedAt" not in state:
        return
    expected = datetime.fromisoformat(state["startedAt"]) + timedelta(milliseconds=state.get("uptimeMs", 0))
    if expected - now > _MAY_DIFFER:
        fact = f"the clock was set back by {duration((expected - now).total_seconds() * 1000)} since the daemon started"
        yield Finding("warning", "clock", fact, "sudo timedatectl set-ntp true, then restart the daemon")


def _parts(state: Mapping[str, Any]) -> Iterator[Finding]:
    yield from _memory(state.get("memory", {}))
    for name, part in state.get("readiness", {}).items():
        if not part.get("ready"):
            yield Finding(
                "warning", name, f"not ready: {part.get('detail', '')}", "wait a moment and look again"
            )
    if failing := state.get("modelTurns", {}).get("hint"):
        yield Finding("warning", "model", str(failing), "recall-sidecar doctor")
    yield from _telemetry(state.get("telemetry", {}))
    for outcome in state.get("outcomes", []):
        if outcome["reason"] == "agent":
            fact = f"{outcome['count']} turns of {outcome['host']} were skipped: gate.agents does not list the agent"
            remedy = "add it to gate.agents and to agents of its [[memory.folders]]; a terminal host's agent has its own name"
            yield Finding("warning", "agents", fact, remedy)
    for problem in state.get("settingsProblems", []):
        fact = f"the daemon does not use the newest settings: {problem['key']}: {problem['message']}"
        yield Finding("error", "settings", fact, "recall-sidecar config check", code=2)


def _memory(memory: Mapping[str, Any]) -> Iterator[Finding]:
    yield Finding("ok", "index", f"{memory.get('passages', 0)} passages in {memory.get('files', 0)} files")
    for store in memory.get("stores", []):
        yield Finding("ok", "memory store", str(store))
    if meanings := memory.get("meanings"):
        yield Finding("ok", "meanings", str(meanings["line"]))
        if meanings["hint"]:
            fact, _, remedy = str(meanings["hint"]).partition(": ")
            yield Finding("warning", "meanings", fact, remedy)
    for problem in memory.get("problems", []):
        yield Finding(
            "warning", "memory file", str(problem), "put that right; the daemon looks again by itself"
        )


def _telemetry(telemetry: Mapping[str, Any]) -> Iterator[Finding]:
    detail = str(telemetry.get("detail", ""))
    if telemetry.get("state") == "refused":
        fact, _, remedy = detail.partition(": ")
        yield Finding("warning", "telemetry", fact, remedy)
    elif telemetry.get("state") == "on":
        yield Finding("ok", "telemetry", detail)


def _plugin(plugin: str | None, running: str) -> Iterator[Finding]:
    if plugin is not None and plugin != running:
        fact = f"OpenClaw's plugin is {plugin}, the daemon {running}"
        yield Finding("warning", "plugin", fact, "run recall-sidecar install openclaw again")


def _hosts(hooks: Mapping[str, Any]) -> Iterator[Finding]:
    if hint := hooks.get("hint"):
        yield Finding("warning", "hosts", str(hint), "recall-sidecar status shows when the first call comes")
        return
    kinds = ", ".join(f"{kind} {count}" for kind, count in hooks.get("bySessionKind", {}).items())
    yield Finding(
        "ok", "hosts", f"{hooks.get('calls', 0)} hook calls since start; sessions: {kinds or 'none'}"
    )
