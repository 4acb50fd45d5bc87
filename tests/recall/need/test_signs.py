"""All signs of a turn, under one name each."""

from dataclasses import dataclass

from recall_sidecar.memory.port import Hit, Passage
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.need.signs import signs_of

FOUND = (Hit(Passage(1, "notes", "note.md", 1, 1, "Mara drinks tea.", Origin.OWNER), 0.5, 1),)


@dataclass(frozen=True)
class Asked:
    latest: str
    search: str


def test_signs_of_message_and_hits_stand_beside_each_other() -> None:
    signs = signs_of(Asked("What does Mara drink?", "What does Mara drink?"), FOUND)

    assert (signs["ends_asking"], signs["hit_names_held"]) == (1, 1)


def test_a_follow_up_is_looked_at_with_the_words_it_was_searched_with() -> None:
    signs = signs_of(Asked("And hers?", "Which tea does my sister like? And hers?"), FOUND)

    assert signs["self_matter"] == 1


def test_a_message_whose_data_was_not_searched_is_looked_at_whole() -> None:
    assert signs_of(Asked("Sort this:\n```\n{1: 2}\n```", "Sort this:"), FOUND)["code"] > 0
