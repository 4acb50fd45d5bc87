"""A finished turn as spans."""

import json
from dataclasses import asdict

import pytest

from recall_sidecar.telemetry.spans import spans_of
from recall_sidecar.traced import ModelCallTrace, Span
from tests.turns import turn

CALL = ModelCallTrace(
    "openai/gpt-5-mini (gpt-5-mini-2025)",
    "name",
    700.0,
    300.0,
    900,
    20,
    0.0003,
    "tool_calls",
    ("memory_get", "memory_search"),
    started_ms=6.0,
    tools_ms=(2.0, 3.0),
)


def test_a_turn_has_its_steps_below_it_with_their_own_times() -> None:
    top = spans_of(turn())

    assert (top.name, top.kind, top.start_ms, top.end_ms) == ("recall", "server", 0.0, 842.0)
    assert [span.name for span in top.below] == ["recall.gate", "recall.memory", "recall.model"]
    assert (top.below[1].start_ms, top.below[1].end_ms) == (0.5, 4.9)
    assert top.attributes["recall.status"] == "ok"
    assert top.attributes["gen_ai.agent.id"] == "main"


def test_a_model_call_has_the_names_of_the_conventions() -> None:
    model = spans_of(turn(model_calls=(CALL,))).below[2]

    chat = model.below[0]
    assert (chat.name, chat.kind, chat.start_ms, chat.end_ms) == ("chat gpt-5-mini", "client", 6.0, 706.0)
    assert chat.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-5-mini",
        "gen_ai.response.model": "gpt-5-mini-2025",
        "gen_ai.response.finish_reasons": ("tool_calls",),
        "gen_ai.usage.input_tokens": 900,
        "gen_ai.usage.output_tokens": 20,
        "recall.chosen_by": "name",
        "recall.first_token_ms": 300.0,
        "recall.cost_usd": 0.0003,
    }


def test_tools_follow_their_call_one_after_another() -> None:
    model = spans_of(turn(model_calls=(CALL,))).below[2]

    tools = model.below[1:]
    assert [(tool.name, tool.start_ms, tool.end_ms) for tool in tools] == [
        ("execute_tool memory_get", 706.0, 708.0),
        ("execute_tool memory_search", 708.0, 711.0),
    ]
    assert tools[0].attributes["gen_ai.operation.name"] == "execute_tool"
    assert tools[0].attributes["gen_ai.tool.name"] == "memory_get"


def test_calls_of_a_turn_whose_model_step_is_not_over_stand_below_the_turn() -> None:
    top = spans_of(turn(model_calls=(CALL,), spans=(Span("gate", 0.0, 0.1, "ok"),)))

    assert [span.name for span in top.below][:2] == ["recall.gate", "chat gpt-5-mini"]


@pytest.mark.parametrize("cache", ["hit", "joined"])
def test_calls_of_another_turn_are_told_of_once(cache: str) -> None:
    top = spans_of(turn(cache=cache, model_calls=(CALL,)))

    assert not [span for step in top.below for span in step.below]


def test_a_call_of_an_earlier_version_has_no_beginning_and_no_span() -> None:
    call = ModelCallTrace("ollama/x", "name", 1.0, None, 0, 0, None, "stop")

    assert spans_of(turn(model_calls=(call,))).below[2].below == ()


@pytest.mark.parametrize(
    ("model", "provider", "requested"),
    [
        pytest.param(
            "gemini/gemini-3-flash", "gcp.gemini", "gemini-3-flash", id="as the conventions spell it"
        ),
        pytest.param("openrouter/meta/llama", "openrouter", "meta/llama", id="a provider they do not know"),
        pytest.param("host", "host", "host", id="the host's own"),
        pytest.param("my secret plan/x y", "other", "other", id="what is no name"),
    ],
)
def test_providers_and_models_have_their_names(model: str, provider: str, requested: str) -> None:
    call = ModelCallTrace(model, "name", 1.0, None, 0, 0, None, "cut", started_ms=0.0)

    chat = spans_of(turn(model_calls=(call,))).below[2].below[0]

    assert chat.attributes["gen_ai.provider.name"] == provider
    assert chat.attributes["gen_ai.request.model"] == requested
    assert chat.error == "cut"


@pytest.mark.parametrize(
    ("status", "reason", "error"),
    [
        pytest.param("ok", None, "", id="answered"),
        pytest.param("ok", "no_model", "", id="answered by a lower rung"),
        pytest.param("empty", None, "", id="nothing helps"),
        pytest.param("skipped", "sender", "", id="may not recall"),
        pytest.param("cancelled", None, "", id="the caller left"),
        pytest.param("timeout", "model", "model", id="out of time"),
        pytest.param("unavailable", "breaker_open", "breaker_open", id="something is missing"),
        pytest.param("failed", None, "failed", id="something is broken"),
    ],
)
def test_a_turn_is_an_error_when_something_was_wrong(status: str, reason: str | None, error: str) -> None:
    top = spans_of(turn(status=status, reason=reason))

    assert top.error == error
    assert top.attributes.get("recall.reason") == reason


def test_a_step_that_raised_says_what() -> None:
    steps = (Span("memory", 0.0, 1.0, "MemoryStoreError"), Span("model", 1.0, 1.0, "cancelled"))

    assert [step.error for step in spans_of(turn(spans=steps)).below] == ["MemoryStoreError", ""]


def test_no_text_and_no_id_of_a_person_leaves() -> None:
    """A collector is another program, often on another machine: it learns what happened, not what was said, nor to whom."""
    planted = turn(
        agent_id="agent for Mara's diary",
        trust=None,
        detail="SECRET detail",
        spans=(
            Span(
                "model",
                0.0,
                1.0,
                "ok",
                {"why": "SECRET", "warning": "SECRET", "hits": 3, "verdict": "Proceed"},
            ),
        ),
        model_calls=(
            ModelCallTrace("a/b", "name", 1.0, None, 0, 0, None, "SECRET end", ("SECRET",), 0.0, (1.0,)),
        ),
    )

    text = json.dumps(asdict(spans_of(planted)))

    for secret in ("SECRET", "oolong", "telegram", "42", "MEMORY.md", "Mara", "run-1"):
        assert secret not in text.replace("842", "").replace("01KBA", "")
    assert spans_of(planted).below[0].attributes == {"recall.hits": 3, "recall.verdict": "Proceed"}
