"""What machines keep beside notes."""

import pytest

from recall_sidecar.memory.layouts.machine import is_machine_file, is_machine_folder


@pytest.mark.parametrize(
    ("name", "is_machine"),
    [
        (".dreams", True),
        (".git", True),
        ("node_modules", True),
        ("Active-Memory", True),
        ("__pycache__", True),
        ("notes", False),
    ],
)
def test_folders_of_machines_hold_no_notes(name: str, is_machine: bool) -> None:
    assert is_machine_folder(name) is is_machine


@pytest.mark.parametrize(
    ("name", "is_machine"),
    [
        pytest.param("tea.md", False, id="a note"),
        pytest.param(".tea.md.swp", True, id="hidden"),
        pytest.param(".#tea.md", True, id="a lock of Emacs"),
        pytest.param("~$tea.md", True, id="a lock of an office program"),
        pytest.param("tea.sync-conflict-20261130-101500-ABCDEFG.md", True, id="a conflict of Syncthing"),
        pytest.param("tea (Ada's conflicted copy 2026-11-30).md", True, id="of Dropbox"),
        pytest.param("tea (conflicted copy 2026-11-30 101500).md", True, id="of Nextcloud"),
        pytest.param("tea_conflict-20261130-101500.md", True, id="of older ones"),
        pytest.param("conflicted copy of the treaty.md", False, id="a note about one"),
    ],
)
def test_locks_and_lost_copies_are_no_notes(name: str, is_machine: bool) -> None:
    assert is_machine_file(name) is is_machine
