"""A request in litellm's words."""

from typing import Any

import pytest

from recall_sidecar.llm import calls
from recall_sidecar.llm.port import (
    AssistantText,
    ChatMessage,
    ModelRef,
    ModelRequest,
    ToolCall,
    ToolCalls,
    ToolResult,
    ToolSpec,
    UserText,
)
from recall_sidecar.llm.providers import Route, route
from recall_sidecar.settings import ProviderSettings

SEARCH = ToolSpec("memory_search", "Search.", {"type": "object", "properties": {"query": {"type": "string"}}})
ASKED = UserText("When is the birthday?")
CALLED = ToolCalls((ToolCall("recall-1", "memory_search", {"query": "birthday"}),))
RESULT = ToolResult("recall-1", "memory_search", "1. May 3rd")


def worded(
    name: str,
    *messages: ChatMessage,
    tools: tuple[ToolSpec, ...] = (SEARCH,),
    own: ProviderSettings | None = None,
    **request: Any,  # noqa: ANN401
) -> dict[str, Any]:
    provider, _, model = name.partition("/")
    way = route(ModelRef(provider, model), {provider: own} if own else {})
    assert isinstance(way, Route)
    asked = messages or (ASKED, CALLED, RESULT)
    return calls.arguments_for(
        ModelRequest(ModelRef(provider, model), "system", asked, tools, **request), way
    )


def roles(arguments: dict[str, Any]) -> list[str]:
    return [message["role"] for message in arguments["messages"]]


@pytest.mark.parametrize(
    ("name", "thinking", "shown"),
    [
        pytest.param("openai/gpt-5-mini", "off", "calls", id="OpenAI"),
        pytest.param("openai/gpt-5-mini", "high", "calls", id="OpenAI while it thinks"),
        pytest.param("anthropic/claude-haiku-4-5", "off", "calls", id="Anthropic"),
        pytest.param(
            "anthropic/claude-haiku-4-5", "low", "text", id="Anthropic wants the thoughts before a call"
        ),
        pytest.param("mistral/mistral-small-latest", "off", "calls", id="Mistral"),
        pytest.param("groq/openai/gpt-oss-20b", "off", "calls", id="Groq"),
        pytest.param("cerebras/gpt-oss-120b", "off", "calls", id="Cerebras"),
        pytest.param("ollama/qwen3:8b", "off", "calls", id="Ollama, a model with tools"),
        pytest.param("ollama/gemma3:4b", "off", "text", id="Ollama, a model without"),
        pytest.param(
            "google/gemini-3-flash-preview", "off", "text", id="Gemini wants its signature on a call"
        ),
        pytest.param("openrouter/google/gemini-3-flash", "off", "text", id="whatever is behind OpenRouter"),
        pytest.param("vllm/qwen3", "off", "text", id="a plain server"),
    ],
)
def test_the_search_we_ran_is_shown_in_the_form_the_provider_takes(
    name: str, thinking: str, shown: str
) -> None:
    arguments = worded(name, thinking=thinking)

    expected = {"calls": ["system", "user", "assistant", "tool"], "text": ["system", "user"]}
    assert roles(arguments) == expected[shown]


def test_without_tools_a_call_is_text_because_nothing_explains_it() -> None:
    assert roles(worded("openai/gpt-5-mini", tools=())) == ["system", "user"]


def test_as_text_the_result_follows_the_question_with_what_was_asked() -> None:
    arguments = worded("google/gemini-2.5-flash")

    assert arguments["messages"][1]["content"] == (
        'When is the birthday?\n\nResult of memory_search {"query": "birthday"}:\n1. May 3rd'
    )


def test_as_text_the_sides_still_take_turns() -> None:
    arguments = worded(
        "google/gemini-2.5-flash", ASKED, AssistantText("Let me look."), CALLED, RESULT, UserText("?")
    )

    assert roles(arguments) == ["system", "user", "assistant", "user"]


def test_as_calls_every_message_keeps_its_place() -> None:
    arguments = worded("openai/gpt-5-mini", ASKED, AssistantText("Let me look."), CALLED, RESULT)

    assert roles(arguments) == ["system", "user", "assistant", "assistant", "tool"]


