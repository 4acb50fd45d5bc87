"""The two lines a host may show under a reply, exactly in OpenClaw's form.

```text
🧩 Active Memory: status=ok elapsed=842ms query=recent summary=34 chars
🔎 Active Memory Debug: backend=sqlite searchMs=4 hits=2 | Lemon pepper wings with blue cheese.
```
"""

import math
from decimal import ROUND_HALF_UP, Decimal

from recall_sidecar.outcomes import RecallOutcome, UnavailableReason, status_word
from recall_sidecar.terminal import printable
from recall_sidecar.traced import Span, TurnTrace

__all__ = ["DEBUG_PREFIX", "STATUS_PREFIX", "both_lines", "debug_line", "duration", "status_line"]

STATUS_PREFIX = "🧩 Active Memory:"
DEBUG_PREFIX = "🔎 Active Memory Debug:"
_SEARCH_SPAN = "memory"
_TRIGGER_SPAN = "triggers"


def both_lines(
    outcome: RecallOutcome, trace: TurnTrace, *, query_mode: str, status: bool, debug: bool
) -> tuple[str, str]:
    """Return the status and the debug line of a turn, each empty unless it is wanted."""
    told = ""
    if status:
        told = status_line(
            outcome,
            elapsed_ms=trace.elapsed_ms,
            query_mode=query_mode,
            cached=trace.cache == "hit",
            breaker=trace.reason == UnavailableReason.BREAKER_OPEN.value,
            summary_chars=len(trace.summary),
            visible=sum(hit.visible for hit in trace.hits),
        )
    return told, debug_line(trace) if debug else ""


def status_line(
    outcome: RecallOutcome,
    *,
    elapsed_ms: float,
    query_mode: str,
    cached: bool = False,
    breaker: bool = False,
    summary_chars: int = 0,
    visible: int = 0,
) -> str:
    """Return the line for people who want to see that memory ran.

    Args:
        outcome: How the turn ended.
        elapsed_ms: How long it took.
        query_mode: `message`, `recent` or `full`.
        cached: The answer came from the cache.
        breaker: The circuit breaker kept the model from being asked.
        summary_chars: Length of what was put before the prompt; 0 leaves it out.
        visible: How many passages were left out because the model can see what they say; 0 leaves it out.
    """
    parts = [
        STATUS_PREFIX,
        f"status={status_word(outcome)}",
        f"elapsed={duration(elapsed_ms)}",
        f"query={query_mode}",
    ]
    if summary_chars > 0:
        parts.append(f"summary={summary_chars} chars")
    if visible > 0:
        parts.append(f"visible={visible}")
    if cached:
        parts.append("cached")
    if breaker:
        parts.append("circuit-breaker")
    return " ".join(parts)


def debug_line(trace: TurnTrace) -> str:
    """Return the line for people who want to see what memory said; empty when there is nothing to tell.

    A partial summary is counted, not shown, because it may end in the middle of a statement.
    """
    facts = _facts(trace)
    text = printable(trace.summary)
    if trace.status == "timeout_partial":
        text = f"timeout_partial: {len(trace.summary)} chars recovered (not persisted)"
    body = " | ".join(part for part in (" ".join(facts), text) if part)
    return f"{DEBUG_PREFIX} {body}" if body else ""


def duration(elapsed_ms: float) -> str:
    """Return a time as OpenClaw writes it: `842ms`, `1.5s`, `2s`."""
    if not math.isfinite(elapsed_ms) or elapsed_ms <= 0:
        return "0ms"
    whole_ms = round(elapsed_ms)
    if whole_ms < 1000:
        return f"{whole_ms}ms"
    if whole_ms % 1000 == 0:
        return f"{whole_ms // 1000}s"
    # Halves round up, as JavaScript's toFixed does; Python's own formatting rounds them to even.
    return f"{Decimal(whole_ms / 1000).quantize(Decimal('0.1'), ROUND_HALF_UP)}s"


def _facts(trace: TurnTrace) -> list[str]:
    search = next((span for span in trace.spans if span.name == _SEARCH_SPAN), None)
    facts = []
    if search is not None:
        facts.extend(_search_facts(search, hits=sum(not hit.visible for hit in trace.hits)))
    called = next((span.fields.get("entries") for span in trace.spans if span.name == _TRIGGER_SPAN), None)
    if called:
        facts.append(f"triggers={called}")
    if visible := sum(hit.visible for hit in trace.hits):
        facts.append(f"visible={visible}")
    if trace.reason is not None:
        name = "fallback" if trace.summary else "reason"
        facts.append(f"{name}={printable(trace.reason)}")
    return facts


def _search_facts(search: Span, *, hits: int) -> list[str]:
    backend = search.fields.get("backend")
    named = [] if backend is None else [f"backend={printable(str(backend))}"]
    return [*named, f"searchMs={max(round(search.duration_ms), 0)}", f"hits={hits}"]
