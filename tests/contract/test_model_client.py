"""What every `ModelClient` does: the fake that tests rely on, and the real one with its worker."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

import pytest
import pytest_asyncio

from recall_sidecar.errors import ModelError, ModelUnreachable
from recall_sidecar.llm.port import (
    Finished,
    ModelChunk,
    ModelClient,
    ModelRef,
    ModelRequest,
    TextDelta,
    ToolCalls,
    ToolSpec,
    UserText,
)
from recall_sidecar.testing import ScriptedModel, Step, calls, says
from tests import provider as wire
from tests.real_worker import Pair, real_pair
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

Behaviour = Literal["says", "calls", "hangs", "fails"]
REQUEST = ModelRequest(
    ModelRef("openai", "gpt-4.1-mini"),
    "system",
    (UserText("?"),),
    (ToolSpec("memory_search", "Search.", {"type": "object", "properties": {}}),),
)


@dataclass
class Subject:
    """A client, and the fake or the provider that decides what it meets."""

    client: ModelClient
    script: ScriptedModel | wire.ScriptedProvider

    def meets(self, behaviour: Behaviour) -> None:
        if isinstance(self.script, ScriptedModel):
            fake: dict[Behaviour, list[Step]] = {
                "says": says("[1] tea", pieces=2),
                "calls": calls("memory_search", query="tea"),
                "hangs": [TextDelta("a"), 600.0],
                "fails": [ModelUnreachable("no")],
            }
            self.script.enqueue(fake[behaviour])
            return
        real = {
            "says": wire.says("[1] ", "tea"),
            "calls": wire.Reply((wire.Call("memory_search", '{"query": "tea"}'),)),
            "hangs": wire.Reply((wire.Say("a"), wire.Hang())),
            "fails": wire.Reply(status=500, body=b"{}"),
        }
        self.script.enqueue(real[behaviour])

    def open_calls(self) -> int:
        if isinstance(self.script, ScriptedModel):
            return self.script.open_streams
        return sum(not seen.ended.is_set() for seen in self.script.seen)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair() -> AsyncIterator[Pair]:
    async with real_pair() as made:
        yield made


@pytest.fixture(params=["ScriptedModel", "LiteLLMClient"])
def subject(request: pytest.FixtureRequest, pair: Pair) -> Subject:
    if request.param == "ScriptedModel":
        fake = ScriptedModel()
        return Subject(fake, fake)
    pair.fresh()
    return Subject(pair.client, pair.provider)


async def whole(client: ModelClient) -> list[ModelChunk]:
    async with asyncio.timeout(60), client.stream(REQUEST) as chunks:
        return [chunk async for chunk in chunks]


async def test_a_ready_client_says_so(subject: Subject) -> None:
    assert subject.client.state == "ready"
    assert subject.client.can_reach(REQUEST.model)
    assert subject.client.is_local(REQUEST.model)
    assert subject.client.takes_tools(REQUEST.model)


async def test_text_comes_in_order_and_the_last_chunk_is_the_end(subject: Subject) -> None:
    subject.meets("says")

    chunks = await whole(subject.client)

    assert "".join(c.text for c in chunks if isinstance(c, TextDelta)) == "[1] tea"
    assert isinstance(chunks[-1], Finished)
    assert chunks[-1].reason == "stop"
    assert chunks[-1].usage.input_tokens > 0


async def test_a_tool_call_is_one_chunk_with_parsed_arguments(subject: Subject) -> None:
    subject.meets("calls")

    chunks = await whole(subject.client)

    made = [call for c in chunks if isinstance(c, ToolCalls) for call in c.calls]
    assert [(call.name, call.arguments) for call in made] == [("memory_search", {"query": "tea"})]
    assert isinstance(chunks[-1], Finished)
    assert chunks[-1].reason == "tool_calls"


async def test_a_failure_is_a_model_error(subject: Subject) -> None:
    subject.meets("fails")

    with pytest.raises(ModelError):
        await whole(subject.client)


async def test_leaving_in_the_middle_ends_the_call(subject: Subject) -> None:
    subject.meets("hangs")

    async with asyncio.timeout(60), subject.client.stream(REQUEST) as chunks:
        await anext(chunks)
        assert subject.open_calls() == 1

    await until(lambda: subject.open_calls() == 0)


async def test_cancelling_the_caller_ends_the_call_and_stays_a_cancellation(subject: Subject) -> None:
    subject.meets("hangs")
    begun = asyncio.Event()

    async def read() -> None:
        async with subject.client.stream(REQUEST) as chunks:
            async for _ in chunks:
                begun.set()

    caller = asyncio.get_running_loop().create_task(read())
    async with asyncio.timeout(60):
        await begun.wait()
    caller.cancel()

    with pytest.raises(asyncio.CancelledError):
        await caller
    await until(lambda: subject.open_calls() == 0)


async def test_calls_at_the_same_time_do_not_mix(subject: Subject) -> None:
    for _ in range(5):
        subject.meets("says")

    replies = await asyncio.gather(*(whole(subject.client) for _ in range(5)))

    assert ["".join(c.text for c in r if isinstance(c, TextDelta)) for r in replies] == ["[1] tea"] * 5
