"""A fact is a sentence of a memory, found in a text by its words."""

from benchmarks.judgement.facts import Facts
from benchmarks.quality.sets import Document

TEA, CELLO = "I like oolong tea very much.", "The cello stands in the hall."
DOCUMENTS = [
    Document(f"d{number}", "", "", None, text)
    for number, text in enumerate((f"{TEA} {CELLO}", TEA, "No."), 1)
]


def test_a_sentence_is_a_fact_of_all_documents_that_hold_it() -> None:
    facts = Facts.of(DOCUMENTS)

    assert facts.told(f"Noted: {TEA.upper()}") == {"i like oolong tea very much"}
    assert facts.about(facts.told(f"{TEA} {CELLO}"), ["d2"]) == {"i like oolong tea very much"}
    assert facts.told("") == facts.told("No.") == frozenset()


def test_a_summary_tells_the_fact_that_it_was_made_of() -> None:
    facts = Facts.of(DOCUMENTS)
    facts.tell("The hall is where it stands.", CELLO)
    facts.tell("Nobody knows.", "There is no such sentence here.")

    assert facts.told("From memory: The hall is where it stands.") == {"the cello stands in the hall"}
