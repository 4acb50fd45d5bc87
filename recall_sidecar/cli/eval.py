"""`recall-sidecar eval`: measure the whole behaviour on cases of the user's own."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.output import add_json_flag, complain, say, write_json
from recall_sidecar.errors import CasesRefused

if TYPE_CHECKING:
    from recall_sidecar.cli.eval_bench import Bench
    from recall_sidecar.evaluation.about import About
    from recall_sidecar.evaluation.figures import Measured
    from recall_sidecar.evaluation.folder import Suite
    from recall_sidecar.evaluation.limits import Limit

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "eval"
HELP = """\
Measure memory on cases of your own: what is found, when memory speaks and when it is silent, what it repeats, leaks or obeys,
what it costs. Your settings decide how; the cases are put to your memory, or to the notes that their folder brings.
Without a folder the cases are those that you kept with `/recall wrong`."""
EPILOG = """\
examples:
  recall-sidecar eval --init my-cases             write an example folder, which runs as it is
  recall-sidecar eval my-cases                    measure, without a model unless your settings name one
  recall-sidecar eval my-cases --html report.html --markdown report.md
  recall-sidecar eval my-cases --model openai/gpt-5-mini
  recall-sidecar eval my-cases --fail-under recall@5=0.8 --fail-over leaks=0 --json
  recall-sidecar eval                             the turns you called wrong with /recall wrong

exit codes: 0 measured, 1 a limit was missed or memory could not be asked, 2 the cases or limits cannot be used
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the folder and the flags."""
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER", help="folder of cases, or one file of them"
    )
    parser.add_argument(
        "--init", type=Path, metavar="FOLDER", help="write an example into a new folder, and end"
    )
    parser.add_argument(
        "--model", metavar="PROVIDER/MODEL", help="model that judges the hits (default: as it is set)"
    )
    parser.add_argument("--no-model", action="store_true", help="ask no model: extracts answer")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write the report with plots as one HTML page"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the report as Markdown")
    for flag, word in (("--fail-under", "under"), ("--fail-over", "over")):
        parser.add_argument(
            flag, action="append", default=[], metavar="NAME=NUMBER",
            help=f"exit 1 when that figure is {word} the number; may be given several times",
        )  # fmt: skip
    parser.add_argument("--yes", action="store_true", help="do not ask before a model is called")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure with this user's installation."""
    from recall_sidecar.cli.eval_bench import LocalBench

    terminal = Terminal(lambda: sys.stdin.isatty() and sys.stderr.isatty(), _ask)
    return execute(arguments, LocalBench(), terminal, sys.stderr)


def execute(arguments: argparse.Namespace, bench: "Bench", terminal: Terminal, screen: TextIO) -> int:
    """Measure on `bench`; `screen` shows how far it is."""
    if arguments.init is not None:
        return _init(arguments.init)
    limits = _limits(arguments)
    _check_places(arguments.html, arguments.markdown)
    suite = _suite(arguments.folder, bench)
    run = bench.prepared(suite, model=arguments.model, no_model=arguments.no_model)
    if run.most_calls and not arguments.yes:
        told = f"{len(suite.cases)} cases are put to {run.about.model}: at most {run.most_calls} calls."
        if not terminal.is_attended():
            complain(f"{told} Say --yes to go on, or --no-model to measure extracts.")
            return 2
        if not terminal.ask(f"{told} Go on? [y/N] ").strip().lower().startswith("y"):
            return 0
    measured = bench.measured(run, screen)
    _write(arguments, measured, run.about)
    return _end(arguments, measured, run.about, limits)


def _ask(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline()


def _init(folder: Path) -> int:
    import shutil

    from recall_sidecar.paths import shipped

    if folder.exists():
        message = f"{folder} exists already; name a new folder"
        raise CasesRefused((message,))
    shutil.copytree(shipped("config") / "examples" / "cases", folder)
    say(f"{folder} holds cases and the notes they are put to. Measure with: recall-sidecar eval {folder}")
    return 0


def _limits(arguments: argparse.Namespace) -> "list[Limit]":
    from recall_sidecar.evaluation.limits import read_limit

    if arguments.model and arguments.no_model:
        message = "--model and --no-model contradict each other; give one of them"
        raise CasesRefused((message,))
    least = [read_limit(text, is_least=True) for text in arguments.fail_under]
    return least + [read_limit(text, is_least=False) for text in arguments.fail_over]


def _check_places(*files: Path | None) -> None:
    """Refuse a report that has no folder before anything is measured."""
    for file in files:
        if file is not None and (file.is_dir() or not file.parent.is_dir()):
            message = f"{file} cannot be written; name a file in a folder that exists"
            raise CasesRefused((message,))


def _suite(folder: Path | None, bench: "Bench") -> "Suite":
    from recall_sidecar.evaluation.folder import read_cases

    if folder is None and not bench.own_cases.exists():
        message = (
            "no case was kept with /recall wrong yet; name a folder of cases, or write one with --init FOLDER"
        )
        raise CasesRefused((message,))
    return read_cases(folder or bench.own_cases)


def _write(arguments: argparse.Namespace, measured: "Measured", about: "About") -> None:
    from recall_sidecar import private
    from recall_sidecar.evaluation.markdown import as_markdown
    from recall_sidecar.evaluation.page import as_html

    wanted: tuple[tuple[Path | None, Callable[[Measured, About], str]], ...] = (
        (arguments.html, as_html),
        (arguments.markdown, as_markdown),
    )
    for file, form in wanted:
        if file is not None:
            private.replace_file(file, form(measured, about).encode())


def _end(arguments: argparse.Namespace, measured: "Measured", about: "About", limits: "list[Limit]") -> int:
    from recall_sidecar.evaluation.limits import missed
    from recall_sidecar.evaluation.summary import as_json, as_text

    misses = list(missed(measured, limits))
    if arguments.json:
        write_json(as_json(measured, about, misses))
    else:
        say(as_text(measured, about))
    for miss in misses:
        complain(f"{miss}.")
    return 1 if misses or measured.figure("failed").value == 1 else 0
