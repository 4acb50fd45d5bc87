"""A client that cannot call: it waits for the host to bring the reply."""

import asyncio

import pytest

from recall_sidecar.errors import ModelTimeout, ModelUnreachable
from recall_sidecar.llm.lent import LentModel
from recall_sidecar.llm.lent_reply import LentFailure, LentReply
from recall_sidecar.llm.port import Finished, ModelChunk, ModelRef, ModelRequest, TextDelta, Usage, UserText

HOST = ModelRef("host", "")
REQUEST = ModelRequest(HOST, "system", (UserText("?"),))


async def ask(model: LentModel) -> list[ModelChunk]:
    async with model.stream(REQUEST) as chunks:
        return [chunk async for chunk in chunks]


def begin(model: LentModel) -> asyncio.Task[list[ModelChunk]]:
    return asyncio.get_running_loop().create_task(ask(model))


async def test_a_call_waits_until_the_host_brings_the_reply() -> None:
    model = LentModel()
    asking = begin(model)

    assert await model.order == REQUEST
    model.give(LentReply("[1] tea", "stop", "mock/m", Usage(7, 2)))

    assert not model.order.done()
    assert await asking == [TextDelta("[1] tea"), Finished("stop", Usage(7, 2), "mock/m")]


async def test_an_empty_reply_has_no_text() -> None:
    model = LentModel()
    asking = begin(model)
    await model.order

    model.give(LentReply(""))

    assert await asking == [Finished("stop", Usage())]


async def test_a_second_call_is_a_new_order() -> None:
    model = LentModel()
    for text in ("one", "two"):
        asking = begin(model)
        await model.order
        model.give(LentReply(text))
        assert (await asking)[0] == TextDelta(text)

    assert not model.order.done()


async def test_a_failure_is_raised() -> None:
    model = LentModel()
    asking = begin(model)
    await model.order

    model.give(LentFailure("timeout"))

    with pytest.raises(ModelTimeout):
        await asking


async def test_what_is_brought_twice_or_to_nobody_changes_nothing() -> None:
    model = LentModel()
    model.give(LentReply("nobody asked"))
    asking = begin(model)
    await model.order
    model.give(LentReply("first"))
    model.give(LentReply("second"))

    assert (await asking)[0] == TextDelta("first")
    model.give(LentReply("late"))


@pytest.mark.parametrize("when", ["before", "during"])
async def test_a_host_that_left_fails_the_call(when: str) -> None:
    model = LentModel()
    if when == "before":
        await model.aclose()
    asking = begin(model)
    await asyncio.sleep(0)
    if when == "during":
        model.withdraw()

    with pytest.raises(ModelUnreachable, match="did not take the prompt"):
        await asking


async def test_a_cancelled_call_takes_its_order_back() -> None:
    model = LentModel()
    asking = begin(model)
    await model.order

    asking.cancel()
    await asyncio.wait({asking})

    assert not model.order.done()


async def test_it_reaches_the_hosts_models_alone_and_offers_no_tools() -> None:
    model = LentModel()

    assert model.state == "ready"
    assert model.can_reach(ModelRef("host", "openai/gpt-5-mini"))
    assert not model.can_reach(ModelRef("openai", "gpt-5-mini"))
    assert not model.is_local(HOST)
    assert not model.takes_tools(HOST)
