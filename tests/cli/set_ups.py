"""An installation to break and mend for real, and what `doctor` finds in it."""

import argparse
import asyncio
import contextlib
import ctypes
import os
import re
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from recall_sidecar.cli.doctor import execute
from recall_sidecar.cli.door import LocalDoor
from recall_sidecar.cli.examination import examine
from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.patient import Patient, this_machine
from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import process_environment
from tests.e2e.installation import ROOT, Installation
from tests.hosts.openclaw.install.desk import Desk

__all__ = [
    "Fault",
    "Served",
    "SetUp",
    "command",
    "fill",
    "free_port",
    "mounted_small",
    "private_file",
    "with_openclaw",
    "without_override",
]

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
        # What stands in this machine's Python is not the set-up's, and looking through its packages takes a second.
        base = {"startup_folders": lambda: (), "owned_startup_files": frozenset}
        return replace(machine, home=self.user, environment=self.environment, **{**base, **self.changes})

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
        with contextlib.closing(sqlite3.connect(self.paths.index_file)) as connection:
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


class Served:
    """A daemon of the set-up itself."""

    def __init__(self, set_up: SetUp) -> None:
        # The same home, so that its daemon is this set-up's; its own settings are not written.
        self._installation = Installation(set_up.folder)
        self._daemon = self._installation.start()

    async def start(self) -> None:
        await self._installation.ready(self._daemon)

    def freeze(self) -> None:
        """Let it accept and answer no more."""
        self._daemon.process.send_signal(signal.SIGSTOP)

    async def restart(self, _: Finding) -> None:
        await self.stop()
        self._daemon = self._installation.start()
        await self.start()

    async def stop(self) -> None:
        self._daemon.process.terminate()
        self._daemon.process.send_signal(signal.SIGCONT)
        await self._daemon.ended()


def with_openclaw(set_up: SetUp) -> Desk:
    """Put an OpenClaw on the machine."""
    desk = Desk(set_up.folder / "desk")
    set_up.variables.update({name: desk.environment[name] for name in ("OPENCLAW_STATE_DIR", "FAKE_CALLS")})
    (set_up.programs / "openclaw").write_text((desk.programs / "openclaw").read_text())
    (set_up.programs / "openclaw").chmod(0o755)
    return desk


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def private_file(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o600)


def fill(file: Path) -> None:
    """Write to `file` until its disk is full."""
    file.touch(0o600)
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as filler:
        while filler.write(b"x" * 4096):
            continue


def mounted_small(folder: Path) -> bool:
    """Return whether `folder` could be made a disk of its own, which is small."""
    if os.geteuid() != 0:
        return False
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", str(folder)]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0
