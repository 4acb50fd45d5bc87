"""A process is started once, kept, replaced when it is lost, and gone when it is not wanted any more."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.keeper import Keeper, Timing
from tests.memory.embedding.workers.scripted import VECTOR
from tests.waiting import wait_until

QUICK = Timing(question_within_s=0.5, passages_within_s=0.5, first_wait_s=0.01, longest_wait_s=0.02)
Make = Callable[..., Keeper]
SCRIPTED = "tests.memory.embedding.workers.scripted"


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[Keeper] = []

    def build(
        name: str = "model", timing: Timing = QUICK, environment: dict[str, str] | None = None
    ) -> Keeper:
        made.append(
            Keeper(
                name,
                "space",
                Path("models"),
                environment or {},
                SystemClock(),
                timing=timing,
                module=SCRIPTED,
            )
        )
        return made[-1]

    yield build
    for keeper in made:
        keeper.close()


def is_loaded(keeper: Keeper) -> bool:
    try:
        keeper.load()
    except EmbeddingFailed:
        return False
    return True


def is_ready(keeper: Keeper) -> bool:
    try:
        return keeper.question("tea") == VECTOR
    except EmbeddingFailed:
        return False


def test_nothing_is_started_before_it_is_needed(make: Make) -> None:
    keeper = make()

    with pytest.raises(EmbeddingFailed, match="space is being loaded; words decide"):
        keeper.question("tea")

    assert (keeper.starts, keeper.pid, keeper.loaded) == (0, None, None)


def test_loading_starts_one_process_however_often_it_is_asked(make: Make) -> None:
    keeper = make()
    loading = [threading.Thread(target=keeper.load) for _ in range(4)]
    for thread in loading:
        thread.start()
    for thread in loading:
        thread.join()

    assert keeper.starts == 1
    assert keeper.loaded is not None
    assert keeper.loaded.dimension == 4
    assert keeper.question("tea") == VECTOR
    assert keeper.passages(["tea", ""]) == [VECTOR, b""]


def test_a_killed_process_is_replaced_though_nobody_asks(make: Make) -> None:
    keeper = make()
    keeper.load()
    first = keeper.pid
    assert first is not None

    os.kill(first, signal.SIGKILL)

    wait_until(lambda: keeper.pid not in {None, first} and is_ready(keeper))
    assert keeper.starts == 2
    assert not psutil.pid_exists(first)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("die", "ended with code 7; it is started again"),
        ("hang", "did not answer within"),
        ("babble", "spoke nonsense"),
    ],
)
def test_a_question_that_loses_the_process_is_told_so_at_once(make: Make, text: str, how: str) -> None:
    keeper = make()
    keeper.load()

    with pytest.raises(EmbeddingFailed, match=rf"space {how}.*words decide alone"):
        keeper.question(text)

    wait_until(lambda: is_ready(keeper))


def test_questions_do_not_wait_for_another_process_and_say_how_the_last_one_ended(make: Make) -> None:
    keeper = make(timing=replace(QUICK, first_wait_s=600.0, longest_wait_s=600.0))
    keeper.load()
    assert keeper.pid is not None
    os.kill(keeper.pid, signal.SIGKILL)

    wait_until(lambda: keeper.pid is None)

    with pytest.raises(EmbeddingFailed, match="space was ended by SIGKILL; it is started again"):
        keeper.question("tea")
    with pytest.raises(EmbeddingFailed, match="space was ended by SIGKILL; it is started again"):
        keeper.load()
    assert keeper.starts == 1


def test_passages_wait_once_for_another_process(make: Make) -> None:
    keeper = make()
    keeper.load()
    assert keeper.pid is not None
    os.kill(keeper.pid, signal.SIGKILL)

    # Whether the end is known by now or found out by asking.
    try:
        found = keeper.passages(["tea"])
    except EmbeddingFailed:
        keeper.load()
        found = keeper.passages(["tea"])

    assert found == [VECTOR]


def test_a_passage_that_kills_two_processes_is_given_up(make: Make) -> None:
    keeper = make()
    keeper.load()

    with pytest.raises(EmbeddingFailed, match=r"space .*it is started again"):
        keeper.passages(["die"])

    assert keeper.starts >= 2


def test_passages_do_not_wait_long(make: Make) -> None:
    keeper = make(timing=replace(QUICK, first_wait_s=600.0, longest_wait_s=600.0))
    keeper.load()

    with pytest.raises(EmbeddingFailed, match="space ended with code 7"):
        keeper.passages(["die"])

    assert keeper.starts == 1


def test_a_model_that_cannot_be_loaded_says_why_and_is_tried_again(make: Make) -> None:
    keeper = make("missing")

    with pytest.raises(EmbeddingFailed, match=r"^The model cannot be loaded; install it.$"):
        keeper.load()

    with pytest.raises(EmbeddingFailed, match=r"^The model cannot be loaded; install it.$"):
        keeper.question("tea")


def test_a_process_that_dies_while_loading_is_tried_again_and_again(make: Make) -> None:
    keeper = make("dies")
    with pytest.raises(EmbeddingFailed, match="space ended with code 3"):
        keeper.load()

    wait_until(lambda: keeper.starts >= 3)


def test_the_wait_between_starts_grows_to_its_ceiling_and_begins_anew(make: Make) -> None:
    lasting = make("dies", replace(QUICK, first_wait_s=0.01, longest_wait_s=0.04))
    settled = make("dies", replace(QUICK, first_wait_s=0.01, longest_wait_s=600.0, settled_s=0.0))
    for keeper in (lasting, settled):
        with pytest.raises(EmbeddingFailed):
            keeper.load()

    wait_until(lambda: lasting.starts >= 5 and settled.starts >= 5)

    assert lasting._rest_s == 0.04
    assert settled._rest_s == 0.01


def test_a_python_that_cannot_be_run_is_told(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "absent"))
    keeper = make()

    with pytest.raises(EmbeddingFailed, match=r"could not be started \(FileNotFoundError\)"):
        keeper.load()


@pytest.mark.parametrize("name", ["model", "silent"])
def test_closing_ends_the_process_and_whoever_waits_for_it(make: Make, name: str) -> None:
    keeper = make(name)
    told: list[str] = []

    def ask() -> None:
        try:
            keeper.load()
            keeper.passages(["hang"])
        except EmbeddingFailed as error:
            told.append(str(error))

    waiting = threading.Thread(target=ask)
    waiting.start()
    wait_until(lambda: keeper.pid is not None)
    pid = keeper.pid
    assert pid is not None

    keeper.close()
    keeper.close()
    waiting.join()

    assert told == ["space is not used any more."]
    wait_until(lambda: not psutil.pid_exists(pid))
    with pytest.raises(EmbeddingFailed, match="not used any more"):
        keeper.load()
    assert keeper.starts == 1


def _is_scripted(child: psutil.Process) -> bool:
    try:
        return "scripted" in " ".join(child.cmdline())
    except psutil.Error:
        # It ended between being listed and being asked.
        return False


def test_closing_at_once_leaves_no_process(make: Make) -> None:
    ours = psutil.Process()
    for _ in range(5):
        keeper = make("silent")
        loading = threading.Thread(target=is_loaded, args=(keeper,))
        loading.start()
        keeper.close()
        loading.join()

    wait_until(lambda: not any(map(_is_scripted, ours.children())))


def test_the_process_gets_no_key(make: Make) -> None:
    given = {"OPENAI_API_KEY": "sk-1", "HF_TOKEN": "hf-1", "PATH": "/bin"}
    keeper, hub = make(environment=given), make("fastembed/x", environment=given)
    keeper.load()
    hub.load()

    assert keeper.question("environment")[:4] == b"\0\0\1\1"
    assert hub.question("environment")[:4] == b"\0\1\1\1"
