"""`recall-sidecar top`: turns, times and outcomes as they come, on one screen."""

import argparse
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from recall_sidecar import __version__
from recall_sidecar.cli.door import Door, local, running
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.cli.top_figures import Figures, figures
from recall_sidecar.cli.top_screen import screen, waiting
from recall_sidecar.errors import RecallSidecarError

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run", "watch"]

NAME = "top"
HELP = """\
Watch the daemon: turns a second, times, outcomes, what is in flight, cache, breakers, cost. Ctrl-C ends it. When the daemon
goes away it waits for the next one."""
EPILOG = """\
examples:
  recall-sidecar top
  recall-sidecar top --every 5
  recall-sidecar top --once              one look, also where there is no terminal
  recall-sidecar top --json              one JSON object a look; with --once a single one
"""
_LATEST = 200
_LEAST_S, _MOST_S = 0.2, 3600.0
# Home, and no cursor; each line clears what was right of it, and the last what was below: nothing is blank in between.
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _END_OF_LINE, _BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_FALLBACK = (80, 24)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("--once", action="store_true", help="look once")
    parser.add_argument(
        "--every", type=float, default=1.0, metavar="SECONDS", help="how often to look (default: 1)"
    )
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Watch this user's daemon."""
    never = threading.Event()
    return execute(arguments, local(), sys.stdout, never.wait)


def execute(
    arguments: argparse.Namespace, door: Door, terminal: TextIO, wait: Callable[[float], bool]
) -> int:
    """Watch the daemon behind `door`; `wait` lets the seconds pass, and says whether to end then."""
    if arguments.once or not (arguments.json or terminal.isatty()):
        shown = _look(door, None)[1]
        if arguments.json:
            write_json(shown.as_json())
        else:
            say("\n".join(screen(shown, columns=_FALLBACK[0], rows=_FALLBACK[1], installed=__version__)))
        return 0
    # Written so that what is no number at all is the least, too.
    every_s = min(arguments.every, _MOST_S) if arguments.every >= _LEAST_S else _LEAST_S
    if arguments.json:
        for each in watch(door, every_s, wait):
            if isinstance(each, Figures):
                write_json(each.as_json(), compact=True)
        return 0
    with _screen_of(terminal):
        for each in watch(door, every_s, wait):
            columns, rows = shutil.get_terminal_size(_FALLBACK)
            # The last column stays free: some terminals break a full line.
            lines = (
                screen(each, columns=columns - 1, rows=rows - 1, installed=__version__)
                if isinstance(each, Figures)
                else waiting(each, columns=columns - 1)
            )
            terminal.write(_HOME + "".join(f"{line}{_END_OF_LINE}\n" for line in lines) + _BELOW)
            terminal.flush()
    return 0


def watch(door: Door, every_s: float, wait: Callable[[float], bool]) -> Iterator[Figures | str]:
    """Yield the daemon's figures again and again, or why there are none; end when `wait` says so."""
    before: dict[str, Any] | None = None
    while True:
        try:
            before, shown = _look(door, before)
            yield shown
        except (RecallSidecarError, OSError) as error:
            before = None
            yield str(error)
        if wait(every_s):
            return


def _look(door: Door, before: dict[str, Any] | None) -> tuple[dict[str, Any], Figures]:
    daemon = running(door)
    state = daemon.get("/v1/status")
    turns = daemon.get(f"/v1/traces?limit={_LATEST}")["traces"]
    return state, figures(state, turns, before)


@contextmanager
def _screen_of(terminal: TextIO) -> Iterator[None]:
    """Draw on a screen of our own, and give back the terminal as it was."""
    terminal.write(_ENTER)
    try:
        yield
    finally:
        terminal.write(_LEAVE)
        terminal.flush()
