"""What `doctor` found: one fact, how bad it is, and how to mend it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from recall_sidecar.terminal import printable

__all__ = ["Finding", "Level", "Mend", "worst_code"]

Level = Literal["ok", "warning", "error"]
# Mends what was found, loses nothing, and says what it did; raises `OSError` or `RecallSidecarError` where it cannot.
Mend: TypeAlias = Callable[[], str]
_MARKS: dict[Level, str] = {"ok": "ok     ", "warning": "warning", "error": "ERROR  "}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    `code` is the exit code it asks for; `remedy` is empty when all is well; `mend` is there where `--fix` may do it.
    """

    level: Level
    topic: str
    fact: str
    remedy: str = ""
    code: int = 0
    mend: Mend | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        # One line each: what a daemon or a file name says shall not look like a finding of its own.
        line = f"{_MARKS[self.level]}  {printable(self.topic)}: {printable(self.fact)}"
        return f"{line}\n           -> {printable(self.remedy)}" if self.remedy else line

    def as_json(self) -> dict[str, Any]:
        """Return the finding for programs."""
        return {
            "level": self.level,
            "topic": self.topic,
            "fact": self.fact,
            "remedy": self.remedy,
            "canFix": self.mend is not None,
        }


def worst_code(findings: Iterable[Finding]) -> int:
    """Return the exit code of the worst finding: 2 for settings, 1 for another error, 0 when all can work."""
    return max((finding.code for finding in findings), default=0)
