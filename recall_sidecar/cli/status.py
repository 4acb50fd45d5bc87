"""`recall-sidecar status`: what the daemon is, has done and misses."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from recall_sidecar import __version__
from recall_sidecar.cli.door import Door, local, running
from recall_sidecar.cli.output import add_json_flag, say, table, write_json
from recall_sidecar.trace_lines import duration

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "describe", "execute", "run"]

# What stands for itself in the answer, and not in a line for people.
_MODELS = {"host": "lent by the host"}
# So many fit one screen with all that stands around them.
_MOST_OUTCOMES = 10
NAME = "status"
HELP = (
    "Show whether the daemon runs, which hosts have called it, how their turns ended, and what is not well."
)
EPILOG = """\
examples:
  recall-sidecar status
  recall-sidecar status --json | jq .outcomes

exit codes: 0 it runs, 1 it does not
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the state of this user's daemon."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door) -> int:
    """Show the state of the daemon behind `door`."""
    state = running(door).get("/v1/status")
    if arguments.json:
        write_json({**state, "installedVersion": __version__})
    else:
        say(describe(state, __version__))
    return 0


def describe(state: Mapping[str, Any], installed: str) -> str:
    """Return the state in lines; what is missing in it, as in another version's, is left out.

    `installed` is the version of this program, which a daemon that was started before may not be.
    """
    hooks, memory = state.get("hooks", {}), state.get("memory", {})
    rows = [
        (
            "daemon",
            f"{_versions(state, installed)}, pid {state.get('pid')}, up {duration(state.get('uptimeMs', 0))}",
        ),
        ("listens on", _addresses(state)),
        ("memory", f"{memory.get('passages', 0)} passages in {memory.get('files', 0)} files"),
        *(("", str(store)) for store in memory.get("stores", [])),
        *_meanings(memory),
        (
            "model",
            f"{_MODELS.get(state.get('model', ''), state.get('model', ''))}{_spent(state.get('spend', {}))}{_failed(state.get('modelTurns', {}))}",
        ),
        *_captured(state.get("capture", {})),
        *_telemetry(state.get("telemetry", {})),
        ("hook calls", f"{hooks.get('calls', 0)} since start{_by_host(hooks)}"),
    ]
    return "\n".join([table(rows), *_outcomes(state), *_shadows(state), *_notes(state, installed)])


def _versions(state: Mapping[str, Any], installed: str) -> str:
    version = str(state.get("version", installed))
    return version if version == installed else f"{version} runs ({installed} is installed)"


