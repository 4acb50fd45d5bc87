"""Keeps one process of an embedding model: starts it, replaces it when it dies or hangs, ends it.

A thread waits for the process, so that its end is noticed at once, whoever asks or does not. Whoever asks meanwhile is told
that there are no vectors now, and waits for nothing.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from recall_sidecar.children import environment_of
from recall_sidecar.deadline import Clock
from recall_sidecar.memory.embedding.frames import Loaded
from recall_sidecar.memory.embedding.port import EmbeddingFailed
from recall_sidecar.memory.embedding.process import Lost, ModelProcess

__all__ = ["Keeper", "Timing"]

_CHILD = "recall_sidecar.memory.embedding.child"
# Libraries that run a model start threads of their own for it, which cost memory and are not needed: a text is short.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
# What says where fastembed fetches models and keeps them.
_HUB = ("HF_ENDPOINT", "HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HF_TOKEN")
_log = logging.getLogger("recall_sidecar")


@dataclass(frozen=True, slots=True)
class Timing:
    """When a process counts as lost, and how soon the next one is started; seconds.

    The wait before a start doubles from `first_wait_s` to `longest_wait_s`, and begins anew after a process that lived for
    `settled_s`. Loading may mean fetching a model first.
    """

    load_within_s: float = 900.0
    question_within_s: float = 10.0
    passages_within_s: float = 120.0
    first_wait_s: float = 1.0
    longest_wait_s: float = 300.0
    settled_s: float = 60.0
    # Passages wait for another process if it is started as soon as that, instead of being tried again at the next refresh.
    worth_waiting_s: float = 5.0


class Keeper:
    """The process of the model `name`, whose vectors are of the space `space`; see `ModelProcess` for `downloads`.

    `environment` is the daemon's. Nothing is started before `load`.
    """

    def __init__(
        self,
        name: str,
        space: str,
        downloads: Path,
        environment: Mapping[str, str],
        clock: Clock,
        *,
        timing: Timing | None = None,
        module: str = _CHILD,
    ) -> None:
        self._space = space
        self._clock = clock
        self._timing = timing or Timing()
        hub = _HUB if "/" in name else ()
        child_environment = {**environment_of(environment, hub), **_ONE_THREAD}
        self._begin: Callable[[], ModelProcess] = lambda: ModelProcess(
            module, name, downloads, child_environment
        )
        self._state: Literal["off", "starting", "ready", "resting", "closed"] = "off"
        self._changed = threading.Condition()
        self._process: ModelProcess | None = None
        self._failure = ""
        self._rest_s = 0.0
        self.loaded: Loaded | None = None
        self.starts = 0

    @property
    def pid(self) -> int | None:
        """Number of the present process."""
        process = self._process
        return None if process is None else process.pid

    def load(self) -> None:
        """Start the process if there is none, and wait until it has loaded the model.

        Raises:
            EmbeddingFailed: It has not; it is tried again by itself.
        """
        with self._changed:
            if self._state == "off":
                self._state = "starting"
                threading.Thread(target=self._keep, name="memory-model", daemon=True).start()
            self._changed.wait_for(lambda: self._state != "starting")
            self._ready()

    def question(self, text: str) -> bytes:
        """Return the vector of a question, empty where the model does not read it.

        Raises:
            EmbeddingFailed: There is none, or not now.
        """
        with self._changed:
            process = self._ready()
        try:
            return process.vectors(process.questions, [text], self._timing.question_within_s)[0]
        except Lost as error:
            raise self._lost(error) from error

    def passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vector of each passage in the same way; a process that is lost meanwhile is waited for once.

        Raises:
            EmbeddingFailed: There are none, or not now.
        """
        with self._changed:
            process = self._ready()
        try:
            return process.vectors(process.passages, texts, self._timing.passages_within_s)
        except Lost:
            process = self._next_after(process)
        try:
            return process.vectors(process.passages, texts, self._timing.passages_within_s)
        except Lost as error:
            raise self._lost(error) from error

    def close(self) -> None:
        """End the process; whoever waits for it gets `EmbeddingFailed`. It is not waited for."""
        with self._changed:
            self._state = "closed"
            self._changed.notify_all()
            if self._process is not None:
                self._process.kill()

    def _ready(self) -> ModelProcess:
        """Return the process if it can be asked now; with the lock."""
        if self._state == "ready" and self._process is not None:
            return self._process
        raise EmbeddingFailed(self._why())

    def _why(self) -> str:
        if self._state == "closed":
            return f"{self._space} is not used any more."
        return (
            self._failure
            or f"The embedding model {self._space} is being loaded; words decide alone until then."
        )

    def _lost(self, error: Lost) -> EmbeddingFailed:
        with self._changed:
            # The thread that waits for the process may not have been told yet.
            return EmbeddingFailed(self._why() if self._state == "closed" else self._gone(str(error)))

    def _next_after(self, lost: ModelProcess) -> ModelProcess:
        """Return the process that takes the place of one that was lost."""
        with self._changed:
            self._changed.wait_for(
                lambda: (
                    self._state == "closed"
                    or (self._state == "ready" and self._process is not lost)
                    or (self._state == "resting" and self._rest_s > self._timing.worth_waiting_s)
                )
            )
            return self._ready()

    def _gone(self, how: str) -> str:
        return f"The process of the embedding model {self._space} {how}; it is started again, and words decide alone until then."

    def _keep(self) -> None:
        """Have one process after another live."""
        wait_s = self._timing.first_wait_s
        while True:
            begun = self._clock.monotonic()
            failure = self._live()
            if self._clock.monotonic() - begun >= self._timing.settled_s:
                wait_s = self._timing.first_wait_s
            if not self._rests(failure, wait_s):
                return
            wait_s = min(wait_s * 2, self._timing.longest_wait_s)

    def _rests(self, failure: str, wait_s: float) -> bool:
        """Wait before the next start, and return whether there is to be one."""
        with self._changed:
            self._process, self._failure, self._rest_s = None, failure, wait_s
            if not self._turns("resting"):
                return False
        _log.warning("embedding_model_lost", extra={"failure": failure, "restart_in_s": wait_s})
        with self._changed:
            self._changed.wait_for(lambda: self._state == "closed", wait_s)
            return self._turns("starting")

    def _turns(self, state: Literal["starting", "ready", "resting"]) -> bool:
        """Go over to `state` unless all is over, and return whether it is not; with the lock."""
        if self._state == "closed":
            return False
        self._state = state
        self._changed.notify_all()
        return True

    def _live(self) -> str:
        """Run one process from start to end and return why it ended."""
        self.starts += 1
        try:
            process = self._begin()
        except OSError as error:
            return self._gone(f"could not be started ({type(error).__name__})")
        try:
            self._make_ready(process)
        except EmbeddingFailed as error:
            process.kill()
            process.wait()
            return str(error)
        except Lost:
            # How it ended is known below.
            pass
        return self._gone(process.wait())

    def _make_ready(self, process: ModelProcess) -> None:
        with self._changed:
            self._process = process
            if self._state == "closed":
                raise process.kill()
        loaded = process.loaded(self._timing.load_within_s)
        with self._changed:
            self.loaded, self._failure = loaded, ""
            self._turns("ready")
