"""The process of one embedding model. The daemon starts it, asks it for vectors over two sockets, and ends it.

`python -m recall_sidecar.memory.embedding.child MODEL DOWNLOADS FD FD` answers questions on the first socket and passages on the
second, each in a thread of its own, so that a question never waits for the passage that is being embedded. It leaves when the
daemon does, however that ended.
"""

import gc
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from recall_sidecar.memory.embedding.frames import EMBED, FAILED, VECTORS, Frame, FrameError, Loaded
from recall_sidecar.memory.embedding.line import Line
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.memory.embedding.port import Embedder, EmbeddingFailed

__all__ = ["Desk", "main", "wait_until_left"]

# How much more willingly than a question's thread the passages' one lets others run.
_NICER = 5


class Desk:
    """Answers what is asked of `model`, questions first."""

    def __init__(self, model: Embedder) -> None:
        self._model = model
        self._asked = threading.Lock()

    def serve_questions(self, line: Line) -> None:
        """Answer until the other side has gone."""
        while texts := _asked(line):
            with self._asked:
                answer = self._answer(texts, self._questions)
            line.send(answer)

    def serve_passages(self, line: Line) -> None:
        """Answer until the other side has gone, and begin no text while a question is answered."""
        if sys.platform == "linux":
            # Of this thread alone, which other systems cannot do.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICER)
        while texts := _asked(line):
            line.send(self._answer(texts, self._passages))

    def _questions(self, texts: Sequence[str]) -> list[bytes]:
        return [self._model.embed_query(text) for text in texts]

    def _passages(self, texts: Sequence[str]) -> list[bytes]:
        made: list[bytes] = []
        for start in range(0, len(texts), self._model.batch):
            with self._asked:
                pass
            made += self._model.embed_passages(texts[start : start + self._model.batch])
        return made

    def _answer(self, texts: Sequence[str], embed: Callable[[Sequence[str]], list[bytes]]) -> Frame:
        readable = [text for text in texts if self._model.reads(text)]
        try:
            made = dict(zip(readable, embed(readable), strict=True))
        except EmbeddingFailed as error:
            return Frame(FAILED, (str(error).encode(),))
        return Frame(VECTORS, tuple(made.get(text, b"") for text in texts))


def _asked(line: Line) -> list[str]:
    """Return the texts that vectors are wanted of, none when the other side has gone."""
    frame = line.receive()
    if frame is None:
        return []
    if frame.kind != EMBED:
        raise FrameError("the daemon sent an unknown frame")
    return [part.decode("utf-8", "replace") for part in frame.parts]


def wait_until_left(end: socket.socket) -> None:
    """Return when the other side has gone, without reading anything."""
    poller = select.poll()
    # Nothing to wait for but what is always told: that it hung up.
    poller.register(end, 0)
    poller.poll()


def _leave_with(end: socket.socket) -> None:
    wait_until_left(end)
    # A model may be in the middle of a text, or of being loaded; there is nothing to save.
    os._exit(0)


def main(arguments: Sequence[str]) -> None:
    """Load the model and serve; see above for `arguments`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    name, downloads, *descriptors = arguments
    ends = [socket.socket(fileno=int(descriptor)) for descriptor in descriptors]
    threading.Thread(target=_leave_with, args=(ends[0],), daemon=True).start()
    questions, passages = map(Line, ends)
    model = model_named(name, Path(downloads))
    try:
        model.load()
    except EmbeddingFailed as error:
        with suppress(OSError):
            questions.send(Frame(FAILED, (str(error).encode(),)))
        os._exit(1)
    # What is loaded stays: nobody need look through it for garbage again.
    gc.collect()
    gc.freeze()
    desk = Desk(model)
    questions.send(Loaded(model.model, model.dimension, model.scale).framed())
    threading.Thread(target=desk.serve_passages, args=(passages,), daemon=True).start()
    desk.serve_questions(questions)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
