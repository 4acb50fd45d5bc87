"""What every settings table has in common."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from recall_sidecar import ids

__all__ = ["Names", "Table", "folded"]

# TOML has arrays where Python has tuples: these alone are converted, their items are not.
Names = Annotated[tuple[str, ...], Field(strict=False)]


class Table(BaseModel):
    """Base of every table: frozen, closed to unknown keys, and strict about types ("5" is no number)."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True, allow_inf_nan=False
    )


def folded(values: Names) -> Names:
    """Return ids in lower case, each once, blank ones left out: hosts spell one id in several ways."""
    return tuple(dict.fromkeys(ids.folded(value) for value in values if value.strip()))
