"""The user's own cases: a JSON Lines file in the state folder that nobody else can read. Every call blocks on the disk."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from filelock import FileLock

from recall_sidecar import private

__all__ = ["OwnCases"]

_LOCK_TIMEOUT_S: Final = 10.0
# Room for thousands of turns.
_MOST_BYTES: Final = 20_000_000


class OwnCases:
    """The file at `path`; it is made with the first case."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, line: str) -> None:
        """Put a case at the end of the file.

        Raises:
            OSError: It cannot be written, or is full.
        """
        private.make_folder(self._path.parent)
        with self._locked():
            descriptor = os.open(
                self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600
            )
            with os.fdopen(descriptor, "wb") as file:
                os.fchmod(descriptor, 0o600)
                if os.fstat(descriptor).st_size > _MOST_BYTES:
                    message = "the file of own cases is full"
                    raise OSError(message)
                file.write(f"{line}\n".encode("utf-8", "replace"))

    def forget(self, is_meant: Callable[[str], bool]) -> int:
        """Take out the cases of which `is_meant` says so, given their line; return how many they were.

        Raises:
            OSError: The file cannot be read or written.
        """
        if not self._path.exists():
            return 0
        with self._locked():
            # Not by other signs that break lines: they may stand in a text.
            lines = self._path.read_text(encoding="utf-8", errors="replace").split("\n")
            kept = [line for line in lines if not is_meant(line)]
            if len(kept) < len(lines):
                private.replace_file(self._path, "\n".join(kept).encode())
        return len(lines) - len(kept)

    def _locked(self) -> FileLock:
        # Its time-out is an `OSError` too.
        return FileLock(self._path.with_name(f"{self._path.name}.lock"), timeout=_LOCK_TIMEOUT_S, mode=0o600)
