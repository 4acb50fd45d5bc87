"""What errors mean, and that the errors of litellm are all known."""

import json
import os
import subprocess
import sys

import pytest

from recall_sidecar.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelTimeout, ModelUnreachable
from recall_sidecar.llm.environment import worker_environment
from recall_sidecar.llm.failures import Failure, FailureKind, classify, error_for, known

WALK = """
import inspect, json, litellm, litellm.exceptions
found = [v for m in (litellm, litellm.exceptions) for v in vars(m).values() if inspect.isclass(v) and issubclass(v, BaseException)]
print(json.dumps({c.__qualname__: [b.__name__ for b in c.__mro__] for c in found}))
"""


@pytest.mark.parametrize(
    ("classes", "status", "kind"),
    [
        pytest.param(["Timeout", "APITimeoutError"], 408, "timeout", id="time-out"),
        pytest.param(["AuthenticationError", "APIStatusError"], 401, "refused", id="key"),
        pytest.param(["RateLimitError", "APIStatusError"], 429, "refused", id="quota"),
        pytest.param(
            ["ContentPolicyViolationError", "BadRequestError"], 400, "refused", id="policy, by its base"
        ),
        pytest.param(["InternalServerError", "APIStatusError"], 500, "unreachable", id="fault"),
        pytest.param(["APIConnectionError", "APIError"], None, "unreachable", id="no connection"),
        pytest.param(["APIError"], 402, "refused", id="a class without meaning: the status says refused"),
        pytest.param(["APIError"], 408, "timeout", id="or time-out"),
        pytest.param(["APIStatusError"], 529, "unreachable", id="or a fault"),
        pytest.param(["APIConnectionError"], 500, "unreachable", id="a fault on the way"),
        pytest.param(["JSONSchemaValidationError", "APIResponseValidationError"], None, "reply", id="shape"),
        pytest.param(["ReplyTooLong", "ValueError"], None, "reply", id="without end"),
        pytest.param(
            ["ConnectionResetError", "ConnectionError", "OSError"], None, "unreachable", id="broken"
        ),
        pytest.param(["SomethingNew", "Exception"], None, "unreachable", id="unknown"),
        pytest.param([], None, "unreachable", id="nothing"),
    ],
)
def test_an_exception_is_one_of_four_kinds(classes: list[str], status: int | None, kind: str) -> None:
    assert classify(classes, status).kind == kind


@pytest.mark.parametrize(
    ("kind", "raised", "also"),
    [
        ("timeout", ModelTimeout, TimeoutError),
        ("refused", ModelRefused, ModelError),
        ("unreachable", ModelUnreachable, ConnectionError),
        ("reply", ModelReplyInvalid, ModelError),
    ],
)
def test_each_kind_has_its_error(kind: FailureKind, raised: type[ModelError], also: type[Exception]) -> None:
    error = error_for(Failure(kind, "X"), model="m", provider="p")

    assert isinstance(error, raised)
    assert isinstance(error, also)
    assert (error.model, error.provider) == ("m", "p")


@pytest.mark.parametrize(
    ("failure", "remedy"),
    [
        (
            Failure("refused", "AuthenticationError", 401),
            "HTTP 401; the provider refuses the key: check OPENAI_API_KEY",
        ),
        (Failure("refused", "PermissionDeniedError", 403), "check OPENAI_API_KEY"),
        (Failure("refused", "APIError", 402), "paid first"),
        (Failure("refused", "NotFoundError", 404), "check model.name and api_base"),
        (Failure("refused", "RateLimitError", 429), "quota is used up"),
        (Failure("refused", "ContextWindowExceededError", 400), "lower query.max_chars"),
        (Failure("refused", "BadRequestError", 400), "recall-sidecar doctor"),
        (Failure("unreachable", "InternalServerError", None), "check the network"),
        (Failure("timeout", "Timeout", 408), "Timeout, HTTP 408"),
        (Failure("reply", "ValueError"), "openai/m: ValueError"),
    ],
)
def test_an_error_says_class_status_and_remedy(failure: Failure, remedy: str) -> None:
    assert remedy in str(error_for(failure, model="m", provider="openai", key_name="OPENAI_API_KEY"))


def test_a_provider_without_a_usual_variable_is_told_the_setting() -> None:
    failure = Failure("refused", "AuthenticationError", 401)

    assert "model.providers.NAME.api_key_env" in str(error_for(failure, model="m", provider="acme"))


def test_every_exception_class_of_litellm_is_known() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WALK],
        env=worker_environment(os.environ),  # noqa: TID251
        capture_output=True,
        text=True,
        check=True,
    )
    classes: dict[str, list[str]] = json.loads(run.stdout.splitlines()[-1])

    assert len(classes) > 30
    assert [name for name, bases in classes.items() if not known(bases)] == []


def test_the_setting_that_names_the_model_is_told() -> None:
    lost = error_for(
        Failure("refused", "NotFoundError", 404), model="m", provider="p", setting="memory.embedding.model"
    )
    large = error_for(
        Failure("refused", "ContextWindowExceededError", 400),
        model="m",
        provider="p",
        setting="memory.embedding.model",
    )

    assert "check memory.embedding.model and api_base" in str(lost)
    assert "query.max_chars" not in str(large)
