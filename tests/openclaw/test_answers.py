"""The stand-in model tells who asks and answers each in its own form."""

import json
from typing import Any

import pytest

from recall_sidecar.memory.port import Hit, Passage
from recall_sidecar.outcomes import Origin
from recall_sidecar.prompts import user_prompt
from recall_sidecar.recall.passages import NO_PASSAGES, passages_text
from tests.openclaw.answers import Answer, Kind, ToolCall, answer, kind_of

MARK = "a1b2c3d4e5f6"
INTERNAL = {"role": "user", "content": "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nruntime"}
OURS = {"role": "system", "content": "You look into memory for another agent. You never talk to the user."}
NOTES = "# People\n\n- Anouk plays cello.\n- The rent is paid on the fifth."


def _tools(*names: str) -> list[dict[str, Any]]:
    return [{"type": "function", "function": {"name": name}} for name in names]


def _user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def _ours(question: str, found: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 -- fields of the body
    asked = [OURS, _user(user_prompt(f"Latest message:\n{question}", MARK))]
    return {"messages": [*asked, {"role": "tool", "content": found}], **more}


def _passages(*texts: str) -> str:
    hits = (
        Hit(Passage(n, "", "MEMORY.md", 1, 4, text, Origin.OWNER), 1.0, n) for n, text in enumerate(texts, 1)
    )
    return passages_text(tuple(hits), marker=MARK)


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        pytest.param(
            _ours(
                "When is the rent paid?",
                _passages(NOTES, "Other."),
                tools=_tools("memory_search", "memory_get"),
            ),
            "ours",
            "[1] The rent is paid on the fifth.",
            id="our recall gets the line of the best passage that fits the question",
        ),
        pytest.param(
            {
                "messages": [
                    OURS,
                    _user(user_prompt("When is the rent paid?", MARK) + f"\n\nResult:\n{_passages(NOTES)}"),
                ]
            },
            "ours",
            "[1] The rent is paid on the fifth.",
            id="our recall is known without tools and with everything in one message",
        ),
        pytest.param(
            _ours("Hello?", NO_PASSAGES), "ours", "NONE", id="our recall without passages gets NONE"
        ),
        pytest.param(
            {
                "messages": [_user("Bounded memory search query:\nrent paid\n\nConversation context:\nrent")],
                "tools": _tools("memory_search", "memory_get"),
            },
            "peer",
            ToolCall("memory_search", {"query": "rent paid"}),
            id="the bundled recall searches first",
        ),
        pytest.param(
            {
                "messages": [
                    _user("Bounded memory search query:\nrent paid\n\nConversation context:\nrent"),
                    {"role": "tool", "content": json.dumps({"results": [{"snippet": NOTES}]})},
                ],
                "tools": _tools("memory_search", "memory_get"),
            },
            "peer",
            "The rent is paid on the fifth.",
            id="the bundled recall then quotes the line that fits",
        ),
        pytest.param(
            {
                "messages": [_user("x"), {"role": "tool", "content": '{"results": []}'}],
                "tools": _tools("memory_search"),
            },
            "peer",
            "NONE",
            id="the bundled recall without hits says NONE",
        ),
        pytest.param(
            {"messages": [_user("hi"), INTERNAL], "tools": _tools("exec", "memory_search")},
            "main",
            "Noted, thank you.",
            id="the agent itself gets a few words",
        ),
        pytest.param(
            {"messages": [_user('[[tool:exec {"a": 1}]]'), INTERNAL], "tools": _tools("exec")},
            "main",
            ToolCall("exec", {"a": 1}),
            id="a marker in the message calls the tool",
        ),
        pytest.param(
            {
                "messages": [_user("[[tool:exec]]"), INTERNAL, {"role": "tool", "content": "done"}],
                "tools": _tools("exec"),
            },
            "main",
            "The tool said: done",
            id="a tool is called once",
        ),
        pytest.param({"messages": [_user("title?")]}, "other", "Noted.", id="anything else gets a word"),
    ],
)
def test_the_stand_in_answers_each_in_its_own_form(body: dict[str, Any], kind: Kind, said: Answer) -> None:
    assert kind_of(body) == kind
    assert answer(body) == said
