"""A figure beside its goal, and the table of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.figures import Figures

__all__ = ["Row", "table"]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: its key in the JSON, its goal (None is for information), and what it was made from."""

    key: str
    label: str
    value: float
    unit: str
    goal: float | None = None
    ours: Figures | None = None
    beside: Figures | None = None
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        return None if self.goal is None else self.value <= self.goal

    def lines(self) -> list[str]:
        """Return the row as people read it."""
        mark = {True: "✓", False: "✗", None: " "}[self.is_met]
        goal = "" if self.goal is None else f"goal {self.goal:g} {self.unit}"
        head = f"{mark} {self.label:<44} {self.value:9.2f} {self.unit:<6} {goal:<16} {self.note}".rstrip()
        parts = (("ours", self.ours), ("beside", self.beside))
        return [head, *(f"      {name:<7}{figures}" for name, figures in parts if figures is not None)]


def table(rows: Sequence[Row]) -> str:
    """Return all rows as text."""
    return "\n".join(line for row in rows for line in row.lines())
