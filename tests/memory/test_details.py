"""What parts of a score come from, in words that add up."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.details import Known, details, shares
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.score import Corpus, Yardstick, weigh
from recall_sidecar.memory.terms import query_terms, tokens

TODAY = date(2026, 11, 30)
CORPUS = Corpus(10, 100)
TEXT = 'Jonas drinks oolong tea, and "oolong tea" alone.'


def measure(query: str) -> Yardstick:
    return Yardstick(weigh(query_terms(query), {"tea": 4, "oolong": 1}, CORPUS), CORPUS)


@pytest.mark.parametrize(
    ("part", "query", "known", "expected"),
    [
        pytest.param("coverage", "oolong tea", Known(tokens(TEXT), TEXT), "oolong 0.43 + tea 0.27", id="words it holds"),
        pytest.param("coverage", "oolong cake", Known(tokens(TEXT), TEXT), "oolong 0.30; not cak 0.40", id="and lacks"),
        pytest.param("coverage", "cake", Known(tokens(TEXT), TEXT), "not cak 0.70", id="or holds none of"),
        pytest.param("bm25", "oolong tea", Known(tokens(TEXT), TEXT), "oolong 2×, tea 2× in 8 terms, 10 on average", id="how often"),
        pytest.param("bm25", "cake", Known(tokens(TEXT), TEXT), None, id="not at all"),
        pytest.param("meaning", "tea", Known((), "", cosine=0.456), "cosine 0.46", id="how near"),
        pytest.param("meaning", "tea", Known((), ""), None, id="no meaning"),
        pytest.param("context", "tea", Known((), "", around=(0.1, 0.2, 0.3)), "words of the passages two before 0.10, before 0.20, after 0.30", id="neighbours"),
        pytest.param("date", "tea last week", Known((), "", date(2026, 11, 24)), "2026-11-24, asked for 2026-11-23 to 2026-11-29", id="a week"),
        pytest.param("date", "tea yesterday", Known((), "", date(2026, 11, 29)), "2026-11-29, asked for 2026-11-29", id="a day"),
        pytest.param("date", "tea yesterday", Known((), ""), None, id="no day"),
        pytest.param("date", "tea", Known((), "", date(2026, 11, 29)), None, id="no time asked for"),
        pytest.param("exact", '"oolong tea" and "cake"', Known((), TEXT), "oolong tea", id="what is quoted"),
        pytest.param("importance", "tea", Known((), "", importance=9), "9 of 10, 5 is neutral", id="importance"),
        pytest.param("importance", "tea", Known((), ""), None, id="nobody said how important"),
        pytest.param("recency", "tea", Known((), ""), None, id="no age"),
        pytest.param("recency", "tea", Known((), "", date(2026, 11, 20)), "10 days old, the half-life is 180 days", id="an age"),
        pytest.param("preference", "tea", Known((), ""), "advice is asked for, and it states a preference", id="a preference"),
        pytest.param("older", "tea", Known((), ""), "a newer passage says otherwise", id="out of date"),
        pytest.param("repeat", "tea", Known((), ""), "a better hit says much the same", id="said before"),
        pytest.param("similarity", "tea", Known((), ""), None, id="a part that says nothing of itself"),
    ],
)  # fmt: skip
def test_a_part_says_what_it_comes_from(part: str, query: str, known: Known, expected: str | None) -> None:
    said = details(measure(query), ask(query, TODAY, 180), [ScorePart(part, 0.1)], known)

    assert said.get(part) == expected


@given(
    st.lists(st.sampled_from(["oolong", "tea", "jonas", "cake", "drinks", "and"]), min_size=1, max_size=8),
    st.lists(st.sampled_from(["oolong", "tea", "jonas", "alone", "and"]), max_size=20),
)
def test_what_the_words_add_is_the_part(query: list[str], passage: list[str]) -> None:
    yardstick = measure(" ".join(query))
    terms = tokens(" ".join(passage))
    (part,) = (part for part in yardstick.measure(terms) if part.name == "coverage")

    worth = shares(yardstick)

    # Of long questions the ten best terms count, so that more can be too much.
    assert min(sum(worth[term] for term in worth if term in terms), 0.7) == pytest.approx(part.value)
