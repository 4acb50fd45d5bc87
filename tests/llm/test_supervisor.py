"""The worker is started once, kept, replaced when it is lost, and leaves nothing behind."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import psutil
import pytest

from recall_sidecar.llm.frames import MAX_FRAME_BYTES, FrameError
from recall_sidecar.llm.supervisor import Timing, WorkerSupervisor
from tests.waiting import until

QUICK = Timing(start_within_s=10, ping_every_s=0.02, pong_within_s=0.2, first_wait_s=0.01, longest_wait_s=0.02, stop_within_s=0.3)  # fmt: skip
Make = Callable[..., WorkerSupervisor]


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    made: list[WorkerSupervisor] = []

    def build(worker: str = "scripted", timing: Timing = QUICK) -> WorkerSupervisor:
        made.append(WorkerSupervisor({}, timing, module=f"tests.llm.workers.{worker}"))
        made[-1].start()
        return made[-1]

    yield build
    for supervisor in made:
        await supervisor.aclose()


async def test_a_worker_is_warming_until_it_says_that_it_is_ready(make: Make) -> None:
    supervisor = make()

    assert supervisor.state == "warming"
    await until(lambda: supervisor.state == "ready")
    assert supervisor.ready_after_s is not None


async def test_starting_twice_is_one_worker(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")

    supervisor.start()

    assert supervisor.starts == 1


async def test_a_worker_that_was_ended_can_be_started_again(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")

    with supervisor.open_call({"model": "wait"}, None) as frames:
        await supervisor.aclose()
        last = await frames.get()
    ended = (supervisor.state, supervisor.pid, last)
    supervisor.start()

    assert ended == ("off", None, {"type": "lost"})
    await until(lambda: supervisor.state == "ready")


async def test_a_call_gets_its_frames_in_order_and_is_forgotten(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")

    with supervisor.open_call({"model": "echo"}, None) as frames:
        kinds = [(await frames.get())["type"], (await frames.get())["type"]]

    assert kinds == ["text", "done"]
    assert supervisor.open_calls == 0


async def test_a_call_that_is_left_early_is_forgotten_and_its_last_words_are_ignored(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")

    with supervisor.open_call({"model": "wait"}, None):
        assert supervisor.open_calls == 1

    assert supervisor.open_calls == 0
    with supervisor.open_call({"model": "echo"}, None) as frames:
        assert (await frames.get())["type"] == "text"


async def test_no_call_is_opened_before_the_worker_is_ready(make: Make) -> None:
    supervisor = make("silent")

    with pytest.raises(ConnectionError, match="warming"):
        supervisor.open_call({"model": "echo"}, None)


async def test_a_call_too_large_to_send_is_refused_and_leaves_nothing(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")

    with pytest.raises(FrameError):
        supervisor.open_call({"model": "x" * MAX_FRAME_BYTES}, None)

    assert supervisor.open_calls == 0


@pytest.mark.parametrize(
    ("model", "failure"), [("exit", "ended"), ("nonsense", "spoke nonsense"), ("hang", "hung")]
)
async def test_a_lost_worker_ends_its_calls_and_is_replaced(make: Make, model: str, failure: str) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")
    first = supervisor.pid

    with supervisor.open_call({"model": model}, None) as frames:
        async with asyncio.timeout(30):
            assert (await frames.get())["type"] == "lost"

    await until(lambda: supervisor.state == "ready" and supervisor.pid != first)
    assert supervisor.last_failure == failure
    assert first is not None
    await until(lambda: not psutil.pid_exists(first))


async def test_the_loss_of_a_worker_is_told_before_the_next_one_is_ready() -> None:
    lost: list[str] = []
    supervisor = WorkerSupervisor(
        {}, QUICK, on_lost=lambda: lost.append(supervisor.state), module="tests.llm.workers.scripted"
    )
    supervisor.start()
    await until(lambda: supervisor.state == "ready")
    assert lost == []

    with supervisor.open_call({"model": "hang"}, None):
        await until(lambda: supervisor.starts == 2)
        assert lost == ["warming"]
    await supervisor.aclose()

    assert len(lost) == 1


async def test_a_worker_that_answers_pings_is_left_alone_however_long_a_call_waits(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")

    with supervisor.open_call({"model": "wait"}, None) as frames, pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await frames.get()

    assert supervisor.starts == 1


@pytest.mark.parametrize(
    ("worker", "timing", "failure"),
    [
        ("broken", QUICK, "could not load litellm (ImportError)"),
        ("babbling", QUICK, "spoke nonsense"),
        ("no_such_module", QUICK, "ended before it was ready"),
        ("silent", Timing(start_within_s=0.1, first_wait_s=0.01, stop_within_s=0.1), "not ready in time"),
    ],
)
async def test_a_worker_that_cannot_start_is_a_failed_state_with_its_reason(
    make: Make, worker: str, timing: Timing, failure: str
) -> None:
    supervisor = make(worker, timing)

    await until(lambda: supervisor.state == "failed" and supervisor.starts >= 2)

    assert supervisor.last_failure == failure


async def test_a_python_that_cannot_be_run_is_a_failed_state(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "absent"))

    supervisor = make()
    await until(lambda: supervisor.starts >= 2)

    assert supervisor.state == "failed"
    assert supervisor.last_failure == "not started (FileNotFoundError)"


async def test_a_worker_that_lived_long_is_replaced_without_a_growing_wait(make: Make) -> None:
    supervisor = make("scripted", Timing(first_wait_s=0.001, longest_wait_s=60, settled_s=0.0))

    for start in range(1, 4):
        await until(lambda: supervisor.state == "ready" and supervisor.starts == start)  # noqa: B023
        supervisor.open_call({"model": "exit"}, None)

    await until(lambda: supervisor.starts == 4, within_s=10)


async def test_closing_ends_a_worker_that_does_not_listen() -> None:
    supervisor = WorkerSupervisor({}, QUICK, module="tests.llm.workers.silent")
    supervisor.start()
    await until(lambda: supervisor.pid is not None)
    pid = supervisor.pid

    await supervisor.aclose()

    assert pid is not None
    assert not psutil.pid_exists(pid)
    assert supervisor.state == "off"


async def test_closing_at_any_moment_of_the_start_leaves_no_process() -> None:
    ours = psutil.Process()
    for turns_of_the_loop in range(12):
        supervisor = WorkerSupervisor({}, QUICK, module="tests.llm.workers.silent")
        supervisor.start()
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)

        await supervisor.aclose()

        assert [child for child in ours.children() if "silent" in " ".join(child.cmdline())] == []


async def test_a_thousand_calls_that_are_left_early_leave_no_task_and_no_descriptor(make: Make) -> None:
    supervisor = make()
    await until(lambda: supervisor.state == "ready")
    before = len(asyncio.all_tasks()), len(list(Path("/dev/fd").iterdir()))

    for _ in range(1000):
        with supervisor.open_call({"model": "wait"}, None):
            pass

    assert (len(asyncio.all_tasks()), len(list(Path("/dev/fd").iterdir()))) == before


async def test_a_key_reaches_neither_the_workers_environment_nor_its_command_line() -> None:
    supervisor = WorkerSupervisor({"OPENAI_API_KEY": "sk-secret"}, QUICK, module="tests.llm.workers.scripted")
    supervisor.start()
    await until(lambda: supervisor.state == "ready")
    process = psutil.Process(supervisor.pid)

    with supervisor.open_call({"model": "echo"}, "sk-secret") as frames:
        echoed = (await frames.get())["text"]

    assert "sk-secret" not in " ".join(process.cmdline()) + str(process.environ())
    assert "OPENAI_API_KEY" not in echoed
    await supervisor.aclose()
