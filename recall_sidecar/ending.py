"""Make sure that a signal ends this process, even when its event loop hangs.

An event loop hears of a signal in its next round. A loop that hangs has none, so these handlers run at once, between
two instructions, and the clock that they start belongs to a thread that needs no interpreter.
"""

import contextlib
import faulthandler
import os
import signal
from types import FrameType
from typing import Final

__all__ = ["insist_on_ending"]

# Beyond the time that turns may take: memory, model worker and history close.
_CLOSING_S: Final = 5.0
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def insist_on_ending(within_s: float) -> None:
    """From the first SIGTERM or SIGINT on, give this process `within_s` and a few seconds; the second one ends it at once.

    Call it after `add_signal_handler` of the loop, which goes on to be told of each signal. When the time is over, the
    process writes where it hangs to stderr, as files and lines, and ends with code 1.
    """
    ending = False

    def hurry(number: int, _: FrameType | None) -> None:
        nonlocal ending
        if ending:
            os._exit(128 + number)  # pragma: no cover -- ends the measuring too; a test sees the exit code
        ending = True
        # Without a stderr there is no clock, and the second signal has to do.
        with contextlib.suppress(RuntimeError):
            faulthandler.dump_traceback_later(within_s + _CLOSING_S, exit=True)

    for number in _SIGNALS:
        signal.signal(number, hurry)
        # What waits in the kernel is taken up again; the loop is woken by its own pipe.
        signal.siginterrupt(number, False)
