"""Tasks with an owner: kept until they end, their errors told, the rest cancelled at the close."""

import asyncio
import logging

import pytest

from recall_sidecar.tasks import TaskSet


async def test_a_task_gives_its_result_under_its_name() -> None:
    tasks = TaskSet()

    async def work() -> int:
        return 7

    task = tasks.start(work(), name="seven")

    assert (task.get_name(), len(tasks)) == ("seven", 1)
    assert await task == 7
    assert len(tasks) == 0


async def test_an_error_is_logged_by_its_class_and_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    tasks = TaskSet()

    async def work() -> None:
        raise ValueError("words of a message")

    task = tasks.start(work(), name="failing")
    with pytest.raises(ValueError, match="words"):
        await task

    told = [(r.levelno, r.message, getattr(r, "task", ""), getattr(r, "error", "")) for r in caplog.records]
    assert told == [(logging.ERROR, "task_failed", "failing", "ValueError")]


async def test_closing_cancels_what_runs_and_waits_for_it() -> None:
    tasks = TaskSet()
    begun, ended = asyncio.Event(), []

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("tidied")

    task = tasks.start(work(), name="endless")
    await begun.wait()

    await tasks.aclose()

    assert (task.cancelled(), ended, len(tasks)) == (True, ["tidied"], 0)


async def test_a_cancelled_task_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    tasks = TaskSet()
    task = tasks.start(asyncio.Event().wait(), name="left")

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert caplog.records == []


async def test_closing_an_empty_set_does_nothing() -> None:
    tasks = TaskSet()

    await tasks.aclose()

    assert len(tasks) == 0


async def test_finishing_waits_for_work_that_ends_by_itself() -> None:
    tasks = TaskSet()
    done: list[str] = []

    async def write() -> None:
        await asyncio.to_thread(done.append, "written")

    _ = tasks.start(write(), name="write")
    await tasks.finish()

    assert done == ["written"]
    assert len(tasks) == 0
