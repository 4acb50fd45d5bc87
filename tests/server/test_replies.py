"""What our own routes answer with."""

from datetime import date

from recall_sidecar.memory.port import Hit, Passage, ScorePart
from recall_sidecar.outcomes import Origin
from recall_sidecar.server import replies


def test_a_hit_goes_out_in_camel_case_with_the_text_it_is_given() -> None:
    passage = Passage(
        1, "notes", "memory/a.md", 3, 4, "raw", Origin.AGENT, heading="Tea", date=date(2026, 11, 30)
    )
    hit = Hit(passage, 0.75, 1, (ScorePart("lexical", 0.5), ScorePart("recency", 0.25)))

    found = replies.FoundPassage.of(hit, "masked").model_dump(mode="json", by_alias=True)

    assert found == {
        "source": "notes",
        "path": "memory/a.md",
        "fromLine": 3,
        "toLine": 4,
        "heading": "Tea",
        "date": "2026-11-30",
        "origin": "agent",
        "visibility": "private",
        "score": 0.75,
        "rank": 1,
        "parts": {"lexical": 0.5, "recency": 0.25},
        "text": "masked",
    }
