"""Hits of two stores become one list."""

from recall_sidecar.memory.merge import merge
from recall_sidecar.memory.port import Hit, Passage
from recall_sidecar.outcomes import Origin


def hit(text: str, score: float, *, path: str = "MEMORY.md", line: int = 1, source: str = "openclaw") -> Hit:
    return Hit(Passage(len(text), source, path, line, line + 2, text, Origin.AGENT), score, 0)


def texts(*hits: Hit) -> list[tuple[int, str]]:
    return [(each.rank, each.passage.text) for each in hits]


def test_the_best_of_both_come_first_and_are_ranked_anew() -> None:
    merged = merge([hit("tea", 0.5)], [hit("rent", 0.9, line=10), hit("bike", 0.1, line=20)], 6)

    assert texts(*merged) == [(1, "rent"), (2, "tea"), (3, "bike")]


def test_no_more_than_asked_for_are_kept() -> None:
    assert texts(*merge([hit("tea", 0.5)], [hit("rent", 0.9, line=10)], 1)) == [(1, "rent")]


def test_of_overlapping_lines_of_one_file_our_own_hit_stays() -> None:
    merged = merge([hit("tea", 0.5, source="ws")], [hit("# Notes\ntea", 0.9, line=3)], 6)

    assert texts(*merged) == [(1, "tea")]


def test_a_file_is_known_by_its_folder_too() -> None:
    merged = merge([hit("tea", 0.5, source="ws", path="ws/MEMORY.md")], [hit("# Notes\ntea", 0.9)], 6)

    assert texts(*merged) == [(1, "tea")]


def test_other_lines_of_one_file_are_another_passage() -> None:
    assert len(merge([hit("tea", 0.5)], [hit("rent", 0.4, line=4)], 6)) == 2


def test_the_same_text_elsewhere_is_said_once() -> None:
    assert texts(*merge([hit("likes  tea", 0.5)], [hit("likes\ntea", 0.9, path="a.md")], 6)) == [
        (1, "likes  tea")
    ]


def test_what_two_tools_found_is_said_once() -> None:
    assert len(merge([], [hit("tea", 0.5, path="a"), hit("tea", 0.4, path="b")], 6)) == 1


def test_at_equal_scores_our_own_comes_first() -> None:
    assert texts(*merge([hit("tea", 0.5)], [hit("rent", 0.5, line=10)], 6)) == [(1, "tea"), (2, "rent")]
