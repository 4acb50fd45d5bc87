"""Turns come back from disk as they were, and their words are gone when their days are."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.history_store import SCHEMA_VERSION, HistoryStore
from recall_sidecar.trace_json import from_json, to_json
from tests.turns import turn

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "history.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[HistoryStore]:
    opened = HistoryStore.open(path)
    yield opened
    opened.close()


def _days_ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def _on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_a_turn_kept_without_words_has_its_ids_scores_and_times(store: HistoryStore, path: Path) -> None:
    store.add(turn(), keep_texts=False)

    assert store.find("01KBA") == to_json(turn(), redacted=True)
    assert b"oolong" not in _on_disk(path)


def test_a_turn_kept_with_words_comes_back_whole(store: HistoryStore) -> None:
    store.add(turn(), keep_texts=True)

    found = store.find("01KBA")

    assert found is not None
    assert from_json(found) == turn()
    assert found["redacted"] is False


def test_the_same_turn_kept_twice_is_one(store: HistoryStore) -> None:
    store.add(turn(), keep_texts=False)
    store.add(turn(status="empty"), keep_texts=False)

    assert [record["status"] for record in store.recent(10)] == ["empty"]


def test_the_newest_turns_come_first(store: HistoryStore) -> None:
    for days in (3, 1, 2):
        store.add(turn(trace_id=f"T{days}", started_at=_days_ago(days)), keep_texts=False)

    assert [record["traceId"] for record in store.recent(2)] == ["T1", "T2"]


def test_turns_of_one_session_can_be_asked_for(store: HistoryStore) -> None:
    store.add(turn(trace_id="A", session_key="s1"), keep_texts=False)
    store.add(turn(trace_id="B", session_key="s2"), keep_texts=False)

    assert [record["traceId"] for record in store.recent(10, session_key="s1")] == ["A"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param("01AB", "01AB", id="a whole id"),
        pytest.param("01a", "01AB", id="a unique beginning in any letter case"),
        pytest.param("01", None, id="a beginning of two ids"),
        pytest.param("", None, id="no id"),
        pytest.param("%", None, id="a wildcard is no beginning"),
    ],
)
def test_finding_a_turn(store: HistoryStore, asked: str, found: str | None) -> None:
    store.add(turn(trace_id="01AB"), keep_texts=False)
    store.add(turn(trace_id="01CD"), keep_texts=False)

    record = store.find(asked)

    assert (record["traceId"] if record else None) == found


def test_turns_past_their_days_go_with_their_words(store: HistoryStore) -> None:
    store.add(turn(trace_id="OLD", started_at=_days_ago(15)), keep_texts=True)
    store.add(turn(trace_id="NEW", started_at=_days_ago(13)), keep_texts=True)

    gone = store.purge(NOW, history_days=14, keep_text_days=365)

    assert gone == 1
    assert [record["traceId"] for record in store.recent(10)] == ["NEW"]


def test_words_past_their_days_go_and_leave_the_turn(store: HistoryStore, path: Path) -> None:
    store.add(turn(started_at=_days_ago(3)), keep_texts=True)
    assert b"oolong" in _on_disk(path)

    gone = store.purge(NOW, history_days=14, keep_text_days=2)

    assert gone == 0
    assert [record["redacted"] for record in store.recent(10)] == [True]
    assert b"oolong" not in _on_disk(path)


def test_words_within_their_days_stay(store: HistoryStore) -> None:
    store.add(turn(started_at=_days_ago(1)), keep_texts=True)

    store.purge(NOW, history_days=14, keep_text_days=2)

    assert [record["redacted"] for record in store.recent(10)] == [False]


def test_all_words_go_once_none_are_to_be_kept(store: HistoryStore, path: Path) -> None:
    store.add(turn(started_at=NOW), keep_texts=True)

    store.purge(NOW, history_days=14, keep_text_days=0)

    assert b"oolong" not in _on_disk(path)


def test_turns_are_there_after_the_file_was_closed(path: Path) -> None:
    first = HistoryStore.open(path)
    first.add(turn(), keep_texts=False)
    first.close()

    again = HistoryStore.open(path)

    assert len(again.recent(10)) == 1
    again.close()


def test_only_the_owner_of_the_account_can_read_the_files(store: HistoryStore, path: Path) -> None:
    store.add(turn(), keep_texts=False)

    modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_file_of_a_newer_program_is_refused(path: Path) -> None:
    path.parent.mkdir()
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    newer.close()

    with pytest.raises(MemoryStoreError, match="schema 2, this program knows 1"):
        HistoryStore.open(path)


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("not a database, but somebody's notes" * 50)

    with pytest.raises(MemoryStoreError, match=r"move history\.sqlite3 away"):
        HistoryStore.open(path)

    assert path.read_text().startswith("not a database")


def test_a_write_that_fails_leaves_nothing_half_done(store: HistoryStore, path: Path) -> None:
    saboteur = sqlite3.connect(path)
    saboteur.execute("DROP TABLE texts")
    saboteur.commit()
    saboteur.close()

    with pytest.raises(MemoryStoreError):
        store.add(turn(), keep_texts=True)

    rest = sqlite3.connect(path)
    assert rest.execute("SELECT count(*) FROM turns").fetchone() == (0,)
    rest.close()


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux lists who holds which lock")
def test_opening_a_file_twice_takes_no_lock_of_the_first(path: Path) -> None:
    """A process that closes any descriptor of a file gives up all its locks on it."""
    first = HistoryStore.open(path)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            before = _locks(path)
            HistoryStore.open(path).close()

            assert _locks(path) >= before > 0
            writer.execute("ROLLBACK")
    finally:
        first.close()


def test_a_link_in_the_place_of_the_file_is_not_followed(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OSError, match=r"[Ss]ymbolic links"):
        HistoryStore.open(path)

    assert not (tmp_path / "elsewhere").exists()


def _locks(path: Path) -> int:
    """Return how many locks this process holds on the files of the history, as another process sees them."""
    numbers = {f":{file.stat().st_ino} " for file in path.parent.iterdir()}
    return sum(
        any(number in line for number in numbers) for line in Path("/proc/locks").read_text().splitlines()
    )


def test_what_is_made_of_the_newest_turns_is_collected(store: HistoryStore) -> None:
    for name in ("01A", "01B", "01C", "01D"):
        store.add(turn(trace_id=name), keep_texts=False)

    def but_c(record: dict[str, object]) -> object:
        return None if record["traceId"] == "01C" else record["traceId"]

    assert store.collect(but_c, 2) == ["01D", "01B"]
    assert store.collect(but_c, 10, before="01D") == ["01B", "01A"]
    assert store.collect(but_c, 10, since=turn().started_at) == ["01D", "01B", "01A"]
    assert store.collect(but_c, 10, since=turn().started_at + timedelta(seconds=1)) == []
