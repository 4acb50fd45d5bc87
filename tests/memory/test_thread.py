import subprocess
import sys
import threading

import pytest

from recall_sidecar.memory.thread import OneThread
from tests.sources import ROOT

HANGS = """
import threading
from recall_sidecar.memory.thread import OneThread

begun = threading.Event()
def hang():
    begun.set()
    threading.Event().wait()
OneThread("hangs").submit(hang)
begun.wait()
print("over")
"""


def test_one_thing_is_done_after_another_in_one_thread() -> None:
    thread = OneThread("worker")
    done: list[int] = []

    futures = [thread.submit(done.append, number) for number in range(5)]
    name = thread.submit(lambda: threading.current_thread().name).result()
    thread.shutdown()

    assert [future.result() for future in futures] == [None] * 5
    assert done == [0, 1, 2, 3, 4]
    assert name == "worker"
    assert not thread.is_alive


def test_an_error_reaches_who_waits_and_the_thread_goes_on() -> None:
    thread = OneThread("worker")

    with pytest.raises(ZeroDivisionError):
        thread.submit(lambda: 1 / 0).result()

    assert thread.submit(lambda: 5).result() == 5
    thread.shutdown()


def test_what_was_cancelled_in_time_is_not_done() -> None:
    thread = OneThread("worker")
    go_on = threading.Event()
    done: list[int] = []
    first = thread.submit(go_on.wait, 60)
    second = thread.submit(done.append, 1)

    assert second.cancel()
    go_on.set()
    thread.shutdown()

    assert (first.result(), done) == (True, [])


def test_without_work_there_is_no_thread() -> None:
    thread = OneThread("idle")

    thread.shutdown()

    assert not thread.is_alive


def test_a_process_ends_whose_thread_hangs() -> None:

    ran = subprocess.run(
        [sys.executable, "-c", HANGS], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )

    assert (ran.returncode, ran.stdout) == (0, "over\n")
