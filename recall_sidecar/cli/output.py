"""How commands print: JSON for programs, clean text for people, sentences on stderr for what went wrong."""

import argparse
import json
import sys
from collections.abc import Iterable

from recall_sidecar.terminal import printable

__all__ = ["add_json_flag", "complain", "say", "table", "write_json"]


def add_json_flag(parser: argparse.ArgumentParser) -> None:
    """Give a command its `--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def write_json(value: object, *, compact: bool = False) -> None:
    """Print a value as JSON: indented, or on one line."""
    # ASCII keeps what a terminal would interpret out of the output, whatever the memories hold.
    print(json.dumps(value, indent=None if compact else 2, default=str), flush=compact)


def say(text: str) -> None:
    """Print text for people; what could drive the terminal is dropped."""
    print(printable(text, lines=True))


def complain(text: str) -> None:
    """Print to stderr what stands in the way."""
    print(printable(text, lines=True), file=sys.stderr)


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Return names and values in two columns; rows without a value are left out."""
    kept = [(printable(name), printable(value)) for name, value in rows if value]
    width = max((len(name) for name, _ in kept), default=0)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in kept)
