"""Serving, from the first request to an orderly end: two sockets, a handful of jobs, signals.

What is served comes as `Parts`; this module knows when things start and stop, not what they are.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import web

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.server.app import application, runner
from recall_sidecar.server.services import Services
from recall_sidecar.tasks import TaskSet

__all__ = ["Job", "Parts", "Work", "serve", "serve_until_signalled"]

Work = Callable[[], Awaitable[object]]
_log = logging.getLogger("recall_sidecar")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work beside the requests: `first` once after the daemon listens, then `again` every `every_s()` seconds.

    Whoever sets `due` has `again` done without waiting for the rest of the interval, and a new interval begun. A `RecallSidecarError` or `OSError` is logged and does not end the job: the next round tries anew.
    """

    name: str
    first: Work | None = None
    again: Work | None = None
    every_s: Callable[[], float] = lambda: 2.0
    due: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What is served: the handlers' services, the jobs beside them, and how to close it all."""

    services: Services
    jobs: tuple[Job, ...] = ()
    aclose: Work


async def serve(
    parts: Parts, sockets: tuple[socket.socket, ...], *, ready: Callable[[], None] = lambda: None
) -> None:
    """Serve on `sockets` until the instance's `stopping` is set, then end in order; `ready` is called in between.

    New connections are refused at once; turns in flight have `shutdown_ms` and are then cancelled; jobs end after
    them, since a turn may need what they keep; the parts close last.
    """
    instance = parts.services.instance
    tasks = TaskSet()
    http = runner(application(parts.services))
    try:
        await http.setup()
        for listener in sockets:
            await web.SockSite(http, listener).start()
        # What is here now stays: the collector need not walk it while turns wait.
        gc.freeze()
        gc.enable()
        for job in parts.jobs:
            _ = tasks.start(_work(job), name=job.name)
        _log.info("listening", extra={"port": instance.port, "socket": instance.socket})
        ready()
        await instance.stopping.wait()
    finally:
        instance.stopping.set()
        await http.cleanup()
        await tasks.aclose()
        _ = await _attempt("close", parts.aclose)


async def serve_until_signalled(parts: Parts, sockets: tuple[socket.socket, ...], notify_socket: str) -> None:
    """Serve until SIGTERM or SIGINT; the second one ends the process at once. SIGHUP reads the settings anew.

    `notify_socket` is where the service manager wants to be told, empty when there is none.
    """
    loop = asyncio.get_running_loop()
    reloads = TaskSet()
    stopping = parts.services.instance.stopping

    def stop(number: signal.Signals) -> None:
        if stopping.is_set():
            os._exit(128 + number)  # pragma: no cover -- ends the measuring too; a test sees the exit code
        _log.info("stopping", extra={"signal": number.name})
        _notify(notify_socket, b"STOPPING=1")
        stopping.set()

    def reload() -> None:
        _ = reloads.start(_attempt("reload", parts.services.reload), name="reload")

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)
    loop.add_signal_handler(signal.SIGHUP, reload)
    try:
        await serve(parts, sockets, ready=lambda: _notify(notify_socket, b"READY=1"))
    finally:
        await reloads.aclose()


async def _work(job: Job) -> None:
    failure = ""
    if job.first is not None:
        failure = await _attempt(job.name, job.first)
        gc.freeze()
    while job.again is not None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(job.every_s()):
                await job.due.wait()
        # Cleared before the work: what becomes due while it is done is done once more.
        job.due.clear()
        failure = await _attempt(job.name, job.again, known=failure)


async def _attempt(name: str, work: Work, *, known: str = "") -> str:
    """Do `work` and return what it failed with, empty when it did not; a failure that is `known` is not logged again."""
    try:
        await work()
    except (RecallSidecarError, OSError) as error:
        failure = f"{type(error).__name__}: {error}"
        if failure != known:
            _log.warning("job_failed", extra={"job": name, "error": failure})
        return failure
    return ""


def _notify(notify_socket: str, state: bytes) -> None:
    """Tell the service manager, if one listens; `@` stands for the abstract namespace."""
    if not notify_socket:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        try:
            sender.sendto(state, notify_socket.replace("@", "\0", 1))
        except OSError as error:
            _log.warning("notify_failed", extra={"error": type(error).__name__})
