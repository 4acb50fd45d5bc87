"""What each family of models is sent so that it thinks as little, or as much, as settings say."""

from typing import Any, get_args

import pytest

from recall_sidecar.llm import thinking
from recall_sidecar.llm.providers import PROVIDERS
from recall_sidecar.settings.tables import Thinking

MODELS = ("gpt-5-mini", "gpt-5.2", "o3", "gpt-oss-20b", "claude-haiku-4-5", "gemini-2.5-flash", "gemini-3-pro",
          "qwen/qwen3-32b", "zai-glm-4.7", "magistral-small", "mistral-small", "glm-4.6", "kimi-k2.5", "unknown")  # fmt: skip


def effort(level: str) -> dict[str, Any]:
    return {"reasoning_effort": level}


@pytest.mark.parametrize(
    ("kind", "model", "sent"),
    [
        pytest.param("openai", "gpt-5-mini", effort("minimal"), id="gpt-5 cannot be off: minimal"),
        pytest.param("openai", "gpt-5.1", effort("none"), id="gpt-5.1: none"),
        pytest.param("openai", "gpt-5.2", effort("none"), id="later ones: none"),
        pytest.param("openai", "gpt-5-chat-latest", {}, id="the chat models do not think"),
        pytest.param("openai", "gpt-5.2-pro", {}, id="the pro models always do"),
        pytest.param("openai", "o4-mini", effort("low"), id="o-series: low"),
        pytest.param("openai", "gpt-4.1", {}, id="gpt-4.1 takes no such word"),
        pytest.param("anthropic", "claude-haiku-4-5", {}, id="Anthropic: off is the default"),
        pytest.param("google", "gemini-2.5-flash", effort("none"), id="gemini 2.5 flash: off"),
        pytest.param("google", "gemini-2.5-pro", {"thinking": {"type": "enabled", "budget_tokens": 128}}, id="2.5 pro: its least budget"),
        pytest.param("google", "gemini-3-flash-preview", effort("minimal"), id="gemini 3 flash: minimal"),
        pytest.param("google", "gemini-3.1-pro-preview", effort("low"), id="gemini 3 pro: low"),
        pytest.param("google", "gemini-2.0-flash", {}, id="older ones do not think"),
        pytest.param("cerebras", "gpt-oss-120b", effort("low"), id="gpt-oss: low, for it refuses none"),
        pytest.param("groq", "openai/gpt-oss-20b", effort("low"), id="gpt-oss at Groq"),
        pytest.param("ollama", "gpt-oss:20b", effort("low"), id="gpt-oss at Ollama"),
        pytest.param("openrouter", "openai/gpt-oss-20b", {"reasoning": {"effort": "low"}}, id="gpt-oss at OpenRouter"),
        pytest.param("openrouter", "openai/gpt-5-mini", {"reasoning": {"effort": "low"}}, id="gpt-5 at OpenRouter"),
        pytest.param("openrouter", "google/gemini-2.5-pro", {"reasoning": {"effort": "low"}}, id="gemini pro at OpenRouter"),
        pytest.param("openrouter", "qwen/qwen3-32b", {"reasoning": {"enabled": False}}, id="others at OpenRouter"),
        pytest.param("cerebras", "zai-glm-4.7", effort("none"), id="GLM at Cerebras"),
        pytest.param("cerebras", "llama-3.3-70b", {}, id="Llama does not think"),
        pytest.param("groq", "qwen/qwen3-32b", effort("none"), id="Qwen at Groq"),
        pytest.param("mistral", "mistral-small-latest", effort("none"), id="Mistral: none"),
        pytest.param("mistral", "magistral-medium-latest", {}, id="Magistral always thinks"),
        pytest.param("deepseek", "deepseek-chat", {"thinking": {"type": "disabled"}}, id="DeepSeek"),
        pytest.param("deepseek", "deepseek-reasoner", {}, id="its reasoner always thinks"),
        pytest.param("zai", "glm-4.6", {"thinking": {"type": "disabled"}}, id="GLM at home"),
        pytest.param("moonshot", "kimi-k2.5", {"thinking": {"type": "disabled"}}, id="Kimi"),
        pytest.param("qwen", "qwen-plus", {"enable_thinking": False}, id="Qwen at home"),
        pytest.param("fireworks", "accounts/fireworks/models/glm-4p6", effort("none"), id="hybrids at Fireworks"),
        pytest.param("xai", "grok-3-mini", effort("low"), id="Grok 3 mini"),
        pytest.param("xai", "grok-4", {}, id="Grok 4 takes no such word"),
        pytest.param("ollama", "qwen3:8b", effort("none"), id="Ollama: think false"),
        pytest.param("vllm", "Qwen/Qwen3-8B", {"chat_template_kwargs": {"enable_thinking": False}}, id="Qwen on a plain server"),
        pytest.param("llamacpp", "DeepSeek-V3.1", {"chat_template_kwargs": {"thinking": False}}, id="DeepSeek on a plain server"),
        pytest.param("compatible", "anything", {}, id="unknown: nothing"),
    ],
)  # fmt: skip
def test_off_is_as_little_as_the_model_can(kind: str, model: str, sent: dict[str, Any]) -> None:
    thoughts = thinking.decide(kind, model, "off")

    assert {**thoughts.parameters, **thoughts.body} == sent


@pytest.mark.parametrize(
    ("kind", "model", "level", "sent"),
    [
        pytest.param("openai", "gpt-5.1", "xhigh", effort("high"), id="the highest known below it"),
        pytest.param("openai", "gpt-5.1", "minimal", effort("none"), id="below the least step it is off"),
        pytest.param("openai", "gpt-5.2", "max", effort("xhigh"), id="max is the model's own most"),
        pytest.param("openai", "o3", "minimal", effort("low"), id="what cannot be so little takes its least"),
        pytest.param("mistral", "mistral-small-latest", "minimal", effort("none"), id="Mistral's minimal would be high"),
        pytest.param("mistral", "mistral-small-latest", "low", effort("none"), id="so would its low"),
        pytest.param("mistral", "mistral-small-latest", "high", effort("high"), id="high is meant"),
        pytest.param("groq", "qwen/qwen3-32b", "low", {"reasoning_effort": "default", "reasoning_format": "parsed"}, id="a switch is on"),
        pytest.param("openai", "gpt-5-mini", "adaptive", {}, id="adaptive leaves it to the provider"),
    ],
)  # fmt: skip
def test_a_level_is_the_nearest_that_does_not_exceed_it(
    kind: str, model: str, level: str, sent: dict[str, Any]
) -> None:
    thoughts = thinking.decide(kind, model, level)

    assert {**thoughts.parameters, **thoughts.body} == sent


@pytest.mark.parametrize("level", get_args(Thinking))
@pytest.mark.parametrize("kind", PROVIDERS)
def test_every_level_is_accepted_and_what_thinks_has_room_to(kind: str, level: str) -> None:
    for model in MODELS:
        thoughts = thinking.decide(kind, model, level)

        assert thoughts.is_on == (thoughts.extra_tokens > 0)


def test_a_budget_leaves_room_for_the_reply() -> None:
    for level in get_args(Thinking):
        thoughts = thinking.decide("google", "gemini-2.5-pro", level)
        budget = thoughts.parameters.get("thinking", {"budget_tokens": 0})["budget_tokens"]

        assert thoughts.extra_tokens >= budget
