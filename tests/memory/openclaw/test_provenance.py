"""OpenClaw's record lowers an origin and never raises it, and reading it leaves no trace."""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.openclaw.provenance import Provenance, Recorded
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings
from tests.memory.openclaw.state import OpenClawState


def folder_of(state: OpenClawState, **settings: object) -> Folder:
    table = FolderSettings.model_validate(
        {"path": str(state.workspace), "agents": ["main"], "layout": "openclaw", **settings}
    )
    return named([(str(state.workspace), table)])[0]


def recorded(state: OpenClawState, **settings: object) -> Recorded:
    return Provenance(str(state.root)).of(folder_of(state, **settings))


@pytest.fixture
def state(tmp_path: Path) -> OpenClawState:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    return OpenClawState(tmp_path / "openclaw", workspace)


@pytest.mark.parametrize(
    ("said", "word", "expected"),
    [
        pytest.param(Origin.OWNER, "agent", Origin.AGENT, id="what an agent wrote is not the owner's"),
        pytest.param(Origin.OWNER, "untrusted", Origin.UNTRUSTED, id="nor what it read elsewhere"),
        pytest.param(Origin.AGENT, "untrusted", Origin.UNTRUSTED, id="a daily note after a web page"),
        pytest.param(Origin.UNTRUSTED, "agent", Origin.UNTRUSTED, id="never raised"),
        pytest.param(Origin.SYSTEM, "untrusted", Origin.SYSTEM, id="never raised from machine text"),
        pytest.param(Origin.AGENT, "owner", Origin.AGENT, id="not raised to the owner's"),
        pytest.param(Origin.AGENT, "blessed", Origin.UNTRUSTED, id="a word of a newer release"),
    ],
)
def test_a_record_only_lowers(state: OpenClawState, said: Origin, word: str, expected: Origin) -> None:
    state.record("MEMORY.md", word)

    record = recorded(state)

    assert record.lowered("MEMORY.md", said, None) is expected
    assert record.lowered("memory/other.md", said, Origin.SYSTEM) is said
    assert record.problems == ()


def test_the_record_of_another_workspace_counts_for_nothing(state: OpenClawState, tmp_path: Path) -> None:
    state.record("MEMORY.md", "untrusted", workspace=tmp_path / "elsewhere")

    assert recorded(state).origins == {}


def test_a_workspace_behind_a_link_is_the_same(state: OpenClawState, tmp_path: Path) -> None:
    state.record("MEMORY.md", "untrusted")
    link = tmp_path / "link"
    link.symlink_to(state.workspace)
    (folder,) = named([(str(link), FolderSettings(path=str(link)))])

    assert Provenance(str(state.root)).of(folder).origins == {"MEMORY.md": Origin.UNTRUSTED}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, {"memory/web.md": Origin.UNTRUSTED, "memory/cron.md": Origin.SYSTEM}, id="the folder's agent"),
        pytest.param({"agents": ["main", "other"]}, {"memory/web.md": Origin.UNTRUSTED, "memory/cron.md": Origin.SYSTEM}, id="one of its agents"),
        pytest.param({"agents": ["other"]}, {}, id="another agent"),
        pytest.param({"agents": ["*"]}, {}, id="everybody's: whose workspace it is nobody knows"),
        pytest.param({"agents": ["../main"]}, {}, id="no name of an agent"),
        pytest.param({"layout": "plain"}, {}, id="no workspace of the host"),
    ],
)  # fmt: skip
def test_the_index_of_the_folders_agents_lowers_too(
    state: OpenClawState, settings: dict[str, object], expected: dict[str, Origin]
) -> None:
    state.index("main", {"MEMORY.md": "agent", "memory/web.md": "untrusted", "memory/cron.md": "system"})

    assert recorded(state, **settings).origins == expected


def test_what_the_index_says_of_sessions_is_about_no_file(state: OpenClawState) -> None:
    state.index("main", {"memory/web.md": "untrusted"}, source="sessions")

    assert recorded(state).origins == {}


def test_of_two_records_the_lower_counts(state: OpenClawState) -> None:
    state.record("memory/a.md", "agent")
    state.index("main", {"memory/a.md": "untrusted"})

    assert recorded(state).origins == {"memory/a.md": Origin.UNTRUSTED}


