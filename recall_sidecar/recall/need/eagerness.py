"""How likely memory must be to help before a model is asked: what the settings say, else what suits the prompt style."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from recall_sidecar.settings import RecallSettings
from recall_sidecar.settings.tables import STYLE_BY_QUERY_MODE, Eagerness, QueryMode

__all__ = ["eagerness"]

# A style of the user's own says nothing of this, and gets the middle.
_BY_STYLE: Final[Mapping[str, Eagerness]] = MappingProxyType(
    {
        "strict": "frugal",
        "precision-heavy": "frugal",
        "preference-only": "balanced",
        "balanced": "balanced",
        "contextual": "balanced",
        "recall-heavy": "eager",
    }
)


def eagerness(settings: RecallSettings, query_mode: QueryMode) -> Eagerness:
    """Return how eager the need step is with these settings and this query mode."""
    if settings.eagerness != "auto":
        return settings.eagerness
    style = settings.prompt_style
    return _BY_STYLE.get(STYLE_BY_QUERY_MODE[query_mode] if style == "auto" else style, "balanced")
