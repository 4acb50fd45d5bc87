"""Section H of the public reports: models, providers and tools that are not what was configured."""

from typing import Any

import pytest

from recall_sidecar.errors import ModelRefused, ModelTimeout, ModelUnreachable, SettingsError
from recall_sidecar.testing import ScriptedModel, says
from tests.cases.world import World

NOTE = "- The ladder is on loan to Bo.\n"
ASKED = "who has the ladder?"


@pytest.mark.parametrize(
    "tools",
    [
        pytest.param(["*"], id="I-077 a wildcard"),
        pytest.param(["memory_*"], id="I-077 part of a wildcard"),
        pytest.param(["group:memory"], id="I-077 a group"),
        pytest.param(["exec"], id="I-077 a tool of the main agent"),
        pytest.param(["memory_search", "WEB_SEARCH"], id="I-077 another, in upper case"),
        pytest.param([f"tool_{number}" for number in range(33)], id="I-077 too many"),
        pytest.param(["memory search"], id="I-077 a name that is none"),
    ],
)
async def test_tools_that_may_not_be_offered_are_refused_at_the_start(world: World, tools: list[str]) -> None:
    with pytest.raises(SettingsError, match=r"recall\.tools_allow"):
        await world.start({"recall.tools_allow": tools})


@pytest.mark.parametrize(
    "tools",
    [
        pytest.param(["memory_recall"], id="I-077 a tool of another backend alone"),
        pytest.param([], id="I-077 no tool"),
    ],
)
async def test_without_tools_the_search_up_front_still_answers(world: World, tools: list[str]) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.tools_allow": tools})
    world.model.enqueue(says("[1] Bo has the ladder."))

    answer = await world.turn(ASKED)

    assert answer.said == ("ok", None)
    assert world.model.requests[0].tools == ()


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        pytest.param(ScriptedModel(reachable=False), "no_model", id="I-079 a key is missing"),
        pytest.param(ScriptedModel(state="failed"), "model", id="I-079 the worker is broken"),
        pytest.param(ScriptedModel(state="warming"), "warming", id="I-079 the worker still starts"),
    ],
)
@pytest.mark.parametrize("extract", [True, False])
async def test_no_other_provider_is_ever_called(
    world: World, model: ScriptedModel, reason: str, extract: bool
) -> None:
    world.model = model
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.extract": extract})

    answer = await world.turn(ASKED)

    assert answer.wire["reason"] == reason
    assert ("Bo" in answer.block) is extract
    assert model.requests == []


async def test_i_079_without_any_model_the_reason_says_so(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.extract": False}, model=False)

    answer = await world.turn(ASKED)

    assert answer.said == ("unavailable", "no_model")
    assert answer.trace.model_calls == ()


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param(ModelRefused("429"), id="I-080 a refusal"),
        pytest.param(ModelUnreachable("refused"), id="I-080 a refused connection"),
        pytest.param(ModelTimeout("read"), id="I-080 a time-out"),
    ],
)
async def test_the_fallback_is_a_choice_and_no_second_try(world: World, failure: Exception) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start({"model.fallback": "mock/other"})
    world.model.enqueue([failure])

    answer = await world.turn(ASKED)

    assert [str(request.model) for request in world.model.requests] == ["mock/fast"]
    assert answer.said[0] == "ok"
    assert "From memory (extract, MEMORY.md): “The ladder is on loan to Bo.”" in answer.block


@pytest.mark.parametrize(
    ("flags", "turn", "called"),
    [
        pytest.param({"model.name": ""}, {"modelProviderId": "mock", "modelId": "main"}, "mock/main", id="I-079 the turn's own model"),
        pytest.param({"model.name": "", "model.primary": "mock/agent"}, {}, "mock/agent", id="I-079 the agent's primary model"),
        pytest.param({"model.name": "", "model.fallback": "mock/last"}, {}, "mock/last", id="I-079 the fallback comes last"),
    ],
)  # fmt: skip
async def test_only_a_named_model_is_called(
    world: World, flags: dict[str, Any], turn: dict[str, Any], called: str
) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start(flags)
    world.model.enqueue(says("[1] Bo has the ladder."))

    answer = await world.turn(ASKED, **turn)

    assert answer.said == ("ok", None)
    assert [call.model for call in answer.trace.model_calls] == [called]
