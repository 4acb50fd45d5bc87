"""How `doctor` reaches the parts of this machine."""

import importlib.metadata
import socket
from pathlib import PurePosixPath

import pytest

from recall_sidecar.cli import patient
from recall_sidecar.cli.door import LocalDoor
from recall_sidecar.cli.patient import this_machine
from recall_sidecar.errors import AlreadyRunning, PromptStyleError
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.paths import Paths
from recall_sidecar.settings import Settings


def test_the_installed_litellm_is_found_without_importing_it(paths: Paths) -> None:
    assert this_machine(LocalDoor(paths)).litellm_version() not in {None, ""}


def test_a_litellm_that_is_not_installed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(_name: str) -> str:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr("importlib.metadata.version", version)

    assert patient._litellm_version() is None


def test_startup_files_are_looked_for_where_python_looks(paths: Paths) -> None:
    folders = this_machine(LocalDoor(paths)).startup_folders()

    assert [folder.name for folder in folders] == ["site-packages"]


def test_startup_files_of_installed_packages_are_owned() -> None:
    class Package:
        files = (PurePosixPath("tool.pth"), PurePosixPath("tool/__init__.py"))

    class Bare:
        files = None

    assert patient._owned([Package(), Bare()]) == {"tool.pth"}  # type: ignore[list-item]


def test_the_owned_startup_files_of_this_machine_can_be_listed(paths: Paths) -> None:
    assert all(name.endswith(".pth") for name in this_machine(LocalDoor(paths)).owned_startup_files())


def test_the_settings_of_this_installation_are_loaded(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text('[gate]\nmain_key = "home"\n[agents.work.gate]\nenabled = false\n')

    base, work = this_machine(LocalDoor(paths)).load()

    assert base.gate.main_key == "home"
    assert work.gate.enabled is False


def test_a_style_that_would_stop_the_start_is_told_with_the_settings(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text('[recall]\nprompt_style = "nope"\n')

    with pytest.raises(PromptStyleError, match="no prompt style 'nope'"):
        this_machine(LocalDoor(paths)).load()


def test_a_port_that_somebody_has_cannot_be_claimed(paths: Paths) -> None:
    claim = this_machine(LocalDoor(paths)).claim_port
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(AlreadyRunning, match=f"port {port}"):
            claim(port)


def test_a_free_port_is_given_back(paths: Paths) -> None:
    claim = this_machine(LocalDoor(paths)).claim_port

    claim(0)
    claim(0)


def test_a_model_without_its_key_names_the_variable(paths: Paths) -> None:
    obstacle = this_machine(LocalDoor(paths)).obstacle((Settings(),), ModelRef("openai", "gpt-5-mini"))

    assert obstacle is not None
    assert "OPENAI_API_KEY" in obstacle


def test_providers_are_called_through_the_worker(paths: Paths) -> None:
    probe = this_machine(LocalDoor(paths)).probe

    (finding,) = probe((Settings(),), (ModelRef("nosuch", "model"),))

    assert (finding.level, finding.topic) == ("error", "provider")
    assert "nosuch" in finding.remedy
