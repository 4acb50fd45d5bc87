"""Candidates are made of columns when somebody looks, in the order in which they were all made at once."""

import numpy as np
import pytest

from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.scored import Candidate, Columns, Scored, best_first, merged


def scored(*scores: float, importance: dict[int, int] | None = None) -> Scored:
    """Passages 1, 2, … with these scores, best first, all of it coverage and evidence."""
    column, empty = np.array(scores), np.zeros(len(scores))
    ids = np.arange(1, len(scores) + 1)
    columns = Columns(ids, column, column, column, empty, empty, empty, np.zeros(len(scores), bool))
    return Scored(columns, importance or {})


def candidate(number: int, score: float) -> Candidate:
    return Candidate(number, score, (ScorePart("coverage", score), ScorePart("bm25", 0.0)), score)


def test_many_are_the_same_as_one_by_one() -> None:
    scores = [1.0 - number / 100 for number in range(40)]

    found = scored(*scores)

    assert [*found] == [candidate(number + 1, score) for number, score in enumerate(scores)]
    assert len(found) == 40


def test_a_part_is_there_where_it_has_something_to_say() -> None:
    one = np.ones(1)
    columns = Columns(np.array([7]), 3 * one, one, one, 0 * one, 0.5 * one, 1.5 * one, np.array([True]))

    (found,) = Scored(columns, {7: 9})

    assert [part.name for part in found.parts] == ["coverage", "bm25", "meaning", "context"]
    assert found.importance == 9


def test_what_was_changed_takes_its_new_place() -> None:
    found = scored(0.9, 0.6, 0.3).with_changed([candidate(3, 0.7)])
    again = found.with_changed([candidate(3, 0.1), candidate(1, 0.5)])

    assert [each.id for each in found] == [1, 3, 2]
    assert [each.id for each in again] == [2, 1, 3]
    assert sorted(again.ids) == [1, 2, 3]
    assert found.with_changed([]) is found


def test_some_of_them() -> None:
    found = scored(0.9, 0.6, 0.3).with_changed([candidate(3, 0.7)])

    assert [each.id for each in found.some([3, 2])] == [3, 2]
    assert found.some([]) == []


def test_the_floor_holds_for_what_was_changed_too() -> None:
    found = scored(0.9, 0.6, 0.3, 0.0).with_changed([candidate(1, 0.2), candidate(4, 0.8)])

    assert [each.id for each in found.above(0.5)] == [4, 2]
    assert found.weaker(0.5) == 2


def test_among_equals_the_later_passage_comes_first() -> None:
    assert [each.id for each in best_first([candidate(1, 0.5), candidate(2, 0.5), candidate(3, 0.6)])] == [
        3,
        2,
        1,
    ]


@pytest.mark.parametrize("some", [[], [candidate(2, 0.5)]], ids=["none", "one"])
def test_two_lists_become_one(some: list[Candidate]) -> None:
    others = [candidate(3, 0.6), candidate(1, 0.5)]
    assert [*merged(some, others)] == best_first([*some, *others])
