import pytest

from recall_sidecar.memory.agenda import EVERYTHING_EVERY_S, Agenda

EVERY_S = 2.0
WHOLE = {"k": {""}}


def walked(polled: bool = False) -> tuple[Agenda, set[str]]:
    """Return an agenda whose folder was walked at 0, and the folders that are polled."""
    agenda = Agenda()
    keys = {"k"} if polled else set()
    assert agenda.take(["k"], keys, EVERY_S, 0.0) == WHOLE
    return agenda, keys


@pytest.mark.parametrize(
    ("polled", "now", "expected"),
    [
        pytest.param(False, 1.0, {}, id="one that tells of changes is left alone"),
        pytest.param(False, EVERYTHING_EVERY_S - 1, {}, id="for minutes"),
        pytest.param(False, EVERYTHING_EVERY_S, WHOLE, id="and is walked now and then"),
        pytest.param(True, 1.9, {}, id="one that does not is left alone between two looks"),
        pytest.param(True, 2.0, WHOLE, id="and is walked at each"),
    ],
)
def test_a_folder_is_walked_when_its_time_has_come(
    polled: bool, now: float, expected: dict[str, set[str]]
) -> None:
    agenda, keys = walked(polled)

    assert agenda.take(["k"], keys, EVERY_S, now) == expected


def test_what_is_named_is_looked_at_once() -> None:
    agenda, keys = walked()
    agenda.add({"k": ["a.md"]})
    agenda.add({"k": ["b.md"], "unknown": ["c.md"]})

    assert agenda.take(["k"], keys, EVERY_S, 1.0) == {"k": {"a.md", "b.md"}}
    assert agenda.take(["k", "unknown"], keys, EVERY_S, 1.0) == {"unknown": {""}}


def test_a_whole_folder_takes_its_places_along() -> None:
    agenda, keys = walked()
    agenda.add({"k": ["a.md", ""]})

    assert agenda.take(["k"], keys, EVERY_S, 1.0) == WHOLE


def test_more_places_than_are_worth_naming_are_the_whole_folder() -> None:
    agenda, keys = walked()
    agenda.add({"k": [f"{number}.md" for number in range(1000)]})

    assert agenda.take(["k"], keys, EVERY_S, 1.0) == WHOLE


def test_what_could_not_be_done_is_done_again() -> None:
    agenda, keys = walked()
    agenda.put_back({"k": {"a.md"}})

    assert agenda.take(["k"], keys, EVERY_S, 1.0) == {"k": {"a.md"}}


def test_a_file_that_may_change_unseen_is_looked_at_again_once_it_has_settled() -> None:
    agenda, keys = walked()
    agenda.seen({"k": {"a.md"}}, 1.0)
    agenda.seen({"k": {"a.md", "b.md"}}, 2.0)

    assert agenda.take(["k"], keys, EVERY_S, 2.9) == {}
    assert agenda.take(["k"], keys, EVERY_S, 3.0) == {"k": {"a.md"}}
    assert agenda.take(["k"], keys, EVERY_S, 4.0) == {"k": {"b.md"}}
    assert agenda.take(["k"], keys, EVERY_S, 9.0) == {}
