from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.asked import Asked, ask, lift
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.score import total

TODAY = date(2026, 11, 30)
FLOOR = 0.2


def lifted(query: str, known: float, day: date | None = None, text: str = "") -> float:
    return total(lift((ScorePart("coverage", known),), known, ask(query, TODAY), day, text))


def test_a_passage_of_the_day_asked_about_is_lifted() -> None:
    assert lifted("kitchen yesterday", 0.5, date(2026, 11, 29)) > lifted("kitchen yesterday", 0.6)


def test_a_passage_without_a_date_loses_nothing() -> None:
    assert lifted("kitchen yesterday", 0.5) == 0.5


def test_a_day_alone_is_no_evidence_for_a_matter() -> None:
    assert lifted("zeppelin yesterday", 0.0, date(2026, 11, 29)) == 0.0


@pytest.mark.parametrize(
    "query",
    [
        "yesterday",
        "what did we talk about yesterday",
        "昨天我们聊了什么",
        "was war gestern",
        "what happened on 29 November",
    ],
)
def test_a_day_is_all_the_evidence_for_itself(query: str) -> None:
    assert ask(query, TODAY).is_when_only
    assert lifted(query, 0.0, date(2026, 11, 29)) > FLOOR


def test_a_question_without_a_time_is_not_about_a_time_alone() -> None:
    assert not ask("what happened", TODAY).is_when_only


def test_what_holds_the_very_name_is_lifted() -> None:
    assert lifted("since v2.3.1", 0.5, text="v2.3.1") > lifted("since v2.3.1", 0.5, text="v2.3.2") == 0.5


@pytest.mark.parametrize(
    ("query", "names"),
    [("kitchen", False), ("kitchen yesterday", True), ("the `kitchen` light of ours", True)],
)
def test_most_questions_name_nothing(query: str, names: bool) -> None:
    assert ask(query, TODAY).names is names


@given(
    st.lists(st.floats(0, 0.5), min_size=1, max_size=2),
    st.dates(date(2026, 11, 20), TODAY) | st.none(),
    st.sampled_from(["v1.2", "1.2", ""]),
    st.sampled_from(["yesterday v1.2", "last week", "kitchen v1.2 on Friday"]),
)
def test_the_parts_explain_the_score_and_stay_between_0_and_1(
    values: list[float], day: date | None, text: str, query: str
) -> None:
    parts = tuple(ScorePart(f"part{number}", value) for number, value in enumerate(values))

    found = lift(parts, total(parts), ask(query, TODAY), day, text)

    assert found[: len(parts)] == parts
    assert total(parts) <= total(found) <= 1.0
    assert all(part.value >= 0 for part in found)


def test_nothing_asked_is_nothing_lifted() -> None:
    parts = (ScorePart("coverage", 0.3),)

    assert lift(parts, total(parts), Asked(()), TODAY, "anything") == parts
