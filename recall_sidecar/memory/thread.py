"""One thread that does one thing after another and never keeps a process from ending.

The threads of `concurrent.futures` are waited for at the end of the process; one that waits for a file system which does not
answer would keep it alive for as long.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

__all__ = ["OneThread"]

_P = ParamSpec("_P")
T = TypeVar("T")


class OneThread(Executor):
    """An executor whose one thread begins with its first work; end it with `shutdown`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def is_alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def submit(self, fn: Callable[_P, T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[T]":
        """Have `fn` called in the thread; what is cancelled before its turn is not."""
        future: Future[T] = Future()
        self._work.put(lambda: _do(future, fn, args, kwargs))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the thread end after what it was given."""
        del cancel_futures
        self._work.put(None)
        if wait and self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()


def _do(future: "Future[T]", fn: Callable[..., T], args: Any, kwargs: Any) -> None:  # noqa: ANN401 - those of `fn`
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = fn(*args, **kwargs)
    except BaseException as error:  # noqa: BLE001 - handed to whoever waits
        future.set_exception(error)
    else:
        future.set_result(result)
