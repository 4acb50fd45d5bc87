from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.port import IndexProgress, IndexReport
from recall_sidecar.memory.record import Record
from recall_sidecar.memory.seen import Seen
from recall_sidecar.testing import FakeClock
from tests.memory.conftest import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return named([("/notes", Workspace(tmp_path).folder())])[0]


@pytest.mark.parametrize(("passages", "ready"), [(0, False), (3, True)])
def test_an_index_with_something_in_it_can_be_searched_before_it_is_refreshed(
    passages: int, ready: bool
) -> None:
    record = Record(FakeClock())

    record.opened(1, passages)

    status = record.status(())
    assert (status.ready, status.files, status.passages, status.problems) == (ready, 1, passages, ())


def test_a_refresh_is_told_while_it_is_made_and_no_longer(folder: Folder) -> None:
    clock = FakeClock()
    record = Record(clock)

    progress = record.begun()
    progress.folder, progress.files, progress.files_of, progress.passages = "/notes", 2, 5, 9
    clock.advance(1.5)
    during = record.status((folder,)).reading
    report = record.done(IndexReport(5, 20), Seen(problems={folder.key: {"a.md": "binary"}}), (folder,), None)
    record.ended()
    after = record.status((folder,))

    assert during == IndexProgress("/notes", 2, 5, 9, 1500.0)
    assert (report.elapsed_ms, report.problems) == (1500.0, ("notes/a.md: binary",))
    assert (after.reading, after.refreshed_at) == (None, clock.now())
    assert after.problems == report.problems == after.folders[0].problems


def test_a_refresh_of_some_places_leaves_the_problems_of_others(folder: Folder) -> None:
    record = Record(FakeClock())
    record.done(IndexReport(2, 2), Seen(problems={folder.key: {"a.md": "x", "b.md": "y"}}), (folder,), None)

    report = record.done(IndexReport(2, 2), Seen(), (folder,), {folder.key: {"a.md"}})

    assert report.problems == ("notes/b.md: y",)


def test_a_refresh_that_failed_says_why_until_one_succeeds(folder: Folder) -> None:
    record = Record(FakeClock())
    record.note = "The index was damaged."
    record.opened(1, 1)

    record.failed(MemoryStoreError("locked"))
    failed = record.status((folder,), "no vectors", "")
    record.done(IndexReport(1, 1), Seen(), (folder,), None)

    assert failed.problems == ("The index was damaged.", "locked", "no vectors")
    assert record.status((folder,), "").problems == ("The index was damaged.",)


def test_a_memory_without_folders_says_so() -> None:
    record = Record(FakeClock())

    record.done(IndexReport(0, 0), Seen(), (), None)

    assert "[[memory.folders]]" in record.status(()).detail