def _meanings(memory: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if meanings := memory.get("meanings"):
        yield "meanings", str(meanings["line"])


def _addresses(state: Mapping[str, Any]) -> str:
    port = state.get("port")
    return " and ".join(filter(None, [state.get("socket"), f"127.0.0.1:{port}" if port else ""]))


def _spent(spend: Mapping[str, Any]) -> str:
    if not spend.get("calls") and not spend.get("embeddings"):
        return ""
    tokens = spend["inputTokens"] + spend["outputTokens"]
    unknown = f" ({spend['unpriced']} without a known price)" if spend.get("unpriced") else ""
    embeddings = f" and {spend['embeddings']} of the embedding model" if spend.get("embeddings") else ""
    return f"; {spend['calls']} calls{embeddings} in 24 hours, {tokens} tokens, ${spend['cost']:.4f}{unknown}"


def _failed(turns: Mapping[str, Any]) -> str:
    """Return how often the model failed; nothing when it never did, or when that has a line of its own."""
    if not turns.get("failed") or turns.get("hint"):
        return ""
    return f"; failed in {turns['failed']} of the last {turns['asked']} turns ({turns['lastError']})"


def _captured(capture: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what became of the turns that hosts handed over, when there were any, and what was deleted of older ones."""
    turns = dict(capture.get("turns", {}))
    gone = capture.get("purgedOld", 0) + capture.get("purgedCrowded", 0)
    if turns or gone:
        left_out = ", ".join(f"{word} {count}" for word, count in turns.items() if word != "kept")
        kept = f"{turns.get('kept', 0)} turns kept since start" + (
            f" (not kept: {left_out})" if left_out else ""
        )
        yield "captured", kept + (f"; {gone} files past keep_days or max_mb deleted" if gone else "")


def _telemetry(telemetry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield whether turns leave as spans; nothing where nobody asked for that."""
    if telemetry.get("detail"):
        left_out = f"; {telemetry['leftOut']} left out" if telemetry.get("leftOut") else ""
        yield "telemetry", f"{telemetry.get('state')}: {telemetry['detail']}{left_out}"


def _by_host(hooks: Mapping[str, Any]) -> str:
    totals = {host: sum(events.values()) for host, events in hooks.get("byHost", {}).items()}
    named = ", ".join(f"{host} {count}" for host, count in totals.items())
    return f" ({named})" if named else ""


def _old_daemon(state: Mapping[str, Any], installed: str) -> Iterator[str]:
    version = state.get("version", installed)
    if version != installed:
        yield f"! the daemon that runs is {version}, and {installed} is installed: stop it, then run recall-sidecar serve"


def _old_plugin(state: Mapping[str, Any]) -> str:
    plugin, own = state.get("hooks", {}).get("pluginVersion"), state.get("version")
    if plugin is None or plugin == own:
        return ""
    return f"! OpenClaw's plugin is {plugin} and the daemon {own}: run recall-sidecar install openclaw again"


def _outcomes(state: Mapping[str, Any]) -> Iterator[str]:
    outcomes = state.get("outcomes", [])
    if outcomes:
        yield "turns:"
    ordered = sorted(outcomes, key=lambda entry: -entry["count"])
    for outcome in ordered[:_MOST_OUTCOMES]:
        reason = f" ({outcome['reason']})" if outcome.get("reason") else ""
        yield f"  {outcome['count']:>6}  {outcome['status']}{reason}  {outcome['host']}"
    if rest := sum(outcome["count"] for outcome in ordered[_MOST_OUTCOMES:]):
        yield f"  {rest:>6}  in {len(ordered) - _MOST_OUTCOMES} other ways (--json lists them)"


def _shadows(state: Mapping[str, Any]) -> Iterator[str]:
    """Yield how often the shadow mode would have let a model look, beside the mode in force."""
    shadows = state.get("shadows", [])
    if shadows:
        yield "shadow mode:"
    for each in shadows:
        asked = "asks" if each["asked"] else "does not ask"
        would = "would ask" if each["shadowAsks"] else "would not ask"
        yield f"  {each['count']:>6}  {each['mode']} {asked} a model, {each['shadowMode']} {would}"


def _notes(state: Mapping[str, Any], installed: str) -> Iterator[str]:
    """Yield what is not well, each with what to look at."""
    yield from _old_daemon(state, installed)
    for name, part in state.get("readiness", {}).items():
        if not part.get("ready"):
            yield f"! {name} is not ready: {part.get('detail', '')}"
    for breaker in state.get("breakers", []):
        if breaker["state"] != "closed":
            seconds = round(breaker["retryInMs"] / 1000)
            yield f"! {breaker['model']} timed out too often for agent {breaker['agentId']}: {breaker['state']}, tried again in {seconds} s"
    if failing := state.get("modelTurns", {}).get("hint"):
        yield f"! {failing}: run recall-sidecar doctor"
    if captured := state.get("capture", {}).get("problem"):
        yield f"! memory: {captured}"
    yield from _memory_notes(state.get("memory", {}))
    for problem in state.get("settingsProblems", []):
        yield f"! settings: {problem['key']} ({problem['source']}): {problem['message']}"
    if old := _old_plugin(state):
        yield old
    if hint := state.get("hooks", {}).get("hint"):
        yield f"! {hint}"


def _memory_notes(memory: Mapping[str, Any]) -> Iterator[str]:
    for problem in memory.get("problems", []):
        yield f"! memory: {problem}"
    if hint := (memory.get("meanings") or {}).get("hint"):
        yield f"! meanings: {hint}"
