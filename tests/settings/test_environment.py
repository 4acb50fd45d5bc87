"""Settings in environment variables."""

import pytest

from recall_sidecar.errors import SettingsProblem
from recall_sidecar.settings.environment import from_environment, is_setting
from recall_sidecar.settings.keys import Path


@pytest.mark.parametrize(
    ("name", "text", "path", "value"),
    [
        pytest.param("GATE__ENABLED", "false", ("gate", "enabled"), False, id="false is false"),
        pytest.param("GATE__ENABLED", " YES ", ("gate", "enabled"), True, id="yes is true"),
        pytest.param("RECALL__TIMEOUT_MS", "300", ("recall", "timeout_ms"), 300, id="a whole number"),
        pytest.param("MEMORY__MIN_SCORE", "0.5", ("memory", "min_score"), 0.5, id="a number"),
        pytest.param("QUERY__MODE", "full", ("query", "mode"), "full", id="a word"),
        pytest.param("GATE__OWNERS", "a, b,", ("gate", "owners"), ["a", "b"], id="a list with commas"),
        pytest.param("GATE__OWNERS", '["a,b"]', ("gate", "owners"), ["a,b"], id="a list as JSON"),
        pytest.param("GATE__OWNERS", "", ("gate", "owners"), [], id="an empty list"),
        pytest.param(
            "GATE__ALLOWED_CHAT_TYPES", "group,direct", ("gate", "allowed_chat_types"), ["group", "direct"],
            id="a list of words from a set",
        ),
        pytest.param(
            "MEMORY__FOLDERS", '[{"path": "/a"}]', ("memory", "folders"), [{"path": "/a"}], id="tables as JSON"
        ),
        pytest.param(
            "MODEL__PROVIDERS__X__API_BASE", "https://x.example", ("model", "providers", "x", "api_base"),
            "https://x.example", id="one key of a provider",
        ),
        pytest.param("MODEL__PROVIDERS", '{"x": {}}', ("model", "providers"), {"x": {}}, id="providers as JSON"),
        pytest.param(
            "AGENTS__MAIN__GATE__ENABLED", "0", ("agents", "main", "gate", "enabled"), False, id="one agent's key"
        ),
        pytest.param("NO__SUCH", "5", ("no", "such"), "5", id="an unknown key is passed on, to be refused"),
    ],
)  # fmt: skip
def test_a_variable_sets_a_key(name: str, text: str, path: Path, value: object) -> None:
    found = list(from_environment({f"RECALL_SIDECAR_{name}": text}))

    assert found == [(path, value, f"RECALL_SIDECAR_{name}")]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param("GATE__ENABLED", "maybe", "must be true or false", id="a flag"),
        pytest.param("RECALL__TIMEOUT_MS", "1.5", "must be a whole number", id="a whole number"),
        pytest.param("MEMORY__MIN_SCORE", "high", "must be a number", id="a number"),
        pytest.param("GATE__OWNERS", "[a", "must be a JSON array", id="a list that is no JSON"),
        pytest.param("MEMORY__FOLDERS", "/a,/b", "must be a JSON array", id="tables that are no JSON"),
        pytest.param(
            "MODEL__PROVIDERS", "[]", 'must be a JSON object, for example {"name": {}}', id="not an object"
        ),
    ],
)
def test_a_value_of_the_wrong_kind_names_its_variable(name: str, text: str, message: str) -> None:
    (problem,) = from_environment({f"RECALL_SIDECAR_{name}": text})

    assert isinstance(problem, SettingsProblem)
    assert problem.source == f"environment RECALL_SIDECAR_{name}"
    assert problem.message == message


def test_other_variables_are_none_of_ours() -> None:
    assert list(from_environment({"PATH": "/bin", "RECALL_SIDECAR_HOME": "/x"})) == []
    assert not is_setting("RECALL_SIDECAR_HOME")