@pytest.mark.parametrize("call_id", ["recall-1", "call_0a1b2c3d4e5f", "x" * 200, "id with spaces", "ü"])
def test_a_result_finds_its_call_and_mistral_gets_nine_letters_or_digits(call_id: str) -> None:
    called = ToolCalls((ToolCall(call_id, "memory_search", {}),))
    arguments = worded(
        "mistral/mistral-small-latest", ASKED, called, ToolResult(call_id, "memory_search", "x")
    )

    made, answered = arguments["messages"][2]["tool_calls"][0]["id"], arguments["messages"][3]["tool_call_id"]
    assert made == answered
    assert len(made) == 9
    assert made.isalnum()


def test_an_id_of_the_provider_itself_goes_back_as_it_came() -> None:
    called = ToolCalls((ToolCall("D681PevKs", "memory_search", {}),))

    assert worded("mistral/m", ASKED, called)["messages"][2]["tool_calls"][0]["id"] == "D681PevKs"
    assert worded("openai/m", ASKED, called)["messages"][2]["tool_calls"][0]["id"] == "D681PevKs"


def test_an_id_no_provider_takes_is_replaced() -> None:
    called = ToolCalls((ToolCall("a b", "memory_search", {}),))

    made = worded("openai/m", ASKED, called)["messages"][2]["tool_calls"][0]["id"]
    assert made.startswith("call_")


def test_arguments_that_did_not_parse_go_back_empty() -> None:
    called = ToolCalls((ToolCall("a", "memory_search", None),))

    assert worded("openai/m", ASKED, called)["messages"][2]["tool_calls"][0]["function"]["arguments"] == "{}"


def test_tools_are_offered_to_models_that_take_them() -> None:
    assert worded("ollama/qwen3:8b")["tools"][0]["function"]["name"] == "memory_search"
    assert "tools" not in worded("ollama/gemma3:4b")
    assert "tools" not in worded("vllm/qwen3")


@pytest.mark.parametrize(
    ("name", "thinking", "field", "tokens"),
    [
        pytest.param("openai/gpt-4.1-mini", "off", "max_completion_tokens", 400, id="OpenAI's field"),
        pytest.param("anthropic/claude-haiku-4-5", "off", "max_tokens", 400, id="the others'"),
        pytest.param(
            "openai/gpt-5-mini", "off", "max_completion_tokens", 912, id="room for the least thinking"
        ),
        pytest.param("anthropic/claude-haiku-4-5", "high", "max_tokens", 8592, id="room for much"),
    ],
)
def test_the_limit_bounds_the_reply_and_leaves_room_to_think(
    name: str, thinking: str, field: str, tokens: int
) -> None:
    assert worded(name, thinking=thinking)[field] == tokens


def test_nothing_is_retried_and_the_timeout_never_varies() -> None:
    one, other = worded("openai/gpt-5-mini"), worded("google/gemini-2.5-flash", max_output_tokens=32)

    for arguments in (one, other):
        assert (arguments["max_retries"], arguments["num_retries"]) == (0, 0)
        assert arguments["timeout"] == calls.UPSTREAM_TIMEOUT_S
        assert arguments["stream"]


@pytest.mark.parametrize(
    ("name", "fast", "tier"),
    [("openai/gpt-5-mini", True, "priority"), ("openai/gpt-5-mini", False, None), ("groq/x", True, None)],
)
def test_fast_mode_asks_for_a_tier_where_there_is_one(name: str, fast: bool, tier: str | None) -> None:
    assert worded(name, fast_mode=fast).get("service_tier") == tier


def test_what_the_user_writes_into_the_body_wins() -> None:
    own = ProviderSettings(extra_body={"reasoning_effort": "high", "top_k": 1})

    assert worded("cerebras/gpt-oss-120b", own=own)["extra_body"] == {"reasoning_effort": "high", "top_k": 1}


def test_an_address_is_passed_on_and_no_key_is_among_the_arguments() -> None:
    own = ProviderSettings(api_base="http://127.0.0.1:9/v1", api_key_env="SECRET")
    arguments = worded("acme/m", own=own)

    assert arguments["api_base"] == "http://127.0.0.1:9/v1"
    assert "SECRET" not in str(arguments)
    assert "api_base" not in worded("openai/m")
