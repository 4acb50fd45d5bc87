"""What our own routes answer with."""

from datetime import date

from recall_sidecar.errors import SettingsProblem
from recall_sidecar.memory.port import (
    Explanation,
    Hit,
    IndexReport,
    LeftOut,
    Passage,
    ReadResult,
    ScorePart,
    SearchResult,
)
from recall_sidecar.outcomes import Origin
from recall_sidecar.server import replies

PASSAGE = Passage(
    1, "notes", "memory/a.md", 3, 4, "raw", Origin.AGENT, heading="Tea", date=date(2026, 11, 30)
)
HIT = Hit(PASSAGE, 0.75, 1, (ScorePart("lexical", 0.5, "raw 0.50"), ScorePart("recency", 0.25)))


def test_a_hit_goes_out_in_camel_case_with_its_words_masked() -> None:
    found = replies.FoundPassage.of(HIT, lambda _: "masked").model_dump(mode="json", by_alias=True)

    assert found == {
        "source": "notes",
        "path": "masked",
        "fromLine": 3,
        "toLine": 4,
        "heading": "masked",
        "date": "2026-11-30",
        "origin": "agent",
        "visibility": "private",
        "score": 0.75,
        "rank": 1,
        "parts": {"lexical": 0.5, "recency": 0.25},
        "details": {"lexical": "masked"},
        "text": "masked",
        "supersededBy": "masked",
    }


def test_a_search_goes_out_with_what_was_below_the_floor() -> None:
    reply = replies.SearchReply.of(SearchResult((), 1.5, "embeddings are down", below_floor=2), str)

    sent = reply.model_dump(mode="json", by_alias=True)
    assert (sent["hits"], sent["warning"], sent["belowFloor"]) == ([], "embeddings are down", 2)


def test_what_was_left_out_goes_out_with_its_reason_and_masked() -> None:
    why = Explanation((LeftOut(HIT, "it is too weak"),), hidden=3)

    sent = replies.SearchReply.of(SearchResult((), 1.5, why=why), lambda _: "masked").model_dump(
        by_alias=True
    )

    (left,) = sent["leftOut"]
    assert (left["reason"], left["hit"]["text"], sent["hidden"]) == ("it is too weak", "masked", 3)


def test_past_the_end_of_a_file_there_is_no_last_line() -> None:
    found = ReadResult("MEMORY.md", 99, 98, "", Origin.OWNER)

    sent = replies.GetReply.of(found, "").model_dump(mode="json", by_alias=True)

    assert (sent["fromLine"], sent["toLine"], sent["text"], sent["nextLine"]) == (99, None, "", None)


def test_lines_of_a_file_go_out_with_the_text_they_are_given() -> None:
    found = ReadResult("MEMORY.md", 3, 4, "raw", Origin.OWNER, next_line=5)

    sent = replies.GetReply.of(found, "masked").model_dump(mode="json", by_alias=True)

    assert (
        sent["path"],
        sent["fromLine"],
        sent["toLine"],
        sent["nextLine"],
        sent["text"],
        sent["origin"],
    ) == (
        "MEMORY.md",
        3,
        4,
        5,
        "masked",
        "owner",
    )


def test_a_refresh_goes_out_with_its_counts_and_problems() -> None:
    report = IndexReport(files=2, passages=5, added=1, problems=("a.md: too large",), elapsed_ms=3.5)

    sent = replies.RefreshReply.of(report).model_dump(mode="json", by_alias=True)

    assert (sent["files"], sent["passages"], sent["added"], sent["problems"]) == (
        2,
        5,
        1,
        ["a.md: too large"],
    )


def test_a_problem_of_the_settings_goes_out_with_key_and_source() -> None:
    sent = replies.Problem.of(SettingsProblem("gate.enabled", "config.toml:2", "is no boolean"))

    assert sent.model_dump() == {"key": "gate.enabled", "source": "config.toml:2", "message": "is no boolean"}
