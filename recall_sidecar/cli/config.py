"""`recall-sidecar config`: show, check, describe and import settings."""

import argparse
import json
import sys
from itertools import groupby
from pathlib import Path

import tomli_w

from recall_sidecar.cross_check import cross_check, missing_tools
from recall_sidecar.errors import SettingsError
from recall_sidecar.memory.elsewhere import elsewhere
from recall_sidecar.paths import Paths
from recall_sidecar.settings.document import toml_value
from recall_sidecar.settings.keys import join
from recall_sidecar.settings.load import load, load_file, process_environment
from recall_sidecar.settings.openclaw import translate
from recall_sidecar.settings.openclaw.read import read_openclaw
from recall_sidecar.settings.resolve import Layer, resolve
from recall_sidecar.settings.schema import json_schema
from recall_sidecar.settings.show import Row, rows
from recall_sidecar.terminal import printable

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "run"]

NAME = "config"
HELP = (
    "Show which settings are in force and where each came from, check them, or take them over from OpenClaw."
)
EPILOG = """\
examples:
  recall-sidecar config show                       every key, its value and its source
  recall-sidecar config check                      is everything right, and if not, what is wrong?
  recall-sidecar config check new.toml             the same for a file that is not in use yet
  recall-sidecar config schema > schema.json       for an editor that completes and checks
  recall-sidecar config import-openclaw ~/.openclaw/openclaw.json
  recall-sidecar config import-openclaw ~/.openclaw/openclaw.json --write

Settings come from the defaults, config.toml, overrides.toml, RECALL_SIDECAR_… variables and flags, the later winning.
Exit code 2 means that something in the settings has to be mended.
"""
_DONE, _FAILED, _WRONG = 0, 1, 2
_TAKEN_OVER = "# Taken over from an OpenClaw configuration by `recall-sidecar config import-openclaw`.\n\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the four things that can be done."""
    actions = parser.add_subparsers(title="what to do", dest="action", metavar="ACTION", required=True)

    show = actions.add_parser("show", help="print every key, its value and where it came from")
    show.add_argument("--json", action="store_true", help="print one JSON object")
    show.set_defaults(act=_show)

    check = actions.add_parser("check", help="name everything that is wrong; exit code 2 if anything is")
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="check this file alone instead")
    check.set_defaults(act=_check)

    schema = actions.add_parser("schema", help="print the JSON schema of a settings file")
    schema.set_defaults(act=_schema)

    take_over = actions.add_parser("import-openclaw", help="translate an OpenClaw configuration")
    take_over.add_argument("file", type=Path, metavar="FILE", help="usually ~/.openclaw/openclaw.json")
    take_over.add_argument("--write", action="store_true", help="write config.toml, unless there is one")
    take_over.add_argument("--json", action="store_true", help="print one JSON object")
    take_over.set_defaults(act=_import)


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for in this user's installation."""
    environment = process_environment()
    try:
        code: int = arguments.act(arguments, Paths.discover(environment), environment)
    except SettingsError as error:
        for problem in error.problems:
            print(_printable(str(problem)), file=sys.stderr)
        return _WRONG
    return code


def _show(arguments: argparse.Namespace, paths: Paths, environment: dict[str, str]) -> int:
    loaded = load(paths, environment)
    files = (paths.config_file, paths.overrides_file)
    found = list(rows(loaded))
    if arguments.json:
        settings = {
            join(row.path): {"value": row.value, "source": row.source}
            | ({"means": row.remark} if row.remark else {})
            for row in found
        }
        _print_json({"files": {str(file): file.exists() for file in files}, "settings": settings})
        return _DONE
    for file in files:
        print(_printable(f"# {file}" + ("" if file.exists() else " (not there)")))

    def table(row: Row) -> str:
        return join(row.path[:-1])

    for name, group in groupby(found, table):
        print(_printable(f"\n[{name}]"))
        for row in group:
            remark = f" ({row.remark})" if row.remark else ""
            line = f"{join(row.path[-1:])} = {toml_value(row.value)}"
            print(_printable(f"{line:<48}  # {row.source}{remark}"))
    return _DONE


def _check(arguments: argparse.Namespace, paths: Paths, environment: dict[str, str]) -> int:
    if arguments.file is not None and not arguments.file.exists():
        print(f"{arguments.file} does not exist.", file=sys.stderr)
        return _WRONG
    loaded = load(paths, environment) if arguments.file is None else load_file(arguments.file)
    _ = cross_check(paths, loaded)
    if missing := missing_tools(loaded):
        names = ", ".join(missing)
        print(f"recall.tools_allow: there is no tool {names}; the model is not offered it.", file=sys.stderr)
    print("The settings are in order." if arguments.file is None else f"{arguments.file} is in order.")
    return _DONE


def _schema(_arguments: argparse.Namespace, _paths: Paths, _environment: dict[str, str]) -> int:
    _print_json(json_schema())
    return _DONE


def _import(arguments: argparse.Namespace, paths: Paths, _environment: dict[str, str]) -> int:
    translation = translate(read_openclaw(arguments.file))
    text = _TAKEN_OVER + tomli_w.dumps(translation.settings)
    folders = resolve([Layer("OpenClaw", translation.settings)]).base.memory.folders
    others = [str(place) for place in elsewhere(Path.home(), folders)]
    if arguments.json:
        notes = [{"key": note.key, "did": note.did, "why": note.why} for note in translation.notes]
        _print_json({"settings": translation.settings, "notes": notes, "elsewhere": others})
    else:
        print(printable(text, lines=True))
        for note in (*translation.notes, *others):
            print(_printable(f"# {note}".replace("\n", " ")))
    return _write(paths.config_file, text) if arguments.write else _DONE


def _write(file: Path, text: str) -> int:
    """Write the user's file if there is none; theirs is never touched."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        advice = (
            f"{file} exists and was left as it is. Copy into it what you want of the lines above (a table may stand in"
            " a file only once), or move it away and run this again."
        )
        print(advice, file=sys.stderr)
        return _FAILED
    print(f"Written to {file}.", file=sys.stderr)
    return _DONE


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))


def _printable(text: str) -> str:
    """Return `text` without what could drive a terminal."""
    return "".join(
        each if each.isprintable() or each == "\n" else "\N{REPLACEMENT CHARACTER}" for each in text
    )
