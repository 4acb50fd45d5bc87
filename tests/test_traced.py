"""What a finished turn is remembered as."""

from dataclasses import FrozenInstanceError

import pytest

from recall_sidecar.traced import Span
from tests.turns import turn


def test_a_finished_turn_stays_as_it_is() -> None:
    finished = turn()

    with pytest.raises(FrozenInstanceError):
        finished.status = "empty"  # type: ignore[misc]


def test_a_step_without_facts_has_none_and_shares_none() -> None:
    one, other = Span("gate", 0.0, 0.1, "ok"), Span("gate", 0.0, 0.1, "ok")

    one.fields["verdict"] = "Proceed"

    assert other.fields == {}
