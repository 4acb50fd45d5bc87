"""One process of an embedding model as the daemon sees it: started, asked, ended."""

import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from recall_sidecar.children import command
from recall_sidecar.memory.embedding.frames import EMBED, FAILED, VECTORS, Frame, FrameError, Loaded
from recall_sidecar.memory.embedding.line import Line
from recall_sidecar.memory.embedding.port import EmbeddingFailed

__all__ = ["Asking", "Lost", "ModelProcess"]

_NONSENSE = "spoke nonsense"
# From the end of its connections to its own.
_GONE_WITHIN_S = 2.0


class Lost(Exception):
    """The process is gone, or was ended because it does not do what it should."""


class Asking:
    """What one kind of request goes through, one at a time."""

    def __init__(self, end: socket.socket) -> None:
        self.line = Line(end)
        self.turn = threading.Lock()


class ModelProcess:
    """A process that runs `module` for the model `name`; `downloads` is where fetched models are kept."""

    def __init__(self, module: str, name: str, downloads: Path, environment: Mapping[str, str]) -> None:
        """Start it.

        Raises:
            OSError: It cannot be started.
        """
        pairs = [socket.socketpair() for _ in range(2)]
        theirs = [pair[1] for pair in pairs]
        numbers = [end.fileno() for end in theirs]
        nowhere = subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                command(module, name, str(downloads), *map(str, numbers)),
                env=dict(environment), pass_fds=numbers, stdin=nowhere, stdout=nowhere, stderr=nowhere,
            )  # fmt: skip
        except BaseException:
            for ours, _ in pairs:
                ours.close()
            raise
        finally:
            for end in theirs:
                end.close()
        self.questions, self.passages = (Asking(ours) for ours, _ in pairs)
        self._dimension = 0
        self._failure = ""

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def loaded(self, within_s: float) -> Loaded:
        """Wait until the model is loaded, and return what is known of it.

        Raises:
            EmbeddingFailed: It cannot be loaded.
            Lost: The process ended first, or took too long.
        """
        frame = self._next(self.questions, within_s)
        if frame.kind == FAILED:
            raise EmbeddingFailed(_told(frame))
        try:
            found = Loaded.of(frame)
        except FrameError as error:
            raise self.kill(_NONSENSE) from error
        self._dimension = found.dimension
        return found

    def vectors(self, asking: Asking, texts: Sequence[str], within_s: float) -> list[bytes]:
        """Return the vector of each text, empty where the model does not read it.

        Raises:
            EmbeddingFailed: The model fails.
            Lost: The process ended, or does not answer in time.
        """
        wanted = Frame(EMBED, tuple(text.encode("utf-8", "replace") for text in texts))
        with asking.turn:
            frame = self._next(asking, within_s, wanted)
        if frame.kind == FAILED:
            raise EmbeddingFailed(_told(frame))
        fitting = {0, 4 * self._dimension}
        if (
            frame.kind != VECTORS
            or len(frame.parts) != len(texts)
            or {len(part) for part in frame.parts} - fitting
        ):
            raise self.kill(_NONSENSE)
        return [*frame.parts]

    def kill(self, failure: str = "") -> Lost:
        """End it at once: it has nothing to save. Return what says why; the first reason stays."""
        self._failure = self._failure or failure
        self._process.kill()
        return Lost(failure)

    def wait(self) -> str:
        """Wait until it has ended, and return why."""
        code = self._process.wait()
        for asking in (self.questions, self.passages):
            asking.line.hang_up()
            with asking.turn:
                asking.line.close()
        return self._failure or _ending(code)

    def _next(self, asking: Asking, within_s: float, wanted: Frame | None = None) -> Frame:
        """Send what is wanted and return the next frame.

        Raises:
            Lost: There is none.
        """
        try:
            if wanted is not None:
                asking.line.send(wanted, within_s)
            frame = asking.line.receive(within_s)
        except TimeoutError as error:
            raise self.kill(f"did not answer within {within_s:g} s") from error
        except FrameError as error:
            raise self.kill(_NONSENSE) from error
        except OSError as error:
            raise self._ended() from error
        if frame is None:
            raise self._ended()
        return frame

    def _ended(self) -> Lost:
        """Return how it ended, once nothing more comes from it."""
        try:
            code = self._process.wait(_GONE_WITHIN_S)
        except subprocess.TimeoutExpired:
            # Whoever closes its ends and stays is of no use either.
            return self.kill("does not answer any more")
        return Lost(self._failure or _ending(code))


def _told(frame: Frame) -> str:
    return b" ".join(frame.parts).decode("utf-8", "replace")


def _ending(code: int) -> str:
    """Return how a process with this exit code ended."""
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
