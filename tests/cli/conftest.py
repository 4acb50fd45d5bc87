"""What the tests of commands share: a daemon that runs, and a way to parse a command's words."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.main import build_parser
from recall_sidecar.cli.patient import Patient
from recall_sidecar.memory.health import Health
from recall_sidecar.paths import Paths
from recall_sidecar.settings import FolderSettings, MemorySettings, ModelSettings, Settings
from tests.cli.installation import TableDaemon, TableDoor

Parse = Callable[..., argparse.Namespace]


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon()


@pytest.fixture
def door(paths: Paths, daemon: TableDaemon) -> TableDoor:
    return TableDoor(paths, daemon)


@pytest.fixture
def parse() -> Parse:
    return lambda *words: build_parser([words[0]]).parse_args(words)


@pytest.fixture
def patient(paths: Paths, tmp_path: Path) -> Patient:
    """Return a sound installation, as `doctor` examines it."""
    (tmp_path / "notes").mkdir(exist_ok=True)
    (tmp_path / "notes" / "MEMORY.md").write_text("tea")
    memory = MemorySettings(folders=(FolderSettings(path=str(tmp_path / "notes")),))
    settings = Settings(memory=memory, model=ModelSettings(name="openai/gpt-5-mini"))
    now = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
    return Patient(
        paths=paths,
        home=paths.state_dir.parent / "user",
        environment={"HOME": str(paths.state_dir.parent / "user")},
        now=lambda: now,
        moments=lambda: [("the program", now)],
        free_bytes=lambda _: 10**12,
        load=lambda: (settings,),
        sources=lambda: "of your own keys 2 from config.toml",
        find_daemon=lambda: None,
        program_of=lambda _: None,
        claim_port=lambda _port: None,
        is_daemon=lambda _port: False,
        full_text=lambda: (True, "3.40.1"),
        index_health=lambda _: Health("absent"),
        obstacle=lambda _trees, _model: None,
        probe=lambda _trees, models: [Finding("ok", "provider", f"{model} answered") for model in models],
        obstacle_to_embedding=lambda _trees, _model: None,
        probe_embedding=lambda _trees, settings: Finding("ok", "provider", f"{settings.model} answered"),
        find_program=lambda command: f"/bin/{command}",
        has_package=lambda _: True,
        litellm_version=lambda: "1.110.2",
        startup_folders=lambda: (),
        owned_startup_files=frozenset,
    )
