"""`recall-sidecar forget`: take something out of memory, and out of all that was made from it."""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.door import Daemon, Door, local, opened
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json
from recall_sidecar.terminal import printable

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "forget"
HELP = """\
Forget something for good: lines of a note, a file, what was captured of a session, or what a search finds. It leaves the
files, the index with its vectors, kept answers, and turns that found it. Nothing is changed before you say yes."""
EPILOG = """\
examples:
  recall-sidecar forget MEMORY.md:12            one entry; lines as `search` shows them
  recall-sidecar forget memory/2026-11-30.md:4-9 --yes
  recall-sidecar forget memory/2026-11-30.md --delete-file
  recall-sidecar forget --session agent:main:telegram:direct:42
  recall-sidecar forget "locker code word"      list what is found, and ask which

exit codes: 0 it is forgotten, 1 it is not
"""
_LINES = re.compile(r"(?P<path>.+?):(?P<first>\d+)(?:-(?P<last>\d+))?")
_FILE = re.compile(r"\S*(?:/\S+|\.(?:md|txt|jsonl))", re.IGNORECASE)
_SHOWN_LINES = 12
_ROUTE = "/v1/memory/forget"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to forget."""
    parser.add_argument(
        "what", nargs="*", metavar="WHAT", help="PATH:LINE, PATH:LINE-LINE, a file, or words to look for"
    )
    parser.add_argument(
        "--session", default="", metavar="KEY", help="forget what was captured of this session"
    )
    parser.add_argument("--agent", default="main", metavar="ID", help="whose memory (default: main)")
    parser.add_argument("--delete-file", action="store_true", help="a whole note may be deleted")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Forget it in this user's memory."""
    return execute(arguments, local(), Terminal(sys.stdin.isatty, input))


def execute(arguments: argparse.Namespace, door: Door, terminal: Terminal) -> int:
    """Forget it in the memory behind `door`."""
    words = " ".join(arguments.what).strip()
    if bool(words) is bool(arguments.session):
        complain("What to forget? A path with lines, a file, some words, or --session KEY.")
        return 2
    # A daemon that runs has seen what is to be forgotten, so nobody else can make it forget.
    with opened(door, in_process=False) as daemon:
        place = {"session": arguments.session} if arguments.session else _place(words)
        if place is not None:
            return _forget(daemon, [place], arguments, terminal)
        found = daemon.post(
            "/v1/memory/search",
            {"v": 1, "query": words, "agentId": arguments.agent, "chat": "private", "senderIsOwner": True},
        )
        return _choose(daemon, found["hits"], arguments, terminal)


def _place(words: str) -> dict[str, Any] | None:
    """Return the place that `words` name, None when they are words."""
    if lines := _LINES.fullmatch(words):
        last = lines["last"] or lines["first"]
        return {"path": lines["path"], "from": int(lines["first"]), "to": int(last)}
    return {"path": words} if _FILE.fullmatch(words) else None


def _choose(
    daemon: Daemon, hits: list[dict[str, Any]], arguments: argparse.Namespace, terminal: Terminal
) -> int:
    """Show what a search has found, and forget what is chosen of it."""
    if not hits:
        complain("Nothing is found by these words.")
        return 1
    if arguments.json:
        write_json({"hits": hits, "done": False})
        return 1
    for hit in hits:
        say("\n".join([f"{hit['rank']}. {_where(hit)}", *_quoted(hit)]))
    if not terminal.is_attended() or arguments.yes:
        complain("Name what to forget: recall-sidecar forget PATH:LINE-LINE --yes")
        return 1
    places = _chosen(terminal.ask("Which? Numbers, or PATH:LINE for one line; nothing leaves them: "), hits)
    if not places:
        say("Nothing is forgotten.")
        return 1
    # From the end of a file to its beginning, so that the lines before keep their numbers.
    places.sort(key=lambda place: (place["path"], -place["from"]))
    return _forget(daemon, places, arguments, terminal)


def _chosen(answer: str, hits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the places that an answer names."""
    if (place := _place(answer.strip())) is not None:
        return [place]
    numbers = {int(word) for word in re.findall(r"\d+", answer)}
    return [
        {"path": hit["path"], "from": hit["fromLine"], "to": hit["toLine"]}
        for hit in hits
        if hit["rank"] in numbers
    ]


def _forget(
    daemon: Daemon, places: list[dict[str, Any]], arguments: argparse.Namespace, terminal: Terminal
) -> int:
    """Say what would go, ask, and do it."""
    base = {"v": 1, "agentId": arguments.agent, "deleteFile": arguments.delete_file}
    planned = [daemon.post(_ROUTE, {**base, **place}) for place in places]
    if not arguments.json:
        for plan in planned:
            say("\n".join(line for each in plan["found"] for line in _lines(each)))
    if not (arguments.yes or _agreed(terminal)):
        if arguments.json:
            write_json({"plans": planned, "done": False})
        else:
            say("Nothing is forgotten." if terminal.is_attended() else "Nothing is forgotten yet: add --yes.")
        return 1
    done = [daemon.post(_ROUTE, {**base, **place, "apply": True}) for place in places]
    if arguments.json:
        write_json({"plans": done, "done": True})
    else:
        turns = sum(each["turns"] for each in done)
        say(f"Forgotten{f', and {turns} turns of the trace with it' if turns else ''}.")
    return 0


def _agreed(terminal: Terminal) -> bool:
    return terminal.is_attended() and terminal.ask("Forget this for good? [y/N] ").strip().lower() in {
        "y",
        "yes",
    }


def _lines(each: Mapping[str, Any]) -> Iterator[str]:
    whole = " (all of the file)" if each["whole"] else ""
    yield f"{_where(each)}{whole}"
    yield from _quoted(each)


def _where(each: Mapping[str, Any]) -> str:
    return f"{printable(each['path'])}:{each['fromLine']}-{each['toLine']}"


def _quoted(each: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines with their numbers, so that one of them can be named."""
    lines = printable(each["text"], lines=True).split("\n")
    for number, line in enumerate(lines[:_SHOWN_LINES], each["fromLine"]):
        yield f"{number:>6}  {line}"
    if len(lines) > _SHOWN_LINES:
        yield f"        … {len(lines) - _SHOWN_LINES} lines more"
