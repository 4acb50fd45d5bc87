"""The sub-agent: a fast model that reads what a search found and answers NONE or one summary.

Its first call already contains the executed search, so that one round trip is the rule. It may search again or read
on, a bounded number of times. A reply that is settled early ends its call at once.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from recall_sidecar import prompts
from recall_sidecar.deadline import Clock
from recall_sidecar.errors import ModelReplyInvalid
from recall_sidecar.llm.port import (
    ChatMessage,
    Finished,
    ModelClient,
    ModelRef,
    ModelRequest,
    TextDelta,
    ToolCall,
    ToolCalls,
    ToolResult,
    ToolSpec,
    Usage,
    UserText,
)
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.port import MemorySource
from recall_sidecar.outcomes import (
    NothingRelevant,
    Recalled,
    RecallOutcome,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.recall import reply
from recall_sidecar.recall.ask import Ask, Mask, Progress, no_summary
from recall_sidecar.recall.believed import believed
from recall_sidecar.recall.memory_tools import MemoryTools
from recall_sidecar.recall.tools import tool_specs
from recall_sidecar.recall.verify.verdict import prepare
from recall_sidecar.styles import Styles
from recall_sidecar.traced import ModelCallTrace

__all__ = ["SubAgent"]

# Calls in one reply that are answered; no sensible reply makes more.
_MOST_CALLS = 8
_CHARS_PER_TOKEN = 4
_LAST_ROUND = "\nThat was the last search. Answer now in the agreed format."


@dataclass(slots=True)
class _Reply:
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage | None = None
    ended: str = "cut"
    model: str = ""
    first_token_ms: float | None = None


def _unheard(_call: ModelCallTrace) -> None:
    """Stand for nobody who counts calls."""


class SubAgent:
    """Runs the model for one recall at a time; holds no state of its own between runs.

    `on_call` is told of each call when it ends, also of one whose turn was answered before; it must be quick and not raise.
    """

    def __init__(
        self,
        *,
        memory: MemorySource,
        model: ModelClient,
        styles: Callable[[], Styles],
        mask: Mask,
        spend: SpendLedger,
        clock: Clock,
        on_call: Callable[[ModelCallTrace], None] = _unheard,
    ) -> None:
        self._memory = memory
        self._model = model
        self._styles = styles
        self._mask = mask
        self._spend = spend
        self._clock = clock
        self._on_call = on_call

    async def run(self, ask: Ask, model: ModelRef, progress: Progress) -> RecallOutcome:
        """Ask `model` about the hits in `progress` and judge its reply.

        Raises `ModelError` when the call fails and `MemoryStoreError` when a tool cannot read memory.
        """
        marker = secrets.token_hex(6)
        specs = self._offered(ask, model)
        tools = MemoryTools(self._memory, self._mask, ask, progress, specs=specs, marker=marker)
        first = ToolCall(secrets.token_hex(5)[:9], "memory_search", {"query": progress.search})
        messages: list[ChatMessage] = [
            UserText(prompts.user_prompt(progress.conversation, marker)),
            ToolCalls((first,)),
            ToolResult(first.id, first.name, tools.show(progress.hits)),
        ]
        request = self._request(ask, model, tools, tuple(messages))
        rounds = ask.settings.recall.max_tool_rounds if specs else 0
        for spent in range(rounds + 1):
            if (limit := self._spend.admit(ask.settings.model)) is not None:
                return Unavailable(UnavailableReason.SPEND_LIMIT, limit)
            answer = await self._call(replace(request, messages=tuple(messages)), ask, progress)
            if not answer.calls:
                return self._conclude(answer, ask, progress)
            if spent == rounds:
                break
            made = answer.calls[:_MOST_CALLS]
            messages.append(ToolCalls(made))
            results = await self._run_tools(made, tools, progress)
            if spent == rounds - 1:
                results[-1] = replace(results[-1], text=results[-1].text + _LAST_ROUND)
            messages.extend(results)
        return Unavailable(UnavailableReason.REPLY, f"still calling tools after {rounds} rounds")

    async def _run_tools(
        self, made: Sequence[ToolCall], tools: MemoryTools, progress: Progress
    ) -> list[ToolResult]:
        """Return what the tools say, one after another; the call that asked for them notes how long each took."""
        results, took = [], []
        for call in made:
            begun = self._clock.monotonic()
            results.append(await tools.run(call))
            took.append((self._clock.monotonic() - begun) * 1000)
        progress.model_calls[-1] = replace(progress.model_calls[-1], tools_ms=tuple(took))
        return results

    def _offered(self, ask: Ask, model: ModelRef) -> tuple[ToolSpec, ...]:
        """Return the tools the model may use: none without a round to use them in, or where they would not arrive."""
        recall = ask.settings.recall
        if recall.max_tool_rounds == 0 or not ask.client_for(model, self._model).takes_tools(model):
            return ()
        return tool_specs(recall.tools_allow)

    def _request(
        self, ask: Ask, model: ModelRef, tools: MemoryTools, messages: tuple[ChatMessage, ...]
    ) -> ModelRequest:
        recall, limits = ask.settings.recall, ask.settings.model
        style = self._styles().resolve(recall.prompt_style, ask.query.mode)
        system = prompts.system_prompt(
            style,
            recall,
            max_summary_chars=ask.settings.inject.max_summary_chars,
            today=ask.now.date(),
            tools=bool(tools.specs),
        )
        return ModelRequest(
            model,
            system,
            messages,
            tools.specs,
            thinking=limits.thinking,
            fast_mode=limits.fast_mode,
            max_output_tokens=limits.max_output_tokens,
        )

    async def _call(self, request: ModelRequest, ask: Ask, progress: Progress) -> _Reply:
        begun = self._clock.monotonic()
        request = replace(request, useful_ms=int(progress.useful_s(ask.deadline) * 1000))
        got = _Reply()
        try:
            await self._read(request, got, ask, progress, begun)
        finally:
            self._record(request, got, progress, ask, begun)
            if ask.keep_prompts:
                progress.prompts.append(_masked(_readable(request, got), self._mask))
        return got

    async def _read(
        self, request: ModelRequest, got: _Reply, ask: Ask, progress: Progress, begun: float
    ) -> None:
        reader = reply.ReplyReader(max_chars=ask.settings.inject.max_summary_chars)
        client = ask.client_for(request.model, self._model)
        async with client.stream(request) as chunks:
            async for chunk in chunks:
                match chunk:
                    case TextDelta(text):
                        if got.first_token_ms is None:
                            got.first_token_ms = (self._clock.monotonic() - begun) * 1000
                            await asyncio.to_thread(prepare)
                        reader.feed(text)
                        got.text = reader.text
                        progress.partial = partial(self._partial, got, ask, progress)
                    case ToolCalls(made):
                        got.calls = made
                    case Finished(reason, usage, answered_by):
                        got.ended, got.usage, got.model = reason, usage, answered_by
                # What a host's model said is whole when it comes, and counted behind it.
                if reader.verdict != "open" and not got.calls and not request.model.is_lent:
                    # The context closes the connection: whatever the model would still say is not paid for.
                    got.ended = got.ended if got.ended != "cut" else "settled"
                    return
        if not got.text and not got.calls and got.ended == "cut":
            message = "the reply ended before it began"
            raise ModelReplyInvalid(message, model=str(request.model), provider=request.model.provider)

    def _record(self, request: ModelRequest, got: _Reply, progress: Progress, ask: Ask, begun: float) -> None:
        usage = _counted(request, got)
        self._spend.record(usage)
        call = ModelCallTrace(
            model=f"{request.model} ({got.model})" if got.model else str(request.model),
            chosen_by=request.model.origin,
            duration_ms=(self._clock.monotonic() - begun) * 1000,
            first_token_ms=got.first_token_ms,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost=usage.cost,
            ended=got.ended,
            tool_calls=tuple(call.name for call in got.calls),
            started_ms=(begun - ask.deadline.started_at) * 1000,
        )
        progress.model_calls.append(call)
        self._on_call(call)

    def _partial(self, got: _Reply, ask: Ask, progress: Progress) -> Recalled | None:
        summary = reply.partial(
            got.text, shown=len(progress.shown), max_chars=ask.settings.inject.max_summary_chars
        )
        recalled = None if summary is None else believed(summary, ask, progress, self._mask)
        return None if recalled is None else replace(recalled, partial=True)

    def _conclude(self, got: _Reply, ask: Ask, progress: Progress) -> RecallOutcome:
        progress.partial = no_summary
        if got.ended == "length":
            # The model ran into its own limit: what stands before it is partial, whole as it may look.
            so_far = self._partial(got, ask, progress)
            return so_far or Unavailable(UnavailableReason.REPLY, "cut off by model.max_output_tokens")
        limit = ask.settings.inject.max_summary_chars
        match reply.judge(got.text, shown=len(progress.shown), max_chars=limit):
            case reply.Nothing():
                return NothingRelevant("model")
            case reply.Summary() as summary:
                # What was asked for is known, and nothing of the answer could be believed.
                return (
                    believed(summary, ask, progress, self._mask)
                    or progress.fallback("unsupported")
                    or NothingRelevant("verify")
                )
            case reply.NotMemory(kind):
                return Unavailable(UnavailableReason.REPLY, kind)


def _counted(request: ModelRequest, got: _Reply) -> Usage:
    """Return what a call used; by estimate where its tokens were counted by nobody, as some hosts do not."""
    if got.usage is None:
        return _estimated(request, got)
    if got.usage.input_tokens or got.usage.output_tokens:
        return got.usage
    return replace(_estimated(request, got), cost=got.usage.cost)


def _estimated(request: ModelRequest, got: _Reply) -> Usage:
    """Return about what a call used that was left before the provider counted; one without a word used nothing."""
    if not got.text:
        return Usage()
    told = (message.text for message in request.messages if not isinstance(message, ToolCalls))
    asked = len(request.system) + sum(map(len, told))
    return Usage(asked // _CHARS_PER_TOKEN, -(-len(got.text) // _CHARS_PER_TOKEN))


def _readable(request: ModelRequest, got: _Reply) -> dict[str, Any]:
    """Return a call as people read it: under `/trace raw` and in a transcript."""
    return {
        "model": str(request.model),
        "system": request.system,
        "messages": [{"kind": type(message).__name__, **asdict(message)} for message in request.messages],
        "reply": got.text,
        "toolCalls": [asdict(call) for call in got.calls],
        "ended": got.ended,
    }


def _masked(value: Any, mask: Mask) -> Any:  # noqa: ANN401 -- any JSON
    """Return `value` with the secrets in its texts masked: a model may repeat, or make up, what it was not shown."""
    match value:
        case str():
            return mask(value)
        case dict():
            return {key: _masked(inner, mask) for key, inner in value.items()}
        case list() | tuple():
            return [_masked(inner, mask) for inner in value]
        case _:
            return value
