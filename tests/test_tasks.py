"""Background tasks end with their owner, or are waited for."""

import asyncio
import logging

import pytest

from recall_sidecar.tasks import TaskSet


async def test_closing_cancels_what_runs() -> None:
    tasks = TaskSet()
    endless = tasks.start(asyncio.Event().wait(), name="endless")

    await tasks.aclose()

    assert endless.cancelled()
    assert len(tasks) == 0


async def test_finishing_waits_for_work_that_ends_by_itself() -> None:
    tasks = TaskSet()
    done: list[str] = []

    async def write() -> None:
        await asyncio.to_thread(done.append, "written")

    tasks.start(write(), name="write")
    await tasks.finish()

    assert done == ["written"]
    assert len(tasks) == 0


async def test_an_error_is_logged_by_its_class(caplog: pytest.LogCaptureFixture) -> None:
    tasks = TaskSet()

    async def fail() -> None:
        message = "the user's words"
        raise ValueError(message)

    tasks.start(fail(), name="failing")
    with caplog.at_level(logging.ERROR, logger="recall_sidecar"):
        await tasks.finish()

    assert [record.message for record in caplog.records] == ["task_failed"]
    assert "the user's words" not in caplog.text
