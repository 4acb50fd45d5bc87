"""Each thing that keeps memory quiet has a sentence of its own, with its remedy."""

from typing import Any

import pytest

from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.quiet import Situation, reasons
from recall_sidecar.settings import GateSettings, RecallSettings, Settings

WELL: dict[str, Any] = {
    "settings": Settings(),
    "agent_id": "main",
    "session_off": False,
    "memory": MemoryStatus(ready=True, files=1, passages=3),
    "chat_type": "direct",
    "model": "ready",
}


def test_nothing_is_said_when_nothing_keeps_memory_quiet() -> None:
    assert reasons(Situation(**WELL)) == ()


def test_a_model_that_the_host_lends_keeps_nothing_quiet() -> None:
    assert reasons(Situation(**{**WELL, "model": "host"})) == ()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        pytest.param(
            {"session_off": True},
            "This session is switched off. Turn it on: /active-memory on",
            id="the session is switched off",
        ),
        pytest.param(
            {"settings": Settings(gate=GateSettings(enabled=False))},
            "Memory is off globally. Turn it on: /active-memory on --global",
            id="memory is off for everybody",
        ),
        pytest.param(
            {"settings": Settings(gate=GateSettings(agents=("other",)))},
            "Agent main is not listed. Add it to gate.agents.",
            id="the agent is not listed",
        ),
        pytest.param(
            {"chat_type": "group"},
            "Chats of type group may not recall (allowed: direct). Change gate.allowed_chat_types.",
            id="the kind of chat may not recall",
        ),
        pytest.param(
            {"settings": Settings(gate=GateSettings(allowed_chat_types=()))},
            "Chats of type direct may not recall (allowed: none). Change gate.allowed_chat_types.",
            id="no kind of chat may recall",
        ),
        pytest.param(
            {"memory": MemoryStatus(ready=False)},
            "The memory index is not ready. Wait a moment, or run: recall-sidecar doctor",
            id="the index is not ready",
        ),
        pytest.param(
            {"memory": MemoryStatus(ready=True)},
            "Memory holds no passages. Name its folder in [[memory.folders]].",
            id="memory is empty",
        ),
        pytest.param(
            {"resting": {"openai/gpt-5-mini": 41.6}},
            "Model openai/gpt-5-mini timed out too often and rests for 42 s; it is tried again by itself.",
            id="the breaker is open",
        ),
        pytest.param(
            {"model": "none"}, "No model is set, so only extracts answer. Set model.name.", id="no model"
        ),
        pytest.param(
            {"model": "warming"},
            "The model is still starting; extracts answer until then.",
            id="the model is starting",
        ),
        pytest.param(
            {"model": "failed"}, "The model worker failed. Run: recall-sidecar doctor", id="the worker failed"
        ),
    ],
)
def test_a_reason_and_its_remedy(change: dict[str, Any], sentence: str) -> None:
    assert reasons(Situation(**{**WELL, **change})) == (sentence,)


@pytest.mark.parametrize(
    ("change", "targeted"),
    [
        pytest.param({}, True, id="every agent is listed by the star"),
        pytest.param(
            {"settings": Settings(gate=GateSettings(agents=("MAIN",)))}, True, id="letter case is ignored"
        ),
        pytest.param(
            {"settings": Settings(gate=GateSettings(agents=()))}, False, id="an empty list is no agent"
        ),
        pytest.param({"settings": Settings(gate=GateSettings(enabled=False))}, False, id="off for everybody"),
    ],
)
def test_whether_the_agent_may_recall(change: dict[str, Any], targeted: bool) -> None:
    assert Situation(**{**WELL, **change}).targeted is targeted


def test_an_unknown_kind_of_chat_is_not_complained_of() -> None:
    assert reasons(Situation(**{**WELL, "chat_type": None})) == ()


def test_the_model_does_not_matter_when_none_is_wanted() -> None:
    off = Settings(recall=RecallSettings(mode="off"))

    assert reasons(Situation(**{**WELL, "settings": off, "model": "failed", "resting": {"m": 1.0}})) == ()
