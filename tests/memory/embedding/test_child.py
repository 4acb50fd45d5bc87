"""The real process: it answers, puts questions first, and leaves with the daemon."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.child import Desk, wait_until_left
from recall_sidecar.memory.embedding.frames import EMBED, FAILED, READY, VECTORS, Frame, FrameError
from recall_sidecar.memory.embedding.line import Line
from tests.memory.concepts import ConceptEmbedder
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]
# A daemon as far as it matters here: it has a model loaded in a process of its own and tells which.
DAEMON = """
import sys, threading
from pathlib import Path
from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.embedding.keeper import Keeper
keeper = Keeper(sys.argv[1], "space", Path("models"), {}, SystemClock())
threading.Thread(target=keeper.load, daemon=True).start()
while keeper.pid is None or (sys.argv[2] == "loaded" and keeper.loaded is None):
    pass
print(keeper.pid, flush=True)
sys.stdin.read()
"""


class Slow(ConceptEmbedder):
    """Takes as long for a passage as the test wants, and tells what it is doing."""

    def __init__(self) -> None:
        super().__init__()
        self.doing: list[str] = []
        self.may_go_on = threading.Semaphore(0)

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        self.doing += texts
        self.may_go_on.acquire()
        return super().embed_passages(texts)


def served(model: ConceptEmbedder, *, passages: bool = False) -> tuple[Line, threading.Thread]:
    desk = Desk(model)
    return begun(desk.serve_passages if passages else desk.serve_questions)


def begun(serve: Callable[[Line], None]) -> tuple[Line, threading.Thread]:
    """Return the daemon's end of what `serve` serves, and the thread in which it does."""
    ours, theirs = map(Line, socket.socketpair())

    def run() -> None:
        with closing(theirs):
            serve(theirs)

    thread = threading.Thread(target=run)
    thread.start()
    return ours, thread


@pytest.mark.parametrize("passages", [False, True])
def test_texts_get_vectors_until_the_daemon_has_gone(passages: bool) -> None:
    model = ConceptEmbedder()
    line, thread = served(model, passages=passages)

    line.send(Frame(EMBED, (b"tea and cello", "茶".encode(), b"\xff tea")))
    answer = line.receive(60.0)
    line.close()
    thread.join()

    assert answer is not None
    assert answer.kind == VECTORS
    assert [len(part) for part in answer.parts] == [4 * model.dimension, 4 * model.dimension * model.reads("茶"), 4 * model.dimension]  # fmt: skip


def test_a_model_that_fails_says_why() -> None:
    class Failing(ConceptEmbedder):
        def embed_query(self, text: str) -> bytes:
            raise EmbeddingFailed("no memory left")

    line, thread = served(Failing())

    line.send(Frame(EMBED, (b"tea",)))

    assert line.receive(60.0) == Frame(FAILED, (b"no memory left",))
    line.close()
    thread.join()


def test_what_the_daemon_never_sends_ends_it() -> None:
    ours, theirs = map(Line, socket.socketpair())
    ours.send(Frame(READY))

    with pytest.raises(FrameError):
        Desk(ConceptEmbedder()).serve_questions(theirs)
    ours.close()
    theirs.close()


def test_a_question_is_answered_while_a_passage_is_embedded() -> None:
    model = Slow()
    desk = Desk(model)
    (asking, answering), (sending, working) = begun(desk.serve_questions), begun(desk.serve_passages)
    sending.send(Frame(EMBED, (b"one", b"two")))
    wait_until(lambda: model.doing == ["one"])

    asking.send(Frame(EMBED, (b"tea",)))
    answer = asking.receive(60.0)

    assert answer is not None
    assert answer.kind == VECTORS
    assert model.doing == ["one"]
    # Nor is another passage begun while a question is being answered.
    with desk._asked:
        model.may_go_on.release()
        wait_until(lambda: model.may_go_on._value == 0)
        assert model.doing == ["one"]
    model.may_go_on.release()
    assert sending.receive(60.0) is not None
    for line, thread in ((asking, answering), (sending, working)):
        line.close()
        thread.join()


def test_waiting_ends_when_the_other_side_goes_and_reads_nothing() -> None:
    ours, theirs = socket.socketpair()
    ours.sendall(b"unread")
    waiting = threading.Thread(target=wait_until_left, args=(theirs,))
    waiting.start()
    assert waiting.is_alive()

    ours.close()
    waiting.join()

    assert theirs.recv(10) == b"unread"
    theirs.close()


@pytest.mark.parametrize(
    ("model", "when"),
    [
        pytest.param("wordllama", "loaded", id="while it waits"),
        pytest.param("minilm", "started", id="while it loads"),
        pytest.param("fastembed/x", "started", id="while it cannot load"),
    ],
)
def test_it_leaves_with_a_daemon_that_is_killed(model: str, when: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DAEMON, model, when], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as daemon:
        assert daemon.stdout is not None
        pid = int(daemon.stdout.readline())

        daemon.kill()

    wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


def test_an_interrupt_at_the_terminal_is_the_daemons_business() -> None:
    ours, theirs = socket.socketpair(), socket.socketpair()
    numbers = [pair[1].fileno() for pair in (ours, theirs)]
    command = [sys.executable, "-m", "recall_sidecar.memory.embedding.child", "wordllama", ".", *map(str, numbers)]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=numbers)
    line = Line(ours[0])
    assert (frame := line.receive(60.0)) is not None
    assert frame.kind == READY

    os.kill(process.pid, signal.SIGINT)
    line.send(Frame(EMBED, (b"tea",)))
    answer = line.receive(60.0)
    line.close()

    assert answer is not None
    assert answer.kind == VECTORS
    assert process.wait() == 0
    for end in (ours[1], *theirs):
        end.close()


def test_what_it_imports_is_little() -> None:
    program = "import sys, recall_sidecar.memory.embedding.child; print({'asyncio', 'aiohttp', 'litellm', 'pydantic', 'sqlite3', 'ssl'} & {*sys.modules})"  # fmt: skip

    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert ran.stdout == "set()\n"
