"""A daemon within this process takes flags, and its memory may be elsewhere."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


def test_flags_win_and_the_index_of_the_installation_is_left_alone(paths: Paths, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "MEMORY.md").write_text("# Drinks\n\nMara likes oolong tea.\n", encoding="utf-8")
    flags: dict[str, Any] = {"memory.folders": [{"path": str(notes)}]}

    with in_process(paths, flags, memory=Paths.below(tmp_path / "elsewhere")) as client:
        client.post("/v1/memory/refresh", {"v": 1})
        found = client.post("/v1/memory/search", {"v": 1, "query": "oolong tea", "senderIsOwner": True})

    assert [hit["path"] for hit in found["hits"]] == ["MEMORY.md"]
    assert not paths.index_file.exists()
    assert Paths.below(tmp_path / "elsewhere").index_file.exists()
