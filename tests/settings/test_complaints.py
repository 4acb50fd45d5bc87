"""What a person reads about a setting that is refused."""

from typing import Any

import pytest
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from recall_sidecar.settings.complaints import describe, unknown_key
from recall_sidecar.settings.keys import Path
from recall_sidecar.settings.tables import Settings


def fault(tree: dict[str, Any]) -> ErrorDetails:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate(tree)
    (only,) = caught.value.errors(include_url=False)
    return only


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        pytest.param("gate.enabled", "true", "must be true or false, without quotes", id="text for a flag"),
        pytest.param("cache.ttl_ms", "5", "must be a whole number, without quotes", id="text for a whole number"),
        pytest.param("cache.ttl_ms", True, "must be a whole number, without quotes", id="a flag for a number"),
        pytest.param("cache.ttl_ms", 5, "must be at least 1000 (is 5)", id="too small"),
        pytest.param("cache.ttl_ms", 500_000, "must be at most 120000 (is 500000)", id="too large"),
        pytest.param("memory.min_score", "x", "must be a number, without quotes", id="text for a number"),
        pytest.param("memory.min_score", float("nan"), "must be a finite number", id="not a number"),
        pytest.param("gate.main_key", 5, "must be text in quotes", id="a number for text"),
        pytest.param("gate.owners", "me", "must be a list in brackets", id="text for a list"),
        pytest.param("model.providers", 5, "must be a table", id="a number for named tables"),
        pytest.param("gate", 5, "must be a table", id="a number for a table"),
        pytest.param("memory.folders", [{}], "is missing", id="a key left out"),
        pytest.param("recall.tools_allow", ["t"] * 33, "must have at most 32 items (has 33)", id="too many items"),
        pytest.param("recall.prompt_append", "x" * 4001, "must be at most 4000 characters long (has 4001)",
                     id="too long a text"),
        pytest.param("model.thinking", "hihg",
                     "must be 'off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'adaptive' or 'max'; "
                     "did you mean 'high'?", id="a word misspelled"),
        pytest.param("query.mode", 3, "must be 'message', 'recent' or 'full'", id="no word at all"),
        pytest.param("memory.folders", [{"path": "/a", "origin": "agnet"}],
                     "must be 'owner', 'agent', 'untrusted' or 'system'; did you mean 'agent'?", id="an origin"),
        pytest.param("recall.tools_allow", ["exec"],
                     "'exec' is a tool of the main agent; the sub-agent may only read memory", id="our own rule"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_remedy(key: str, value: object, message: str) -> None:
    path = tuple(key.split("."))
    tree: object = value
    for part in reversed(path):
        tree = {part: tree}
    assert isinstance(tree, dict)

    assert describe(fault(tree), path) == message


def test_a_value_of_the_wrong_form_is_explained_by_its_description_and_not_repeated() -> None:
    path = ("model", "providers", "x", "api_key_env")
    secret = "sk-live-abcdef"

    told = describe(fault({"model": {"providers": {"x": {"api_key_env": secret}}}}), path)

    assert "Name of the environment variable that holds the key" in told
    assert secret not in told


def test_a_wrong_form_without_a_field_is_told_by_the_form_alone() -> None:
    told = describe(fault({"gate": {"main_key": "a b"}}), ("gate",))

    assert told == "must have the form ^[A-Za-z0-9_.-]{1,64}$"


def test_a_kind_of_fault_without_own_words_keeps_its_message() -> None:
    unusual: ErrorDetails = {"type": "set_type", "loc": (), "msg": "Input should be a valid set", "input": 1}

    assert describe(unusual, ()) == "Input should be a valid set"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        pytest.param(("gate", "enabld"), "is not a setting; did you mean enabled?", id="a misspelling"),
        pytest.param(("recall", "timeoutMs"), "is not a setting; did you mean timeout_ms?", id="OpenClaw's spelling"),
        pytest.param(("gat",), "is not a setting; did you mean gate?", id="a table misspelled"),
        pytest.param(("gate", "timeout_ms"), "is not a setting here; timeout_ms belongs in [recall]",
                     id="a key in the wrong table"),
        pytest.param(("timeoutMs",), "is not a setting here; timeout_ms belongs in [recall]",
                     id="a key in no table"),
        pytest.param(("agents", "main", "gate", "timeout_ms"),
                     "is not a setting here; timeout_ms belongs in [agents.main.recall]", id="for an agent"),
        pytest.param(("inject", "zzzz"),
                     "is not a setting; [inject] takes max_summary_chars, note_when_unavailable",
                     id="nothing like it"),
        pytest.param(("zz", "qqqq"), "is not a setting", id="in a table that is none"),
        pytest.param(("memory", "folders", "agent"), "is not a setting; did you mean agents?", id="in a list of tables"),
        pytest.param(("memory", "folders", "rules", "zzzz"), "is not a setting", id="in a list within one"),
        pytest.param(("model", "providers", "x", "api_key"), "is not a setting; did you mean api_key_env?",
                     id="a key where its name belongs"),
    ],
)  # fmt: skip
def test_an_unknown_key_comes_with_a_suggestion(path: Path, message: str) -> None:
    assert unknown_key(path) == message


def test_an_unknown_table_is_answered_with_the_tables_there_are() -> None:
    assert unknown_key(("qqqq",)).startswith("is not a setting; the file takes server, gate,")
