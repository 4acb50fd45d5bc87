"""How figures and outcomes are written for people, the same in every report. Pure."""

from typing import assert_never

from recall_sidecar.evaluation.cases import Passage
from recall_sidecar.evaluation.figures import Figure

__all__ = ["bounds", "expectation", "shown"]

_MAX_CHARS = 120


def shown(figure: Figure) -> str:
    """Return the value of a figure, a dash when there is none."""
    if figure.value is None:
        return "–"
    match figure.unit:
        case "share":
            return f"{figure.value:.3f}" if figure.name == "auroc" else f"{figure.value:.1%}"
        case "ms":
            return f"{figure.value:.1f} ms"
        case "count":
            return f"{figure.value:,.0f}"
        case "dollars":
            return f"${figure.value:.4f}"
        case _:
            assert_never(figure.unit)


def bounds(figure: Figure) -> str:
    """Return where the figure lies with 95 % confidence, empty when that is not known."""
    if figure.interval is None:
        return ""
    return f"{figure.interval.low:.1%} to {figure.interval.high:.1%}"


def expectation(expected: str | tuple[Passage, ...] | None) -> str:
    """Return what a case expects, in a line."""
    if expected is None:
        return "not said"
    if isinstance(expected, str):
        return expected
    return "; ".join(_passage(each) for each in expected) or "nothing"


def _passage(passage: Passage) -> str:
    lines = f":{passage.lines[0]}-{passage.lines[1]}" if passage.lines else ""
    words = passage.text or passage.words
    quoted = f"“{words[:_MAX_CHARS]}{'…' if len(words) > _MAX_CHARS else ''}”" if words else ""
    return " ".join(filter(None, (f"{passage.path}{lines}", quoted)))
