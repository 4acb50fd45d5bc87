import jsonschema
import pytest

from recall_sidecar.recall.tools import MEMORY_GET, MEMORY_SEARCH, tool_specs, unknown_tools


@pytest.mark.parametrize(
    ("allowed", "offered"),
    [
        pytest.param(("memory_search", "memory_get"), ["memory_search", "memory_get"], id="both"),
        pytest.param(("memory_get", "memory_search"), ["memory_search", "memory_get"], id="always in the same order"),
        pytest.param(("memory_get",), ["memory_get"], id="one"),
        pytest.param(("memory_recall",), [], id="a tool that does not exist here is not offered"),
        pytest.param((), [], id="none"),
    ],
)  # fmt: skip
def test_only_allowed_tools_that_exist_are_offered(allowed: tuple[str, ...], offered: list[str]) -> None:
    assert [spec.name for spec in tool_specs(allowed)] == offered


def test_allowed_tools_that_do_not_exist_are_named_once() -> None:
    assert unknown_tools(["memory_recall", "memory_get", "lcm_grep", "lcm_grep"]) == (
        "lcm_grep",
        "memory_recall",
    )


@pytest.mark.parametrize("spec", [MEMORY_SEARCH, MEMORY_GET], ids=lambda spec: spec.name)
def test_parameters_are_a_closed_json_schema(spec: object) -> None:
    parameters = getattr(spec, "parameters", {})

    jsonschema.Draft202012Validator.check_schema(parameters)

    assert parameters["additionalProperties"] is False


def test_the_arguments_are_openclaws() -> None:
    assert list(MEMORY_SEARCH.parameters["properties"]) == ["query", "maxResults", "minScore"]
    assert list(MEMORY_GET.parameters["properties"]) == ["path", "from", "lines"]
