"""Being the daemon of an installation: one lock, the tokens, two sockets; then whatever is served.

The sockets are there first. Importing what answers on them takes half a second, and whoever calls meanwhile waits in
their queue instead of being refused. Files are touched before the event loop runs and after it has ended.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NoReturn

from recall_sidecar import __version__, descriptors, listening, tokens
from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.errors import PromptStyleError, RecallSidecarError, SettingsError
from recall_sidecar.instance import Instance
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import DaemonNote, StateLock
from recall_sidecar.settings.tables import ServerSettings

if TYPE_CHECKING:
    from recall_sidecar.serving import Parts

__all__ = ["COULD_NOT_START", "Build", "run"]

COULD_NOT_START = 3
Build = Callable[[Instance], "Parts"]


def run(
    paths: Paths,
    limits: ServerSettings,
    build: Build,
    *,
    environment: Mapping[str, str],
    clock: Clock | None = None,
) -> int:
    """Be the daemon of `paths` until SIGTERM or SIGINT; return the exit code.

    SIGHUP reads the settings anew. A second SIGTERM or SIGINT ends the process at once. When the daemon cannot
    start, one sentence on stderr says why and the code is `COULD_NOT_START`.

    Raises:
        SettingsError: What `build` finds wrong in the settings.
        PromptStyleError: What it finds wrong in the prompt styles.
    """
    # Until the event loop takes signals itself: leave through the context managers, so that nothing is left behind.
    signal.signal(signal.SIGTERM, _leave)
    try:
        with _claim(paths, limits, clock or SystemClock()) as (lock, instance, sockets):
            lock.announce(
                DaemonNote(
                    instance.pid, instance.port, instance.socket, instance.version, instance.started_at
                )
            )
            from recall_sidecar.serving import serve_until_signalled  # noqa: PLC0415 -- aiohttp, once we listen

            parts = build(instance)
            asyncio.run(
                serve_until_signalled(
                    parts,
                    sockets,
                    environment.get("NOTIFY_SOCKET", ""),
                    descriptors=descriptors.raise_limit(),
                )
            )
    except (SettingsError, PromptStyleError):
        raise
    except (RecallSidecarError, OSError) as error:
        sys.stderr.write(f"recall-sidecar could not start: {error}\n")
        return COULD_NOT_START
    return 0


def _leave(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


@contextlib.contextmanager
def _claim(
    paths: Paths, limits: ServerSettings, clock: Clock
) -> Iterator[tuple[StateLock, Instance, tuple[socket.socket, ...]]]:
    """Hold everything that makes this process the daemon: lock, tokens, sockets."""
    with StateLock(paths) as lock, contextlib.ExitStack() as stack:
        own_tokens = tokens.ensure(paths)
        sockets = [stack.enter_context(listening.bind_unix(paths.socket_file))]
        stack.callback(paths.socket_file.unlink, missing_ok=True)
        if limits.tcp:
            sockets.append(stack.enter_context(listening.bind_tcp(limits.port)))
        instance = Instance(
            pid=os.getpid(),
            version=__version__,
            started_at=clock.now(),
            started_monotonic=clock.monotonic(),
            port=sockets[1].getsockname()[1] if limits.tcp else None,
            socket=str(paths.socket_file),
            tokens=own_tokens,
        )
        yield lock, instance, tuple(sockets)
