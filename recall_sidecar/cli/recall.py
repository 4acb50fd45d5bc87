"""`recall-sidecar recall "message"`: one turn, from the event to the block, with its trace."""

import argparse
import sys
import uuid
from dataclasses import replace
from typing import Any

from recall_sidecar.cli.door import Daemon, Door, local, opened
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.trace_json import from_json
from recall_sidecar.trace_report import explain

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "event", "execute", "run"]

NAME = "recall"
HELP = """\
Recall for one message, as a host would before the reply, and show the block, how the turn ended and every step of it.
The daemon that runs is asked; when none does, its parts are started within this process and end with it."""
EPILOG = """\
examples:
  recall-sidecar recall "which tea do I like?"
  recall-sidecar recall "what did we decide?" --session agent:main:telegram:direct:42
  echo "which tea do I like?" | recall-sidecar recall -
  recall-sidecar recall "which tea?" --in-process --json

exit codes: 0 memory was asked, whatever it said; 1 it could not be asked
"""
_COULD_NOT = frozenset({"failed", "unavailable", "timeout"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the message and the flags."""
    parser.add_argument("message", help="what the user says; - reads it from standard input")
    parser.add_argument(
        "--agent", default="main", metavar="ID", help="agent whose memory is asked (default: main)"
    )
    parser.add_argument(
        "--session", metavar="KEY", help="session key (default: agent:AGENT:main, a direct chat)"
    )
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Recall with this user's installation."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door) -> int:
    """Recall with the installation behind `door`."""
    message = sys.stdin.read() if arguments.message == "-" else arguments.message
    with opened(door, in_process=arguments.in_process, warm="model") as daemon:
        answer = daemon.post(
            "/v1/hooks/before_prompt_build",
            event(message, agent_id=arguments.agent, session_key=arguments.session),
        )
        trace = _trace_of(daemon, answer["traceId"])
    if arguments.json:
        write_json({"answer": answer, "trace": trace})
    else:
        say(_report(answer, trace))
    return 1 if answer["status"] in _COULD_NOT else 0


def event(message: str, *, agent_id: str, session_key: str | None) -> dict[str, Any]:
    """Return the hook event of a direct chat in which this computer's user says `message`."""
    return {
        "v": 1,
        "host": "cli",
        "event": {"prompt": message, "currentUserMessage": message, "messages": []},
        "ctx": {
            "agentId": agent_id,
            "sessionKey": session_key or f"agent:{agent_id}:main",
            # A run of its own: the same question asked twice is two turns.
            "runId": f"cli-{uuid.uuid4()}",
            "trigger": "user",
            "messageProvider": "webchat",
            "channelId": "cli",
            "senderIsOwner": True,
            "inputProvenance": {"kind": "external_user"},
        },
    }


def _trace_of(daemon: Daemon, trace_id: str) -> dict[str, Any] | None:
    try:
        trace: dict[str, Any] = daemon.get(f"/v1/traces/{trace_id}")["trace"]
    except RecallSidecarError:
        # Other turns have pushed it out of a small ring: the answer is worth showing without it.
        return None
    return trace


def _report(answer: dict[str, Any], trace: dict[str, Any] | None) -> str:
    try:
        # The block stands above already, in the form the host gets.
        told = explain(replace(from_json(trace), block="")) if trace else ""
    except ValueError as error:
        message = f"{error}; the daemon is of another version, restart it"
        raise RecallSidecarError(message) from error
    return "\n\n".join(
        part for part in (answer.get("prependContext"), answer.get("statusLine"), told) if part
    )
