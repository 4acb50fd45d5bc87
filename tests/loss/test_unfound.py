"""Why a search did not show a fact, or why it was left out."""

from typing import Any

import pytest

from recall_sidecar.loss.unfound import dropped, ranked, visible
from recall_sidecar.memory.standing import Standing
from recall_sidecar.settings import Settings
from tests.loss.cases import case, hit, said, silent, standing


@pytest.mark.parametrize(
    ("changes", "is_visible"),
    [
        pytest.param({"hits": (hit(visible=True),)}, True, id="its passage was left out as visible"),
        pytest.param({"reason": "already_visible", "status": "skipped"}, True, id="everything was"),
        pytest.param({"reason": "already_visible", "status": "skipped", "hits": ()}, True, id="of which no hits are kept"),
        pytest.param({"reason": "already_visible", "status": "skipped", "hits": (hit(path="b.md"),)}, False, id="another was"),
        pytest.param({}, False, id="nothing was"),
    ],
)  # fmt: skip
def test_what_the_model_could_see(changes: dict[str, Any], is_visible: bool) -> None:
    assert (said(visible, case(silent(**changes))) is not None) is is_visible


@pytest.mark.parametrize(
    ("orders", "gives", "hits", "is_dropped"),
    [
        pytest.param("drop", True, (), True, id="dropped"),
        pytest.param("quote", True, (), False, id="quoted"),
        pytest.param("drop", False, (), False, id="no orders"),
        pytest.param("drop", True, (hit(),), False, id="shown all the same"),
    ],
)
def test_what_gives_orders_may_be_dropped(
    orders: str, gives: bool, hits: tuple[Any, ...], is_dropped: bool
) -> None:
    settings = Settings.model_validate({"recall": {"orders": orders}})

    found = said(dropped, case(silent(hits=hits), settings=settings, gives_orders=gives))

    assert (found is not None) is is_dropped


@pytest.mark.parametrize(
    ("where", "changes", "step", "words"),
    [
        pytest.param(standing(), {"search_query": ""}, "unknown", "were not kept", id="the words are gone"),
        pytest.param(standing(rank=0), {}, "no_match", "shares no word", id="nothing in common"),
        pytest.param(standing(reach=0.129), {}, "below_floor", "to 0.12, or", id="below the floor"),
        pytest.param(
            standing(rank=9, superseded_by="b.md:1"), {}, "superseded", "older than b.md:1", id="out of date"
        ),
        pytest.param(standing(rank=9), {}, "below_cut", "came 9th", id="below the cut"),
        pytest.param(standing(rank=21), {}, "below_cut", "came 21st", id="first"),
        pytest.param(standing(rank=22), {}, "below_cut", "came 22nd", id="second"),
        pytest.param(standing(rank=103), {}, "below_cut", "came 103rd", id="third"),
        pytest.param(standing(rank=111), {}, "below_cut", "came 111th", id="eleventh"),
        pytest.param(standing(), {"cache": "hit"}, "cached", "equal question", id="cached"),
        pytest.param(standing(), {"cache": "joined"}, "cached", "equal question", id="shared"),
        pytest.param(standing(), {}, "unknown", "was not then", id="nobody knows"),
    ],
)
def test_how_a_search_shows_it_not(where: Standing, changes: dict[str, Any], step: str, words: str) -> None:
    found = said(ranked, case(silent(**{"hits": (), **changes}), where))

    assert found is not None
    assert found[0] == step
    assert words in f"{found[1]}: {found[2]}"


def test_what_was_shown_was_ranked_high_enough() -> None:
    assert said(ranked, case(silent())) is None
