from dataclasses import replace

import pytest

from recall_sidecar.memory.conversations.scopes import SCOPE_NAME_CHARS, mark, scope_of
from recall_sidecar.memory.port import Viewer

OWNER = Viewer("main", sender_id="42", sender_is_owner=True, channel="telegram")
ADA = Viewer("main", sender_id="7", channel="telegram")
GROUP = Viewer("main", "shared", sender_id="7", channel="telegram", chat_id="group:5")


@pytest.mark.parametrize(
    "viewer",
    [
        pytest.param(Viewer("main"), id="an unknown person"),
        pytest.param(replace(ADA, sender_is_owner=False), id="a known stranger"),
        pytest.param(replace(GROUP, sender_id=None), id="an unknown person in a group"),
        pytest.param(replace(GROUP, chat_id=None), id="an unknown group"),
    ],
)
def test_no_conversation_is(viewer: Viewer) -> None:
    assert scope_of(viewer) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(OWNER, replace(OWNER, sender_id="x", channel="discord"), id="the owner on all channels"),
        pytest.param(ADA, replace(ADA, session_key="other", session_id="y"), id="a person in all sessions"),
        pytest.param(GROUP, replace(GROUP, sender_id="8"), id="a group for its members"),
        pytest.param(GROUP, replace(GROUP, sender_is_owner=True), id="a group for the owner within"),
    ],
)
def test_one_scope_is(one: Viewer, other: Viewer) -> None:
    assert scope_of(one) == scope_of(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(OWNER, replace(OWNER, agent_id="work"), id="another agent"),
        pytest.param(OWNER, replace(OWNER, sender_is_owner=None), id="the owner and somebody with the same id"),
        pytest.param(ADA, replace(ADA, sender_id="8"), id="another person"),
        pytest.param(ADA, replace(ADA, channel="discord"), id="the same id on another channel"),
        pytest.param(ADA, GROUP, id="a group with the person in it"),
        pytest.param(GROUP, replace(GROUP, chat_id="channel:5"), id="another kind of chat"),
        pytest.param(GROUP, replace(GROUP, channel="discord"), id="another channel's group"),
        pytest.param(replace(ADA, channel='a", "b'), replace(ADA, channel="a", sender_id='b", "7'), id="separators in an id"),
        pytest.param(replace(ADA, agent_id="main", sender_id="owner"), OWNER, id="somebody who is called owner"),
    ],
)  # fmt: skip
def test_two_scopes_are(one: Viewer, other: Viewer) -> None:
    assert scope_of(one) != scope_of(other)


def test_a_name_says_nothing_of_who_it_is() -> None:
    scope = scope_of(ADA)

    assert scope is not None
    assert len(scope.name) == SCOPE_NAME_CHARS
    assert scope.name.startswith("p-")
    assert mark(None) == mark("")
    assert mark("a") != mark("b")
