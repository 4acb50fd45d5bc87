"""`recall-sidecar index`: bring the memory index up to date with the files."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

from recall_sidecar.cli.door import Daemon, Door, local, opened
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.trace_lines import duration

__all__ = ["EPILOG", "HELP", "NAME", "Show", "add_arguments", "execute", "run"]

NAME = "index"
HELP = """\
Bring the memory index up to date with the files in [[memory.folders]]. The daemon does so by itself every
memory.refresh_ms; this waits for it and says what changed."""
EPILOG = """\
examples:
  recall-sidecar index                  read what has changed
  recall-sidecar index --rebuild        read everything anew, for example after a damaged index

exit codes: 0 every file was read, 1 some could not be
"""
_LOOK_EVERY_S = 0.5
Show = Callable[[str], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("--rebuild", action="store_true", help="start the index anew")
    parser.add_argument("--in-process", action="store_true", help="do not ask the daemon that runs")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Refresh this user's index."""
    return execute(arguments, local(), _show if sys.stderr.isatty() else None)


def execute(arguments: argparse.Namespace, door: Door, show: Show | None) -> int:
    """Refresh the index behind `door`; `show` is told how far it is, when somebody watches."""
    with (
        opened(door, in_process=arguments.in_process, warm="nothing") as daemon,
        ThreadPoolExecutor(1) as worker,
    ):
        refresh = worker.submit(daemon.post, "/v1/memory/refresh", {"v": 1, "rebuild": arguments.rebuild})
        if show is not None:
            _watch(refresh, daemon, show)
        report = refresh.result()
    if arguments.json:
        write_json(report)
    else:
        say("\n".join(_lines(report)))
    return 1 if report["problems"] else 0


def _watch(refresh: Future[dict[str, Any]], daemon: Daemon, show: Show) -> None:
    while wait({refresh}, timeout=_LOOK_EVERY_S).not_done:
        memory = daemon.get("/v1/status").get("memory", {})
        show(f"\rIndexing: {memory.get('passages', 0)} passages in {memory.get('files', 0)} files ")
    show("\r\x1b[K")


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
    for problem in report["problems"]:
        yield f"! {problem}"
