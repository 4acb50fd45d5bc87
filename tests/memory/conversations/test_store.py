import stat
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from recall_sidecar.memory.conversations.records import CapturedTurn, Said, Session, read_turns
from recall_sidecar.memory.conversations.scopes import Scope
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.outcomes import Origin

SCOPE = Scope("p-" + "0" * 32, "private")
OTHER = Scope("s-" + "1" * 32, "shared")
SESSION = Session("main", "k", "s")
AT = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)


def turn(name: str, at: datetime = AT, text: str = "I moved to Lisbon.") -> CapturedTurn:
    return CapturedTurn(name, at, (Said("Ada", "user", Origin.OWNER, text),))


@pytest.fixture
def store(tmp_path: Path) -> ConversationStore:
    return ConversationStore(tmp_path / "state" / "conversations")


def files(store: ConversationStore) -> list[Path]:
    return sorted(store.root.glob("*/*/*.jsonl"))


def ids(store: ConversationStore) -> list[str]:
    return [each.id for file in files(store) for each in read_turns(file.read_text())]


def test_nothing_is_made_before_something_is_kept(store: ConversationStore) -> None:
    assert store.folders() == []
    assert store.purge(date(2026, 1, 1), 1).old == 0
    assert not store.root.exists()


def test_a_turn_is_stored_once(store: ConversationStore) -> None:
    assert store.add(SCOPE, SESSION, turn("a"))
    assert not store.add(SCOPE, SESSION, turn("a"))
    assert not store.add(SCOPE, SESSION, turn("a", AT + timedelta(days=1)))

    assert ids(store) == ["a"]


def test_only_this_user_can_read_it(store: ConversationStore) -> None:
    store.add(SCOPE, SESSION, turn("a"))

    for path in (store.root, *store.root.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_a_file_ends_after_some_turns_with_the_day_and_with_the_session(store: ConversationStore) -> None:
    for number in range(18):
        store.add(SCOPE, SESSION, turn(f"{number}"))
    store.add(SCOPE, SESSION, turn("next day", AT + timedelta(days=1)))
    store.add(SCOPE, replace(SESSION, session_id="after a reset"), turn("reset", AT + timedelta(days=1)))
    store.add(OTHER, replace(SESSION, session_key="group"), turn("group"))

    counts = {file.parent.name + file.stem[-5:]: 0 for file in files(store)}
    assert sorted(counts) == ["2026-11-30-0001", "2026-11-30-0002", "2026-12-01-0001", "2026-12-01-0003"]
    assert sorted(ids(store)) == sorted([*map(str, range(18)), "next day", "reset", "group"])
    assert [folder.root.rpartition("/")[2] for folder in store.folders()] == [SCOPE.name, OTHER.name]


def test_what_a_crash_left_half_written_takes_no_other_turn_with_it(store: ConversationStore) -> None:
    store.add(SCOPE, SESSION, turn("a"))
    with files(store)[0].open("a") as file:
        file.write('{"id": "half')

    assert store.add(SCOPE, SESSION, turn("b"))

    assert ids(store) == ["a", "b"]


def test_days_that_are_too_old_go(store: ConversationStore) -> None:
    for days in range(3):
        store.add(SCOPE, SESSION, turn(f"{days}", AT + timedelta(days=days)))

    assert store.purge(date(2026, 12, 1), 100).old == 1
    assert ids(store) == ["1", "2"]


def test_the_oldest_days_of_all_scopes_make_room(store: ConversationStore) -> None:
    store.add(OTHER, SESSION, turn("0", text="x" * 600_000))
    store.add(SCOPE, SESSION, turn("1", AT + timedelta(days=1), "x" * 600_000))

    gone = store.purge(date(2026, 1, 1), 1)

    assert (gone.old, gone.crowded) == (0, 1)
    assert ids(store) == ["1"]
    assert [folder.root.rpartition("/")[2] for folder in store.folders()] == [SCOPE.name]


def test_some_turns_of_a_file_can_be_deleted_and_all_of_it(store: ConversationStore) -> None:
    for name in "ab":
        store.add(SCOPE, SESSION, turn(name))
    ((file, session, _),) = store.sessions()

    store.delete(file, frozenset("a"))
    assert (session, ids(store)) == (SESSION, ["b"])
    store.delete(file)
    assert files(store) == []
    assert store.folders() == []
    store.delete(file)


def test_a_file_that_says_nothing_of_itself_is_no_session(store: ConversationStore) -> None:
    store.add(SCOPE, SESSION, turn("a"))
    files(store)[0].write_text("rubbish\n")

    assert list(store.sessions()) == []


def test_a_turn_that_was_deleted_does_not_come_back_when_its_host_hands_it_over_again(
    store: ConversationStore,
) -> None:
    store.add(SCOPE, SESSION, turn("a"))
    store.add(SCOPE, SESSION, turn("b"))
    ((file, _, _),) = store.sessions()

    store.delete(file, frozenset("a"))
    assert not store.add(SCOPE, SESSION, turn("a"))
    store.delete(file)
    assert not store.add(SCOPE, SESSION, turn("b"))

    assert list(store.sessions()) == []
    assert store.add(SCOPE, SESSION, turn("c"))


def test_what_a_killed_deletion_left_behind_goes_with_its_file(store: ConversationStore) -> None:
    store.add(SCOPE, SESSION, turn("a"))
    ((file, _, _),) = store.sessions()
    file.with_name(f"{file.name}.new").write_text("what was not to be forgotten then")

    store.delete(file)

    assert [each.name for each in store.root.rglob("*")] == [".lock"]
