"""A daemon for one command answers on its own socket, reads memory only when it is asked to, and ends."""

from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Return the folders of an installation with one note."""
    paths = Paths.below(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "tea.md").write_text("Mara prefers oolong tea.\n", "utf-8")
    paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    folder = tmp_path / "notes"
    paths.config_file.write_text(
        f'[memory.embedding]\nmodel = "off"\n[[memory.folders]]\npath = "{folder}"\nlayout = "plain"\n',
        "utf-8",
    )
    return paths


def test_it_reads_memory_when_it_is_asked_to(paths: Paths) -> None:
    with in_process(paths) as client:
        report = client.post("/v1/memory/refresh", {})
        found = client.post(
            "/v1/memory/search", {"query": "What tea does Mara prefer?", "senderIsOwner": True}
        )

    assert report["files"] == 1
    assert [hit["path"] for hit in found["hits"]] == ["tea.md"]


def test_it_leaves_no_socket_behind(paths: Paths) -> None:
    with in_process(paths) as client:
        assert client.get("/healthz")

    assert not paths.socket_file.exists()


def test_flags_win_and_the_index_of_the_installation_is_left_alone(paths: Paths, tmp_path: Path) -> None:
    notes = tmp_path / "others"
    notes.mkdir()
    (notes / "MEMORY.md").write_text("# Drinks\n\nMara likes oolong tea.\n", encoding="utf-8")
    flags: dict[str, Any] = {"memory.folders": [{"path": str(notes)}]}

    with in_process(paths, flags, memory=Paths.below(tmp_path / "elsewhere")) as client:
        client.post("/v1/memory/refresh", {"v": 1})
        found = client.post("/v1/memory/search", {"v": 1, "query": "oolong tea", "senderIsOwner": True})

    assert [hit["path"] for hit in found["hits"]] == ["MEMORY.md"]
    assert not paths.index_file.exists()
    assert Paths.below(tmp_path / "elsewhere").index_file.exists()
