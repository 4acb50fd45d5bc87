"""The comparison of searches as it is shown."""

from benchmarks.gateways.lookups import Looked, Searcher
from benchmarks.openclaw_search import markdown, rows

LOOKED = Looked(
    31,
    30,
    Searcher([20.0], {"tea", "rent"}),
    {"words": Searcher([2.0], {"tea", "rent", "visa"}), "meanings": Searcher([8.0], {"tea"})},
)


def test_goals_are_for_words_alone_and_for_facts_in_both() -> None:
    met = {row.key: row.is_met for row in rows([LOOKED])}

    assert met == {
        "ratio_words_31": True,
        "missed_words_31": True,
        "ratio_meanings_31": None,
        "missed_meanings_31": False,
    }


def test_the_page_shows_times_and_facts() -> None:
    assert markdown([LOOKED]).splitlines()[2:] == [
        "| 31 | time, p50 | 20.0 ms (p95 20.0) | 2.0 ms (p95 2.0), × 0.10 | 8.0 ms (p95 8.0), × 0.40 |",
        "| | right fact found | 2 of 30 | 3 of 30 | 1 of 30 |",
    ]
