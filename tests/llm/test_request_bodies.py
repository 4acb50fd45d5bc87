"""What reaches each provider, captured on the wire through the real worker and held to its documented rules.

Every request is the same: an executed search is shown, tools are offered, thinking is off. Each rule below is one a
provider answers with an error, or with silent nonsense, when it is broken.
"""

import re
from collections.abc import AsyncIterator, Set
from typing import Any

import pytest
import pytest_asyncio

from recall_sidecar.llm.port import (
    ModelRef,
    ModelRequest,
    ToolCall,
    ToolCalls,
    ToolResult,
    ToolSpec,
    UserText,
)
from tests.provider import Seen, says
from tests.real_worker import Pair, real_pair

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEARCH = ToolSpec(
    "memory_search",
    "Search memory.",
    {"type": "object", "properties": {"query": {"type": "string"}, "maxResults": {"type": "integer"}}, "required": ["query"]},
)  # fmt: skip
MESSAGES = (
    UserText("When is her birthday?"),
    ToolCalls((ToolCall("recall-search-1", "memory_search", {"query": "birthday"}),)),
    ToolResult("recall-search-1", "memory_search", "1. May 3rd"),
)
# Fields of OpenAI's chat completions that may be sent to any server that speaks it.
CHAT_FIELDS = {
    "model",
    "messages",
    "tools",
    "stream",
    "stream_options",
    "max_tokens",
    "max_completion_tokens",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair() -> AsyncIterator[Pair]:
    async with real_pair() as made:
        yield made


async def sent(pair: Pair, provider: str, model: str, **request: Any) -> Seen:  # noqa: ANN401
    pair.fresh().provider.enqueue(says("NONE"))
    asked = {"tools": (SEARCH,), "max_output_tokens": 300, **request}
    ask = ModelRequest(ModelRef(provider, model), "You read memory.", MESSAGES, **asked)
    async with pair.client.stream(ask) as chunks:
        async for _ in chunks:
            pass
    return pair.provider.seen[0]


def chat_rules(body: dict[str, Any], *, calls: bool, extra: Set[str] = frozenset()) -> None:
    """Hold a body to the rules every chat completions server shares."""
    assert set(body) <= CHAT_FIELDS | extra
    assert body["stream"] is True
    roles = [message["role"] for message in body["messages"]]
    # The o-series knows no system role; litellm sends the instructions as the user's.
    assert roles[0] in {"system", "user"}
    assert roles[1:] == (["user", "assistant", "tool"] if calls else ["user"])
    if calls:
        made = body["messages"][2]["tool_calls"]
        assert made[0]["type"] == "function"
        assert isinstance(made[0]["function"]["arguments"], str)
        assert body["messages"][3]["tool_call_id"] == made[0]["id"]
        assert body["tools"][0]["function"]["name"] == "memory_search"
    else:
        assert "May 3rd" in body["messages"][1]["content"]


@pytest.mark.parametrize(
    ("model", "effort", "tokens"),
    [
        pytest.param("gpt-5-mini", "minimal", 812, id="gpt-5-mini cannot be off"),
        pytest.param("gpt-5.2", "none", 300, id="gpt-5.2 can"),
        pytest.param("o4-mini", "low", 2348, id="o4-mini thinks a little"),
        pytest.param("gpt-4.1-mini", None, 300, id="gpt-4.1 knows no effort"),
    ],
)
async def test_openai(pair: Pair, model: str, effort: str | None, tokens: int) -> None:
    body = (await sent(pair, "openai", model)).body

    chat_rules(body, calls=True, extra={"reasoning_effort"})
    assert body.get("reasoning_effort") == effort
    assert body["max_completion_tokens"] == tokens, "max_tokens is refused by the models that reason"
    assert "max_tokens" not in body
    assert body["stream_options"] == {"include_usage": True}
    assert len(body["messages"][2]["tool_calls"][0]["id"]) <= 64


async def test_openai_in_fast_mode(pair: Pair) -> None:
    assert (await sent(pair, "openai", "gpt-5.2", fast_mode=True)).body["service_tier"] == "priority"


async def test_anthropic(pair: Pair) -> None:
    seen = await sent(pair, "anthropic", "claude-haiku-4-5")
    body = seen.body

    assert seen.path == "/v1/messages"
    assert seen.headers["x-api-key"] == "sk-anthropic"
    assert seen.headers["anthropic-version"]
    assert set(body) == {"model", "messages", "max_tokens", "system", "tools", "stream"}, (
        "no thinking: off is the default"
    )
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    made, answered = body["messages"][1]["content"][0], body["messages"][2]["content"][0]
    assert (made["type"], answered["type"]) == ("tool_use", "tool_result"), (
        "a result opens the message after its call"
    )
    assert re.fullmatch(r"[A-Za-z0-9_-]+", made["id"])
    assert answered["tool_use_id"] == made["id"]
    assert made["input"] == {"query": "birthday"}
    assert body["tools"][0]["input_schema"]["type"] == "object"


async def test_anthropic_while_it_thinks(pair: Pair) -> None:
    body = (await sent(pair, "anthropic", "claude-haiku-4-5", thinking="low")).body

    assert body["thinking"]["budget_tokens"] >= 1024
    assert body["max_tokens"] > body["thinking"]["budget_tokens"]
    assert [m["role"] for m in body["messages"]] == ["user"], "a call without its thinking block is refused"


@pytest.mark.parametrize(
    ("model", "config"),
    [
        pytest.param("gemini-2.5-flash", {"thinkingBudget": 0}, id="2.5 flash can be off"),
        pytest.param("gemini-2.5-pro", {"thinkingBudget": 128}, id="2.5 pro has a least budget"),
        pytest.param("gemini-3-flash-preview", {"thinkingLevel": "minimal"}, id="3 flash has levels"),
        pytest.param("gemini-3.1-pro-preview", {"thinkingLevel": "low"}, id="3 pro has no minimal"),
        pytest.param("gemini-2.0-flash", None, id="2.0 does not think"),
    ],
)
async def test_gemini(pair: Pair, model: str, config: dict[str, object] | None) -> None:
    seen = await sent(pair, "google", model)
    generation = seen.body["generationConfig"]

    assert seen.path == f"/v1beta/models/{model}:streamGenerateContent"
    assert "sk-google" in seen.headers.get("x-goog-api-key", "")
    assert generation["max_output_tokens"] >= 300
    thinking = generation.get("thinkingConfig")
    assert (thinking and {k: v for k, v in thinking.items() if k != "includeThoughts"}) == config
    assert [content["role"] for content in seen.body["contents"]] == ["user"]
    assert "functionCall" not in str(seen.body), "Gemini 3 refuses a call that lacks its own signature"
    assert "May 3rd" in str(seen.body["contents"])
    assert seen.body["tools"][0]["function_declarations"][0]["name"] == "memory_search"


async def test_cerebras_gpt_oss(pair: Pair) -> None:
    body = (await sent(pair, "cerebras", "gpt-oss-120b")).body

    chat_rules(body, calls=True, extra={"reasoning_effort"})
    assert body["reasoning_effort"] == "low", "low, medium and high are all it takes"


@pytest.mark.parametrize(
    ("model", "effort"), [("mistral-small-latest", "none"), ("magistral-small-latest", None)]
)
async def test_mistral(pair: Pair, model: str, effort: str | None) -> None:
    body = (await sent(pair, "mistral", model)).body

    chat_rules(body, calls=True, extra={"reasoning_effort"})
    assert re.fullmatch(r"[A-Za-z0-9]{9}", body["messages"][2]["tool_calls"][0]["id"])
    assert body.get("reasoning_effort") == effort
    assert "stream_options" not in body
    assert "max_completion_tokens" not in body, "unknown fields are refused"


@pytest.mark.parametrize("thinking", ["minimal", "low", "medium"])
async def test_mistral_is_never_sent_less_than_high_as_high(pair: Pair, thinking: str) -> None:
    body = (await sent(pair, "mistral", "mistral-small-latest", thinking=thinking)).body

    assert body["reasoning_effort"] == "none"


@pytest.mark.parametrize(("model", "effort"), [("openai/gpt-oss-20b", "low"), ("qwen/qwen3-32b", "none")])
async def test_groq(pair: Pair, model: str, effort: str) -> None:
    seen = await sent(pair, "groq", model)

    assert seen.path == "/openai/v1/chat/completions"
    assert seen.body["model"] == model
    chat_rules(seen.body, calls=True, extra={"reasoning_effort"})
    assert seen.body["reasoning_effort"] == effort


@pytest.mark.parametrize(
    ("model", "think", "calls"),
    [
        pytest.param("qwen3:8b", False, True, id="a model with tools"),
        pytest.param("gpt-oss:20b", "low", True, id="gpt-oss takes a level"),
        pytest.param("gemma3:4b", False, False, id="a model without tools"),
    ],
)
async def test_ollama(pair: Pair, model: str, think: object, calls: bool) -> None:
    seen = await sent(pair, "ollama", model)
    body = seen.body

    assert seen.path == "/api/chat"
    assert body["think"] == think
    assert body["options"]["num_predict"] >= 300
    assert ("tools" in body) is calls, "offering tools to a model without them is answered 400"
    roles = [message["role"] for message in body["messages"]]
    assert roles == (["system", "user", "assistant", "tool"] if calls else ["system", "user"])
    if calls:
        assert body["messages"][2]["tool_calls"][0]["function"]["arguments"] == {"query": "birthday"}
    assert "May 3rd" in str(body["messages"])


@pytest.mark.parametrize(
    ("model", "extra"),
    [
        pytest.param("my-model", {}, id="an unknown model is sent nothing special"),
        pytest.param(
            "Qwen/Qwen3-8B", {"chat_template_kwargs": {"enable_thinking": False}}, id="Qwen by its template"
        ),
    ],
)
async def test_a_plain_compatible_server(pair: Pair, model: str, extra: dict[str, object]) -> None:
    seen = await sent(pair, "plain", model)

    assert seen.path == "/v1/chat/completions"
    chat_rules(seen.body, calls=False, extra=set(extra))
    assert seen.body["max_tokens"] == 300
    assert "tools" not in seen.body, "a server without a tool parser refuses the whole request"
    assert {name: seen.body[name] for name in extra} == extra


@pytest.mark.parametrize(
    ("provider", "model", "extra"),
    [
        pytest.param("openrouter", "qwen/qwen3-32b", {"reasoning": {"enabled": False}}, id="OpenRouter"),
        pytest.param("deepseek", "deepseek-chat", {"thinking": {"type": "disabled"}}, id="DeepSeek"),
    ],
)
async def test_others_speak_chat_completions_with_their_own_switch(
    pair: Pair, provider: str, model: str, extra: dict[str, object]
) -> None:
    body = (await sent(pair, provider, model)).body

    chat_rules(body, calls=False, extra={*extra, "usage"})
    assert {name: body[name] for name in extra} == extra
