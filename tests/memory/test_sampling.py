"""What script notes are in shows from the beginnings of some of them."""

from pathlib import Path

import pytest

from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.sampling import count_scripts
from recall_sidecar.settings import FolderSettings, MemorySettings


@pytest.mark.parametrize(
    ("notes", "counted"),
    [
        pytest.param({}, (0, 0), id="no notes"),
        pytest.param(
            {"a.md": "# Tea\n\nOolong.", "b.md": "今天和小李讨论了飞书插件"}, (2, 1), id="one of each"
        ),
        pytest.param({"a.md": "1234", "b.md": "Tea."}, (1, 0), id="a note without letters says nothing"),
        pytest.param({"a.md": "茶" * 9000 + "tea " * 9000}, (1, 1), id="the beginning counts"),
        pytest.param({f"{n}.md": "Tea." for n in range(250)}, (200, 0), id="some are enough"),
    ],
)
def test_notes_are_counted(tmp_path: Path, notes: dict[str, str], counted: tuple[int, int]) -> None:
    for name, text in notes.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    folder = FolderSettings(path=str(tmp_path), layout="plain")

    assert count_scripts(configured(MemorySettings(folders=(folder,)))) == counted


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Tea.")
    folder = FolderSettings(path=str(tmp_path / "gone"), layout="plain")
    other = FolderSettings(path=str(tmp_path), layout="plain")

    assert count_scripts(configured(MemorySettings(folders=(folder, other)))) == (1, 0)
