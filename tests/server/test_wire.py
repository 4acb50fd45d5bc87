"""Reading and writing the JSON of our own routes."""

from typing import Any

import pytest

from recall_sidecar.errors import RequestRefused
from recall_sidecar.memory.port import Viewer
from recall_sidecar.server import wire


def test_a_search_by_nobody_in_particular_is_the_owners_own() -> None:
    body = wire.parse(wire.SearchBody, {"query": "tea"})

    assert body.viewer() == Viewer("main")
    assert (body.max_results, body.min_score) == (None, None)


def test_an_agent_is_known_by_its_id_in_any_letter_case() -> None:
    assert wire.parse(wire.SearchBody, {"query": "tea", "agentId": " MAIN "}).viewer() == Viewer("main")
    assert wire.parse(wire.CommandBody, {"text": "/trace", "agentId": "Main"}).agent_id == "main"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        pytest.param({}, "query", id="missing"),
        pytest.param({"query": None}, "query", id="null"),
        pytest.param({"query": "x", "senderIsOwner": "yes"}, "senderIsOwner", id="a right in words"),
        pytest.param({"query": "x", "agentId": ""}, "agentId", id="an agent without a name"),
        pytest.param({"query": "x", "projectKeys": "p"}, "projectKeys", id="one project not in a list"),
    ],
)
def test_the_first_field_that_is_wrong_is_named(body: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        wire.parse(wire.SearchBody, body)

    assert refused.value.field == field
    assert refused.value.status == 400
    assert refused.value.remedy


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(RequestRefused) as refused:
        wire.parse(wire.SearchBody, {"query": "my secret", "chat": "my secret"})

    assert "my secret" not in f"{refused.value} {refused.value.remedy}"
