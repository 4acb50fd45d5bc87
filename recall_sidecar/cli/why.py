"""`recall-sidecar why`: what became of a turn, and at which step it lost what you expected."""

import argparse
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from recall_sidecar.cli.door import Door, local, opened
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json
from recall_sidecar.cli.recall import event
from recall_sidecar.terminal import printable

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "why"
HELP = """\
Say why a turn told what it told. With --expect it names the step at which the turn lost what you expected, and what to change:
not in memory, not visible to that chat, ranked too low, below the floor, not needed, refused by the model, not supported, visible
already, out of time, and so on. A message in place of a turn's id is tried now; nothing of that is kept. A model is asked for it
as for any turn."""
EPILOG = """\
examples:
  recall-sidecar why                                            the last turn
  recall-sidecar why 01KBA --expect "Mara drinks oolong"        one turn, and what it should have told
  recall-sidecar why "which tea does Mara like?" --expect "Mara drinks oolong"
  recall-sidecar why "which tea?" --expect oolong --session agent:main:telegram:group:9 --sender 42
"""
# The beginning of a ULID of these centuries; no message is one such word.
_TRACE_ID = re.compile(r"0[0-9A-HJKMNP-TV-Z]{4,25}", re.IGNORECASE)
_ROUTE = "/v1/why"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to ask about."""
    parser.add_argument(
        "what", nargs="?", help="a turn's id, its beginning, or a message to try (default: the last turn)"
    )
    parser.add_argument("--expect", default="", metavar="FACT", help="what memory should have told")
    parser.add_argument(
        "--agent", default="main", metavar="ID", help="for a message: whose memory (default: main)"
    )
    parser.add_argument(
        "--session", metavar="KEY", help="for a message: the chat it is asked in; alone: whose last turn"
    )
    parser.add_argument("--sender", metavar="ID", help="for a message: who asks (default: you)")
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explain a turn of this user's installation."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door) -> int:
    """Explain a turn of the installation behind `door`."""
    what = (arguments.what or "").strip()
    is_message = bool(what) and _TRACE_ID.fullmatch(what) is None
    with opened(door, in_process=arguments.in_process, warm="model" if is_message else "memory") as daemon:
        asked: dict[str, Any] = {"v": 1, "expect": arguments.expect}
        if is_message:
            asked["turn"] = _turn(what, arguments)
        else:
            asked["trace"] = what or _last(daemon.get(_listed(arguments.session)))
            if not asked["trace"]:
                complain(
                    'No turns yet. Try a message: recall-sidecar why "which tea do I like?" --expect oolong'
                )
                return 1
        found = daemon.post(_ROUTE, asked)
    if arguments.json:
        write_json(found)
    else:
        say("\n".join(_lines(found)))
    return 0


def _turn(message: str, arguments: argparse.Namespace) -> dict[str, Any]:
    turn = event(message, agent_id=arguments.agent, session_key=arguments.session)
    if arguments.sender:
        # Whether that is the owner is for the settings to say.
        turn["ctx"] |= {"senderId": arguments.sender, "senderIsOwner": None}
    return turn


def _listed(session: str | None) -> str:
    return f"/v1/traces?{urlencode({'limit': 1} | ({'session': session} if session else {}))}"


def _last(listed: Mapping[str, Any]) -> str:
    newest: dict[str, Any] = next(iter(listed["traces"]), {})
    return str(newest.get("traceId", ""))


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    turn, verdict = found["trace"], found["verdict"]
    asked = "Asked now" if found["replayed"] else f"Turn {printable(turn['traceId'])}"
    if verdict is None:
        yield f"{asked}: {printable(found['told'])}"
    else:
        yield f"{printable(verdict['step']).replace('_', ' ')}: {printable(verdict['line'])}"
        yield from _standing(verdict)
        yield f"{asked}: {printable(found['told'])}"
    if not found["replayed"]:
        yield f"All of it: recall-sidecar trace show {printable(turn['traceId'])}"


def _standing(verdict: Mapping[str, Any]) -> Iterator[str]:
    place = printable(verdict["place"])
    if verdict["byMeaning"]:
        yield f"No passage has these words; {place} is nearest in meaning, and was taken for it."
    if verdict["rank"]:
        yield (
            f"It stands at {place}, rank {verdict['rank']} with {verdict['score']:.2f}; "
            f"first is {printable(verdict['bestPlace'])} with {verdict['bestScore']:.2f}."
        )
    elif place:
        yield f"It stands at {place}."
