"""A command is read from its words."""

import pytest

from recall_sidecar.chat_command import Command, behind, parse


@pytest.mark.parametrize(
    ("text", "command"),
    [
        pytest.param("/active-memory", Command("active-memory", "status"), id="alone it asks for the status"),
        pytest.param("/active-memory off", Command("active-memory", "off"), id="an action"),
        pytest.param(
            "  /Active-Memory   OFF ", Command("active-memory", "off"), id="space and letter case are ignored"
        ),
        pytest.param("/recall on", Command("active-memory", "on"), id="the short form"),
        pytest.param("/active-memory enable", Command("active-memory", "on"), id="enable is on"),
        pytest.param("/active-memory enabled", Command("active-memory", "on"), id="enabled is on"),
        pytest.param("/active-memory disable", Command("active-memory", "off"), id="disable is off"),
        pytest.param("/active-memory disabled", Command("active-memory", "off"), id="disabled is off"),
        pytest.param(
            "/active-memory off --global", Command("active-memory", "off", True), id="for everybody"
        ),
        pytest.param(
            "/active-memory --global off", Command("active-memory", "off", True), id="the flag may come first"
        ),
        pytest.param(
            "/active-memory --global", Command("active-memory", "status", True), id="the global status"
        ),
        pytest.param("/verbose on", Command("verbose", "on"), id="verbose"),
        pytest.param("/trace raw", Command("trace", "raw"), id="trace"),
        pytest.param(
            "/active-memory dance", Command("active-memory", "dance"), id="an unknown action is kept"
        ),
        pytest.param("/activememory off", None, id="another command"),
        pytest.param("please /active-memory off", None, id="a command in the middle of a message"),
        pytest.param("", None, id="no text"),
    ],
)
def test_reading_a_command(text: str, command: Command | None) -> None:
    assert parse(text) == command


def test_what_stands_behind_a_word_is_kept_as_it_was_typed() -> None:
    assert behind("why", "/recall WHY  Mara drinks  Oolong ") == "Mara drinks  Oolong"
