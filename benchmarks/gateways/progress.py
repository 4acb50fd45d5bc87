"""Where a long run stands: one line that is written over on a terminal, and a line for each stage elsewhere."""

import sys
from typing import TextIO

__all__ = ["Progress"]


class Progress:
    """Says on `out` (standard error unless told) what is measured and how far it has come."""

    def __init__(self, out: TextIO = sys.stderr) -> None:
        self._out = out
        self._over = out.isatty()
        self._stage = ""

    def stage(self, text: str, total: int = 0) -> None:
        """Begin a stage of `total` steps; 0 when nobody knows."""
        if self._over and self._stage:
            self._out.write("\n")
        self._stage, self._total, self._done = text, total, 0
        self._write() if self._over else self._line(
            f"{text} ..." if not total else f"{text}: {total} turns ..."
        )

    def step(self) -> None:
        """One step of the stage is done."""
        self._done += 1
        if self._over:
            self._write()

    def end(self) -> None:
        """Leave the line."""
        if self._over:
            self._line("")

    def _write(self) -> None:
        count = f": {self._done} of {self._total}" if self._total else " ..."
        self._out.write(f"\r\x1b[K{self._stage}{count}")
        self._out.flush()

    def _line(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()
