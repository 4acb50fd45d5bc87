from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.timewords.senses import senses


def kinds(text: str) -> list[str]:
    return [sense.kind for sense in senses(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Yesterday", ["day"], id="any case"),
        pytest.param("the day before yesterday", ["day"], id="the longest phrase"),
        pytest.param("3rd of November", ["digits", "month"], id="an ordinal, and joining words left out"),
        pytest.param("3. November", ["digits", "month"], id="an ordinal with a dot"),
        pytest.param("November 3, 2026", ["month", "digits", "digits"], id="a comma"),
        pytest.param("November. 3", ["month", "gap", "digits"], id="a full stop parts"),
        pytest.param("上周末去年", ["rel", "rel"], id="the longest word of a run"),
        pytest.param("我昨天", ["gap", "day"], id="a run with something else"),
        pytest.param("GitHub昨天", ["gap", "day"], id="a run behind Latin letters"),
        pytest.param("2026-11-03", ["date"], id="year first"),
        pytest.param("2026/11/3", ["date"], id="year first with slashes"),
        pytest.param("3.11.2026", ["date"], id="day first with dots"),
        pytest.param("13/11/2026", ["date"], id="only one of the two is a month"),
        pytest.param("11/13/2026", ["date"], id="only one of the two is a month, American"),
        pytest.param("3/11/2026", ["gap"], id="two readings are none"),
        pytest.param("2026-11", ["yearmonth"], id="a month of a year"),
        pytest.param("2026.11", ["gap"], id="a number"),
        pytest.param("2026-13", ["gap"], id="no such month"),
        pytest.param("2026-02-30", ["gap"], id="no such day"),
        pytest.param("9999-12", ["gap"], id="a year nobody writes notes of"),
        pytest.param("1-2-3", ["gap"], id="no year"),
        pytest.param("3.11", ["gap"], id="a decimal"),
        pytest.param("3-4", ["gap"], id="a range of numbers"),
        pytest.param("1,000", ["gap"], id="a thousand"),
        pytest.param("123456", ["gap"], id="too long for a year"),
    ],
)
def test_the_senses_of_a_text(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@given(st.text(max_size=60))
def test_a_sense_is_found_where_it_stands(text: str) -> None:
    found = senses(text)

    assert all(0 <= sense.start < sense.end <= len(text) for sense in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
