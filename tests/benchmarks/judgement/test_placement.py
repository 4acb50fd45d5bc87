"""Each host has its place for a block, and it decides what stays the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.judgement.placement import PLACES, Past, identical

SYSTEM = "system " * 50
PAST = [Past("first question", "BLOCK ONE", "first reply")]


@pytest.mark.parametrize(
    ("host", "keeps", "share"),
    [
        pytest.param("openclaw", False, "before", id="gone, in the message"),
        pytest.param("gemini", False, "before", id="gone, behind the message"),
        pytest.param("claude-code", True, "whole", id="kept"),
        pytest.param("codex", True, "whole", id="kept too"),
        pytest.param("system prompt", False, "none", id="before everything"),
    ],
)
def test_what_stays_the_same(host: str, share: str, *, keeps: bool) -> None:
    before = PLACES[host](SYSTEM, [], "BLOCK ONE", "first question")
    now = PLACES[host](SYSTEM, PAST, "BLOCK TWO", "second question")

    assert ("BLOCK ONE" in now) is keeps
    same = identical(before, now)
    assert {"none": same < 10, "before": len(SYSTEM) < same < len(before), "whole": same == len(before)}[
        share
    ]


@given(st.text("ab", max_size=30), st.text("ab", max_size=30))
def test_identical_is_the_longest_beginning_of_both(one: str, other: str) -> None:
    same = identical(one, other)

    assert one[:same] == other[:same]
    assert one[same : same + 1] != other[same : same + 1] or same == len(one) == len(other)
