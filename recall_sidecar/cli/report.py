"""`recall-sidecar report`: one file for a bug report, with nothing in it that is yours alone."""

import argparse
import importlib.metadata
import io
import json
import os
import platform
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from recall_sidecar import __version__
from recall_sidecar.cli.door import Door, local
from recall_sidecar.cli.examination import examine
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.cli.patient import Patient, this_machine
from recall_sidecar.cli.report_parts import (
    Redactor,
    findings_part,
    log_part,
    settings_part,
    status_part,
    turns_part,
)
from recall_sidecar.errors import MemoryStoreError, RecallSidecarError, SettingsError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.log_file import last_lines
from recall_sidecar.paths import Paths

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "run"]

NAME = "report"
HELP = """\
Pack what a bug report needs into one zip file: what doctor finds, versions, settings, the daemon's state, the last log lines
and how the last turns ended. No text of a memory, a message or a prompt, no key or token, no name of a file, agent or
person goes in. Look through it before you send it. No model is called."""
EPILOG = """\
examples:
  recall-sidecar report
  recall-sidecar report --output problem.zip
  recall-sidecar report --dry-run        print what would be in it, and write nothing
"""
_LOG_LINES = 500
_TURNS = 200


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of the report, and in words what is in it."""

    name: str
    about: str
    content: Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write here (default: a new file in this folder)"
    )
    parser.add_argument("--dry-run", action="store_true", help="print all of it, and write nothing")
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Report on this user's installation."""
    door = local()
    return execute(arguments, door, this_machine(door))


def execute(arguments: argparse.Namespace, door: Door, patient: Patient) -> int:
    """Write the report of an installation, or print it."""
    parts = list(_parts(door, patient))
    if arguments.dry_run:
        write_json({part.name: part.content for part in parts})
        return 0
    file = (arguments.output or Path(f"recall-sidecar-report-{patient.now():%Y%m%d-%H%M%S}.zip")).absolute()
    packed = _packed(parts, patient.now())
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(packed)
    if arguments.json:
        write_json(
            {"file": str(file), "bytes": len(packed), "parts": {part.name: part.about for part in parts}}
        )
        return 0
    listed = "\n".join(f"  {part.name:<15} {part.about}" for part in parts)
    say(f"{listed}\nNo text of memories, messages or prompts, no key, no token, no name of a file or person.")
    say(f"Written to {file} ({len(packed) / 1000:.0f} kB), for you alone. Look through it, then attach it.")
    return 0


def _parts(door: Door, patient: Patient) -> Iterator[_Part]:
    """Yield what the report is made of; what cannot be had says why, in its place."""
    loaded, folders = _settings(door.paths)
    paths = door.paths
    places = {str(paths.config_dir): "CONFIG", str(paths.state_dir): "STATE", str(paths.runtime_dir): "RUN"}
    clean = Redactor(str(patient.home), folders, places).everything
    findings = findings_part(finding.as_json() for finding in examine(patient, ask_models=False))
    yield _Part(
        "doctor.json", f"{len(findings)} findings of recall-sidecar doctor --no-model", clean(findings)
    )
    yield _Part("versions.json", "program, Python, system and packages", _versions(patient))
    yield _Part(
        "settings.json", "each key; of your own the numbers, switches and models alone", clean(loaded)
    )
    state = _asked(door, "/v1/status", status_part)
    yield _Part("status.json", "what the daemon says of itself", clean(state))
    entries = log_part(last_lines(door.paths.log_file, _LOG_LINES))
    yield _Part("log.json", f"the last {len(entries)} lines of the log", clean(entries))
    turns = _turns(door)
    yield _Part(
        "turns.json",
        f"how the last {len(turns)} turns ended, step by step, without their words",
        clean(turns),
    )


def _settings(paths: Paths) -> tuple[Any, list[str]]:
    from recall_sidecar.cross_check import trees_of
    from recall_sidecar.memory.roots import configured
    from recall_sidecar.settings.load import load, process_environment
    from recall_sidecar.settings.show import rows

    try:
        loaded = load(paths, process_environment())
    except SettingsError as error:
        # Not the words: a value that is refused is quoted in them.
        return {"problems": [problem.key for problem in error.problems]}, []
    folders = [folder.root for tree in trees_of(loaded) for folder in configured(tree.memory)]
    return settings_part((row.path, row.value, row.source) for row in rows(loaded)), folders


def _asked(door: Door, path: str, part: Callable[[dict[str, Any]], Any]) -> Any:  # noqa: ANN401 -- JSON
    try:
        daemon = door.running()
        return {"running": False} if daemon is None else part(daemon.get(path))
    except (RecallSidecarError, OSError) as error:
        return {"error": type(error).__name__}


def _turns(door: Door) -> list[dict[str, Any]]:
    found = _asked(door, f"/v1/traces?limit={_TURNS}", lambda answer: turns_part(answer["traces"]))
    if isinstance(found, list):
        return found
    try:
        if door.paths.history_file.exists():
            history = HistoryStore.open(door.paths.history_file)
            try:
                return turns_part(history.recent(_TURNS))
            finally:
                history.close()
    except (MemoryStoreError, OSError):
        # `doctor.json` tells what is wrong with it.
        return []
    return []


def _versions(patient: Patient) -> dict[str, Any]:
    packages: dict[str, str | None] = {}
    for wanted in importlib.metadata.requires("recall-sidecar") or []:
        name = wanted.partition(";")[0].strip()
        for end in "<>=!~[ ":
            name = name.partition(end)[0]
        try:
            packages[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            packages[name] = None
    return {
        "program": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "sqlite": patient.full_text()[1],
        "packages": packages,
    }


def _packed(parts: list[_Part], now: datetime) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            entry = zipfile.ZipInfo(part.name, now.timetuple()[:6])
            entry.external_attr = 0o600 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, json.dumps(part.content, indent=2, default=str))
    return packed.getvalue()
