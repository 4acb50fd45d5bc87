"""Events of the file system for a set of folders, each alone and not what is beneath it: a thread that waits for them.

The only importer of watchfiles, which is loaded when there is something to watch.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

__all__ = ["Watch"]

# An event is told when a step has passed without another, or when events have gone on for so long.
_STEP_MS = 50
_AT_MOST_MS = 200


@dataclass(frozen=True, slots=True)
class _Listening:
    """A thread and what it listens to; it ends when `stop` is set."""

    notify: "RustNotify"
    stop: threading.Event
    thread: threading.Thread


class Watch:
    """Tells `heard` the paths of what has changed, within the loop that called `over`; end it with `aclose`."""

    def __init__(self, heard: Callable[[Collection[str]], None]) -> None:
        self._heard = heard
        self._lock = threading.Lock()
        self._listening: _Listening | None = None
        self._is_closed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def over(self, folders: Collection[str]) -> str:
        """Watch these folders from now on, and no others; return why that cannot be, empty when it can.

        One that is not there is left out. What happens between the old watch and the new one is heard.
        """
        self._loop = asyncio.get_running_loop()
        return await asyncio.to_thread(self._swap, sorted(folders))

    async def aclose(self) -> None:
        """End the thread, also one that is just being started."""
        await asyncio.to_thread(self._close)

    def _swap(self, folders: list[str]) -> str:
        # Whoever waited for this may have left; what is begun is kept where `aclose` finds it.
        with self._lock:
            if self._is_closed:
                return ""
            before, self._listening = self._listening, None
            try:
                if folders:
                    self._listening = self._begin(folders)
            except (OSError, RuntimeError, ImportError) as error:
                return _explained(error)
            finally:
                _end(before)
        return ""

    def _close(self) -> None:
        with self._lock:
            self._is_closed = True
            _end(self._listening)
            self._listening = None

    def _begin(self, folders: list[str]) -> _Listening:
        from watchfiles._rust_notify import RustNotify  # noqa: PLC0415 - see above

        # Without `ignore_permission_denied` one folder that has just gone would keep all others from being watched.
        notify = RustNotify(
            folders,
            debug=False,
            force_polling=False,
            poll_delay_ms=0,
            recursive=False,
            ignore_permission_denied=True,
        )
        stop = threading.Event()
        thread = threading.Thread(target=self._listen, args=(notify, stop), name="memory-watch", daemon=True)
        thread.start()
        return _Listening(notify, stop, thread)

    def _listen(self, notify: "RustNotify", stop: threading.Event) -> None:
        while isinstance(changes := notify.watch(_AT_MOST_MS, _STEP_MS, 0, stop), set):
            self._tell({path for _, path in changes})

    def _tell(self, paths: set[str]) -> None:
        # A loop that was closed without ending us wants to hear nothing.
        with contextlib.suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._heard, paths)


def _end(listening: _Listening | None) -> None:
    if listening is not None:
        listening.stop.set()
        listening.thread.join()
        listening.notify.close()


def _explained(error: Exception) -> str:
    """Return what the system says, with the remedy where it has a limit."""
    said = str(error) or type(error).__name__
    if "limit" in said:
        return f"{said}; raise fs.inotify.max_user_watches"
    if "Too many open files" in said:
        return f"{said}; raise fs.inotify.max_user_instances"
    return said
