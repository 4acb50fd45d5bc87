"""`recall-sidecar open`: the trace page in the browser, signed in.

What signs it in stands in a file that only this user can read, never on a command line: others can read those. It is good
once, for half a minute, and the file goes as soon as it was used.
"""

import argparse
import html
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from recall_sidecar.cli.door import Daemon, Door, local, running
from recall_sidecar.cli.output import complain, say
from recall_sidecar.paths import Paths

__all__ = ["EPILOG", "HELP", "NAME", "Browser", "add_arguments", "execute", "run"]

NAME = "open"
HELP = """\
Open the page that shows each turn as it happens, what was found and why, and the switches. It is signed in by a code that is
good once, for 30 seconds; reloading the page signs it out."""
EPILOG = """\
examples:
  recall-sidecar open           in the browser of this computer
  recall-sidecar open 01KC…     at one turn, by its id
  recall-sidecar open --print   print the address, for a browser that cannot read this user's files, or on another
                                computer: ssh -L 23517:127.0.0.1:23517 HOST, and open it there
"""
_LOOK_EVERY_S = 0.2
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>recall-sidecar</title>
<p><a href="{address}">Go on to recall-sidecar</a></p>
</html>
"""


@dataclass(frozen=True, slots=True)
class Browser:
    """How an address is opened, which may fail, and how some seconds pass."""

    show: Callable[[str], bool]
    wait: Callable[[float], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("turn", nargs="?", metavar="TURN", help="id of a turn to show")
    parser.add_argument("--print", action="store_true", help="print the address instead of opening it")


def run(arguments: argparse.Namespace) -> int:
    """Open the page of this user's daemon."""
    import time
    import webbrowser

    return execute(arguments, local(), Browser(webbrowser.open, time.sleep))


def execute(arguments: argparse.Namespace, door: Door, browser: Browser) -> int:
    """Open the page of the daemon behind `door`."""
    daemon = running(door)
    made = daemon.post("/v1/sign-in/code", {"v": 1})
    address = f"http://127.0.0.1:{made['port']}/#code={made['code']}"
    if arguments.turn:
        address += f"&at={quote(f'turn/{arguments.turn}', safe='')}"
    seconds = made["expiresMs"] / 1000
    if arguments.print:
        say(address)
        complain(f"This address is good once, for {seconds:g} seconds.")
        return 0
    return _shown(daemon, door.paths, address, seconds, browser)


def _shown(daemon: Daemon, paths: Paths, address: str, seconds: float, browser: Browser) -> int:
    from recall_sidecar import private

    file = paths.page_file
    private.make_folder(file.parent)
    private.replace_file(file, _PAGE.format(address=html.escape(address)).encode())
    try:
        if not browser.show(file.as_uri()):
            complain("No browser could be started here. Try: recall-sidecar open --print")
            return 1
        if not _used(daemon, seconds, browser):
            complain(
                "The browser did not come. One that cannot read this user's files (as in a snap or a container) needs: "
                "recall-sidecar open --print"
            )
            return 1
    finally:
        file.unlink(missing_ok=True)
    say(f"The page is open in your browser: {address.partition('#')[0]}")
    return 0


def _used(daemon: Daemon, seconds: float, browser: Browser) -> bool:
    """Wait until the code is used, and say whether it was."""
    for _ in range(int(seconds / _LOOK_EVERY_S)):
        if daemon.get("/v1/sign-in")["code"] != "waiting":
            break
        browser.wait(_LOOK_EVERY_S)
    return bool(daemon.get("/v1/sign-in")["code"] == "used")
