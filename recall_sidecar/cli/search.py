"""`recall-sidecar search "words"`: what memory holds, and why it ranks so."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from recall_sidecar.cli.door import Door, local, opened
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json
from recall_sidecar.terminal import printable
from recall_sidecar.trace_report import score_sum

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "search"
HELP = "Search memory as a turn would, without a model, and show each hit with the parts of its score."
EPILOG = """\
examples:
  recall-sidecar search "oolong tea"
  recall-sidecar search 备份脚本 --agent work --limit 3
  recall-sidecar search tea --min-score 0         also what is below the evidence floor
  recall-sidecar search tea --shared              as a group chat would see it
  recall-sidecar search release --project github.com/owner/repo     also what belongs to that project
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words and the flags."""
    parser.add_argument("words", nargs="+", help="what to look for")
    parser.add_argument(
        "--agent", default="main", metavar="ID", help="agent whose memory is searched (default: main)"
    )
    parser.add_argument("--limit", type=int, metavar="N", help="hits at most (default: memory.max_hits)")
    parser.add_argument(
        "--min-score", type=float, metavar="X", help="weakest hit shown, 0 to 1 (default: memory.min_score)"
    )
    parser.add_argument(
        "--shared", action="store_true", help="search as a group chat, which sees shared memory only"
    )
    parser.add_argument(
        "--project", action="append", default=[], metavar="KEY",
        help="search as a turn about that project, as its entries name it; may be given several times",
    )  # fmt: skip
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search this user's memory."""
    return execute(arguments, local())


def execute(arguments: argparse.Namespace, door: Door) -> int:
    """Search the memory behind `door`."""
    words = " ".join(arguments.words).strip()
    if not words:
        complain('What to look for? For example: recall-sidecar search "oolong tea"')
        return 2
    body: dict[str, Any] = {
        "v": 1,
        "query": words,
        "agentId": arguments.agent,
        "chat": "shared" if arguments.shared else "private",
        "senderIsOwner": True,
        "projectKeys": arguments.project,
    }
    if arguments.limit is not None:
        body["maxResults"] = arguments.limit
    if arguments.min_score is not None:
        body["minScore"] = arguments.min_score
    with opened(door, in_process=arguments.in_process) as daemon:
        found = daemon.post("/v1/memory/search", body)
    if arguments.json:
        write_json(found)
    else:
        say("\n".join(_lines(found)))
    return 0


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    for hit in found["hits"]:
        where = f"{printable(hit['path'])}:{hit['fromLine']}-{hit['toLine']}"
        dated = f"  {hit['date']}" if hit.get("date") else ""
        yield (f"{hit['rank']}. {where}  {hit['origin']}{dated}  {score_sum(hit['score'], hit['parts'])}")
        if newer := hit.get("supersededBy"):
            yield f"   older than {printable(newer)}, which says otherwise"
        for line in printable(hit["text"], lines=True).splitlines():
            yield f"   {line}"
    below = found.get("belowFloor", 0)
    if not found["hits"]:
        yield "Nothing found." if not below else "Nothing above the evidence floor."
    if below:
        yield f"{below} weaker passages are below the floor; --min-score 0 shows them."
    if warning := found.get("warning"):
        yield f"! {printable(warning)}"
