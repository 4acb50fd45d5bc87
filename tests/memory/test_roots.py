from pathlib import Path

import pytest

from recall_sidecar.memory import roots
from recall_sidecar.memory.roots import Root, configured, look_at
from recall_sidecar.settings import FolderSettings, MemorySettings
from tests.memory.conftest import Workspace


def test_a_path_below_home_becomes_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    (folder,) = configured(MemorySettings(folders=(FolderSettings(path="~/notes"),)))

    assert folder.root == str(tmp_path / "notes")


def test_a_folder_is_told_from_another_in_its_place(workspace: Workspace, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(workspace.root)
    (folder,) = configured(MemorySettings(folders=(Workspace(link).folder(),)))

    first = look_at([folder], {})
    again = look_at([folder], first)
    link.unlink()
    gone = look_at([folder], again)

    assert first[folder.key].real == str(workspace.root)
    assert again == first
    assert gone == {folder.key: Root()}


def test_a_system_that_lists_no_mounts_is_believed_to_have_none(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roots, "_MOUNTS", tmp_path / "none")
    (folder,) = configured(MemorySettings(folders=(workspace.folder(),)))

    assert look_at([folder], {})[folder.key].silent == ""
