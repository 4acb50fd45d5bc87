"""A recalled fact reaches the model inside the current user message, and nobody else."""

import pytest

from recall_sidecar.block import GUIDANCE, TAG
from tests.openclaw.facts import fact
from tests.openclaw.packages import needed
from tests.openclaw.sidecar import DAEMON_KEY
from tests.openclaw.stage import ODD, SHARED, Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]


async def test_a_recalled_fact_stands_tagged_in_front_of_the_users_own_words(stage: Stage) -> None:
    rent = fact("rent")

    asked = await stage.ask(rent.question, stage.chat())

    head, _, rest = asked.request.message.partition(f"<{TAG}>\n")
    block, _, own = rest.partition(f"\n</{TAG}>\n\n")
    # The gateway puts the time in front of every user message.
    assert head.endswith("] Context:\n")
    assert f"“{rent.text}”" in block
    assert own.startswith(rent.question)
    assert asked.request.message.count(TAG) == 2


async def test_a_recall_costs_one_model_call_that_the_daemon_makes_with_its_own_key(stage: Stage) -> None:
    before = await stage.provider.count()

    await stage.ask(fact("train").question, stage.chat())

    seen = await stage.provider.requests(after=before)
    assert [request.kind for request in seen] == ["ours", "main"]
    assert [request.key == DAEMON_KEY for request in seen] == [True, False]


async def test_a_recalled_fact_is_escaped(stage: Stage) -> None:
    asked = await stage.ask(ODD.question, stage.chat())

    assert "reads &quot;Beware of Tom &amp; Jerry&quot; in 5 &lt; 7 colours." in asked.request.message


async def test_the_chat_shows_the_users_words_and_the_reply_alone(stage: Stage) -> None:
    tea, chat = fact("tea"), stage.chat()
    since = len(stage.client.events)

    asked = await stage.ask(tea.question, chat)

    assert tea.text in asked.request.message
    assert await stage.client.history(chat) == [("user", tea.question), ("assistant", "Noted, thank you.")]
    assert not [
        event for event in stage.client.events[since:] if TAG in event.text or "hojicha" in event.text
    ]


async def test_what_was_recalled_is_not_in_the_history_of_the_next_request(stage: Stage) -> None:
    chat = stage.chat()
    first, second = fact("cabin"), fact("printer")
    assert first.text in (await stage.ask(first.question, chat)).request.message

    later = await stage.ask(second.question, chat)

    assert second.text in later.request.message
    assert first.question in later.request.earlier
    assert first.text not in later.request.earlier
    assert TAG not in later.request.earlier


async def test_the_system_prompt_explains_the_block_and_stays_the_same_to_the_byte(stage: Stage) -> None:
    chat = stage.chat()
    messages = [fact("grinder").question, fact("choir").question, "Xyzzy plugh?"]

    requests = [(await stage.ask(message, chat)).request for message in messages]

    assert fact("grinder").text in requests[0].message
    assert fact("choir").text in requests[1].message
    assert TAG not in requests[2].message
    assert GUIDANCE in requests[0].system
    assert len({request.system for request in requests}) == 1


async def test_a_message_that_memory_does_not_help_with_goes_on_without_a_block(stage: Stage) -> None:
    chat = stage.chat()

    asked = await stage.ask("Xyzzy plugh?", chat)

    assert TAG not in asked.request.message
    assert [trace["status"] for trace in await stage.traces(chat)] == ["empty"]


async def test_a_turn_that_the_settings_skip_gets_no_block(stage: Stage) -> None:
    chat = stage.chat("asker")
    before = await stage.provider.count()

    asked = await stage.ask(fact("rent").question, chat)

    (trace,) = await stage.traces(chat)
    assert (trace["status"], trace["reason"]) == ("skipped", "no_recall_intent")
    assert TAG not in asked.request.message
    assert await stage.provider.requests("ours", after=before) == []


async def test_a_group_gets_no_block_unless_the_settings_allow_groups(stage: Stage) -> None:
    chat = stage.chat(place="telegram:group")

    asked = await stage.ask(SHARED.question, chat)

    (trace,) = await stage.traces(chat)
    assert (trace["status"], trace["reason"]) == ("skipped", "chat_type")
    assert TAG not in asked.request.message


async def test_a_group_that_is_allowed_gets_shared_memory_and_never_private_memory(stage: Stage) -> None:
    chat = stage.chat("social", "telegram:group")

    shared = await stage.ask(SHARED.question, chat)
    private = await stage.ask(fact("rent").question, chat)

    assert SHARED.text in shared.request.message
    assert TAG not in private.request.message
