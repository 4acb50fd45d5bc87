"""The chat commands that write something: a text into memory, a turn that was wrong into the own cases."""

import pytest

from recall_sidecar.paths import Paths
from tests.test_commands import KEY, NO_SESSION, Chat
from tests.turns import turn


@pytest.fixture
def chat(paths: Paths) -> Chat:
    return Chat(paths)


async def test_an_owner_has_a_text_remembered_as_it_is_typed(chat: Chat) -> None:
    await chat.says("/recall remember Jonas drinks  oolong.\nAnd tea.", sender_id="boss")
    await chat.says(" /active-memory  Remember to Remember --global", sender_is_owner=True, session_key=None)
    refused = [await chat.says("/recall remember tea", sender_is_owner=known) for known in (None, False)]

    assert chat.remembered == [("Jonas drinks  oolong.\nAnd tea.", "main"), ("to Remember --global", "main")]
    assert all("requires owner" in text for text in refused)


async def test_an_owner_has_the_last_turn_kept_with_what_would_have_been_right(chat: Chat) -> None:
    chat.host.turns[KEY] = turn()

    answers = [
        await chat.says(text, sender_id="boss")
        for text in ("/recall wrong", "/recall wrong Jonas drinks  oolong", "/active-memory WRONG nothing")
    ]

    assert answers == ["Kept."] * 3
    assert chat.wrong == [(turn(), ""), (turn(), "Jonas drinks  oolong"), (turn(), "nothing")]


async def test_nobody_else_has_a_turn_kept(chat: Chat) -> None:
    refused = [await chat.says("/recall wrong", sender_is_owner=known) for known in (None, False)]

    assert all("requires owner" in text for text in refused)
    assert await chat.says("/recall wrong", sender_id="boss", session_key=None) == NO_SESSION
    assert chat.wrong == []
