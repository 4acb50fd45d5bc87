"""The daemon's parts within another process, for commands that must work when no daemon runs."""

import asyncio
import os
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from recall_sidecar import __version__, listening, tokens
from recall_sidecar.client import DaemonClient
from recall_sidecar.daemon import Build
from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.instance import Instance
from recall_sidecar.serving import serve
from recall_sidecar.tokens import Tokens

__all__ = ["embedded"]


@contextmanager
def embedded(build: Build, *, clock: Clock | None = None) -> Iterator[DaemonClient]:
    """Serve what `build` makes on a private Unix socket while the context lasts, in a thread of its own.

    The way is the daemon's own, handlers and all, so a command behaves the same with and without one. No lock is
    taken and no port is opened.

    Raises:
        RecallSidecarError: What `build` raises.
    """
    own_clock = clock or SystemClock()
    with tempfile.TemporaryDirectory(prefix="recall-") as folder:
        path = Path(folder) / "s"
        with listening.bind_unix(path) as listener:
            instance = Instance(
                pid=os.getpid(),
                version=__version__,
                started_at=own_clock.now(),
                started_monotonic=own_clock.monotonic(),
                port=None,
                socket=str(path),
                tokens=Tokens(tokens.new_nonce(), tokens.new_nonce()),
            )
            parts = build(instance)
            with asyncio.Runner() as runner, ThreadPoolExecutor(1, "embedded daemon") as executor:
                loop = runner.get_loop()
                # A daemon that fails to start must not leave its caller waiting at a socket nobody serves.
                started = threading.Event()
                serving = executor.submit(runner.run, serve(parts, (listener,), ready=started.set))
                serving.add_done_callback(lambda _: started.set())
                try:
                    started.wait()
                    if not serving.done():
                        yield DaemonClient(path)
                finally:
                    loop.call_soon_threadsafe(instance.stopping.set)
                    serving.result()
