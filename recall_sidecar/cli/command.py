"""`recall-sidecar command "/active-memory off"`: a chat command from the terminal."""

import argparse

from recall_sidecar.cli.door import Door, local, opened
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "command"
HELP = """\
Run a chat command as if it had been typed in a session, with the rights of this computer's user. Without a daemon it is
run within this process; a daemon started later knows of it."""
EPILOG = """\
examples:
  recall-sidecar command "/active-memory status" --session agent:main:telegram:direct:42
  recall-sidecar command "/active-memory off" --session agent:main:main
  recall-sidecar command "/active-memory off --global"
  recall-sidecar command "/trace on" --session agent:main:main

`recall-sidecar trace` shows the session keys of past turns.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command and the flags."""
    parser.add_argument("text", help="the command, in quotes")
    parser.add_argument("--session", metavar="KEY", help="session it is meant for")
    parser.add_argument(
        "--agent", metavar="ID", help="agent of the session (default: the session key's, or main)"
    )
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the command in this user's installation."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door) -> int:
    """Run the command in the installation behind `door`."""
    body = {
        "v": 1,
        "text": arguments.text,
        "sessionKey": arguments.session,
        "agentId": arguments.agent,
        "admin": True,
    }
    with opened(door, in_process=arguments.in_process) as daemon:
        reply = daemon.post("/v1/commands", body)
    if arguments.json:
        write_json(reply)
    elif reply["handled"]:
        say(reply["text"])
    if reply["handled"]:
        return 0
    complain('This is no command of ours; try: recall-sidecar command "/active-memory help"')
    return 2
