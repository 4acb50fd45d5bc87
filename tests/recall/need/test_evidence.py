"""What can be seen of the hits for a message."""

from collections.abc import Sequence

import pytest

from recall_sidecar.memory.port import Hit, Passage, ScorePart
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.need.evidence import signs


def hit(score: float = 0.5, text: str = "The gate is green.", heading: str = "", **parts: float) -> Hit:
    passage = Passage(1, "notes", "note.md", 1, 1, text, Origin.OWNER, heading=heading)
    return Hit(passage, score, 1, tuple(ScorePart(name, value) for name, value in parts.items()))


def mass(hits: Sequence[Hit]) -> float:
    return signs(hits, frozenset(), is_of_self=False, wants_advice=False)["mass"]


def test_a_stronger_hit_weighs_more() -> None:
    assert mass([hit(0.8)]) > mass([hit(0.5)])


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_taking_any_hit_away_weighs_less(taken: int) -> None:
    hits = [hit(0.7), hit(0.6), hit(0.4)]

    assert mass([each for place, each in enumerate(hits) if place != taken]) < mass(hits)


@pytest.mark.parametrize(
    ("sign", "found"),
    [
        pytest.param("unread", hit(coverage=0.4), id="no meaning could be compared"),
        pytest.param("advised", hit(text="I avoid gluten.", meaning=0.4), id="a preference that is near"),
        pytest.param("mass_unread", hit(0.9, coverage=0.4), id="what words alone weigh"),
        pytest.param("mass_self", hit(0.9), id="what weighs for a question about oneself"),
        pytest.param("lacking", hit(0.3), id="nothing strong"),
        pytest.param("date", hit(date=0.1), id="of the time that is asked about"),
        pytest.param("exact", hit(exact=0.1), id="holds what is named to the letter"),
        pytest.param("names_held", hit(text="With Mara at the lake."), id="a name in the passage"),
        pytest.param("names_held", hit(heading="Mara"), id="a name in the heading"),
        pytest.param("names_unknown", hit(), id="a name that is nowhere"),
    ],
)
def test_a_sign_is_seen(sign: str, found: Hit) -> None:
    assert signs([found], frozenset({"mara"}), is_of_self=True, wants_advice=True)[sign] > 0


def test_signs_that_are_not_there_are_not_seen() -> None:
    seen = signs(
        [hit(text="I avoid gluten.", coverage=0.3, meaning=0.2)],
        frozenset(),
        is_of_self=False,
        wants_advice=False,
    )

    assert [name for name, value in seen.items() if value and name not in {"mass", "lacking"}] == []


def test_a_cosine_is_found_back_from_its_part_of_the_score() -> None:
    # 0.85 of what the words left open, bent: see memory/fusion.py.
    words, cosine = 0.3, 0.4
    part = 0.85 * (cosine / 0.8) ** 0.8 * (1 - words)

    found = hit(text="I avoid gluten.", coverage=words, meaning=part)
    assert signs([found], frozenset(), is_of_self=False, wants_advice=True)["advised"] == pytest.approx(
        cosine
    )


def test_a_preference_counts_for_who_asks_for_advice_alone() -> None:
    found = hit(text="I avoid gluten.", meaning=0.4)

    assert signs([found], frozenset(), is_of_self=False, wants_advice=False)["advised"] == 0


def test_what_states_no_preference_advises_nobody() -> None:
    assert signs([hit(meaning=0.4)], frozenset(), is_of_self=False, wants_advice=True)["advised"] == 0
