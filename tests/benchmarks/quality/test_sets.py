"""Sets are read as they lie on disk."""

from datetime import UTC, datetime
from pathlib import Path

from benchmarks.quality.sets import found, load


def test_folders_with_queries_are_sets(data: Path) -> None:
    assert [folder.name for folder in found(data)] == ["small"]


def test_each_haystack_has_its_documents_and_its_answerable_questions(data: Path) -> None:
    small = load(data / "small")

    assert (small.name, small.questions) == ("small", 2)
    assert [[document.id for document in each.documents] for each in small.haystacks] == [
        ["d1", "d2", "d3"],
        ["d4"],
    ]
    assert [[question.gold for question in each.questions] for each in small.haystacks] == [
        [("d2",)],
        [("d4",)],
    ]


def test_dates_are_moments_and_what_is_missing_is_empty(data: Path) -> None:
    first, second = load(data / "small").haystacks

    assert first.documents[0].date == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert (second.documents[0].date, second.documents[0].speaker, second.documents[0].session) == (
        None,
        "",
        "",
    )
    assert second.questions[0].date == datetime(2023, 6, 1, tzinfo=UTC)
