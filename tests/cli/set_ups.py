"""An installation to break and mend for real, and what `doctor` finds in it."""

import argparse
import asyncio
import ctypes
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from recall_sidecar.cli.door import LocalDoor
from recall_sidecar.cli.doctor import execute
from recall_sidecar.cli.examination import examine
from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.patient import Patient, this_machine
from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import process_environment
from tests.e2e.installation import ROOT

__all__ = ["Fault", "SetUp", "command", "without_override"]

T = TypeVar("T")
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2


@dataclass
class SetUp:
    """An installation below `folder` with one note, settings and a `recall-sidecar` on the PATH.

    `changes` are fields of the patient that stand for what a test cannot break on its own machine.
    """

    folder: Path
    paths: Paths
    variables: dict[str, str] = field(default_factory=dict)
    changes: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for folder in (self.notes, self.user, self.paths.config_dir, self.programs):
            folder.mkdir(parents=True)
        self.paths.state_dir.mkdir(mode=0o700)
        self.note("MEMORY.md", "- Mara likes oolong.\n")
        program = self.programs / "recall-sidecar"
        run = shlex.join([sys.executable, "-m", "recall_sidecar"])
        program.write_text(f'#!/bin/sh\nexec {run} "$@"\n')
        program.chmod(0o755)
        self.configure({})

    @property
    def notes(self) -> Path:
        return self.folder / "notes"

    @property
    def user(self) -> Path:
        """The user's home."""
        return self.folder / "user"

    @property
    def programs(self) -> Path:
        return self.folder / "programs"

    @property
    def environment(self) -> dict[str, str]:
        found = process_environment()
        return {
            **found,
            "PATH": f"{self.programs}:{found['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(self.user),
            **self.variables,
        }

    def note(self, name: str, text: str) -> Path:
        file = self.notes / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    def configure(self, tables: Mapping[str, Any]) -> None:
        """Write the settings: `tables` over a free port, the note's folder and no model."""
        base: dict[str, Any] = {
            "server": {"port": 0},
            "model": {"use_turn_model": False},
            "memory": {"folders": [{"path": str(self.notes)}]},
        }
        self.tables = {name: {**base.get(name, {}), **tables.get(name, {})} for name in {**base, **tables}}
        self.paths.config_file.write_text(tomli_w.dumps(self.tables), "utf-8")

    def patient(self) -> Patient:
        """Return what `doctor` examines."""
        machine = this_machine(LocalDoor(self.paths))
        return replace(machine, home=self.user, environment=self.environment, **self.changes)

    def shell(self, words: str) -> str:
        """Run words as a user would paste them, and return what they print."""
        done = subprocess.run(
            ["sh", "-c", words],
            env=self.environment,
            cwd=self.user,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def index(self) -> None:
        """Bring the index up to date."""
        self.shell("recall-sidecar index --in-process")

    def in_index(self, statement: str) -> None:
        """Change the index behind the program's back."""
        with closing(sqlite3.connect(self.paths.index_file)) as connection:
            connection.execute(statement)
            connection.commit()

    async def examined(self) -> list[Finding]:
        """Return all findings; a model that is named is called."""
        return await asyncio.to_thread(
            without_override, lambda: list(examine(self.patient(), ask_models=True))
        )

    async def fixed(self) -> int:
        """Run `doctor --fix --no-model` and return its exit code."""
        arguments = argparse.Namespace(fix=True, no_model=True, json=False)
        return await asyncio.to_thread(without_override, lambda: execute(arguments, self.patient()))


@dataclass(frozen=True)
class Fault:
    """What `doctor` must find, and how its remedy is carried out.

    `says` must stand in the fact, `remedy` in the remedy; `cure` is given the finding, and does what its remedy says.
    """

    topic: str
    says: str
    remedy: str
    cure: Callable[[Finding], Awaitable[object] | object]
    level: str = "error"


def command(remedy: str) -> str:
    """Return the command that a remedy begins with."""
    return re.split(r", |; ", remedy)[0]


def without_override(work: Callable[[], T]) -> T:
    """Return what `work` returns, done as somebody who may read and write only what the modes of files allow.

    The superuser may do more by two capabilities, which a thread of its own gives up; for others nothing changes.
    """
    found: list[T] = []
    failed: list[BaseException] = []

    def bound() -> None:
        try:
            if os.geteuid() == 0:
                _give_up_override()
            found.append(work())
        except BaseException as error:  # noqa: BLE001 -- raised where it was waited for
            failed.append(error)

    thread = threading.Thread(target=bound)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return found[0]


def _give_up_override() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    # Version 3 of the interface, this thread; then twice effective, permitted, inheritable.
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, sets) == 0
    sets[0] &= ~(1 << _DAC_OVERRIDE | 1 << _DAC_READ_SEARCH) & 0xFFFFFFFF
    assert libc.capset(header, sets) == 0
