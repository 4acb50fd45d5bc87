"""One real process that answers, refuses, dies, hangs or talks nonsense."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.frames import Loaded
from recall_sidecar.memory.embedding.process import Lost, ModelProcess
from recall_sidecar.memory.embedding.scale import Scale
from tests.memory.embedding.workers.scripted import VECTOR

SCRIPTED = "tests.memory.embedding.workers.scripted"
Start = Callable[[str], ModelProcess]
LONG_S = 60.0


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[ModelProcess] = []

    def begin(name: str = "model") -> ModelProcess:
        environment = {"PYTHONPATH": str(Path(__file__).parents[3])}
        started.append(ModelProcess(SCRIPTED, name, Path("models"), environment))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def ready(start: Start) -> ModelProcess:
    process = start("model")
    process.loaded(LONG_S)
    return process


def test_it_says_what_its_model_is_and_gives_vectors_on_both_ways(start: Start) -> None:
    process = start("model")

    loaded = process.loaded(LONG_S)

    assert loaded == Loaded("scripted", 4, Scale(2.0, -1.0))
    assert process.vectors(process.questions, ["tea \udcff"], LONG_S) == [VECTOR]
    assert process.vectors(process.passages, ["tea", "", "cello"], LONG_S) == [VECTOR, b"", VECTOR]


def test_passages_that_take_long_keep_no_question_waiting(ready: ModelProcess) -> None:
    with pytest.raises(Lost):
        ready.vectors(ready.passages, ["hang"], 0.05)
    # It was ended for that; a question that was under way then is answered or lost, and never hangs.
    with pytest.raises(Lost):
        ready.vectors(ready.questions, ["tea"], LONG_S)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        pytest.param("dies", "ended with code 3", id="it ends"),
        pytest.param("killed", "was ended by SIGKILL", id="it is killed"),
        pytest.param("babbles", "spoke nonsense", id="garbage"),
        pytest.param("strange", "spoke nonsense", id="it does not say what it is"),
        pytest.param("early", "spoke nonsense", id="vectors before it is ready"),
    ],
)
def test_a_model_that_is_never_ready_is_lost(start: Start, name: str, how: str) -> None:
    process = start(name)

    with pytest.raises(Lost):
        process.loaded(LONG_S)

    assert process.wait() == how


def test_a_model_that_takes_too_long_to_load_is_ended(start: Start) -> None:
    process = start("silent")

    with pytest.raises(Lost):
        process.loaded(0.05)

    assert process.wait() == "did not answer within 0.05 s"


def test_a_model_that_cannot_be_loaded_says_why(start: Start) -> None:
    with pytest.raises(EmbeddingFailed, match="cannot be loaded; install it"):
        start("missing").loaded(LONG_S)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("die", "ended with code 7"),
        ("half a frame", "ended with code 7"),
        ("hang", "did not answer within 0.3 s"),
        ("babble", "spoke nonsense"),
        ("too short", "spoke nonsense"),
        ("one too many", "spoke nonsense"),
        ("something else", "spoke nonsense"),
    ],
)
def test_what_is_lost_in_a_request_is_told(ready: ModelProcess, text: str, how: str) -> None:
    with pytest.raises(Lost):
        ready.vectors(ready.questions, [text], 0.3 if text == "hang" else LONG_S)

    assert ready.wait() == how


def test_a_process_that_closes_its_end_and_stays_is_ended(ready: ModelProcess) -> None:
    with pytest.raises(Lost, match="does not answer any more"):
        ready.vectors(ready.passages, ["leave"], LONG_S)

    assert ready.wait() == "does not answer any more"


def test_a_text_that_fails_leaves_the_process_alone(ready: ModelProcess) -> None:
    with pytest.raises(EmbeddingFailed, match="cannot be used"):
        ready.vectors(ready.passages, ["refuse"], LONG_S)

    assert ready.vectors(ready.passages, ["tea"], LONG_S) == [VECTOR]


def test_a_signal_without_a_name_is_told_by_its_number(ready: ModelProcess) -> None:
    os.kill(ready.pid, signal.SIGRTMIN + 3)

    assert ready.wait() == f"was ended by signal {signal.SIGRTMIN + 3}"


def test_a_python_that_cannot_be_run_leaves_no_socket(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, start: Start
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "absent"))
    before = psutil.Process().num_fds()

    with pytest.raises(OSError, match="absent"):
        start("model")

    assert psutil.Process().num_fds() == before


def test_a_process_that_has_ended_leaves_no_socket(start: Start) -> None:
    before = psutil.Process().num_fds()
    process = start("model")
    process.loaded(LONG_S)

    process.kill()
    process.wait()

    assert psutil.Process().num_fds() == before
