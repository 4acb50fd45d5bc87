"""A daemon within this process, for one command."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace

from recall_sidecar.assembly import Assembly
from recall_sidecar.client import DaemonClient
from recall_sidecar.deadline import SystemClock
from recall_sidecar.embedded import embedded
from recall_sidecar.instance import Instance
from recall_sidecar.paths import Paths
from recall_sidecar.serving import Parts
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.settings.load import process_environment

__all__ = ["in_process"]

# What a daemon for one command does not do unasked: read all folders, start servers that may not be searched.
_NOT_AT_ONCE = frozenset({"memory", "memory-stores"})


@contextlib.contextmanager
def in_process(paths: Paths) -> Iterator[DaemonClient]:
    """Give a client to a daemon that runs within this process, on a socket of its own, and end it afterwards.

    It shares files with a daemon that may run beside it: the index has its own locks. Memory is read when the client
    asks for a refresh, which tells it when that is done and what has changed.
    """
    environment = process_environment()
    settings = LiveSettings(paths, environment, {"server.tcp": False})
    clock = SystemClock()
    assembly = Assembly(paths, settings, environment, clock)

    def build(instance: Instance) -> Parts:
        parts = assembly.parts(instance)
        return replace(parts, jobs=tuple(job for job in parts.jobs if job.name not in _NOT_AT_ONCE))

    with embedded(build, clock=clock) as client:
        yield client
