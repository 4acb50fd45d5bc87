"""What becomes of a note beside the passages it names."""

from dataclasses import replace
from datetime import date

import pytest

from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.grounding import ground, seen_of
from recall_sidecar.recall.reply import Summary
from recall_sidecar.recall.verify.verdict import Verdict
from tests.recall.asking import hit

TODAY = date(2026, 3, 10)


def dated(number: int, text: str, day: str = "2026-02-11", heading: str = "") -> Hit:
    found = hit(number, text)
    return replace(found, passage=replace(found.passage, date=date.fromisoformat(day), heading=heading))


def note(text: str, *hits: Hit, max_chars: int = 220) -> str:
    shown = dict(enumerate(hits, 1))
    return ground(Summary(text, tuple(shown)), shown, today=TODAY, max_chars=max_chars).text


def test_what_is_kept_names_its_passages() -> None:
    shown = {1: hit(1), 2: hit(2, "Unrelated words.")}

    found = ground(
        Summary("Mara likes oolong tea. Mara hates rain.", (1, 2)), shown, today=TODAY, max_chars=220
    )

    assert (found.text, found.numbers) == ("Mara likes oolong tea.", (1,))
    assert found.clauses[0] == Verdict("Mara likes oolong tea.", (1,), None)
    assert found.clauses[1].reason is not None


def test_when_nothing_is_kept_it_names_none() -> None:
    found = ground(Summary("Jonas owns 7 boats.", (1,)), {1: hit(1)}, today=TODAY, max_chars=220)

    assert (found.text, found.numbers) == ("", ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Staging runs on 3.11.", "Staging runs on 3.11 (2026-02-11, may be out of date).", id="a version"
        ),
        pytest.param(
            "Staging runs on 3.11",
            "Staging runs on 3.11 (2026-02-11, may be out of date)",
            id="without a mark",
        ),
        pytest.param("Staging ran on 3.11.", "Staging ran on 3.11.", id="what was"),
        pytest.param(
            "Staging runs on 3.11 (noted 2026-02-11).",
            "Staging runs on 3.11 (noted 2026-02-11).",
            id="dated already",
        ),
    ],
)
def test_what_can_change_has_its_date(text: str, expected: str) -> None:
    assert note(text, dated(1, "Staging runs on 3.11 now.")) == expected


def test_one_caution_is_enough_for_a_day() -> None:
    told = note(
        "Staging runs on 3.11; its price is 5 euros.", dated(1, "Staging runs on 3.11. Its price is 5 euros.")
    )

    assert told == "Staging runs on 3.11; its price is 5 euros (2026-02-11, may be out of date)."


def test_without_room_the_last_clause_goes_and_then_the_words() -> None:
    passage = dated(1, "Staging runs on 3.11 and Mara likes oolong tea.")

    assert (
        note("Staging runs on 3.11. Mara likes oolong tea.", passage, max_chars=60)
        == "Staging runs on 3.11 (2026-02-11, may be out of date)."
    )
    assert len(note("Staging runs on 3.11.", passage, max_chars=45)) <= 45


def test_a_passage_is_taken_with_its_speaker_and_what_is_newer() -> None:
    older = replace(dated(1, "I like tea.", heading="Mara, 2026-02-11"), superseded_by="MEMORY.md:2")

    seen = seen_of(1, {1: older, 2: hit(2)})

    assert (seen.speaker, seen.is_older, seen.newer, seen.is_owner) == ("Mara", True, 2, True)
    assert seen.text == "Mara, 2026-02-11\nI like tea."


@pytest.mark.parametrize(
    ("heading", "speaker"),
    [
        ("", ""),
        ("Preferences", ""),
        ("Assistant", "Assistant"),
        ("Chats > Mara, 2026-02-11", "Mara"),
        ("2026", ""),
    ],
)
def test_a_heading_may_say_who_speaks(heading: str, speaker: str) -> None:
    assert seen_of(1, {1: dated(1, "# Title\nI like tea.", heading=heading)}).speaker == speaker


def test_a_stranger_is_not_the_owner() -> None:
    assert not seen_of(1, {1: hit(1, origin=Origin.UNTRUSTED)}).is_owner
