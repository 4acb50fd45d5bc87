"""How `doctor` reaches the parts of this machine."""

import importlib.metadata
from pathlib import PurePosixPath

import pytest

from recall_sidecar.cli import patient
from recall_sidecar.cli.door import LocalDoor
from recall_sidecar.cli.patient import this_machine
from recall_sidecar.paths import Paths


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
