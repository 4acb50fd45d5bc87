"""What a user types about memory is answered, holds at once, and shows in the chat."""

import pytest

from recall_sidecar.block import TAG
from tests.openclaw.client import READ, connected
from tests.openclaw.facts import fact
from tests.openclaw.packages import needed
from tests.openclaw.stage import Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]

RENT, TEA = fact("rent"), fact("tea")


@pytest.mark.parametrize("command", ["/active-memory", "/recall"])
async def test_a_session_that_is_switched_off_recalls_nothing_until_it_is_on_again(
    stage: Stage, command: str
) -> None:
    chat = stage.chat()

    off = await stage.client.turn(f"{command} off", chat)
    without = await stage.ask(RENT.question, chat)
    elsewhere = await stage.ask(RENT.question, stage.chat())
    on = await stage.client.turn(f"{command} on", chat)
    again = await stage.ask(RENT.question, chat)

    assert off.text.startswith("Active Memory: off for this session.")
    assert TAG not in without.request.message
    assert RENT.text in elsewhere.request.message
    assert on.text.startswith("Active Memory: on for this session.")
    assert RENT.text in again.request.message


@pytest.mark.parametrize("word", ["status", "help"])
async def test_a_question_about_memory_is_answered_without_the_model(stage: Stage, word: str) -> None:
    before = await stage.provider.count()

    answer = await stage.client.turn(f"/recall {word}", stage.chat())

    assert (
        "/active-memory" in answer.text
        if word == "help"
        else answer.text == "Active Memory: on for this session."
    )
    assert await stage.provider.count() == before


async def test_an_administrator_switches_memory_off_for_everybody_and_on_again(stage: Stage) -> None:
    off = await stage.client.turn("/active-memory off --global", stage.chat())
    try:
        without = await stage.ask(TEA.question, stage.chat())
    finally:
        on = await stage.client.turn("/active-memory on --global", stage.chat())
    again = await stage.ask(TEA.question, stage.chat())

    assert off.text.startswith("Active Memory: off globally.")
    assert TAG not in without.request.message
    assert on.text.startswith("Active Memory: on globally.")
    assert TEA.text in again.request.message


async def test_a_user_without_the_admin_scope_cannot_switch_memory_off_for_everybody(stage: Stage) -> None:
    async with connected(stage.gateway, READ) as user:
        refused = await user.turn("/active-memory off --global", stage.chat())

    asked = await stage.ask(TEA.question, stage.chat())

    assert "off globally" not in refused.text
    assert TEA.text in asked.request.message


async def test_recall_why_explains_the_last_turn_without_words_of_memory(stage: Stage) -> None:
    chat = stage.chat()
    before = await stage.client.turn("/recall why", chat)

    await stage.ask(RENT.question, chat)
    recalled = await stage.client.turn("/recall why", chat)
    await stage.ask("Xyzzy plugh?", chat)
    empty = await stage.client.turn("/recall why", chat)

    assert len({before.text, recalled.text, empty.text}) == 3
    assert "Brandt" not in recalled.text
    assert all(answer.text.strip() for answer in (before, recalled, empty))


async def test_status_and_debug_lines_show_in_the_chat_when_asked_for(stage: Stage) -> None:
    chat = stage.chat()
    await stage.client.turn("/verbose on", chat)
    await stage.client.turn("/trace on", chat)
    since = len(stage.client.events)

    await stage.ask(RENT.question, chat)

    shown = await stage.client.event(lambda it: it.session_key == chat and "🧩" in it.text, since=since)
    assert "🧩 Active Memory: status=ok" in shown.text
    debug = await stage.client.event(lambda it: it.session_key == chat and "🔎" in it.text, since=since)
    assert "🔎 Active Memory Debug:" in debug.text
    status = await stage.client.turn("/status", chat)
    assert "🧩 Active Memory: status=ok" in status.text


async def test_a_turn_without_the_switches_shows_no_lines(stage: Stage) -> None:
    chat = stage.chat()
    since = len(stage.client.events)

    await stage.ask(RENT.question, chat)
    await stage.client.turn("/recall status", chat)

    assert not [text for text in stage.client.texts(chat, since=since) if "🧩" in text or "🔎" in text]


async def test_the_lines_of_an_earlier_turn_are_gone_after_a_skipped_one(stage: Stage) -> None:
    chat = stage.chat()
    await stage.client.turn("/verbose on", chat)
    since = len(stage.client.events)
    await stage.ask(RENT.question, chat)
    await stage.client.event(lambda it: it.session_key == chat and "status=ok" in it.text, since=since)

    await stage.client.turn("/recall off", chat)
    since = len(stage.client.events)
    await stage.ask(TEA.question, chat)

    status = await stage.client.turn("/status", chat)
    assert "status=ok" not in status.text
    assert not [text for text in stage.client.texts(chat, since=since) if "status=ok" in text]
