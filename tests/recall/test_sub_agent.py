"""One run of the sub-agent: its calls, its rounds, its reply, what is recorded of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import MemoryStoreError, ModelReplyInvalid, ModelUnreachable
from recall_sidecar.llm.port import (
    Finished,
    ModelRef,
    TextDelta,
    ToolCall,
    ToolCalls,
    ToolResult,
    Usage,
    UserText,
)
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.outcomes import NothingRelevant, Origin, Recalled, Unavailable, UnavailableReason
from recall_sidecar.paths import shipped
from recall_sidecar.recall.ask import Ask, Progress
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel, calls, says
from recall_sidecar.traced import ModelCallTrace
from tests.harness import SECRET, mask
from tests.recall.asking import NOW, ask, hit, progress

MODEL = ModelRef("mock", "fast")
ANSWER = "[1] Mara likes oolong tea."


class Run:
    """A sub-agent over fakes, and everything a test looks at."""

    def __init__(self, styles: Styles, spend: SpendLedger) -> None:
        self.model = ScriptedModel()
        self.memory = MemoryFixture()
        self.spend = spend
        self.clock = FakeClock(NOW)
        self.heard: list[ModelCallTrace] = []
        self.agent = SubAgent(
            memory=self.memory,
            model=self.model,
            styles=lambda: styles,
            mask=mask,
            spend=spend,
            clock=self.clock,
            on_call=self.heard.append,
        )

    async def __call__(
        self, asked: Ask | None = None, found: Progress | None = None, model: ModelRef = MODEL
    ) -> Any:  # noqa: ANN401
        """Run once and return the outcome."""
        return await self.agent.run(asked or ask(), model, found or progress(hit(1)))


@pytest.fixture
def styles(home: Path) -> Styles:
    """Return the styles that ship."""
    return load_styles(shipped("prompt_styles"), home / "prompt_styles")


@pytest.fixture
async def run(home: Path, styles: Styles) -> AsyncIterator[Run]:
    """Return a sub-agent whose ledger is written at the end."""
    spend = SpendLedger(home / "spend.json", FakeClock(NOW), {})
    yield Run(styles, spend)
    await spend.aclose()


async def test_the_first_call_already_holds_the_executed_search(run: Run) -> None:
    run.model.enqueue(says(ANSWER))
    found = progress(hit(1))

    outcome = await run(found=found)

    assert isinstance(outcome, Recalled)
    (request,) = run.model.requests
    question, search, result = request.messages
    assert isinstance(question, UserText)
    assert isinstance(search, ToolCalls)
    assert isinstance(result, ToolResult)
    assert found.conversation in question.text
    assert [(call.name, call.arguments) for call in search.calls] == [
        ("memory_search", {"query": found.search})
    ]
    assert result.call_id == search.calls[0].id
    assert "Mara likes oolong tea." in result.text
    assert run.memory.searches == []


async def test_the_settings_of_a_call_are_those_of_the_agent(run: Run) -> None:
    run.model.enqueue(says("NONE"))
    asked = ask(
        settings={
            "model": {"name": "mock/fast", "thinking": "low", "fast_mode": True, "max_output_tokens": 500},
            "inject": {"max_summary_chars": 321},
            "recall": {"tools_allow": ["memory_search"]},
        }
    )

    await run(asked)

    (request,) = run.model.requests
    assert (request.thinking, request.fast_mode, request.max_output_tokens) == ("low", True, 500)
    assert [spec.name for spec in request.tools] == ["memory_search"]
    assert "321" in request.system
    assert "2026-11-30" in request.system


async def test_the_text_between_the_marks_cannot_guess_the_next_mark(run: Run) -> None:
    run.model.enqueue(says("NONE"), says("NONE"))

    await run()
    await run()

    first, second = (request.messages[2] for request in run.model.requests)
    assert str(first) != str(second)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        pytest.param("NONE", NothingRelevant("model"), id="nothing"),
        pytest.param(
            "Sure, happy to help!",
            Unavailable(UnavailableReason.REPLY, "reply_to_user"),
            id="a reply to the user",
        ),
        pytest.param(
            "[7] Mara likes tea.", Unavailable(UnavailableReason.REPLY, "bad_sources"), id="an unseen passage"
        ),
        pytest.param(
            "Mara likes tea.", Unavailable(UnavailableReason.REPLY, "no_sources"), id="no passage at all"
        ),
    ],
)
async def test_a_reply_without_a_note_is_its_own_outcome(run: Run, reply: str, outcome: object) -> None:
    run.model.enqueue(says(reply))
    found = progress(hit(1))

    assert await run(found=found) == outcome
    assert found.partial() is None


async def test_a_note_rests_on_the_passages_it_names_and_is_trusted_as_the_least_of_them(run: Run) -> None:
    run.model.enqueue(says("[1,3] Mara likes oolong tea, from a blue cup."))
    found = progress(
        hit(1), hit(2, "Unrelated."), hit(3, "A blue cup.", path="memory/c.md", origin=Origin.UNTRUSTED)
    )

    outcome = await run(found=found)

    assert isinstance(outcome, Recalled)
    assert [source.path for source in outcome.sources] == ["MEMORY.md", "memory/c.md"]
    assert outcome.trust is Origin.UNTRUSTED


async def test_a_secret_that_a_model_makes_up_is_masked(run: Run) -> None:
    run.model.enqueue(says(f"[1] The key is {SECRET}, as ever."))

    outcome = await run(ask(settings={"recall": {"verify": False}}))

    assert isinstance(outcome, Recalled)
    assert outcome.summary == "The key is [secret], as ever."


async def test_none_ends_the_call_before_the_model_is_done(run: Run) -> None:
    run.model.enqueue([TextDelta("NONE\n"), TextDelta("because"), ModelUnreachable("never read")])
    found = progress(hit(1))

    assert await run(found=found) == NothingRelevant("model")
    assert found.model_calls[0].ended == "settled"
    assert run.model.open_streams == 0


async def test_what_is_written_so_far_stands_ready_while_it_is_grounded(run: Run) -> None:
    found = progress(hit(1))
    run.model.enqueue([TextDelta("[1] Mara likes oolong tea in the morning. She"), ModelUnreachable("cut")])

    with pytest.raises(ModelUnreachable):
        await run(found=found)

    written = found.partial()
    assert written is not None
    assert (written.summary, written.partial) == ("Mara likes oolong tea in the morning.", True)


async def test_a_model_may_search_again_and_rest_on_what_it_found(run: Run) -> None:
    run.memory.add("The favourite cup is blue.", path="memory/c.md", origin=Origin.AGENT)
    run.memory.passages[0] = hit(9, "The favourite cup is blue.", path="memory/c.md").passage
    run.model.enqueue(calls("memory_search", query="favourite cup"), says("[1,2] Oolong, from the blue cup."))

    outcome = await run()

    assert isinstance(outcome, Recalled)
    assert [source.path for source in outcome.sources] == ["MEMORY.md", "memory/c.md"]
    asked, told = run.model.requests[1].messages[-2:]
    assert isinstance(asked, ToolCalls)
    assert isinstance(told, ToolResult)
    assert "The favourite cup is blue." in told.text


@pytest.mark.parametrize("rounds", [0, 1, 2])
async def test_the_rounds_are_bounded_and_the_last_one_is_said_to_be_so(run: Run, rounds: int) -> None:
    run.model.enqueue(*[calls("memory_search", query="tea")] * (rounds + 1))

    outcome = await run(ask(settings={"recall": {"max_tool_rounds": rounds}}))

    assert outcome == Unavailable(UnavailableReason.REPLY, f"still calling tools after {rounds} rounds")
    assert len(run.model.requests) == rounds + 1
    ends = [
        isinstance(last := request.messages[-1], ToolResult) and last.text.endswith("agreed format.")
        for request in run.model.requests
    ]
    assert ends == [False] * rounds + [rounds > 0]


@pytest.mark.parametrize(
    ("takes", "recall", "names"),
    [
        pytest.param(True, {}, ["memory_search", "memory_get"], id="both by default"),
        pytest.param(True, {"tools_allow": ["memory_get"]}, ["memory_get"], id="the allowed one"),
        pytest.param(False, {}, [], id="none where they would not arrive"),
        pytest.param(True, {"max_tool_rounds": 0}, [], id="none without a round to use them in"),
        pytest.param(True, {"tools_allow": []}, [], id="none where none is allowed"),
    ],
)
async def test_the_prompt_speaks_of_searching_again_only_where_tools_are_offered(
    run: Run, takes: bool, recall: dict[str, Any], names: list[str]
) -> None:
    run.model.tools = takes
    run.model.enqueue(says("NONE"))

    await run(ask(settings={"recall": recall}))

    (request,) = run.model.requests
    assert [spec.name for spec in request.tools] == names
    assert ("Search again or read on" in request.system) is bool(names)
    assert ("There is no other search" in request.system) is not bool(names)


async def test_a_model_that_calls_a_tool_it_was_not_offered_is_not_asked_again(run: Run) -> None:
    run.model.tools = False
    run.model.enqueue(calls("memory_search", query="tea"))

    assert await run() == Unavailable(UnavailableReason.REPLY, "still calling tools after 0 rounds")
    assert run.memory.searches == []


async def test_several_calls_of_one_reply_are_all_answered(run: Run) -> None:
    both = (ToolCall("a", "memory_search", {"query": "tea"}), ToolCall("b", "exec", {}))
    run.model.enqueue([ToolCalls(both), Finished("tool_calls", Usage())], says("NONE"))

    await run()

    answers = [message for message in run.model.requests[1].messages if isinstance(message, ToolResult)]
    assert [answer.call_id for answer in answers[1:]] == ["a", "b"]


async def test_a_call_is_recorded_with_its_times_tokens_and_tools(run: Run) -> None:
    usage = Usage(input_tokens=90, output_tokens=7, cost=0.25)
    run.model.enqueue(
        [ToolCalls((ToolCall("a", "memory_search", {"query": "tea"}),)), Finished("tool_calls", usage)],
        [TextDelta("NONE"), Finished("stop", usage)],
    )
    found = progress(hit(1))

    await run(found=found)

    first, second = found.model_calls
    assert (first.model, first.chosen_by, first.ended) == ("mock/fast", "name", "tool_calls")
    assert (first.first_token_ms, first.tool_calls) == (None, ("memory_search",))
    assert (second.input_tokens, second.output_tokens, second.cost) == (90, 7, 0.25)
    assert (second.first_token_ms, second.ended) == (0.0, "stop")
    assert (run.spend.totals().calls, run.spend.totals().cost) == (2, 0.5)
    assert (first.started_ms, first.tools_ms) == (0.0, (0.0,))
    # Whoever counts is told of each as it ends.
    assert [call.ended for call in run.heard] == ["tool_calls", "stop"]


async def test_a_call_left_early_is_counted_by_estimate_and_has_no_price(run: Run) -> None:
    run.model.enqueue([TextDelta("NONE\n"), ModelUnreachable("never read")])
    found = progress(hit(1))

    await run(found=found)

    (request,) = run.model.requests
    question, _, result = request.messages
    assert isinstance(question, UserText)
    assert isinstance(result, ToolResult)
    (call,) = found.model_calls
    asked = len(request.system) + len(question.text) + len(result.text)
    assert (call.input_tokens, call.output_tokens, call.cost) == (asked // 4, 2, None)
    spent = run.spend.totals()
    assert (spent.input_tokens, spent.output_tokens, spent.unpriced) == (asked // 4, 2, 1)


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        pytest.param(Usage(), None, id="nothing: by estimate, without a price"),
        pytest.param(Usage(cost=0.5), 0.5, id="the price alone: the tokens by estimate"),
    ],
)
async def test_a_reply_whose_tokens_nobody_counted_is_counted_by_estimate(
    run: Run, usage: Usage, counted: float | None
) -> None:
    run.model.enqueue([TextDelta("NONE"), Finished("stop", usage)])
    found = progress(hit(1))

    await run(found=found, model=ModelRef("host", ""))

    (request,) = run.model.requests
    asked = len(request.system) + sum(
        len(message.text) for message in request.messages if not isinstance(message, ToolCalls)
    )
    (call,) = found.model_calls
    assert (call.input_tokens, call.output_tokens, call.cost) == (asked // 4, 1, counted)
    spent = run.spend.totals()
    assert (spent.input_tokens, spent.output_tokens) == (asked // 4, 1)
    assert (spent.cost, spent.unpriced) == (counted or 0.0, counted is None)


async def test_a_call_that_fails_is_recorded_too(run: Run) -> None:
    run.model.enqueue([ModelUnreachable("refused")])
    found = progress(hit(1))

    with pytest.raises(ModelUnreachable):
        await run(found=found)

    assert [(call.ended, call.input_tokens) for call in found.model_calls] == [("cut", 0)]
    assert run.spend.totals().calls == 1


async def test_a_stream_that_ends_before_it_began_is_an_invalid_reply(run: Run) -> None:
    run.model.enqueue([])

    with pytest.raises(ModelReplyInvalid) as caught:
        await run()

    assert (caught.value.model, caught.value.provider) == ("mock/fast", "mock")


async def test_no_call_is_made_past_a_spend_limit(run: Run) -> None:
    run.model.enqueue(calls("memory_search", query="tea"))

    outcome = await run(ask(settings={"model": {"name": "mock/fast", "max_calls_per_hour": 1}}))

    assert isinstance(outcome, Unavailable)
    assert outcome.reason is UnavailableReason.SPEND_LIMIT
    assert "max_calls_per_hour" in outcome.detail
    assert len(run.model.requests) == 1


async def test_a_memory_that_breaks_under_a_tool_is_an_error(run: Run) -> None:
    run.memory.fails = MemoryStoreError("locked")
    run.model.enqueue(calls("memory_search", query="tea"))

    with pytest.raises(MemoryStoreError):
        await run()


@pytest.mark.parametrize("keep", [True, False])
async def test_prompts_are_kept_only_when_asked_for(run: Run, keep: bool) -> None:
    run.model.enqueue(calls("memory_search", query="tea"), says("NONE"))
    found = progress(hit(1))

    await run(ask(keep_prompts=keep), found)

    if keep:
        first, second = found.prompts
        assert [message["kind"] for message in first["messages"]] == ["UserText", "ToolCalls", "ToolResult"]
        assert [call["name"] for call in first["toolCalls"]] == ["memory_search"]
        assert (second["model"], second["reply"]) == ("mock/fast", "NONE")
    else:
        assert found.prompts == []
