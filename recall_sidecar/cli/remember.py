"""`recall-sidecar remember`: write an entry into an agent's curated memory."""

import argparse
from datetime import date
from typing import Any

from recall_sidecar.cli.door import Door, local, opened
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "remember"
HELP = """\
Write an entry into an agent's curated memory: the MEMORY.md of its folder. It can be found at once. What looks like a
secret is refused."""
EPILOG = """\
examples:
  recall-sidecar remember "Jonas drinks oolong tea."
  recall-sidecar remember "Keep the gateway on loopback." --trigger "gateway setup, network safety" --importance 9
  recall-sidecar remember "Moved to Lisbon." --date 2026-11-30
  recall-sidecar remember "Ships on Fridays." --agent work --file memory/projects.md

exit codes: 0 it is remembered, 1 it could not be
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to remember."""
    parser.add_argument("words", nargs="+", metavar="WORD", help="what to remember")
    parser.add_argument("--agent", default="main", metavar="ID", help="whose memory (default: main)")
    parser.add_argument(
        "--trigger",
        action="append",
        default=[],
        metavar="PHRASES",
        help="phrases on whose mention it speaks up, with commas between; may be given again",
    )
    parser.add_argument("--importance", type=int, metavar="N", help="1 to 10; 5 changes nothing")
    parser.add_argument(
        "--date", type=date.fromisoformat, metavar="DAY", help="day it is about, as 2026-11-30"
    )
    parser.add_argument(
        "--file", default="", metavar="FILE", help="file below the agent's folder (default: MEMORY.md)"
    )
    parser.add_argument("--force", action="store_true", help="write it although it looks like a secret")
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Remember it in this user's memory."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door) -> int:
    """Remember it in the memory behind `door`."""
    text = " ".join(arguments.words).strip()
    if not text:
        complain('What to remember? For example: recall-sidecar remember "Jonas drinks oolong tea."')
        return 2
    body: dict[str, Any] = {
        "v": 1,
        "text": text,
        "agentId": arguments.agent,
        "triggers": [
            phrase.strip() for each in arguments.trigger for phrase in each.split(",") if phrase.strip()
        ],
        "importance": arguments.importance,
        "date": arguments.date and arguments.date.isoformat(),
        "file": arguments.file,
        "force": arguments.force,
    }
    with opened(door, in_process=arguments.in_process, warm="memory") as daemon:
        written = daemon.post("/v1/memory/remember", body)
    if arguments.json:
        write_json(written)
    else:
        what = "Remembered; it can be found now" if written["isNew"] else "It stands there already"
        say(f"{what}: {written['file']}:{written['line']}")
    return 0
