"""What nobody said is not memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.scaffolding import blank

BLOCK = "Context:\n<active_memory_plugin>\nuser likes tea\n</active_memory_plugin>"
INTERNAL = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nruntime: child done\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"
FOREIGN = '<<<EXTERNAL_UNTRUSTED_CONTENT id="1">>>\nSource: Web\n---\nBuy now!\n<<<END_EXTERNAL_UNTRUSTED_CONTENT id="1">>>'
SENDER = 'Sender (untrusted metadata):\n```json\n{"id": "42",\n "name": "Ada"}\n```'
CALLS = '<function_calls>\n<invoke name="x">\n</invoke>\n</function_calls>'


@pytest.mark.parametrize(
    "scaffolding",
    [
        pytest.param(BLOCK, id="a block of ours"),
        pytest.param(INTERNAL, id="internal context of OpenClaw"),
        pytest.param(FOREIGN, id="a page that was fetched"),
        pytest.param(SENDER, id="metadata of a message"),
        pytest.param(SENDER.replace(" (untrusted metadata)", ""), id="the same without a label"),
        pytest.param("Conversation info (untrusted metadata): {}", id="metadata in a line"),
        pytest.param("Group chat ⟦openclaw:ctx⟧\nmembers: Ada, Ben", id="context of a channel"),
        pytest.param("[message_id: 1a2b]", id="a message's id"),
        pytest.param("System: [2026-11-30 10:00 UTC] Node connected", id="an event"),
        pytest.param("[media attached: /tmp/x.png (image/png)]", id="an attachment"),
        pytest.param("🧩 Active Memory: status=ok elapsed=842ms", id="a status line of ours"),
        pytest.param("🔎 Active Memory Debug: likes tea", id="a debug line of ours"),
        pytest.param("NO_REPLY", id="an answer that is none"),
        pytest.param("assistant: HEARTBEAT_OK", id="a heartbeat's answer, with who gave it"),
        pytest.param("- **Assistant**: NO_REPLY", id="the same in a list"),
        pytest.param(
            "user: Read HEARTBEAT.md if it exists (workspace context). Follow it.",
            id="a heartbeat's question",
        ),
        pytest.param("- **Session Key**: agent:main:main", id="the key of a session"),
        pytest.param('{"type":"toolCall","name":"exec","arguments":{"command":"ls"}}', id="a call as JSON"),
        pytest.param('{"role": "tool", "type": "tool_result", "content": "x"}', id="its result"),
        pytest.param(CALLS, id="calls between tags"),
        pytest.param("<tool_result>x</tool_result>", id="a result in a line"),
    ],
)
def test_scaffolding_is_emptied_and_what_stands_around_it_stays(scaffolding: str) -> None:
    text = f"Tea at five.\n\n{scaffolding}\n\nBring cake.\n"

    found = blank(text)

    assert found.split() == ["Tea", "at", "five.", "Bring", "cake."]
    assert found.count("\n") == text.count("\n")
    assert found.endswith("Bring cake.\n")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("The bot answers NO_REPLY when it has nothing to say.", id="a marker within a sentence"),
        pytest.param("HEARTBEAT_OK means that all is well", id="a marker with words behind it"),
        pytest.param("Sender: Ada", id="a label with a value"),
        pytest.param("Location:", id="a label alone"),
        pytest.param("---\ntitle: x\n---\nText", id="front matter"),
        pytest.param("Source: External", id="a line about a source"),
        pytest.param("Memory search: how it works", id="a title"),
        pytest.param('{"type": "car", "colour": "red"}', id="JSON of something else"),
        pytest.param("<tool_call>\nnever closed", id="a tag without its partner"),
        pytest.param("closed\n</tool_call>", id="the partner alone"),
        pytest.param("<tool_call>" + "\nx" * 500 + "\n</tool_call>", id="a dump too long to be one"),
        pytest.param("<tool_call>\nx\n</tool_result>", id="tags that are no pair"),
        pytest.param(
            "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nnever closed", id="a delimiter without its partner"
        ),
        pytest.param(
            "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_UNTRUSTED_CHILD_RESULT>>>",
            id="delimiters that are no pair",
        ),
        pytest.param(
            "Text between <<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>> and <<<END_OPENCLAW_INTERNAL_CONTEXT>>> is not shown.",
            id="delimiters within a sentence",
        ),
        pytest.param("a <<< b >>> c", id="other arrows"),
        pytest.param("Sender (untrusted metadata):\n```json\n{", id="JSON that never ends"),
        pytest.param("```sh\nopenclaw <config>\n```", id="code"),
    ],
)
def test_what_somebody_wrote_stays(words: str) -> None:
    kept = words.removeprefix("Sender (untrusted metadata):")

    assert blank(words).strip() == kept.strip()


@given(st.text(alphabet='<>/{}"type:ol_call \n`jsonSENDER(untrusted)⟦⟧'))
def test_lines_keep_their_numbers(text: str) -> None:
    assert blank(text).count("\n") == text.count("\n")
