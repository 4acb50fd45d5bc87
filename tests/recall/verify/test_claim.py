"""A clause, taken apart."""

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence


def test_a_clause_has_words_names_times_and_numbers() -> None:
    found = [evidence(Seen(1, "Ich mag Tee.", speaker="Mara")), evidence(Seen(2, "I like tea."))]

    claim = claim_of("On 5 May 2026 Mara drank two cups", found, "en", begins=True)

    assert [word.text for word in claim.content] == ["drank", "cups"]
    assert [name.text for name in claim.names] == ["Mara"]
    assert [(one.year, one.month, one.day) for one in claim.moments] == [(2026, 5, 5)]
    assert [sorted(one.readings) for one in claim.amounts] == [[2]]
    assert claim.translated == {1: True, 2: False}


def test_it_begins_behind_a_time() -> None:
    assert claim_of("On 5 May 2026 Mara ran", [], "en", begins=True).begin == 14
    assert claim_of("Mara ran", [], "en", begins=True).begin == 0
    assert claim_of("5 May 2026", [], "en", begins=True).begin == 0


def test_numbers_in_set_phrases_count_nothing() -> None:
    found = [evidence(Seen(1, "x"))]

    assert claim_of("她完成了铁人三项", found, "zh", begins=True).amounts == ()
    assert claim_of("她在百思买买东西", found, "zh", begins=True).amounts == ()
    assert [name.text for name in claim_of("Six of Rachel's cats", found, "en", begins=True).names] == [
        "Rachel"
    ]
