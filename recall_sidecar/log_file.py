"""The log in the state folder: JSON Lines in a file of limited size, with the few that came before it beside it.

A thread of its own writes, so that a slow or full disk never holds a turn up; lines that cannot be written are lost, and
so are those that come while very many wait.
"""

import contextlib
import json
import logging
import os
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from recall_sidecar.logs import Lines

__all__ = ["KEPT", "LogFile", "last_lines"]

KEPT: Final = 3
_MOST_BYTES: Final = 1_000_000
_MOST_WAITING: Final = 1000
_OURS_ALONE: Final = 0o600
# What the log is read back of at most, from its end.
_TAIL_BYTES: Final = 256_000


class LogFile(logging.Handler):
    """Writes records to `file` until `close`; the folder must be there."""

    def __init__(self, file: Path, *, most_bytes: int = _MOST_BYTES) -> None:
        super().__init__()
        self.setFormatter(Lines(as_json=True))
        self._file = file
        self._most_bytes = most_bytes
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Have the record written soon."""
        if self._waiting.qsize() < _MOST_WAITING:
            self._waiting.put(self.format(record))

    def close(self) -> None:
        """Write what waits and end."""
        self._waiting.put(None)
        self._thread.join(timeout=2.0)
        super().close()

    def _write_all(self) -> None:
        while (line := self._waiting.get()) is not None:
            # There is no better place to say that the log cannot be written; `doctor` looks at the disk.
            with contextlib.suppress(OSError):
                self._write(f"{line}\n".encode())

    def _write(self, line: bytes) -> None:
        descriptor = os.open(
            self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, _OURS_ALONE
        )
        try:
            os.write(descriptor, line)
            size = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
        if size >= self._most_bytes:
            for number in range(KEPT, 1, -1):
                with contextlib.suppress(FileNotFoundError):
                    _numbered(self._file, number - 1).replace(_numbered(self._file, number))
            self._file.replace(_numbered(self._file, 1))


def last_lines(file: Path, count: int) -> list[dict[str, Any]]:
    """Return the last entries of the log, oldest first, those of the file before it included; what is damaged is left out."""
    found: list[dict[str, Any]] = []
    for each in (_numbered(file, 1), file):
        found.extend(_entries(each))
    return found[-count:]


def _entries(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with file.open("rb") as stream:
            stream.seek(max(0, file.stat().st_size - _TAIL_BYTES))
            lines = stream.read().splitlines()
    except OSError:
        return
    for line in lines:
        with contextlib.suppress(ValueError):
            entry = json.loads(line)
            if isinstance(entry, dict) and "event" in entry:
                yield entry


def _numbered(file: Path, number: int) -> Path:
    return file.with_name(f"{file.name}.{number}")
