"""Hits of a server are untrusted, have paths that nothing can be mistaken for, and are measured like notes."""

import datetime as dt

import pytest

from recall_sidecar.memory.beside.port import Measured
from recall_sidecar.memory.mcp.passages import measured, placed
from recall_sidecar.memory.mcp.results import Finding
from recall_sidecar.memory.score import Corpus, Yardstick, total, weigh
from recall_sidecar.memory.terms import query_terms
from recall_sidecar.outcomes import Origin

TODAY = dt.date(2026, 11, 30)
NOTE = Finding("Ottilie keeps seventeen alpacas", "garden", "Garden", dt.date(2026, 11, 3))


def hits(
    *found: Finding, text: str = "Ottilie's alpacas", min_score: float = 0.2, max_hits: int = 6
) -> Measured:
    corpus = Corpus(30, 900)
    yardstick = Yardstick(weigh(query_terms(text), {}, corpus), corpus)
    return measured(placed(found, "notes", str), text, TODAY, yardstick, min_score, max_hits=max_hits)


def paths(*ids: str | int) -> list[str]:
    return [
        each.path
        for each in placed([Finding(f"text {number}", each) for number, each in enumerate(ids)], "notes", str)
    ]


def test_a_hit_is_untrusted_and_private() -> None:
    (hit,) = hits(NOTE).hits

    assert (hit.passage.origin, hit.passage.visibility, hit.passage.source) == (
        Origin.UNTRUSTED,
        "private",
        "mcp",
    )
    assert (hit.passage.path, hit.passage.heading, hit.passage.date) == (
        "mcp/notes/garden",
        "Garden",
        NOTE.day,
    )
    assert total(hit.parts) == hit.score
    assert hit.passage.id < -(1 << 48)


def test_a_passage_keeps_its_number() -> None:
    assert hits(NOTE).hits[0].passage.id == hits(NOTE).hits[0].passage.id
    assert hits(NOTE).hits[0].passage.id != hits(Finding(NOTE.text, "other")).hits[0].passage.id


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param("a/b c:d#2", "mcp/notes/a%2Fb%20c%3Ad%232", id="separators are escaped"),
        pytest.param("../../etc", "mcp/notes/..%2F..%2Fetc", id="no way out"),
        pytest.param("笔记", "mcp/notes/%E7%AC%94%E8%AE%B0", id="letters of every script"),
        pytest.param(7, "mcp/notes/7", id="a number"),
    ],
)
def test_an_id_makes_a_path(given: str | int, expected: str) -> None:
    assert paths(given) == [expected]


@pytest.mark.parametrize("given", ["", "..", ".", "x" * 161])
def test_what_makes_no_path_gets_a_name_of_its_own(given: str) -> None:
    (path,) = paths(given)

    assert len(path) == len("mcp/notes/") + 16
    assert "." not in path


def test_hits_of_one_document_have_different_paths() -> None:
    assert paths("a", "b", "a", "a#2") == ["mcp/notes/a", "mcp/notes/b", "mcp/notes/a#2", "mcp/notes/a%232"]


def test_secrets_are_masked_in_text_title_and_path() -> None:
    (each,) = placed(
        [Finding("tea hunter2", "hunter2", "hunter2")], "notes", lambda text: text.replace("hunter2", "*")
    )

    assert "hunter2" not in each.finding.text + each.finding.title + each.path
    assert each.finding.id == "hunter2"


def test_the_floor_counts_words_and_not_the_servers_order() -> None:
    found = hits(Finding("Zwettl has a church"), Finding("alpacas"), NOTE)

    assert [hit.passage.text for hit in found.hits] == [NOTE.text, "alpacas"]
    assert hits(NOTE, text="alpacas zeppelin harbour anchor fiddle", min_score=0.9).below_floor == 1


def test_a_title_counts_as_a_heading_does() -> None:
    (hit,) = hits(Finding("seventeen of them", title="Ottilie's alpacas")).hits

    assert hit.score > 0.5


def test_only_so_many_are_taken() -> None:
    assert len(hits(NOTE, Finding("alpacas, alpacas"), max_hits=1).hits) == 1


def test_what_only_repeats_the_question_is_left_out() -> None:
    assert hits(Finding("ottilie's ALPACAS"), NOTE).hits == hits(NOTE).hits


def test_a_day_that_is_asked_for_and_what_is_quoted_are_parts() -> None:
    (dated,) = hits(NOTE, text="Ottilie's alpacas on 2026-11-03").hits
    (quoted,) = hits(NOTE, text='Ottilie "seventeen alpacas"').hits

    assert "date" in {part.name for part in dated.parts}
    assert "exact" in {part.name for part in quoted.parts}
