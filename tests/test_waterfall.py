"""Steps stand on one scale with the budgets, as far as these are near."""

import pytest

from recall_sidecar.traced import Span
from recall_sidecar.waterfall import waterfall

STEPS = (Span("memory", 0, 500, "ok"), Span("model", 500, 500, "ok", {"calls": 1}))


def test_a_turn_without_budgets_fills_the_scale() -> None:
    assert list(waterfall(STEPS, 1000)) == [
        f"memory    |{'█' * 16}{' ' * 16}|    500.0 ms  ok",
        f"model     |{' ' * 16}{'█' * 16}|    500.0 ms  ok  calls=1",
    ]


def test_a_budget_that_is_near_stands_on_the_scale() -> None:
    memory, model, budget = waterfall(STEPS, 1000, soft_ms=2000, hard_ms=15_000)

    assert memory == f"memory    |{'█' * 8}{' ' * 23}┊|    500.0 ms  ok"
    assert model == f"model     |{' ' * 8}{'█' * 8}{' ' * 15}┊|    500.0 ms  ok  calls=1"
    assert budget == f"budget    |{' ' * 31}┊| ┊ soft 2s, 50% used; ┃ hard 15s, 7% used"


def test_a_turn_that_overran_its_soft_budget_shows_it_beneath_the_hard_one() -> None:
    (*_, budget) = waterfall(STEPS, 1000, soft_ms=500, hard_ms=1000)

    assert budget == f"budget    |{' ' * 16}┊{' ' * 14}┃| ┊ soft 500ms, 200% used; ┃ hard 1s, 100% used"


def test_a_bar_hides_the_mark_behind_it() -> None:
    memory, _, _ = waterfall(STEPS, 1000, soft_ms=250)

    assert "┊" not in memory


@pytest.mark.parametrize("elapsed_ms", [0.0, -1.0, 5.0])
def test_a_quick_turn_keeps_its_bars(elapsed_ms: float) -> None:
    (line, budget) = waterfall((Span("gate", 0, 0.1, "ok"),), elapsed_ms, soft_ms=4000, hard_ms=15_000)

    assert line.split("|")[1].startswith("█")
    assert budget.split("|")[1] == " " * 32


def test_without_steps_there_is_nothing_to_draw() -> None:
    assert list(waterfall((), 0, soft_ms=1)) == []
