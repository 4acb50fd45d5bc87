"""Keeps one model worker alive: starts it, carries calls to it, replaces it when it dies or hangs.

A call is an id and a queue. Whoever opens one gets its frames in order and leaves nothing behind: leaving early sends
a cancel, and a worker that is lost ends every open call with a `lost` frame.
"""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from recall_sidecar.children import command
from recall_sidecar.llm import frames
from recall_sidecar.llm.environment import worker_environment
from recall_sidecar.llm.port import ModelState
from recall_sidecar.tasks import TaskSet

__all__ = ["Frames", "Timing", "WorkerSupervisor"]

Frames = asyncio.Queue[dict[str, Any]]
_WORKER_MODULE = "recall_sidecar.llm.worker"
_log = logging.getLogger("recall_sidecar")


@dataclass(frozen=True, slots=True)
class Timing:
    """When a worker counts as lost, and how soon the next one is started; seconds.

    The wait before a restart doubles from `first_wait_s` to `longest_wait_s` and begins anew after a worker that
    lived for `settled_s`.
    """

    start_within_s: float = 60.0
    ping_every_s: float = 2.0
    pong_within_s: float = 10.0
    first_wait_s: float = 0.2
    longest_wait_s: float = 60.0
    settled_s: float = 60.0
    stop_within_s: float = 1.0


