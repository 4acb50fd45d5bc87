"""A line that says how far a long measurement is."""

from typing import TextIO

__all__ = ["Progress"]

_WIDTH = 30


class Progress:
    """A bar of `total` steps on `stream`, which is drawn only where somebody can watch it."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._done = 0
        self._drawn = ""

    def advance(self, label: str) -> None:
        """Take a step at `label`."""
        self._done += 1
        share = self._done / self._total
        line = f"{'█' * int(share * _WIDTH):<{_WIDTH}} {share:4.0%} {label:<24}"
        if line != self._drawn and self._stream.isatty():
            self._drawn = line
            print(f"\r{line}", end="", file=self._stream, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._drawn:
            print(file=self._stream)
