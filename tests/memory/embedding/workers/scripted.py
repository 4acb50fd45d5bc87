"""A process that does what the name of its model and the texts say, with the real frames on real sockets."""

import os
import signal
import socket
import sys
import threading
import time

from recall_sidecar.memory.embedding.frames import FAILED, READY, VECTORS, Frame, Loaded, encoded
from recall_sidecar.memory.embedding.line import Line
from recall_sidecar.memory.embedding.scale import Scale

VECTOR = b"\1" * 16
# As many bytes as a vector has: whether a key and what was chosen for the child are there.
_THERE = b"".join(
    bytes([name in os.environ])  # noqa: TID251 - the environment is what is tested
    for name in ("OPENAI_API_KEY", "HF_TOKEN", "PATH", "OMP_NUM_THREADS")
)
_ANSWERS = {
    "refuse": Frame(FAILED, (b"The model cannot be used.",)),
    "too short": Frame(VECTORS, (VECTOR[:3],)),
    "one too many": Frame(VECTORS, (VECTOR, VECTOR)),
    "something else": Frame(READY),
    "environment": Frame(VECTORS, (_THERE * 4,)),
}


def begin(name: str, end: socket.socket, questions: Line) -> None:
    """Say that the model is ready, or do what its name says instead."""
    match name:
        case "silent":
            time.sleep(600)
        case "dies":
            sys.exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "babbles":
            end.sendall(b"\xff" * 64)
        case "strange":
            questions.send(Frame(READY, (b"model",)))
        case "early":
            questions.send(Frame(VECTORS, (VECTOR,)))
        case "missing":
            questions.send(Frame(FAILED, (b"The model cannot be loaded; install it.",)))
        case _:
            questions.send(Loaded("scripted", 4, Scale(2.0, -1.0)).framed())


def serve(end: socket.socket, line: Line) -> None:
    """Answer each frame as its first text says."""
    while (frame := line.receive()) is not None:
        what = frame.parts[0].decode("utf-8", "replace")
        if what in _ANSWERS:
            line.send(_ANSWERS[what])
        else:
            go(what, end, line)
            line.send(Frame(VECTORS, tuple(VECTOR if text else b"" for text in frame.parts)))


def go(what: str, end: socket.socket, line: Line) -> None:
    """Go in the way that `what` says, if it says one."""
    match what:
        case "die":
            os._exit(7)
        case "hang":
            time.sleep(600)
        case "leave":
            line.close()
            time.sleep(600)
        case "babble":
            end.sendall(b"\xff" * 64)
        case "half a frame":
            end.sendall(encoded(Frame(VECTORS, (VECTOR,)))[:9])
            os._exit(7)
        case _:
            pass


if __name__ == "__main__":
    name, _, *descriptors = sys.argv[1:]
    ends = [socket.socket(fileno=int(descriptor)) for descriptor in descriptors]
    lines = [Line(end) for end in ends]
    begin(name, ends[0], lines[0])
    threading.Thread(target=serve, args=(ends[1], lines[1]), daemon=True).start()
    serve(ends[0], lines[0])
