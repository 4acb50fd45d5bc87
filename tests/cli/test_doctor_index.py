"""What `doctor` says of the index and the history."""

from pathlib import Path
from typing import Literal

import pytest

from recall_sidecar.cli.doctor_index import check_full_text, check_history, check_index, check_lag
from recall_sidecar.errors import AlreadyRunning
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.memory.health import Behind, Health
from recall_sidecar.memory.roots import configured
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import StateLock
from recall_sidecar.settings import FolderSettings, MemorySettings

PATHS = Paths(Path("/config"), Path("/state"), Path("/run"))
FILE = PATHS.index_file


@pytest.mark.parametrize(("has_it", "level"), [(True, "ok"), (False, "error")])
def test_full_text_search(has_it: bool, level: str) -> None:
    assert check_full_text(has_it=has_it, version="3.40.1").level == level


@pytest.mark.parametrize(
    ("state", "level", "remedy"),
    [
        pytest.param("absent", "ok", "", id="not made yet"),
        pytest.param("sound", "ok", "", id="sound"),
        pytest.param("older", "ok", "", id="of an older version"),
        pytest.param(
            "newer",
            "error",
            f"upgrade recall-sidecar, or have it built anew: mv {FILE} {FILE}.newer",
            id="newer",
        ),
        pytest.param("damaged", "error", "recall-sidecar index, which", id="damaged"),
        pytest.param("locked", "warning", f"look who has it: fuser -v {FILE}", id="locked"),
        pytest.param("unreadable", "error", f"chmod 600 {FILE}", id="unreadable"),
    ],
)
def test_the_index(
    state: Literal["absent", "sound", "older", "newer", "damaged", "locked", "unreadable"],
    level: str,
    remedy: str,
) -> None:
    finding = check_index(PATHS, Health(state, 9, 3, 40, "why"), runs=False)

    assert (finding.level, finding.code) == (level, 1 if level == "error" else 0)
    assert finding.remedy.startswith(remedy)


@pytest.fixture
def here(tmp_path: Path) -> Paths:
    """Return folders of an installation whose state folder is there."""
    found = Paths.below(tmp_path)
    found.state_dir.mkdir(mode=0o700)
    return found


def test_a_damaged_index_is_set_aside_where_no_daemon_has_it(here: Paths) -> None:
    here.index_file.write_text("no database")
    damaged = Health("damaged", why="not a database")

    assert check_index(here, damaged, runs=True).mend is None
    mend = check_index(here, damaged, runs=False).mend
    assert mend is not None
    assert mend() == f"moved {here.index_file} to memory.sqlite3.corrupt-1; a new one is made"
    assert not here.index_file.exists()
    assert here.index_file.with_name("memory.sqlite3.corrupt-1").exists()


def test_a_daemon_that_started_meanwhile_keeps_its_index(here: Paths) -> None:
    here.index_file.write_text("its own")
    mend = check_index(here, Health("damaged"), runs=False).mend

    assert mend is not None
    with StateLock(here), pytest.raises(AlreadyRunning):
        mend()
    assert here.index_file.exists()


def test_an_index_that_cannot_be_opened_is_opened_by_its_mode(here: Paths) -> None:
    file = here.index_file
    for name in (file, file.with_name("memory.sqlite3-wal")):
        name.touch()
        name.chmod(0)

    mend = check_index(here, Health("unreadable", why="why"), runs=False).mend

    assert mend is not None
    assert mend() == f"{file} can be read and written by you again"
    assert {each.stat().st_mode & 0o777 for each in here.state_dir.iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("lag", "level", "fact"),
    [
        pytest.param(Behind(3, 0, 0), "ok", "every file was read as it is now", id="up to date"),
        pytest.param(
            Behind(3, 2, 0), "warning", "of 3 files in /notes it has not read 2 as they are now", id="late"
        ),
        pytest.param(
            Behind(3, 0, 1),
            "warning",
            "of 3 files in /notes it has not read 0 as they are now, and 1 that are gone are still in it",
            id="files that are gone",
        ),
    ],
)
def test_how_far_the_index_is_behind(lag: Behind, level: str, fact: str) -> None:
    settings = MemorySettings(folders=(FolderSettings(path="/notes"),))
    (folder,) = configured(settings)

    (finding,) = check_lag(settings, FILE, lambda *_: {folder.key: lag})

    assert (finding.level, finding.fact) == (level, fact)


def test_no_folder_is_not_behind() -> None:
    assert list(check_lag(MemorySettings(), FILE, lambda *_: {})) == []


def test_a_history_that_is_not_kept_is_not_mentioned(here: Paths) -> None:
    assert list(check_history(here, runs=False)) == []


def test_a_history_that_can_be_used_is_no_fault(here: Paths) -> None:
    HistoryStore.open(here.history_file).close()

    assert [each.level for each in check_history(here, runs=False)] == ["ok"]


def test_a_damaged_history_is_set_aside_where_no_daemon_has_it(here: Paths) -> None:
    file = here.history_file
    file.write_text("no database " * 100)

    (running,) = check_history(here, runs=True)
    (finding,) = check_history(here, runs=False)

    assert (running.mend, finding.level) == (None, "error")
    assert finding.remedy.startswith(f"mv {file} {file}.damaged")
    assert finding.mend is not None
    finding.mend()
    assert not file.exists()
