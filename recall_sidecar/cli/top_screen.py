"""How `top` draws its figures: lines that fit the terminal, whatever the names in them hold. Pure."""

from collections.abc import Iterator

from recall_sidecar.cli.top_figures import Figures
from recall_sidecar.terminal import printable
from recall_sidecar.trace_lines import duration

__all__ = ["LEAST_COLUMNS", "screen", "waiting"]

LEAST_COLUMNS = 20
_BAR = 20
_NONE = "-"


def screen(shown: Figures, *, columns: int, rows: int, installed: str) -> list[str]:
    """Return the lines of the screen, at most `rows` of at most `columns` characters."""
    lines = [*_head(shown, installed), "", *_outcomes(shown, columns)]
    return [_cut(line, columns) for line in lines[: max(1, rows)]]


def waiting(why: str, *, columns: int) -> list[str]:
    """Return the lines that are shown while no daemon answers."""
    return [_cut(line, columns) for line in (f"waiting: {printable(why)}", "Ctrl-C ends this")]


def _head(shown: Figures, installed: str) -> Iterator[str]:
    other = "" if shown.version == installed else f" (installed: {installed}; restart it)"
    yield f"recall-sidecar {printable(shown.version)}{other}, up {duration(shown.up_ms)}"
    rate = _NONE if shown.turns_per_s is None else f"{shown.turns_per_s:.1f}/s"
    yield f"turns   {shown.turns:,}, {rate}, {shown.in_flight} in flight"
    yield f"time    p50 {_ms(shown.p50_ms)}, p95 {_ms(shown.p95_ms)} of the last {shown.timed}"
    share = _NONE if shown.cached is None else f"{shown.cached:.0%} of the last"
    yield f"cache   {share}, {shown.cache_entries} kept"
    broken = ", ".join(f"{printable(model)} {printable(state)}" for model, state in shown.breakers)
    yield f"model   {printable(shown.model)}{f'; breaker: {broken}' if broken else ''}"
    yield f"24 h    {shown.calls:,} calls, {shown.tokens:,} tokens, ${shown.cost:.4f}"
    yield f"memory  {shown.passages:,} passages in {shown.files:,} files"


def _outcomes(shown: Figures, columns: int) -> Iterator[str]:
    if not shown.outcomes:
        yield "no turn yet: when a host calls, it shows here"
        return
    most = max(count for count, *_ in shown.outcomes)
    # A bar is worth its place only where the words have theirs.
    width = _BAR if columns >= 70 else 0
    for count, status, reason, host in shown.outcomes:
        bar = f"{'#' * max(1, round(width * count / most)):<{width}}  " if width else ""
        why = f" ({printable(reason)})" if reason else ""
        yield f"{count:>7,}  {bar}{printable(status)}{why}  {printable(host)}"


def _ms(value: float | None) -> str:
    return _NONE if value is None else duration(value)


def _cut(line: str, columns: int) -> str:
    columns = max(columns, LEAST_COLUMNS)
    return line if len(line) <= columns else f"{line[: columns - 1]}\N{HORIZONTAL ELLIPSIS}"
