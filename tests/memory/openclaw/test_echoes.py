"""What was said in a conversation is told apart: the question, and what is more than it."""

import pytest

from recall_sidecar.memory.openclaw.answers import Finding, Kind
from recall_sidecar.memory.openclaw.echoes import sayings

QUESTION = "Who is the skipper of the Marigold?"


def said(*texts: str, question: str = QUESTION, kind: Kind = "transcript") -> list[tuple[str, str | None]]:
    found = [Finding(kind, f"sessions/main/s{n}.jsonl", 1, 4, text) for n, text in enumerate(texts)]
    return [(each.finding.text, each.beyond) for each in sayings(found, question)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"User: {QUESTION}", id="word for word"),
        pytest.param(QUESTION, id="without a speaker"),
        pytest.param("User: who is the SKIPPER of the marigold", id="in other letters"),
        pytest.param("User: So who is the Marigold's skipper?", id="as a question of the same words"),
        pytest.param(
            f"User: {QUESTION}\nUser: Marigold?\nAssistant: Who is the skipper?", id="several times"
        ),
        pytest.param("User: Who is the skip...", id="cut off"),
        pytest.param("Who is the skipper of the Mari…", id="cut off with one character"),
        pytest.param("User: \n", id="nothing at all"),
    ],
)
@pytest.mark.parametrize("kind", ["transcript", "entry"])
def test_what_only_repeats_the_question_is_left_out(text: str, kind: Kind) -> None:
    assert said(text, kind=kind) == []


@pytest.mark.parametrize(
    ("question", "text"),
    [
        pytest.param(QUESTION, "User: The skipper of the Marigold is Pavel Drozd.", id="an answer"),
        pytest.param(
            "Is Anna allergic to nuts?", "User: Anna is allergic to nuts.", id="a yes in its own words"
        ),
        pytest.param(
            QUESTION, "User: Is Pavel the skipper of the Marigold?", id="a question that tells more"
        ),
        pytest.param(QUESTION, "User: Pavel...", id="another thing that is cut off"),
        pytest.param(QUESTION, "...", id="nothing but a cut"),
        pytest.param("Is the rent 931 euros?", "User: Is the rent 913 euros?", id="another figure"),
    ],
)
def test_what_says_something_else_is_kept_whole(question: str, text: str) -> None:
    assert said(text, question=question) == [(text, None)]


def test_an_answer_behind_the_question_is_what_is_more_than_it() -> None:
    text = f"User: {QUESTION}\nAssistant: Pavel Drozd,\nI think."

    assert said(text) == [(text, "Pavel Drozd,\nI think.")]


def test_of_those_that_say_the_same_beyond_it_the_first_is_kept() -> None:
    first = f"User: {QUESTION}\nAssistant: It is Pavel."
    again = "User: who is the skipper of the marigold\nAssistant: Pavel it is!"
    other = f"User: {QUESTION}\nAssistant: It is Anna."

    assert [text for text, _ in said(first, again, other)] == [first, other]


def test_messages_that_say_the_same_are_kept_once_without_the_question_too() -> None:
    assert said("User: Anna likes oolong.", "User: anna likes Oolong") == [("User: Anna likes oolong.", None)]


def test_a_file_may_say_what_it_wants() -> None:
    assert said(QUESTION, QUESTION, kind="file") == [(QUESTION, None)] * 2
