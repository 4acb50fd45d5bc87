"""The first step that kept a fact back is the one that is named."""

import pytest

from recall_sidecar.loss.find import find_loss
from recall_sidecar.loss.verdict import LostAt
from recall_sidecar.memory.standing import Standing
from recall_sidecar.settings import Settings
from recall_sidecar.traced import TurnTrace
from tests.loss.cases import FACT, NOWHERE, hit, silent, standing


@pytest.mark.parametrize(
    ("turn", "where", "step"),
    [
        pytest.param(silent(status="skipped", reason="session_off"), NOWHERE, "gate", id="the gate comes before memory"),
        pytest.param(silent(status="skipped", reason="unlikely_to_help", hits=()), NOWHERE, "not_indexed", id="memory before need"),
        pytest.param(silent(status="unavailable", reason="breaker_open", hits=()), standing(rank=9), "below_cut", id="rank before the breaker"),
        pytest.param(silent(status="skipped", reason="unlikely_to_help"), standing(), "need", id="need, when it was found"),
        pytest.param(silent(status="ok", summary="Mara has a dog."), standing(), "left_out", id="the note is the last"),
    ],
)  # fmt: skip
def test_the_first_step_is_named(turn: TurnTrace, where: Standing, step: LostAt) -> None:
    assert find_loss(turn, FACT, where, Settings()).step == step


def test_a_verdict_has_rank_and_score_beside_the_first() -> None:
    found = find_loss(
        silent(hits=()), FACT, standing(rank=9, best_place="b.md:1", best_score=0.9), Settings()
    )

    assert (found.place, found.rank, found.score) == ("tea.md:3-4", 9, 0.5)
    assert (found.best_place, found.best_score) == ("b.md:1", 0.9)


def test_the_place_of_a_fact_in_another_store_is_its_hits() -> None:
    found = find_loss(silent(hits=(hit(path="wiki/tea"),)), FACT, NOWHERE, Settings())

    assert (found.place, found.rank, found.best_place) == ("wiki/tea:3-4", 0, "")


def test_nothing_has_no_place() -> None:
    assert find_loss(silent(hits=()), FACT, NOWHERE, Settings()).place == ""
