"""The daemon's parts within this process, for commands that must work when no daemon runs."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from recall_sidecar.assembly import Assembly
from recall_sidecar.client import DaemonClient
from recall_sidecar.deadline import SystemClock
from recall_sidecar.embedded import embedded
from recall_sidecar.instance import Instance
from recall_sidecar.paths import Paths
from recall_sidecar.serving import Parts
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.settings.load import NO_FLAGS, process_environment

__all__ = ["in_process"]

# What a daemon for one command does not do unasked: read all folders, start servers that may not be searched.
_NOT_AT_ONCE: Final = frozenset({"memory", "memory-stores"})


@contextlib.contextmanager
def in_process(
    paths: Paths, flags: Mapping[str, Any] = NO_FLAGS, *, memory: Paths | None = None
) -> Iterator[DaemonClient]:
    """Give a client to a daemon that runs within this process, on a socket of its own, and end it afterwards.

    It shares files with a daemon that may run beside it: the index has its own locks. Memory is read when the client
    asks for a refresh, which tells it when that is done and what has changed.

    Args:
        paths: The installation.
        flags: Settings that win over all others, by key.
        memory: Where the index and conversations are, when they are not the installation's.
    """
    environment = process_environment()
    settings = LiveSettings(paths, environment, {**flags, "server.tcp": False})
    clock = SystemClock()
    assembly = Assembly(paths, settings, environment, clock, memory=memory)

    def build(instance: Instance) -> Parts:
        parts = assembly.parts(instance)
        return replace(parts, jobs=tuple(job for job in parts.jobs if job.name not in _NOT_AT_ONCE))

    with embedded(build, clock=clock) as client:
        yield client
