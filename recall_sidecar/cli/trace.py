"""`recall-sidecar trace`: what happened in past turns, and in each one as it ends; in a terminal, or as JSON Lines to take along."""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

from recall_sidecar.cli.door import Door, local
from recall_sidecar.cli.following import turns
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json
from recall_sidecar.errors import DaemonError, RecallSidecarError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.trace_json import from_json, redact
from recall_sidecar.trace_report import explain, summarise
from recall_sidecar.traced import TurnTrace

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "trace"
HELP = """\
List past turns, newest first; show one with its steps, hits and model calls; follow them as they end, over restarts of the
daemon; or export them as JSON Lines, without words of messages and memories unless --text asks for those that were kept.
Turns that the daemon no longer holds come from the history on disk, when trace.history is on."""
EPILOG = """\
examples:
  recall-sidecar trace                          the last turns
  recall-sidecar trace --session agent:main:main --limit 5
  recall-sidecar trace show 01KBA               one turn; the beginning of its id is enough
  recall-sidecar trace --follow                 each turn as it ends, until Ctrl-C
  recall-sidecar trace --follow --json | jq .status
  recall-sidecar trace export > turns.jsonl     every turn that is kept, without its words
  recall-sidecar trace export --text --limit 10 with them
"""
_SHOWN, _EVERY = 20, 1_000_000
# As many as the daemon gives at once, and more than it keeps.
_MOST_ASKED = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and the flags."""
    parser.add_argument(
        "action",
        nargs="?",
        choices=("list", "show", "export"),
        default="list",
        help="what to do (default: list)",
    )
    parser.add_argument("id", nargs="?", help="for show: the turn's id or its beginning")
    parser.add_argument(
        "--limit", type=int, metavar="N", help="turns at most (default: 20; of an export all)"
    )
    parser.add_argument("--session", metavar="KEY", help="only turns of this session")
    parser.add_argument("--follow", action="store_true", help="wait for turns and print each as it ends")
    parser.add_argument(
        "--text",
        action="store_true",
        help="for export: with words of messages and memories, where they were kept",
    )
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show turns of this user's installation."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door, pause: Callable[[float], object] = time.sleep) -> int:
    """Show turns of the installation behind `door`; `pause` waits some seconds for a daemon that has gone."""
    if arguments.follow:
        return _follow(arguments, door, pause)
    if arguments.action == "export":
        return _export(arguments, door)
    if arguments.action == "list":
        return _list(arguments, door)
    if arguments.id is None:
        complain("Which turn? `recall-sidecar trace` lists their ids; then: recall-sidecar trace show ID")
        return 2
    return _show(arguments, door)


def _follow(arguments: argparse.Namespace, door: Door, pause: Callable[[float], object]) -> int:
    for record in turns(door, arguments.session, pause):
        if arguments.json:
            write_json(record, compact=True)
        else:
            print(summarise(_trace(record)), flush=True)
    return 0


def _export(arguments: argparse.Namespace, door: Door) -> int:
    for record in _recent(door, arguments.limit or _EVERY, arguments.session):
        write_json(record if arguments.text else redact(record), compact=True)
    return 0


def _list(arguments: argparse.Namespace, door: Door) -> int:
    records = _recent(door, arguments.limit or _SHOWN, arguments.session)
    if arguments.json:
        write_json({"traces": records})
    elif records:
        say("\n".join(summarise(_trace(record)) for record in records))
    else:
        say('No turns yet. Try: recall-sidecar recall "what do you know about me?"')
    return 0


def _show(arguments: argparse.Namespace, door: Door) -> int:
    record = _find(door, arguments.id)
    if arguments.json:
        write_json({"trace": record})
    else:
        say(explain(_trace(record)))
        if record["redacted"]:
            say("\nTexts of this turn were not kept; trace.keep_text_days keeps them.")
    return 0


def _recent(door: Door, limit: int, session_key: str | None) -> list[dict[str, Any]]:
    daemon = door.running()
    records: list[dict[str, Any]] = []
    if daemon is not None:
        asked = {"limit": str(min(limit, _MOST_ASKED))} | ({"session": session_key} if session_key else {})
        records = list(daemon.get(f"/v1/traces?{urlencode(asked)}")["traces"])
    if len(records) < limit:
        known = {record["traceId"] for record in records}
        with _history(door) as history:
            older = history.recent(limit, session_key=session_key) if history else []
        records.extend(record for record in older if record["traceId"] not in known)
    return records[:limit]


def _find(door: Door, trace_id: str) -> dict[str, Any]:
    daemon = door.running()
    missing: DaemonError | None = None
    if daemon is not None:
        try:
            record: dict[str, Any] = daemon.get(f"/v1/traces/{quote(trace_id, safe='')}")["trace"]
        except DaemonError as error:
            missing = None if error.status == HTTPStatus.NOT_FOUND else error
        else:
            return record
    with _history(door) as history:
        found = history.find(trace_id) if history else None
    if found is None:
        message = "no turn has this id, or several begin with it; `recall-sidecar trace` lists them"
        raise missing or RecallSidecarError(message)
    return found


@contextmanager
def _history(door: Door) -> Iterator[HistoryStore | None]:
    """Give the history on disk, None when none is kept."""
    if not door.paths.history_file.exists():
        yield None
        return
    store = HistoryStore.open(door.paths.history_file)
    try:
        yield store
    finally:
        store.close()


def _trace(record: Mapping[str, Any]) -> TurnTrace:
    try:
        return from_json(record)
    except ValueError as error:
        message = f"{error}; if the daemon is of another version, restart it"
        raise RecallSidecarError(message) from error
