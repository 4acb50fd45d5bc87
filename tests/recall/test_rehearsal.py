"""What a first turn needs is built before it, and not by the event loop."""

import threading

import pytest

from recall_sidecar.recall import rehearsal, shapes
from recall_sidecar.recall.verify import verdict


async def test_lists_and_patterns_are_there_afterwards() -> None:
    verdict.prepare.cache_clear()
    shapes._whole.cache_clear()

    await rehearsal.rehearse()

    assert verdict.prepare.cache_info().currsize == 1
    built = shapes._whole.cache_info().currsize
    assert shapes.shape_of_opening("Anna likes tea.") is None
    assert shapes._whole.cache_info().currsize == built


async def test_a_thread_builds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    monkeypatch.setattr(rehearsal, "_judged", lambda: threads.append(threading.current_thread()))

    await rehearsal.rehearse()

    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()
