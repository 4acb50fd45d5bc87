"""What settings name, as it is on this machine."""

from pathlib import Path

import pytest

from recall_sidecar.memory.configured import configured, record_of
from recall_sidecar.memory.openclaw.provenance import Recorded
from recall_sidecar.settings import MemorySettings
from tests.memory.openclaw.state import OpenClawState


def test_folders_below_the_home_folder_get_their_absolute_path_and_a_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    table = MemorySettings.model_validate({"folders": [{"path": "~/notes"}, {"path": "/srv/notes"}]})

    assert [(folder.root, folder.name) for folder in configured(table)] == [
        ("/home/ana/notes", "notes"),
        ("/srv/notes", "notes-2"),
    ]


@pytest.mark.parametrize(("state", "count"), [("~/openclaw", 1), ("", 0)])
def test_the_host_s_record_is_read_where_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str, count: int
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    OpenClawState(tmp_path / "openclaw", workspace).record("MEMORY.md", "untrusted")
    table = MemorySettings.model_validate(
        {"folders": [{"path": str(workspace)}], "openclaw": {"state": state}}
    )
    (folder,) = configured(table)

    recorded = record_of(table).of(folder)

    assert isinstance(recorded, Recorded)
    assert len(recorded.origins) == count
