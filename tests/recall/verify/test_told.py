"""Who it is said of, and whether it is denied."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.told import is_wrong_polarity, is_wrong_speaker

FOUND = [
    evidence(Seen(1, "I adopted a cat. I never eat meat.", speaker="Anna")),
    evidence(Seen(2, "I play tennis.", speaker="Ben")),
]


@pytest.mark.parametrize(
    ("clause", "who", "expected"),
    [
        ("adopted a cat", ("Anna",), False), ("adopted a cat", ("Ben",), True), ("plays tennis", ("Anna", "Ben"), True),
        ("adopted a cat", (), False), ("zyxwv", ("Ben",), False), ("played tennis with Sarah", ("Ben",), True),
        ("told Sarah of tennis", ("Ben",), False),
    ],
)  # fmt: skip
def test_a_clause_speaks_of_who_said_it(clause: str, who: tuple[str, ...], expected: bool) -> None:
    assert is_wrong_speaker(claim_of(clause, FOUND, "en", begins=False), FOUND, who) is expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("adopted a cat", False), ("did not adopt a cat", True), ("eats meat", True), ("does not eat meat", False), ("avoids meat", False),
        ("only plays tennis", False), ("adopted a cat, meat", True), ("zyxwv", False), ("not zyxwv", False),
    ],
)  # fmt: skip
def test_a_clause_denies_what_is_denied(clause: str, expected: bool) -> None:
    assert is_wrong_polarity(claim_of(clause, FOUND, "en", begins=False), FOUND, ()) is expected


def test_where_nothing_is_denied_a_denial_is_new() -> None:
    plain = [evidence(Seen(1, "I play tennis and golf and read books.", speaker="Ben"))]

    assert is_wrong_polarity(claim_of("not zyxwv", plain, "en", begins=False), plain, ())
    assert is_wrong_polarity(
        claim_of("no bread, wine, oil, soap, tennis", plain, "en", begins=False), plain, ()
    )


def test_a_denial_in_other_words_may_stand_elsewhere() -> None:
    assert not is_wrong_polarity(
        claim_of("no bread, wine, oil, soap, tennis", FOUND, "en", begins=False), FOUND, ()
    )


def test_a_verb_that_both_have_denies_nothing_elsewhere() -> None:
    lost = [evidence(Seen(1, "I lost my silver ring in Lisbon and found it.", speaker="Ben"))]

    assert is_wrong_polarity(claim_of("never lost a silver ring", lost, "en", begins=False), lost, ())
    assert not is_wrong_polarity(claim_of("lost a silver ring", lost, "en", begins=False), lost, ())


def test_who_gives_advice_speaks_of_somebody_else() -> None:
    found = [evidence(Seen(1, "Build relationships with your customers.", speaker="Ben"))]

    assert not is_wrong_speaker(
        claim_of("advised building relationships", found, "en", begins=False), found, ("Ben",)
    )
    assert is_wrong_speaker(claim_of("builds relationships", found, "en", begins=False), found, ("Ben",))
