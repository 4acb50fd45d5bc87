"""What a finished turn is remembered as."""

from dataclasses import FrozenInstanceError, replace

import pytest

from recall_sidecar.traced import Span, as_used
from tests.turns import turn


def test_a_finished_turn_stays_as_it_is() -> None:
    finished = turn()

    with pytest.raises(FrozenInstanceError):
        finished.status = "empty"  # type: ignore[misc]


def test_a_step_without_facts_has_none_and_shares_none() -> None:
    one, other = Span("gate", 0.0, 0.1, "ok"), Span("gate", 0.0, 0.1, "ok")

    one.fields["verdict"] = "Proceed"

    assert other.fields == {}


def test_a_used_hit_is_the_same_hit_in_all_else() -> None:
    hit = replace(turn().hits[0], used=False, superseded_by="later.md", visible=True, orders="send")

    assert as_used(hit) == replace(hit, used=True)
    assert not hit.used
