from datetime import UTC, datetime

import pytest

from recall_sidecar.memory.conversations.folder import (
    ConversationFolder,
    conversation_folder,
    folder_of,
    is_conversation,
    is_scope,
    segment_name,
)
from recall_sidecar.memory.conversations.records import CapturedTurn, Said, written
from recall_sidecar.memory.conversations.scopes import scope_of
from recall_sidecar.memory.folders import Trust
from recall_sidecar.memory.port import Viewer
from recall_sidecar.outcomes import Origin

OWNER = Viewer("main", sender_is_owner=True, session_key="k", session_id="s")
NAME = "p-" + "0" * 32


def made(name: str = NAME) -> ConversationFolder:
    return folder_of("/state/conversations", name)


def path(session_key: str | None, session_id: str | None) -> str:
    return f"2026-11-30/{segment_name(session_key, session_id, 3)}"


@pytest.mark.parametrize(
    ("at", "held"),
    [
        pytest.param(path("k", "s"), True, id="some turns of a day"),
        pytest.param("2026-11-30/note.jsonl", False, id="another file"),
        pytest.param(path("k", "s") + ".new", False, id="a file that is being written"),
        pytest.param(path("k", "s").partition("/")[2], False, id="a file beside the days"),
    ],
)
def test_it_holds(at: str, held: bool) -> None:
    assert made().holds(at) is held


def test_it_enters_days_alone() -> None:
    assert made().enters("2026-11-30")
    assert not made().enters("imports")


def test_its_scope_says_who_may_see_it_and_no_text_does() -> None:
    assert made().trust("x").visibility == "private"
    assert made("s-" + "0" * 32).trust("x").visibility == "shared"
    assert made().trust("x").origin is Origin.UNTRUSTED
    assert not made().is_curated("MEMORY.md", Trust(Origin.OWNER, "private"))
    assert is_conversation(made().key)
    assert made().key != made("s-" + "0" * 32).key


def test_a_viewer_sees_the_folder_of_their_scope_or_none() -> None:
    scope = scope_of(OWNER)
    found = conversation_folder("/state/conversations", OWNER)

    assert scope is not None
    assert found is not None
    assert found.root == f"/state/conversations/{scope.name}"
    assert conversation_folder("/state/conversations", Viewer("main")) is None


@pytest.mark.parametrize(
    ("viewer", "at", "answered"),
    [
        pytest.param(OWNER, path("k", "s"), True, id="the present part"),
        pytest.param(OWNER, path("k", "before"), False, id="a part before a reset"),
        pytest.param(OWNER, path("k", None), True, id="a part that nobody named"),
        pytest.param(OWNER, path("other", "s"), False, id="another conversation"),
        pytest.param(
            Viewer("main", session_key="k"), path("k", "before"), True, id="any part where nobody says which"
        ),
        pytest.param(
            Viewer("main", session_id="s"), path(None, "s"), True, id="a conversation known by its id"
        ),
        pytest.param(Viewer("main", session_id="s"), path("k", "t"), False, id="another id"),
        pytest.param(Viewer("main"), path("k", "s"), False, id="nobody says which conversation"),
        pytest.param(OWNER, "2026-11-30/x", False, id="another file"),
    ],
)
def test_what_is_being_answered_is(viewer: Viewer, at: str, answered: bool) -> None:
    assert made().is_being_answered(at, viewer) is answered
    if answered:
        glob = made().being_answered_glob(viewer)
        assert glob == "*" or at.partition("/")[2].startswith(glob[2:-1])


@pytest.mark.parametrize("name", ["p-xyz", "x-" + "0" * 32, ".lock", "p-" + "0" * 31])
def test_no_scope_is_called(name: str) -> None:
    assert is_scope(NAME)
    assert not is_scope(name)


def test_all_files_of_a_session_have_one_pattern() -> None:
    assert segment_name("k", "s", "*") == segment_name("k", "s", 7).replace("0007", "*")


def test_a_stored_file_is_read_as_what_was_said() -> None:
    said = (Said("Ada", "user", Origin.OWNER, "I moved to Lisbon."),)
    text = written(CapturedTurn("t", datetime(2026, 11, 30, 14, 5, tzinfo=UTC), said))

    assert made().shown(text).startswith("Ada, 2026-11-30 14:05:\nI moved")
    assert [each.text for each in made().chunks(text, "x", Trust(Origin.UNTRUSTED, "private"))] == [
        "I moved to Lisbon."
    ]
