"""A turn whose host lends its model, and the prompt that goes back to it."""

import pytest

from recall_sidecar.dialects.answers import ModelOrder, TurnReply
from recall_sidecar.dialects.openclaw import read_turn, write_order


@pytest.mark.parametrize(
    ("lends", "expected"),
    [
        pytest.param(None, False, id="a host that says nothing"),
        pytest.param([], False, id="nothing"),
        pytest.param(["eyes"], False, id="something else"),
        pytest.param(["eyes", "model"], True, id="its model"),
    ],
)
def test_a_host_lends_its_model_when_it_says_so(lends: list[str] | None, expected: bool) -> None:
    assert read_turn({"lends": lends}).lends_model is expected


def test_a_prompt_for_the_hosts_model_has_the_documented_shape() -> None:
    order = write_order(
        trace_id="01J",
        ticket="t",
        wait_ms=5,
        model=ModelOrder(ref=None, system="s", prompt="p", max_tokens=400, reasoning="off"),
        query_mode="recent",
    )

    assert TurnReply.model_validate(order).model_dump(mode="json", by_alias=True) == order