class _Worker:
    """One process and our end of its socket."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.process = process
        self.reader = reader
        self.writer = writer
        self.heard = asyncio.Event()

    @classmethod
    async def spawn(cls, module: str, environment: Mapping[str, str]) -> "_Worker":
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        nowhere = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *command(module, str(theirs.fileno())),
                env=dict(environment),
                pass_fds=(theirs.fileno(),),
                stdin=nowhere,
                stdout=nowhere,
                stderr=nowhere,
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        try:
            reader, writer = await asyncio.open_connection(sock=ours)
        except BaseException:
            # Closed in this very moment: the process has no owner yet.
            ours.close()
            process.kill()
            await process.wait()
            raise
        return cls(process, reader, writer)

    def send(self, frame: Mapping[str, Any]) -> None:
        self.writer.write(frames.encode(frame))

    async def end(self, within_s: float) -> None:
        """Close our end, on which a healthy worker leaves by itself, then make sure."""
        self.writer.close()
        try:
            async with asyncio.timeout(within_s):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


class WorkerSupervisor:
    """The worker as calls see it: `state`, and `open_call` while it is `ready`.

    `on_lost` is called each time a worker is lost, before the next one is started.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        timing: Timing | None = None,
        *,
        on_lost: Callable[[], object] = lambda: None,
        module: str = _WORKER_MODULE,
    ) -> None:
        self._on_lost = on_lost
        self._module = module
        self.state: ModelState = "off"
        self.starts = 0
        self.last_failure = ""
        self.ready_after_s: float | None = None
        self._environment = worker_environment(environment)
        self._timing = timing or Timing()
        self._tasks = TaskSet()
        self._keeping: asyncio.Task[None] | None = None
        self._worker: _Worker | None = None
        self._calls: dict[int, Frames] = {}
        self._ids = count(1)

    @property
    def open_calls(self) -> int:
        """How many calls wait for frames."""
        return len(self._calls)

    @property
    def pid(self) -> int | None:
        """Process id of the present worker."""
        return self._worker.process.pid if self._worker else None

    def start(self) -> None:
        """Begin to keep a worker; does nothing when one is kept already."""
        if self.state == "off":
            self.state = "warming"
            self._keeping = self._tasks.start(self._keep(), name="model worker")

    async def aclose(self) -> None:
        """End the worker and every call."""
        self.state = "off"
        await self._tasks.aclose()

    def open_call(
        self, arguments: Mapping[str, Any], key: str | None, *, kind: Literal["call", "embed"] = "call"
    ) -> AbstractContextManager[Frames]:
        """Send a call and return the context of its frames; leaving it before the end cancels the call.

        Raises:
            ConnectionError: No worker is ready.
            FrameError: The call is too large to send.
        """
        worker = self._worker
        if worker is None or self.state != "ready":
            message = f"the model worker is {self.state}"
            raise ConnectionError(message)
        number = next(self._ids)
        worker.send({"type": kind, "id": number, "arguments": arguments, "key": key})
        return self._frames_of(number, worker)

    @contextmanager
    def _frames_of(self, number: int, worker: _Worker) -> Iterator[Frames]:
        queue: Frames = asyncio.Queue()
        self._calls[number] = queue
        try:
            yield queue
        finally:
            if self._calls.pop(number, None) is not None:
                worker.send({"type": "cancel", "id": number})

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        wait_s = self._timing.first_wait_s
        while True:
            begun = loop.time()
            self.last_failure = await self._live()
            self._on_lost()
            if loop.time() - begun >= self._timing.settled_s:
                wait_s = self._timing.first_wait_s
            _log.warning("model_worker_lost", extra={"failure": self.last_failure, "restart_in_s": wait_s})
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 2, self._timing.longest_wait_s)

    async def _live(self) -> str:
        """Run one worker from start to end and return why it ended."""
        self.starts += 1
        try:
            worker = await _Worker.spawn(self._module, self._environment)
        except OSError as error:
            self.state = "failed"
            return f"not started ({type(error).__name__})"
        self._worker = worker
        was_ready = False
        try:
            failure = await self._warm(worker)
            if failure:
                return failure
            was_ready = True
            self.state = "ready"
            return await self._serve(worker)
        finally:
            # One that served was lost and is replaced; one that never could may not come back.
            if self.state != "off":
                self.state = "warming" if was_ready else "failed"
            self._lose_calls()
            await asyncio.shield(self._end(worker, kill=was_ready and self.state != "off"))

    async def _end(self, worker: _Worker, *, kill: bool) -> None:
        self._worker = None
        if kill and worker.process.returncode is None:
            worker.process.kill()
        await worker.end(self._timing.stop_within_s)

    async def _warm(self, worker: _Worker) -> str:
        begun = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(self._timing.start_within_s):
                frame = await frames.read(worker.reader)
        except TimeoutError:
            return "not ready in time"
        except frames.FrameError:
            return "spoke nonsense"
        match frame:
            case {"type": "ready"}:
                self.ready_after_s = asyncio.get_running_loop().time() - begun
                return ""
            case {"type": "failed", "error": str(name)}:
                return f"could not load litellm ({name})"
            case _:
                return "ended before it was ready"

    async def _serve(self, worker: _Worker) -> str:
        """Carry frames until the worker is gone or hangs."""
        reading = self._tasks.start(self._read(worker), name="model worker frames")
        watching = self._tasks.start(self._watch(worker), name="model worker pings")
        try:
            done, _ = await asyncio.wait({reading, watching}, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        finally:
            reading.cancel()
            watching.cancel()
            await asyncio.gather(reading, watching, return_exceptions=True)

    async def _read(self, worker: _Worker) -> str:
        try:
            while (frame := await frames.read(worker.reader)) is not None:
                worker.heard.set()
                number = frame.get("id", 0)
                # Without a queue it is a pong, or the last words of a call that was cancelled.
                if (queue := self._calls.get(number)) is not None:
                    queue.put_nowait(frame)
                    if frame.get("type") in {"done", "error"}:
                        del self._calls[number]
        except frames.FrameError:
            return "spoke nonsense"
        return "ended"

    async def _watch(self, worker: _Worker) -> str:
        """Return when the worker says nothing for too long although calls wait."""
        while True:
            await asyncio.sleep(self._timing.ping_every_s)
            if not self._calls:
                continue
            worker.heard.clear()
            worker.send({"type": "ping"})
            try:
                async with asyncio.timeout(self._timing.pong_within_s):
                    await worker.heard.wait()
            except TimeoutError:
                return "hung"

    def _lose_calls(self) -> None:
        for queue in self._calls.values():
            queue.put_nowait({"type": "lost"})
        self._calls.clear()
