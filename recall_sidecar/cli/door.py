"""The way from a command to the daemon: the one that runs, or the same parts within this process."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, Literal, Protocol

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.paths import Paths

__all__ = ["Daemon", "Door", "LocalDoor", "Warm", "local", "opened", "running"]

Warm = Literal["nothing", "memory", "model"]
_LOOK_EVERY_S = 0.1
# As long as the supervisor gives a worker to start.
_MODEL_WITHIN_S = 60.0


class Daemon(Protocol):
    """What answers the routes of the daemon. Raises `RecallSidecarError` with a sentence for people."""

    def get(self, path: str) -> dict[str, Any]:
        """Return the JSON object at `path`."""

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send `body` to `path` and return the JSON object it is answered with."""

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """Yield the events at `path` as they come."""


class Door(Protocol):
    """An installation as commands see it."""

    @property
    def paths(self) -> Paths:
        """Where it lives."""

    def running(self) -> Daemon | None:
        """Return the daemon that runs, None when there is none."""

    def in_process(self) -> AbstractContextManager[Daemon]:
        """Return the daemon's parts, started within this process and ended with the context."""


class LocalDoor:
    """The installation of this user."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths

    def running(self) -> Daemon | None:
        """Return the daemon that runs, None when there is none."""
        from recall_sidecar.client import DaemonClient

        return DaemonClient.find(self.paths)

    def in_process(self) -> AbstractContextManager[Daemon]:
        """Return the daemon's parts within this process."""
        from recall_sidecar.in_process import in_process

        return in_process(self.paths)


def local() -> LocalDoor:
    """Return the installation that the environment points to."""
    from recall_sidecar.settings.load import process_environment

    return LocalDoor(Paths.discover(process_environment()))


def running(door: Door) -> Daemon:
    """Return the daemon that runs; raise a sentence that says how to start one when there is none."""
    daemon = door.running()
    if daemon is None:
        message = "no daemon runs for this installation; start one with: recall-sidecar serve"
        raise RecallSidecarError(message)
    return daemon


@contextmanager
def opened(door: Door, *, in_process: bool, warm: Warm = "memory") -> Iterator[Daemon]:
    """Give the daemon that runs, or one within this process when none does or it is asked for.

    One within this process has only just begun, so what `warm` names is waited for: a command asks once and does not
    come again.
    """
    daemon = None if in_process else door.running()
    with door.in_process() if daemon is None else nullcontext(daemon) as answering:
        if daemon is None and warm != "nothing":
            _refresh(answering)
        if daemon is None and warm == "model":
            _await_model(answering)
        yield answering


def _refresh(daemon: Daemon) -> None:
    # Memory that cannot be read is for the question itself to report.
    with suppress(RecallSidecarError):
        daemon.post("/v1/memory/refresh", {"v": 1})


def _await_model(daemon: Daemon) -> None:
    give_up = time.monotonic() + _MODEL_WITHIN_S
    while daemon.get("/v1/status").get("model") == "warming" and time.monotonic() < give_up:
        time.sleep(_LOOK_EVERY_S)
