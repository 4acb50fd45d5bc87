"""The steps of a turn as bars on one time scale, against its soft and its hard budget. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from recall_sidecar.trace_lines import duration
from recall_sidecar.traced import Span

__all__ = ["waterfall"]

_CELLS: Final = 32
_NAME_CHARS: Final = 9
# A budget stands on the scale when the turn has used so much of it; otherwise the bars of a quick turn would be dots.
_NEAR: Final = 0.25
_SOFT, _HARD = "┊", "┃"


def waterfall(
    spans: Sequence[Span], elapsed_ms: float, *, soft_ms: float = 0.0, hard_ms: float = 0.0
) -> Iterator[str]:
    """Yield a line for each step; below them how much of the budgets is used, where there are any."""
    if not spans:
        return
    marks = [(sign, at) for sign, at in ((_SOFT, soft_ms), (_HARD, hard_ms)) if 0 < at <= elapsed_ms / _NEAR]
    cell_ms = max(elapsed_ms, 0.001, *(at for _, at in marks)) / _CELLS
    for span in spans:
        begin = min(max(int(span.started_ms / cell_ms), 0), _CELLS - 1)
        cells = min(max(round(span.duration_ms / cell_ms), 1), _CELLS - begin)
        bar = _marked((" " * begin + "█" * cells).ljust(_CELLS), marks, cell_ms)
        facts = " ".join(f"{name}={value}" for name, value in span.fields.items())
        yield f"{span.name:<{_NAME_CHARS}} |{bar}| {span.duration_ms:8.1f} ms  {span.status}  {facts}".rstrip()
    used = [
        f"{sign} {name} {duration(at)}, {elapsed_ms / at:.0%} used"
        for sign, name, at in ((_SOFT, "soft", soft_ms), (_HARD, "hard", hard_ms))
        if at > 0
    ]
    if used:
        yield f"{'budget':<{_NAME_CHARS}} |{_marked(' ' * _CELLS, marks, cell_ms)}| {'; '.join(used)}"


def _marked(bar: str, marks: Sequence[tuple[str, float]], cell_ms: float) -> str:
    """Return a bar with the budgets where nothing else stands."""
    for sign, at in marks:
        place = min(int(at / cell_ms), _CELLS - 1)
        if bar[place] == " ":
            bar = f"{bar[:place]}{sign}{bar[place + 1 :]}"
    return bar
