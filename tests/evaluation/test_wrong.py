"""A turn that was wrong becomes a case, with what would have been right as far as it was said."""

import json
from typing import Any

import pytest

from recall_sidecar.evaluation.cases import read_jsonl
from recall_sidecar.evaluation.wrong import case_of, keep_wrong
from tests.harness import SECRET, mask
from tests.turns import TRACE_ID, turn

USED = [{"path": "MEMORY.md", "lines": [3, 4]}]


class Kept:
    """Whoever keeps cases."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        self.lines.append(line)


@pytest.mark.parametrize(
    ("right", "changes", "case"),
    [
        pytest.param("", {}, {"unwanted": USED}, id="something was told"),
        pytest.param("", {"block": "", "hits": ()}, {"expect": "something"}, id="nothing was told"),
        pytest.param(
            "Nothing.", {}, {"expect": "nothing", "unwanted": USED}, id="nothing would have been right"
        ),
        pytest.param(
            "green tea", {}, {"expect": [{"words": "green tea"}], "unwanted": USED}, id="words of the note"
        ),
    ],
)
def test_the_case(right: str, changes: dict[str, Any], case: dict[str, Any]) -> None:
    made = case_of(turn(conversation_query="tea?", session_key=None, **changes), right)

    assert made == {
        "id": TRACE_ID,
        "message": "tea?",
        "agent": "main",
        "said": "The user likes oolong tea.",
        **case,
    }
    assert read_jsonl(json.dumps(made), "cases.jsonl")[1] == []


@pytest.mark.parametrize(
    ("session", "kept"),
    [
        ("agent:main:telegram:direct:42", {"session": "agent:main:telegram:direct:42"}),
        ("agent:main:telegram:group:7", {"session": "agent:main:telegram:group:7", "kind": "group"}),
        ("agent:main:slack:channel:7", {"session": "agent:main:slack:channel:7", "kind": "group"}),
        (None, {}),
    ],
)
def test_the_chat(session: str | None, kept: dict[str, str]) -> None:
    made = case_of(turn(session_key=session), "")

    assert {name: made[name] for name in ("session", "kind") if name in made} == kept


def test_earlier_turns_come_along() -> None:
    asked = "Recent turns:\nuser: hello\nassistant: hi\n\nLatest user message:\ntea?"

    made = case_of(turn(conversation_query=asked, summary="", hits=()), "")

    assert made["message"] == "tea?"
    assert made["before"] == [{"role": "user", "text": "hello"}, {"role": "assistant", "text": "hi"}]
    assert "said" not in made


async def test_it_is_kept_masked() -> None:
    kept = Kept()

    answer = await keep_wrong(kept, mask, turn(conversation_query="tea?"), f"the key {SECRET}")

    assert answer.startswith("Kept as a case")
    assert len(kept.lines) == 1
    assert SECRET not in kept.lines[0]


@pytest.mark.parametrize(
    ("seen", "right", "answer"),
    [
        (None, "", "Not kept: nothing is known of a turn"),
        (turn(conversation_query=""), "", "Not kept: nothing is known of a turn"),
        (turn(), "x" * 2001, "Not kept: what would have been right has at most 2000"),
    ],
)
async def test_what_cannot_be_kept(seen: Any, right: str, answer: str) -> None:  # noqa: ANN401
    kept = Kept()

    assert (await keep_wrong(kept, mask, seen, right)).startswith(answer)
    assert kept.lines == []
