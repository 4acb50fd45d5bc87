"""What a passage says, cut up."""

from datetime import date

from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.moments import Moment


def test_a_passage_is_cut_into_parts_with_what_they_deny() -> None:
    found = evidence(Seen(1, "I don't eat meat, fish or eggs, but I love tea. It is good."))

    assert [(part.text.strip(), part.polarity, part.sentence) for part in found.parts] == [
        ("I don't eat meat", "denied", 0),
        ("fish", "denied", 0),
        ("eggs", "denied", 0),
        ("I love tea.", "plain", 0),
        ("It is good.", "plain", 1),
    ]


def test_a_label_says_who_speaks() -> None:
    found = evidence(
        Seen(
            1,
            "User: I like tea.\n\n- **Assistant:** Try oolong.\nNote that: it is warm.\n张伟：我喜欢茶。",
            speaker="Mara",
        )
    )

    assert [part.speaker for part in found.parts] == ["User", "Assistant", "Assistant", "Assistant", "张伟"]


def test_numbers_times_and_names_are_read_when_they_are_asked_for() -> None:
    found = evidence(Seen(1, "Anna's cat is 3.\nShe came yesterday.", date(2026, 3, 10), "Mara"))

    assert [sorted(amount.readings) for amount in found.amounts] == [[3]]
    assert found.amounts is found.amounts
    assert found.times.hold(Moment(2026, 3, 9))
    assert found.times is found.times
    assert {"Anna's", "Mara"} <= found.names
    assert found.names is found.names
    assert {"anna", "cat"} <= found.words
    assert found.words is found.words
    assert found.sound == ""


def test_other_scripts_are_written_in_latin_letters() -> None:
    found = evidence(Seen(1, "刘琳喜欢茶"))

    assert found.sound.startswith("liulin")
    assert found.sound is found.sound


def test_a_sentence_that_only_says_she_is_read_with_the_one_before() -> None:
    found = evidence(Seen(1, "Anna has a cat. She likes it."))

    assert found.context(1) == "Anna has a cat. She likes it."
    assert found.context(0) == "Anna has a cat."
    assert found.first_of(1).text == "She likes it."
    assert "=cat" in found.keys_of_sentence(0)


def test_what_has_no_words_has_no_parts() -> None:
    assert evidence(Seen(1, ",\n, .")).parts == []


def test_a_part_with_somebody_in_it_says_something_of_its_own() -> None:
    found = evidence(Seen(1, "I avoid meat, we swim, fish."))

    assert [part.polarity for part in found.parts] == ["soft", "plain", "plain"]


def test_what_is_in_doubt_is_not_told() -> None:
    found = evidence(Seen(1, "I'm not sure if I am ready. I missed a few events, including a fun run."))

    assert [(part.text.strip(), part.polarity) for part in found.parts] == [
        ("I'm not sure", "plain"),
        ("I am ready.", "soft"),
        ("I missed a few events", "soft"),
        ("including a fun run.", "soft"),
    ]


def test_places_have_up_to_three_words() -> None:
    found = evidence(Seen(1, "I flew from New York City to Berlin."))

    assert found.places == {"place:New York", "place:Berlin"}
    assert found.places is found.places


def test_a_day_with_a_slash_may_be_either() -> None:
    found = evidence(Seen(1, "It was on 7/10."))

    assert found.holds_time(Moment(month=7, day=10))
    assert found.holds_time(Moment(month=10, day=7))
    assert not found.holds_time(Moment(month=7, day=11))


def test_words_are_read_by_meaning_when_they_are_asked_for() -> None:
    found = evidence(Seen(1, "I sold my forest."))

    assert found.meant.says("woods")
    assert found.meant is found.meant
