from contextlib import closing
from pathlib import Path

from recall_sidecar.memory import figures, index, schema
from recall_sidecar.memory.figures import Figures
from recall_sidecar.memory.folders import named
from recall_sidecar.memory.port import FolderStatus
from recall_sidecar.memory.seen import Seen
from recall_sidecar.memory.worker import Cancelled
from tests.memory.conftest import LATER, Workspace


def test_what_the_index_holds_is_counted_by_folder(tmp_path: Path) -> None:
    spaces = [Workspace(tmp_path / name) for name in ("one", "two")]
    for path in ("MEMORY.md", "memory/a.md"):
        spaces[0].write(path, "The kitchen is green.")
    spaces[1].write("USER.md", "")
    one, two = named([(str(space.root), space.folder()) for space in spaces])
    file = tmp_path / "index.sqlite3"
    with closing(schema.connect_writer(file)) as connection:
        now_ns = int(LATER.timestamp()) * 1_000_000_000
        index.Refresh(connection, (one, two), 1000, now_ns, Cancelled(), lambda _: None).run()

        found = figures.of(connection, file)
        extent = figures.extent(connection)
        revisions = figures.revisions(connection)

    assert dict(found.by_folder) == {one.key: (2, 2), two.key: (1, 0)}
    assert found.bytes_on_disk >= file.stat().st_size
    assert extent == (3, 2)
    assert revisions.keys() == {one.key, two.key}


def test_a_folder_is_told_with_its_problems_and_nothing_where_nothing_is_known(tmp_path: Path) -> None:
    (folder,) = named([("/notes", Workspace(tmp_path).folder())])
    seen = Seen(problems={folder.key: {"a.md": "binary"}})

    assert Figures().folder(folder, seen) == FolderStatus("notes", "/notes", problems=("notes/a.md: binary",))


def test_an_index_without_side_files_has_a_size_too(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    with closing(schema.connect_writer(file)) as connection:
        assert figures.of(connection, tmp_path / "elsewhere").bytes_on_disk == 0
