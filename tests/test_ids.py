"""How ids are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.ids import folded


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(" Main ", "main", id="letter case and space"),
        pytest.param("МАША", "маша", id="other letters too"),
        pytest.param("Élan", "élan", id="with accents"),
        pytest.param("\u212aate", "\u212aate", id="a Kelvin sign is no K"),
        pytest.param("\u212bsa", "\u212bsa", id="an Angstrom sign is no letter"),
        pytest.param("\u0130da", "\u0130da", id="nor is a dotted capital I"),
        pytest.param("a\0b\nc", "a\0b\nc", id="what stands inside stays"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_an_id_is_compared_in_lower_case(value: str, expected: str) -> None:
    assert folded(value) == expected


@given(st.text(max_size=20))
def test_only_signs_of_which_one_is_the_capital_of_the_other_become_the_same(value: str) -> None:
    once = folded(value)

    assert folded(once) == once
    for before, after in zip(value.strip(), once, strict=True):
        assert before in {after, after.upper()}
