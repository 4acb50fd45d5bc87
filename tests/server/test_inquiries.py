"""The route that says why, over real sockets."""

from typing import Any

import pytest

from recall_sidecar.events import TurnEvent
from tests.server.fakes import House, Served, turn_body
from tests.turns import TRACE_ID, turn


async def test_a_turn_of_the_past_is_explained(daemon: Served, house: House) -> None:
    house.inquiry.turns[TRACE_ID] = turn()

    status, answer = await daemon.post("/v1/why", {"trace": TRACE_ID, "expect": "she drinks oolong"})

    assert status == 200
    assert (answer["told"], answer["replayed"], answer["trace"]["traceId"]) == (
        "The model read 1 passage.",
        False,
        TRACE_ID,
    )
    assert answer["verdict"] == {
        "step": "none", "line": "The model said NONE: ask again.", "what": "the model said NONE", "do": "ask again",
        "place": "MEMORY.md:3-4", "rank": 2, "score": 0.0, "bestPlace": "", "bestScore": 0.0, "byMeaning": False,
    }  # fmt: skip
    assert house.inquiry.asked == [(TRACE_ID, "she drinks oolong")]


async def test_a_message_is_replayed_as_the_turn_that_a_host_would_send(daemon: Served, house: House) -> None:
    status, answer = await daemon.post("/v1/why", {"turn": turn_body("which tea?")})

    ((asked, expected),) = house.inquiry.asked
    assert isinstance(asked, TurnEvent)
    assert (status, asked.text, expected) == (200, "which tea?", "")
    assert (answer["replayed"], answer["verdict"]) == (True, None)


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        pytest.param({}, 400, "trace", id="nothing is named"),
        pytest.param({"trace": TRACE_ID, "turn": turn_body()}, 400, "trace", id="both are"),
        pytest.param({"trace": "01NOSUCH"}, 404, "trace", id="no such turn"),
        pytest.param({"trace": TRACE_ID, "expect": "x" * 2001}, 400, "expect", id="too much is expected"),
    ],
)
async def test_what_cannot_be_explained_is_refused(
    daemon: Served, body: dict[str, Any], status: int, field: str
) -> None:
    refused, answer = await daemon.post("/v1/why", body)

    assert (refused, answer["error"]["field"]) == (status, field)
