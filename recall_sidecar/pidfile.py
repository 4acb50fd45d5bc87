"""One daemon per state folder: the lock that proves it, and the note that says where it listens.

The lock is the operating system's and ends with its process, so a killed daemon leaves nothing that has to be
judged stale; the note beside it is for people and clients, and only its lock makes it true.
"""

import fcntl
import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from recall_sidecar import private
from recall_sidecar.errors import AlreadyRunning
from recall_sidecar.paths import Paths

__all__ = ["DaemonNote", "StateLock", "read_note"]


@dataclass(frozen=True, slots=True)
class DaemonNote:
    """Who runs and where: `port` is None without TCP, `socket` the path of the Unix socket."""

    pid: int
    port: int | None
    socket: str
    version: str
    started_at: datetime

    @property
    def address(self) -> str:
        """Where the daemon listens, for people."""
        return self.socket if self.port is None else f"127.0.0.1:{self.port} and {self.socket}"


class StateLock:
    """The right to be the daemon of a state folder; held until `release` or until the process ends."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._descriptor: int | None = None

    def acquire(self) -> Self:
        """Take the lock.

        Raises:
            AlreadyRunning: Another process holds it; names its pid and address.
            UnsafeFile: The state folder belongs to somebody else.
        """
        private.make_folder(self._paths.state_dir)
        descriptor = os.open(self._paths.lock_file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(descriptor)
            note = read_note(self._paths)
            who = f"pid {note.pid}, on {note.address}" if note else "it has not said where it listens yet"
            message = (
                f"a daemon already runs for {self._paths.state_dir} ({who}); "
                "use that one, stop it first, or give this one another home"
            )
            raise AlreadyRunning(message) from error
        self._descriptor = descriptor
        return self

    def announce(self, note: DaemonNote) -> None:
        """Write who runs and where, whole or not at all."""
        wire = asdict(note) | {"startedAt": note.started_at.isoformat()}
        del wire["started_at"]
        private.replace_file(self._paths.pid_file, (json.dumps(wire) + "\n").encode())

    def release(self) -> None:
        """Take the note away and let the next daemon in; the lock file stays, for whoever may be waiting on it."""
        if self._descriptor is not None:
            self._paths.pid_file.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def read_note(paths: Paths) -> DaemonNote | None:
    """Return the daemon that says it runs here; None when there is none, its process is gone or the note is damaged."""
    note = _parse(paths.pid_file)
    return note if note and _is_alive(note.pid) else None


def _parse(file: Path) -> DaemonNote | None:
    try:
        wire = json.loads(file.read_text("utf-8"))
        port = None if wire["port"] is None else int(wire["port"])
        started_at = datetime.fromisoformat(wire["startedAt"])
        return DaemonNote(int(wire["pid"]), port, str(wire["socket"]), str(wire["version"]), started_at)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
