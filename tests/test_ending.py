"""A signal ends the process, whatever its event loop is doing."""

import signal
import subprocess
import sys

import pytest

# `hang` is what keeps the loop from its next round; "caught" says that the loop heard of the signal.
PROGRAM = """
import asyncio, signal, sys, time
from recall_sidecar.ending import insist_on_ending

async def main():
    loop = asyncio.get_running_loop()
    heard = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, heard.set)
    loop.add_signal_handler(signal.SIGINT, heard.set)
    insist_on_ending(float(sys.argv[2]))
    print("ready", flush=True)
    if sys.argv[1] == "hang":
        while True:
            time.sleep(0.01)
    await heard.wait()
    print("heard", flush=True)

asyncio.run(main())
"""


def started(what: str, within_s: float) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, what, str(within_s)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_loop_that_runs_hears_of_the_signal_and_ends_in_order(number: signal.Signals) -> None:
    with started("wait", 30) as process:
        process.send_signal(number)

        assert process.communicate(timeout=30) == ("heard\n", "")
    assert process.returncode == 0


def test_the_second_signal_ends_a_process_whose_loop_hangs() -> None:
    with started("hang", 600) as process:
        while process.poll() is None:
            # Two signals at once may arrive as one, so they are sent until it ends.
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue

        assert process.communicate()[1] == ""
    assert process.returncode == 128 + signal.SIGTERM


def test_one_signal_is_enough_when_the_loop_hangs_for_too_long() -> None:
    with started("hang", -4.9) as process:
        process.send_signal(signal.SIGTERM)

        said = process.communicate(timeout=30)[1]

    assert process.returncode == 1
    assert "Timeout" in said
