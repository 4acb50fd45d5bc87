"""What a refresh does, seen through searches and reports."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_sidecar.memory import documents, figures, index, lots, schema
from recall_sidecar.memory.folders import named
from recall_sidecar.memory.port import IndexReport
from recall_sidecar.memory.worker import Cancelled
from recall_sidecar.settings import FolderSettings
from tests.memory.conftest import LATER, OpenMemory, Workspace

NOW_NS = int(LATER.timestamp()) * 1_000_000_000


def refreshed(
    connection: sqlite3.Connection,
    *folders: FolderSettings,
    now_ns: int = NOW_NS,
    cancelled: Cancelled | None = None,
    rebuild: bool = False,
    max_file_bytes: int = 1_000_000,
) -> IndexReport:
    """Refresh in this thread."""
    return index.Refresh(
        connection,
        named([(folder.path, folder) for folder in folders]),
        max_file_bytes,
        now_ns,
        cancelled or Cancelled(),
        lambda _: None,
    ).run(rebuild=rebuild)


def counts(report: IndexReport) -> tuple[int, int, int]:
    return report.added, report.changed, report.removed


@pytest.fixture
def connection(tmp_path: Path) -> sqlite3.Connection:
    return schema.connect_writer(tmp_path / "index.sqlite3")


async def test_files_are_added_changed_and_removed(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    workspace.write("memory/a.md", "The garden has roses.")
    memory = await open_memory(workspace.folder(), refresh=False)

    first = await memory.source.refresh()
    workspace.write("memory/a.md", "The garden has tulips.")
    (workspace.root / "MEMORY.md").rename(workspace.root / "memory/renamed.md")
    second = await memory.source.refresh()

    assert (first.files, first.passages, counts(first)) == (2, 2, (2, 0, 0))
    assert (second.files, second.passages, counts(second)) == (2, 2, (1, 1, 1))
    assert await memory.paths("roses") == []
    assert await memory.paths("tulips") == ["memory/a.md"]
    assert await memory.paths("kitchen") == ["memory/renamed.md"]


def test_what_was_not_touched_is_not_read_again(
    workspace: Workspace, connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "text")
    reads: list[str] = []
    real = documents.read

    def counted(root: str, path: str, *, max_bytes: int) -> documents.Document | None:
        reads.append(path)
        return real(root, path, max_bytes=max_bytes)

    monkeypatch.setattr("recall_sidecar.memory.documents.read", counted)
    with closing(connection):
        for _ in range(3):
            refreshed(connection, workspace.folder())

    assert reads == ["MEMORY.md"]


def test_a_file_changed_a_moment_ago_is_read_again(
    workspace: Workspace, connection: sqlite3.Connection
) -> None:
    file = workspace.write("MEMORY.md", "half")
    status = file.stat()
    with closing(connection):
        refreshed(connection, workspace.folder(), now_ns=status.st_mtime_ns + 1)

        with file.open("r+") as handle:
            handle.write("full")
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
        report = refreshed(connection, workspace.folder())

    assert counts(report) == (0, 1, 0)


def test_a_touched_file_with_the_same_content_is_not_cut_again(
    workspace: Workspace, connection: sqlite3.Connection
) -> None:
    file = workspace.write("MEMORY.md", "text")
    with closing(connection):
        refreshed(connection, workspace.folder())
        os.utime(file, (1, 1))
        report = refreshed(connection, workspace.folder())
        stored = connection.execute("SELECT mtime_ns FROM file").fetchone()[0]

    assert counts(report) == (0, 0, 0)
    assert stored == 1_000_000_000


def test_problems_name_file_and_reason_until_they_are_gone(
    workspace: Workspace, connection: sqlite3.Connection
) -> None:
    workspace.write("memory/big.md", "word " * 1000)
    workspace.write("memory/binary.md", b"\0")
    with closing(connection):
        reports = [refreshed(connection, workspace.folder(), max_file_bytes=2000) for _ in range(2)]
        (workspace.root / "memory/binary.md").unlink()
        workspace.write("memory/big.md", "small")
        last = refreshed(connection, workspace.folder(), max_file_bytes=2000)

    for report in reports:
        big, binary = report.problems
        assert big.startswith("workspace/memory/big.md: 5000 bytes, read up to 2000")
        assert binary == "workspace/memory/binary.md: not a text file (it holds NUL bytes)"
    assert last.problems == ()


@pytest.mark.parametrize(
    ("first", "then", "changed", "problems"),
    [
        pytest.param(2000, 8000, 1, 0, id="a raised limit reads the rest of a file that was cut"),
        pytest.param(8000, 2000, 1, 1, id="a lowered limit cuts a file that was whole"),
        pytest.param(8000, 9000, 0, 0, id="a limit that the file is below either way changes nothing"),
    ],
)
def test_a_changed_limit_counts_for_files_that_did_not_change(
    workspace: Workspace, connection: sqlite3.Connection, first: int, then: int, changed: int, problems: int
) -> None:
    workspace.write("memory/big.md", "word " * 1000)
    with closing(connection):
        refreshed(connection, workspace.folder(), max_file_bytes=first)
        report = refreshed(connection, workspace.folder(), max_file_bytes=then)

    assert counts(report) == (0, changed, 0)
    assert len(report.problems) == problems


def test_a_file_that_cannot_be_read_is_a_problem_and_no_longer_found(
    workspace: Workspace, connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = workspace.write("MEMORY.md", "text")
    with closing(connection):
        refreshed(connection, workspace.folder())
        os.utime(file, (1, 1))

        def refuse(_root: str, _path: str, *, max_bytes: int) -> None:
            raise PermissionError(13, "Permission denied", str(max_bytes))

        monkeypatch.setattr("recall_sidecar.memory.documents.read", refuse)
        report = refreshed(connection, workspace.folder())

    assert report.problems == ("workspace/MEMORY.md: Permission denied",)
    assert (report.files, report.passages) == (0, 0)


def test_a_file_that_vanishes_before_it_is_read_is_no_problem(
    workspace: Workspace, connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "text")

    def gone(_root: str, _path: str, *, max_bytes: int) -> None:
        assert max_bytes

    monkeypatch.setattr("recall_sidecar.memory.documents.read", gone)
    with closing(connection):
        report = refreshed(connection, workspace.folder())

    assert (report.files, report.problems) == (0, ())


def test_a_missing_folder_is_a_problem(workspace: Workspace, connection: sqlite3.Connection) -> None:
    missing = FolderSettings(path=str(workspace.root / "none"))
    with closing(connection):
        report = refreshed(connection, missing)

    assert report.problems == (f"{missing.path}: No such file or directory",)


def test_a_folder_that_left_the_settings_leaves_the_index(
    tmp_path: Path, connection: sqlite3.Connection
) -> None:
    spaces = [Workspace(tmp_path / name) for name in ("one", "two")]
    for space in spaces:
        space.write("MEMORY.md", "text")
    with closing(connection):
        refreshed(connection, *(space.folder() for space in spaces))
        report = refreshed(connection, spaces[0].folder())
        words = connection.execute("SELECT count(*) FROM words").fetchone()[0]

    assert (report.files, report.passages, words) == (1, 1, 1)


def test_a_rebuild_reads_everything_anew(workspace: Workspace, connection: sqlite3.Connection) -> None:
    workspace.write("MEMORY.md", "text")
    with closing(connection):
        refreshed(connection, workspace.folder())
        before = figures.revisions(connection)
        report = refreshed(connection, workspace.folder(), rebuild=True)
        after = figures.revisions(connection)

    assert counts(report) == (1, 0, 0)
    assert before.keys() == after.keys()
    assert before != after


def test_a_cancelled_refresh_keeps_what_is_done_and_removes_nothing(
    workspace: Workspace, connection: sqlite3.Connection
) -> None:
    workspace.write("MEMORY.md", "text")
    stopped = Cancelled()
    stopped.set()
    with closing(connection):
        refreshed(connection, workspace.folder())
        (workspace.root / "MEMORY.md").rename(workspace.root / "USER.md")
        report = refreshed(connection, workspace.folder(), cancelled=stopped)

    assert (report.files, counts(report)) == (1, (0, 0, 0))


def test_a_refresh_is_cancelled_within_a_file(
    workspace: Workspace, connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "\n".join(f"# {number}\ntext" for number in range(500)))
    cancelled = Cancelled()
    real = documents.read

    def cancel_then_read(root: str, path: str, *, max_bytes: int) -> documents.Document | None:
        cancelled.set()
        return real(root, path, max_bytes=max_bytes)

    monkeypatch.setattr("recall_sidecar.memory.documents.read", cancel_then_read)
    with closing(connection):
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            refreshed(connection, workspace.folder(), cancelled=cancelled)
        connection.rollback()

        assert figures.extent(connection) == (0, 0)


def test_many_files_go_in_by_several_transactions(
    workspace: Workspace, connection: sqlite3.Connection
) -> None:
    for number in range(150):
        workspace.write(f"memory/{number}.md", f"note number{number}")
    commits: list[dict[str, int]] = []
    with closing(connection):
        report = index.Refresh(
            connection,
            named([(str(workspace.root), workspace.folder())]),
            1000,
            NOW_NS,
            Cancelled(),
            commits.append,
        ).run()

    assert report.files == 150
    assert len(commits) > 3


def test_a_lock_that_lasts_is_an_error_and_a_cancelled_wait_ends_at_once(
    workspace: Workspace, tmp_path: Path, connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "text")
    monkeypatch.setattr(lots, "_LOCK_WAIT_S", 0.3)
    stopped = Cancelled()
    stopped.set()
    with closing(connection), closing(schema.connect_writer(tmp_path / "index.sqlite3")) as holder:
        holder.execute("BEGIN IMMEDIATE")

        for cancelled in (Cancelled(), stopped):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                refreshed(connection, workspace.folder(), cancelled=cancelled)


def test_two_processes_that_index_the_same_file_store_it_once(
    workspace: Workspace, tmp_path: Path, connection: sqlite3.Connection
) -> None:
    workspace.write("MEMORY.md", "text")
    with closing(connection), closing(schema.connect_writer(tmp_path / "index.sqlite3")) as other:
        refreshed(connection, workspace.folder())
        workspace.write("MEMORY.md", "other text")
        refreshed(other, workspace.folder())
        report = refreshed(connection, workspace.folder())

    assert (report.files, report.passages) == (1, 1)


NAMES = st.sampled_from(["MEMORY.md", "memory/a.md", "memory/b/c.md", "memory/.x/d.md", "AGENTS.md"])
TEXTS = st.sampled_from(["", "one\n\n# h\ntwo", "three", "猫 four", "x" * 5000])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.dictionaries(NAMES, TEXTS), min_size=1, max_size=4))
def test_refreshing_step_by_step_ends_where_indexing_afresh_does(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, str]]
) -> None:
    base = tmp_path_factory.mktemp("steps")
    space = Workspace(base / "space")
    space.root.mkdir()

    def stored(connection: sqlite3.Connection) -> list[object]:
        query = (
            "SELECT f.path, p.from_line, p.to_line, p.heading, p.text, w.terms FROM passage p "
            "JOIN file f ON f.id = p.file_id JOIN words w ON w.rowid = p.id ORDER BY f.path, p.id"
        )
        return connection.execute(query).fetchall()

    with closing(schema.connect_writer(base / "steps.sqlite3")) as connection:
        for step in steps:
            for path in [p for p in space.root.rglob("*") if p.is_file()]:
                path.unlink()
            for name, text in step.items():
                space.write(name, text)
            # Never settled, so that equal sizes within one tick of the clock are told apart.
            refreshed(connection, space.folder(), now_ns=0)
        by_steps = stored(connection)
    with closing(schema.connect_writer(base / "fresh.sqlite3")) as connection:
        refreshed(connection, space.folder())
        afresh = stored(connection)

    assert by_steps == afresh
