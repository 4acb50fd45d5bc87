"""Cosines of any model are stretched onto the scale that search was tuned on."""

import numpy as np
import pytest

from recall_sidecar.memory.embedding.scale import PASSAGES, QUESTIONS, Scale, measured

ONES = [[1.0 if i == j else 0.0 for j in range(8)] for i in range(8)]


def test_the_model_that_search_was_tuned_on_is_left_as_it_is() -> None:
    assert Scale().of(0.3) == 0.3


def test_answers_and_unrelated_texts_land_where_search_expects_them() -> None:
    # Unrelated at 0.7, answers at 0.9: two of three parts of a vector are common to all.
    common = (0.7) ** 0.5
    questions = [[common, *[(0.2**0.5) * x for x in row]] for row in ONES]

    scale = measured(questions, questions)

    assert scale.of(0.7) == pytest.approx(0.045)
    assert scale.of(0.9) == pytest.approx(0.522)


def test_nothing_leaves_the_range_of_a_cosine() -> None:
    scale = Scale(4.0, -3.0)

    assert (scale.of(1.0), scale.of(0.0), scale.of(1.1)) == (1.0, -1.0, 1.0)


def test_a_model_that_tells_nothing_apart_is_none() -> None:
    with pytest.raises(ValueError, match="does not tell an answer"):
        measured([[1.0]] * 8, [[1.0]] * 8)


def test_each_question_has_its_answer() -> None:
    assert len(QUESTIONS) == len(PASSAGES) == len({*QUESTIONS, *PASSAGES}) / 2


def test_many_are_what_each_is() -> None:
    scale = Scale(4.826, -3.481)
    cosines = [-1.0, 0.0, 0.5, 0.78, 0.9, 1.0]
    assert scale.of_all(np.array(cosines)).tolist() == [scale.of(each) for each in cosines]
