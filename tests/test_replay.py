"""A trace gives its turn back, as far as it was kept."""

from dataclasses import replace

import pytest

from recall_sidecar.events import Message
from recall_sidecar.query import build
from recall_sidecar.replay import turn_of
from recall_sidecar.settings import QuerySettings
from recall_sidecar.traced import TurnTrace
from tests.turns import turn

ASKED = "which tea do I like?"


def test_who_asked_where_and_what_come_back() -> None:
    again = turn_of(turn(conversation_query=ASKED))

    assert again is not None
    assert (again.text, again.messages) == (ASKED, ())
    assert (again.agent_id, again.session_key, again.sender_id) == (
        "main",
        "agent:main:telegram:direct:42",
        "42",
    )
    assert (again.sender_is_owner, again.trigger, again.project_keys) == (
        True,
        "user",
        ("github.com/owner/repo",),
    )
    assert (again.run_id, again.message_id) == (None, None)


def test_the_earlier_conversation_comes_back_as_far_as_the_query_held_it() -> None:
    earlier = (Message("user", "I am thirsty"), Message("assistant", "Tea?"))
    first = turn_of(turn(conversation_query="yes"))
    assert first is not None
    query = build(replace(first, messages=earlier), QuerySettings(), lambda text: text)

    again = turn_of(turn(conversation_query=query.conversation))

    assert again is not None
    assert (again.text, tuple(again.messages)) == ("yes", earlier)


@pytest.mark.parametrize(
    "trace",
    [
        pytest.param(turn(conversation_query=""), id="its words were not kept"),
        pytest.param(turn(asker=None), id="an earlier version kept it"),
    ],
)
def test_what_was_not_kept_cannot_be_asked_again(trace: TurnTrace) -> None:
    assert turn_of(trace) is None
