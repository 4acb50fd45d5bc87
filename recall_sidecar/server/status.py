"""What the daemon says of itself: up, ready, and the whole picture."""

from collections.abc import Mapping

from aiohttp import web

from recall_sidecar import tokens
from recall_sidecar.errors import MemoryStoreError, RequestRefused
from recall_sidecar.instance import Instance
from recall_sidecar.memory.port import MemorySource, MemoryStatus
from recall_sidecar.model_record import model_record
from recall_sidecar.server import replies, state
from recall_sidecar.server.calls import CALLS, HookCalls
from recall_sidecar.server.payload import model_response
from recall_sidecar.server.services import SERVICES, Services
from recall_sidecar.server.slots import TURN_SLOTS

__all__ = ["health", "hint", "memory_status", "prove", "readiness", "ready", "status"]

_UP = replies.Health()
# How many of the latest turns are looked at to say how the model does.
_LATEST_TURNS = 100
_OPENCLAW = (
    "it sends turns only with plugins.entries.recall-sidecar.hooks.allowConversationAccess = true (and"
    " allowPromptInjection not false)"
)


async def health(_request: web.Request) -> web.Response:
    """Say that the process is up."""
    return model_response(_UP)


async def prove(request: web.Request) -> web.Response:
    """Show that we know the tokens, before the caller sends one."""
    nonce = request.query.get("nonce", "")
    if not tokens.NONCE.fullmatch(nonce):
        message = "the nonce cannot be used"
        raise RequestRefused(message, field="nonce", remedy="Send 16 to 64 characters of A-Z a-z 0-9 _ -.")
    instance = request.app[SERVICES].instance
    port = instance.port or 0
    return model_response(
        replies.ProofReply(
            port=port,
            proof=tokens.proof(instance.tokens.full, nonce, port),
            hook_proof=tokens.proof(instance.tokens.hooks, nonce, port),
        )
    )


async def ready(request: web.Request) -> web.Response:
    """Say whether the daemon can recall, by part; 503 names the first part that is not ready."""
    services = request.app[SERVICES]
    parts = readiness(services, await memory_status(services.memory))
    missing = [name for name, part in parts.items() if not part.ready]
    if not missing:
        return model_response(state.Readiness(ready=True, parts=parts))
    failure = replies.Failure(
        code="not_ready",
        message=f"{missing[0]} is not ready: {parts[missing[0]].detail}",
        field=missing[0],
        remedy="Wait a moment; if it stays so, run 'recall-sidecar doctor'.",
    )
    return model_response(state.Readiness(ready=False, parts=parts, error=failure), status=503)


async def status(request: web.Request) -> web.Response:
    """Show everything an operator wants to see at a glance."""
    services, calls = request.app[SERVICES], request.app[CALLS]
    instance = services.instance
    memory = await memory_status(services.memory)
    reply = state.StatusReply(
        version=instance.version,
        pid=instance.pid,
        started_at=instance.started_at,
        uptime_ms=int((services.clock.monotonic() - instance.started_monotonic) * 1000),
        socket=instance.socket,
        port=instance.port,
        readiness=readiness(services, memory),
        hooks=_hooks(calls, instance),
        outcomes=tuple(
            state.OutcomeCount(host=host, status=word, reason=reason or None, count=count)
            for (host, word, reason), count in sorted(services.tracer.outcomes.items())
        ),
        shadows=tuple(
            state.ShadowCount(mode=mode, shadow_mode=shadow, asked=asked, shadow_asks=asks, count=count)
            for (mode, shadow, asked, asks), count in sorted(services.tracer.shadows.items())
        ),
        turns_in_flight=request.app[TURN_SLOTS].taken,
        model=services.model_word(),
        model_turns=state.ModelReport.of(model_record(services.tracer.recent(_LATEST_TURNS))),
        breakers=tuple(state.BreakerReport.of(breaker) for breaker in services.breakers()),
        spend=state.SpendReport.of(services.spend()),
        cache=dict(services.cache()),
        memory=state.MemoryReport.of(memory),
        capture=state.CaptureReport.of(services.conversations.state),
        telemetry=state.TelemetryReport.of(services.observed.spans.state),
        settings_problems=tuple(replies.Problem.of(problem) for problem in services.problems()),
    )
    return model_response(reply)


def readiness(services: Services, memory: MemoryStatus) -> Mapping[str, state.PartReport]:
    """Return whether each part can be used; the model is a part only when one is configured."""
    stopping = services.instance.stopping.is_set()
    parts = {
        "gate": state.PartReport(ready=not stopping, detail="the daemon is stopping" if stopping else ""),
        "memory": state.PartReport(
            ready=memory.ready, detail="" if memory.ready else memory.detail or "the index is being opened"
        ),
    }
    if (worker := services.model.state) != "off":
        detail = {"warming": "the model worker is starting", "failed": "the model worker keeps failing"}
        parts["model"] = state.PartReport(ready=worker == "ready", detail=detail.get(worker, ""))
    return parts


def hint(calls: HookCalls, instance: Instance) -> str | None:
    """Return what to look at when no host has sent a turn, None when one has."""
    if calls.turns:
        return None
    if calls.total:
        return (
            f"Hosts have sent notices ({calls.total}) and no turn since start. If somebody has written since, OpenClaw keeps"
            f" its turns back: {_OPENCLAW}."
        )
    if calls.refused:
        codes = ", ".join(f"{code} {count}x" for code, count in sorted(calls.refused.items()))
        return f"0 hook calls since start, but some were refused ({codes}): check token and address in the host's settings."
    where = instance.socket if instance.port is None else f"http://127.0.0.1:{instance.port}"
    return (
        f"0 hook calls since start. For OpenClaw run recall-sidecar install openclaw; {_OPENCLAW}. In other hosts check"
        f" that the hook is installed and trusted, and that it calls {where}."
    )


async def memory_status(memory: MemorySource) -> MemoryStatus:
    """Return the state of the memory; one that is broken says so in it."""
    try:
        return await memory.status()
    except MemoryStoreError as error:
        return MemoryStatus(ready=False, detail=str(error))


def _hooks(calls: HookCalls, instance: Instance) -> state.HookReport:
    by_host: dict[str, dict[str, int]] = {}
    for (host, event), count in sorted(calls.events.items()):
        by_host.setdefault(host, {})[event] = count
    return state.HookReport(
        calls=calls.total,
        by_host=by_host,
        by_session_kind=dict(sorted(calls.kinds.items())),
        refused=dict(sorted(calls.refused.items())),
        last_call_at=calls.last_at,
        plugin_version=calls.plugin_version,
        hint=hint(calls, instance),
    )
