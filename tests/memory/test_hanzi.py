"""Traditional characters read as simplified ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.hanzi import folded, has_han


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("繁體", "繁体", id="traditional"),
        pytest.param("繁体", "繁体", id="simplified"),
        pytest.param("後來 and 头发", "后来 and 头发", id="mixed with Latin"),
        pytest.param("おすすめ 한국어", "おすすめ 한국어", id="no Han"),
        pytest.param("tea", "tea", id="plain"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_one_form_for_both(text: str, expected: str) -> None:
    assert folded(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("tea", False), ("ü", False), ("かな", False), ("茶", True)])
def test_what_has_han(text: str, *, expected: bool) -> None:
    assert has_han(text) is expected


@given(st.text(), st.text())
def test_a_part_folds_as_the_whole_does(one: str, other: str) -> None:
    whole = folded(one + other)

    assert whole == folded(one) + folded(other)
    assert len(whole) == len(one + other)
    assert folded(whole) == whole
