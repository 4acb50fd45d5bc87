"""`recall-sidecar index`: bring the memory index up to date with the files, or say how it is."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from typing import Any

from recall_sidecar.cli import index_status, progress
from recall_sidecar.cli.door import Daemon, Door, local, opened
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.trace_lines import duration

__all__ = ["EPILOG", "HELP", "NAME", "Show", "add_arguments", "await_vectors", "execute", "run"]

NAME = "index"
HELP = """\
Bring the memory index up to date with the files in [[memory.folders]]. The daemon does so by itself whenever a file changes;
this waits for it and says what changed. `status` says what is indexed, how changes are noticed, and what stands in the way."""
EPILOG = """\
examples:
  recall-sidecar index                  read what has changed
  recall-sidecar index --wait           and wait until every passage has its vector
  recall-sidecar index --rebuild        read everything anew, for example after a damaged index
  recall-sidecar index status

exit codes: 0 every file was read, 1 some could not be
"""
_LOOK_EVERY_S = 0.25
Show = Callable[[str], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to do and the flags."""
    parser.add_argument(
        "action", nargs="?", choices=("update", "status"), default="update", help="default: update"
    )
    parser.add_argument("--rebuild", action="store_true", help="start the index anew")
    parser.add_argument("--wait", action="store_true", help="wait for the vectors too")
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Refresh this user's index, or show its state."""
    return execute(arguments, local(), _show if sys.stderr.isatty() else None)


def execute(arguments: argparse.Namespace, door: Door, show: Show | None) -> int:
    """Do it to the index behind `door`; `show` is told how far it is, when somebody watches."""
    if arguments.action == "status":
        return _status(arguments, door)
    with (
        opened(door, in_process=arguments.in_process, warm="nothing") as daemon,
        ThreadPoolExecutor(1) as worker,
    ):
        refresh = worker.submit(daemon.post, "/v1/memory/refresh", {"v": 1, "rebuild": arguments.rebuild})
        if show is not None:
            _watch(refresh, daemon, show)
        report = refresh.result()
        if arguments.wait:
            report = {**report, **await_vectors(daemon, show)}
    if arguments.json:
        write_json(report)
    else:
        say("\n".join(_lines(report)))
    return 1 if report["problems"] else 0


def _status(arguments: argparse.Namespace, door: Door) -> int:
    with opened(door, in_process=arguments.in_process) as daemon:
        memory = daemon.get("/v1/status")["memory"]
    if arguments.json:
        write_json(memory)
    else:
        say(index_status.describe(memory, door.paths.index_file, datetime.now(UTC)))
    return 1 if memory["problems"] or not memory["ready"] else 0


def _watch(refresh: Future[dict[str, Any]], daemon: Daemon, show: Show) -> None:
    while wait({refresh}, timeout=_LOOK_EVERY_S).not_done:
        show(f"\r\x1b[K{progress.reading(daemon.get('/v1/status').get('memory', {}))}")
    show("\r\x1b[K")


def await_vectors(daemon: Daemon, show: Show | None) -> dict[str, Any]:
    """Wait until every passage has a vector, or none can be had; return what there is then."""
    began = time.monotonic()
    memory = daemon.get("/v1/status")["memory"]
    first, problems = _embedded(memory), memory["problems"]
    while _is_embedding(memory) and memory["problems"] == problems:
        if show is not None:
            show(f"\r\x1b[K{progress.embedding(memory, first, time.monotonic() - began)}")
        time.sleep(_LOOK_EVERY_S)
        memory = daemon.get("/v1/status")["memory"]
    if show is not None:
        show("\r\x1b[K")
    return {"meanings": memory["meanings"], "problems": memory["problems"]}


def _is_embedding(memory: Mapping[str, Any]) -> bool:
    meanings = memory["meanings"]
    return bool(meanings) and meanings["embedded"] < meanings["passages"]


def _embedded(memory: Mapping[str, Any]) -> int:
    meanings = memory["meanings"]
    return int(meanings["embedded"]) if meanings else 0


def _show(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{report['passages']} passages in {report['files']} files; {report['added']} files added, "
        f"{report['changed']} changed, {report['removed']} removed, in {duration(report['elapsedMs'])}."
    )
    if not report["files"]:
        yield "No files: name the folders of your memory in [[memory.folders]]; `recall-sidecar doctor` helps."
    if meanings := report.get("meanings"):
        yield f"Meanings: {meanings['line']}."
    for problem in report["problems"]:
        yield f"! {problem}"
