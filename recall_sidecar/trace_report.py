"""A turn's trace as text for a terminal: how it ended, step by step, what was found, what was asked.

Everything that came from a message or a memory passes through `printable`.
"""

from collections.abc import Iterable

from recall_sidecar.graphemes import head
from recall_sidecar.reasons import explain_end
from recall_sidecar.terminal import printable
from recall_sidecar.trace_lines import duration
from recall_sidecar.traced import ClauseTrace, HitTrace, ModelCallTrace, Span, TurnTrace

__all__ = ["explain", "score_sum", "summarise"]

_BAR_CELLS = 32
_TEXT_CHARS = 160
_NAME_CHARS = 9


def explain(trace: TurnTrace) -> str:
    """Return the whole story of a turn, in lines."""
    sections = [
        _heading(trace),
        _section("Steps", _waterfall(trace.spans, trace.elapsed_ms)),
        _section("Asked", _queries(trace)),
        _section("Hits", (line for rank, hit in enumerate(trace.hits, 1) for line in _hit(rank, hit))),
        _section("Model calls", (_model_call(call) for call in trace.model_calls)),
        _section("Note, clause by clause", (_clause(clause) for clause in trace.clauses)),
        _section("Block", printable(trace.block, lines=True).splitlines()),
    ]
    return "\n\n".join(section for section in sections if section)


def summarise(trace: TurnTrace) -> str:
    """Return a turn as one line of a list."""
    ended = trace.status if trace.reason is None else f"{trace.status} ({trace.reason})"
    session = printable(trace.session_key or "-")
    return (
        f"{printable(trace.trace_id)}  {trace.started_at:%m-%d %H:%M:%S}  {duration(trace.elapsed_ms):>6}"
        f"  {printable(ended):<28}  {session}"
    )


def score_sum(score: float, parts: dict[str, float]) -> str:
    """Return a score with its summands: `0.72 = lexical 0.60 + recency 0.12`."""
    summands = [
        f"{'-' if value < 0 else '+'} {printable(name)} {abs(value):.2f}" for name, value in parts.items()
    ]
    return f"{score:.2f} = {' '.join(summands).removeprefix('+ ')}" if summands else f"{score:.2f}"


def _heading(trace: TurnTrace) -> str:
    lines = [
        f"Turn {printable(trace.trace_id)}, {trace.started_at:%Y-%m-%d %H:%M:%S %Z}",
        f"{trace.status} after {duration(trace.elapsed_ms)} of {duration(trace.budget_ms)}: "
        + printable(explain_end(trace.status, trace.reason)),
        f"host {trace.host}, agent {trace.agent_id}, session {trace.session_key or '-'}, cache {trace.cache}",
    ]
    if trace.detail:
        lines.append(f"detail: {trace.detail}")
    if trace.trust is not None and trace.summary:
        lines.append(f"trust: {trace.trust}")
    return "\n".join(printable(line) for line in lines)


def _waterfall(spans: Iterable[Span], elapsed_ms: float) -> Iterable[str]:
    cell_ms = max(elapsed_ms, 0.001) / _BAR_CELLS
    for span in spans:
        begin = min(max(int(span.started_ms / cell_ms), 0), _BAR_CELLS - 1)
        cells = min(max(round(span.duration_ms / cell_ms), 1), _BAR_CELLS - begin)
        bar = (" " * begin + "█" * cells).ljust(_BAR_CELLS)
        facts = " ".join(f"{name}={value}" for name, value in span.fields.items())
        yield f"{span.name:<{_NAME_CHARS}} |{bar}| {span.duration_ms:8.1f} ms  {span.status}  {facts}".rstrip()


def _queries(trace: TurnTrace) -> Iterable[str]:
    if trace.search_query:
        yield f"search: {head(printable(trace.search_query), _TEXT_CHARS)}"
    if trace.conversation_query:
        yield f"conversation ({trace.query_mode}): {len(trace.conversation_query)} chars"


def _hit(rank: int, hit: HitTrace) -> Iterable[str]:
    used = "  used" if hit.used else "  visible already" if hit.visible else ""
    where = f"{hit.path}:{hit.from_line}-{hit.to_line}"
    yield f"{rank}. {where}  {hit.origin}  {score_sum(hit.score, hit.parts)}{used}"
    if hit.superseded_by:
        yield f"   older than {printable(hit.superseded_by)}, which says otherwise"
    if hit.orders:
        yield f"   gives orders: {printable(hit.orders)}"
    if hit.text:
        yield f"   {head(printable(hit.text), _TEXT_CHARS)}"


def _model_call(call: ModelCallTrace) -> str:
    first = "" if call.first_token_ms is None else f", first token {duration(call.first_token_ms)}"
    cost = "" if call.cost is None else f", ${call.cost:.6f}"
    tools = f", tools {' '.join(call.tool_calls)}" if call.tool_calls else ""
    return (
        f"{call.model} (from {call.chosen_by}): {duration(call.duration_ms)}{first}, "
        f"{call.input_tokens}+{call.output_tokens} tokens{cost}, ended {call.ended}{tools}"
    )


def _clause(clause: ClauseTrace) -> str:
    said = (
        f"said by [{','.join(map(str, clause.sources))}]"
        if clause.dropped is None
        else f"left out: {clause.dropped}"
    )
    return f"{said}  {head(printable(clause.text), _TEXT_CHARS)}".rstrip()


def _section(title: str, lines: Iterable[str]) -> str:
    body = [f"  {printable(line, lines=True)}" for line in lines]
    return "\n".join([title, *body]) if body else ""
