import pytest

from recall_sidecar.memory.terms import query_terms
from recall_sidecar.memory.timewords.idle import is_idle


@pytest.mark.parametrize(
    "text",
    [
        "what did we talk about",
        "what happened",
        "聊了什么",
        "發生了什麼事",
        "was haben wir besprochen",
        "何を話しましたか",
    ],
)
def test_words_that_ask_for_everything(text: str) -> None:
    assert all(is_idle(term) for term in query_terms(text))


@pytest.mark.parametrize("text", ["kitchen", "what did we decide about the tiles", "厨房"])
def test_words_that_ask_for_something(text: str) -> None:
    assert not all(is_idle(term) for term in query_terms(text))
