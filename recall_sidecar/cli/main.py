"""The entry point: find the command, import its module alone, run it, turn errors into sentences and exit codes.

Exit codes: 0 done, 1 failed, 2 usage or settings, 3 could not start, 130 interrupted.
"""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TextIO

from recall_sidecar import __version__
from recall_sidecar.errors import (
    AlreadyRunning,
    CasesRefused,
    PromptStyleError,
    RecallSidecarError,
    SettingsError,
)
from recall_sidecar.terminal import printable

__all__ = [
    "COMMANDS",
    "COULD_NOT_START",
    "FAILED",
    "INTERRUPTED",
    "PROGRAM",
    "USAGE",
    "Entry",
    "build_parser",
    "main",
]

PROGRAM = "recall-sidecar"
FAILED, USAGE, COULD_NOT_START, INTERRUPTED = 1, 2, 3, 130
_EPILOG = """\
first steps:
  recall-sidecar doctor                 see what is missing, and how to mend it
  recall-sidecar serve                  run the daemon that your agent host calls
  recall-sidecar recall "which tea do I like?"
                                        watch one turn being recalled

`recall-sidecar COMMAND --help` explains a command and shows examples.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: its name, the module that has it, and its line in the help."""

    name: str
    module: str
    help: str


# A module has NAME, HELP, add_arguments(parser) and run(arguments) -> exit code, and may have an EPILOG of examples.
COMMANDS = (
    Entry("serve", "recall_sidecar.cli.serve", "run the daemon in the foreground"),
    Entry("status", "recall_sidecar.cli.status", "show whether the daemon runs and what it has done"),
    Entry("top", "recall_sidecar.cli.top", "watch turns, times and outcomes as they come"),
    Entry("open", "recall_sidecar.cli.open", "open the page that shows each turn as it happens"),
    Entry("recall", "recall_sidecar.cli.recall", "recall for one message, as for a turn"),
    Entry("search", "recall_sidecar.cli.search", "search memory, with each score explained"),
    Entry("index", "recall_sidecar.cli.index", "bring the memory index up to date, or rebuild it"),
    Entry("remember", "recall_sidecar.cli.remember", "write an entry into an agent's curated memory"),
    Entry("forget", "recall_sidecar.cli.forget", "take something out of memory for good"),
    Entry("trace", "recall_sidecar.cli.trace", "list, show and follow turns"),
    Entry("why", "recall_sidecar.cli.why", "say why a turn told what it told, or forgot what you expected"),
    Entry("command", "recall_sidecar.cli.command", "run a chat command such as /active-memory off"),
    Entry("config", "recall_sidecar.cli.config", "show, check and import settings"),
    Entry("install", "recall_sidecar.cli.install", "put the plugin into OpenClaw, or take it out"),
    Entry("doctor", "recall_sidecar.cli.doctor", "find what is wrong and say how to mend it"),
    Entry("report", "recall_sidecar.cli.report", "pack a bug report without anything private"),
    Entry("eval", "recall_sidecar.cli.eval", "measure memory on cases of your own"),
    Entry("demo", "recall_sidecar.cli.demo", "show the main job on sample notes, without a key"),
    Entry("completion", "recall_sidecar.cli.completion", "print the completion script of a shell"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` names and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_encode(stream)
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has enough of it, as `| head` does.
        _silence(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (RecallSidecarError, OSError) as error:
        # It may tell of a file, or repeat what a daemon said.
        sys.stderr.write(f"{PROGRAM}: {printable(str(error), lines=True)}\n")
        return _code_of(error)
    return code


def build_parser(loaded: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the commands named in `loaded` are imported, the others are known by their line."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Puts the right memory in front of an agent before it replies.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for entry in COMMANDS:
        if entry.name in loaded:
            _add(commands, entry, importlib.import_module(entry.module))
        else:
            commands.add_parser(entry.name, help=entry.help, add_help=False)
    return parser


def _add(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", entry: Entry, module: ModuleType
) -> None:
    command = commands.add_parser(
        entry.name,
        help=entry.help,
        description=module.HELP,
        epilog=getattr(module, "EPILOG", None),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(command)
    command.set_defaults(run=module.run)


def _run(words: Sequence[str]) -> int:
    # The program itself has only flags, so the first other word is the command.
    wanted = next((word for word in words if not word.startswith("-")), "")
    try:
        parser = build_parser([wanted])
        arguments = parser.parse_args(words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return USAGE
    code: int = arguments.run(arguments)
    return code


def _code_of(error: Exception) -> int:
    if isinstance(error, SettingsError | PromptStyleError | CasesRefused):
        return USAGE
    return COULD_NOT_START if isinstance(error, AlreadyRunning) else FAILED


def _never_fail_to_encode(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _silence(stream: TextIO) -> None:
    """Send what is still buffered nowhere, so that the interpreter does not complain at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