def test_without_a_state_folder_nothing_is_recorded(state: OpenClawState) -> None:
    assert recorded(state) == Recorded()
    assert Provenance("").of(folder_of(state)) == Recorded()


def _table_gone(state: OpenClawState) -> None:
    with closing(sqlite3.connect(state.state_file)) as connection:
        connection.execute("DROP TABLE plugin_state_entries")


def _no_database(state: OpenClawState) -> None:
    state.state_file.write_bytes(b"something else entirely " * 100)


@pytest.mark.parametrize("spoil", [_table_gone, _no_database])
def test_a_database_of_another_form_is_left_out_and_said(state: OpenClawState, spoil: object) -> None:
    state.record("MEMORY.md", "untrusted")
    state.index("main", {"memory/web.md": "untrusted"})
    assert callable(spoil)
    spoil(state)

    record = recorded(state)

    assert record.origins == {"memory/web.md": Origin.UNTRUSTED}
    (problem,) = record.problems
    assert "openclaw.sqlite cannot be read" in problem
    assert "no file is trusted more than before" in problem
    assert record.lowered("MEMORY.md", Origin.OWNER, Origin.UNTRUSTED) is Origin.UNTRUSTED
    assert record.lowered("MEMORY.md", Origin.OWNER, None) is Origin.OWNER


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("no JSON", id="no JSON"),
        pytest.param('{"relativePath": 7, "originClass": "untrusted"}', id="a path that is none"),
        pytest.param("[1, 2]", id="a list"),
    ],
)
def test_rows_of_another_form_say_nothing(state: OpenClawState, value: str) -> None:
    state.record("MEMORY.md", "untrusted")
    key = hashlib.sha256(str(state.workspace.resolve()).encode()).hexdigest()
    state.store(f"{key}:odd", value)

    assert recorded(state).origins == {"MEMORY.md": Origin.UNTRUSTED}


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_left_alone(state: OpenClawState, make: object) -> None:
    state.state_file.parent.mkdir(parents=True)
    assert callable(make)
    make(state.state_file)

    assert recorded(state) == Recorded()


def _files(root: Path) -> dict[str, tuple[int, int]]:
    return {
        str(file): (file.stat().st_size, file.stat().st_mtime_ns)
        for file in sorted(root.rglob("*"))
        if file.is_file()
    }


def test_reading_writes_nothing_whether_the_host_runs_or_not(state: OpenClawState, tmp_path: Path) -> None:
    state.record("MEMORY.md", "untrusted")
    with closing(sqlite3.connect(state.state_file)) as host:
        host.execute("PRAGMA journal_mode = WAL")
        host.execute("UPDATE plugin_state_entries SET created_at = 1")
        host.commit()
        state.record("memory/a.md", "agent")
        while_it_runs = _files(state.root)

        live = recorded(state)

        assert _files(state.root) == while_it_runs
        # As a host that was killed leaves it, with and without its shared memory.
        killed, bare = tmp_path / "killed", tmp_path / "bare"
        shutil.copytree(state.root, killed)
        shutil.copytree(state.root, bare)
        (bare / "state" / "openclaw.sqlite-shm").unlink()
    stopped = _files(state.root)
    assert len(stopped) == 1

    found = {"MEMORY.md": Origin.UNTRUSTED, "memory/a.md": Origin.AGENT}
    assert live.origins == found
    assert recorded(state).origins == found
    assert _files(state.root) == stopped
    left = _files(killed), _files(bare)
    assert Provenance(str(killed)).of(folder_of(state)).origins == found
    assert len(Provenance(str(bare)).of(folder_of(state)).problems) == 1
    assert (_files(killed), _files(bare)) == left


def test_a_record_that_grows_is_read_again(state: OpenClawState) -> None:
    state.record("MEMORY.md", "agent")
    provenance = Provenance(str(state.root))
    first = provenance.of(folder_of(state))
    again = provenance.of(folder_of(state))

    state.record("MEMORY.md", "untrusted")

    assert first.origins == again.origins == {"MEMORY.md": Origin.AGENT}
    assert provenance.of(folder_of(state)).origins == {"MEMORY.md": Origin.UNTRUSTED}
