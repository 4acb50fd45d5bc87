"""Reading and writing the JSON of our own routes."""

from datetime import date
from typing import Any

import pytest

from recall_sidecar.errors import RequestRefused
from recall_sidecar.memory.port import Hit, Passage, ScorePart, Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.server import wire


def test_a_search_by_nobody_in_particular_is_the_owners_own() -> None:
    body = wire.parse(wire.SearchBody, {"query": "tea"})

    assert body.viewer() == Viewer("main")
    assert (body.max_results, body.min_score) == (None, None)


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


def test_a_hit_goes_out_in_camel_case_with_the_text_it_is_given() -> None:
    passage = Passage(
        1, "notes", "memory/a.md", 3, 4, "raw", Origin.AGENT, heading="Tea", date=date(2026, 11, 30)
    )
    hit = Hit(passage, 0.75, 1, (ScorePart("lexical", 0.5), ScorePart("recency", 0.25)))

    found = wire.FoundPassage.of(hit, "masked").model_dump(mode="json", by_alias=True)

    assert found == {
        "source": "notes",
        "path": "memory/a.md",
        "fromLine": 3,
        "toLine": 4,
        "heading": "Tea",
        "date": "2026-11-30",
        "origin": "agent",
        "visibility": "private",
        "score": 0.75,
        "rank": 1,
        "parts": {"lexical": 0.5, "recency": 0.25},
        "text": "masked",
    }
