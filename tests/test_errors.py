"""The exception tree: two levels deep, and each kind is also what a caller would already catch."""

import inspect

import pytest

from recall_sidecar import errors
from recall_sidecar.errors import (
    ModelError,
    ModelTimeout,
    ModelUnreachable,
    RecallSidecarError,
    RequestRefused,
    SettingsError,
    SettingsProblem,
)

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, Exception)]


@pytest.mark.parametrize("kind", [pytest.param(kind, id=kind.__name__) for kind in KINDS])
def test_every_error_is_ours_at_most_two_levels_down(kind: type[Exception]) -> None:
    ours = [base for base in kind.__mro__ if issubclass(base, RecallSidecarError)]

    assert 1 <= len(ours) <= 3


@pytest.mark.parametrize("kind", [pytest.param(kind, id=kind.__name__) for kind in KINDS])
def test_every_error_stands_in_the_drawing_of_the_tree(kind: type[Exception]) -> None:
    assert kind.__name__ in (errors.__doc__ or "")


def test_a_settings_error_tells_every_problem_with_key_and_source() -> None:
    problems = (
        SettingsProblem("gate.enabled", "config.toml line 3", "is no boolean"),
        SettingsProblem("recall.mode", "environment", "is not one of auto, always"),
    )

    error = SettingsError(problems)

    assert error.problems == problems
    assert str(error).splitlines() == [
        "gate.enabled (config.toml line 3): is no boolean",
        "recall.mode (environment): is not one of auto, always",
    ]


@pytest.mark.parametrize(
    ("kind", "standard"),
    [
        pytest.param(ModelTimeout, TimeoutError, id="a model's time-out is a TimeoutError"),
        pytest.param(ModelUnreachable, ConnectionError, id="an unreachable model is a ConnectionError"),
    ],
)
def test_a_model_error_is_also_the_standard_one(kind: type[ModelError], standard: type[Exception]) -> None:
    with pytest.raises(standard) as caught:
        raise kind("gone", model="openai/gpt-5-mini", provider="openai")

    assert isinstance(caught.value, ModelError)
    assert (caught.value.model, caught.value.provider) == ("openai/gpt-5-mini", "openai")


def test_a_refused_request_names_field_remedy_and_status() -> None:
    error = RequestRefused("ctx.agentId is missing", field="ctx.agentId", remedy="send it")

    assert (error.field, error.remedy, error.status) == ("ctx.agentId", "send it", 400)
    assert str(error) == "ctx.agentId is missing"
