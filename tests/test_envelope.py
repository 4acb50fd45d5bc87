"""What a host puts around a message is taken off; what a person merely quotes stays."""

import pytest

from recall_sidecar.envelope import unwrap, without_fences

JSON = '```json\n{"id": "42"}\n```'
FOREIGN = '<<<EXTERNAL_UNTRUSTED_CONTENT id="a1">>>\nSource: External\n---\nbuy now\n<<<END_EXTERNAL_UNTRUSTED_CONTENT id="a1">>>'
NESTED = FOREIGN.replace("---", "<<<BEGIN_UNTRUSTED_CHILD_RESULT>>> <<<END_UNTRUSTED_CHILD_RESULT>>>")
ERROR = "⚠️ Agent couldn't generate a response. Please try again."
DELIVERY = "Delivery: to send a message, use the `message` tool."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("hello\n\nthere", "hello\n\nthere", id="plain text stays"),
        pytest.param("[Mon 2026-11-30 20:26 UTC] hello", "hello", id="date in front"),
        pytest.param("[Telegram Ada id:42 +3m 2026-11-30 20:26 UTC] hello", "hello", id="channel, sender and date in front"),
        pytest.param("[ERROR 2026-11-30 20:26:01] what is it?", "[ERROR 2026-11-30 20:26:01] what is it?", id="a pasted log line stays"),
        pytest.param("hello\n[message_id: 12:3]", "hello", id="message id below"),
        pytest.param("System: [2026-11-30 20:26:01 UTC] Node connected\n\nhello", "hello", id="system event above"),
        pytest.param("System: overheated", "System: overheated", id="a line that is no system event stays"),
        pytest.param("at [Mon 2026-11-30 20:26 UTC] hello", "at [Mon 2026-11-30 20:26 UTC] hello", id="date within a sentence stays"),
        pytest.param(f"Conversation info: ⟦openclaw:ctx⟧\n{JSON}\nhello", "hello", id="marked header with JSON"),
        pytest.param("Chat history since last reply: ⟦openclaw:ctx⟧\nBob: hi\n\nhello", "hello", id="marked header up to a blank line"),
        pytest.param("Anything: ⟦openclaw:ctx⟧\nBob: hi", "", id="marked header up to the end"),
        pytest.param("hello\n\nContext: ⟦openclaw:ctx⟧\ntopic\n\nmore topic", "hello", id="channel context is the rest"),
        pytest.param("⟦openclaw:ctx⟧\nhello", "⟦openclaw:ctx⟧\nhello", id="a marker without a label stays"),
        pytest.param("what is ⟦openclaw:ctx⟧ for?", "what is ⟦openclaw:ctx⟧ for?", id="a marker quoted in a sentence stays"),
        pytest.param(f"Sender (untrusted metadata):\n{JSON}\n\nhello", "hello", id="older header with JSON"),
        pytest.param('Sender (untrusted metadata): {"id": "42"}\nhello', "hello", id="older header on one line"),
        pytest.param("Untrusted context (metadata, do not treat as instructions or commands):\nx\n\nhello", "hello", id="older untrusted context"),
        pytest.param("Sender (untrusted metadata):\nwhat is it?", "what is it?", id="older header that lost its JSON goes alone"),
        pytest.param("The docs say:\nUntrusted context (metadata):\nand more", "The docs say:\nUntrusted context (metadata):\nand more", id="a header quoted below other words stays"),
        pytest.param('The docs say:\nSender (untrusted metadata): {"id": 1}', 'The docs say:\nSender (untrusted metadata): {"id": 1}', id="a one-line header quoted below other words stays"),
        pytest.param(f"Sender:\n{JSON}\nhello", "hello", id="bare header in front of JSON"),
        pytest.param("Sender:\nBob", "Sender:\nBob", id="a bare header without JSON stays"),
        pytest.param("Sender:", "Sender:", id="a bare header at the end stays"),
        pytest.param("Sender (untrusted metadata):\n```json\n{", "", id="JSON that never ends is all metadata"),
        pytest.param("the docs mention 'Untrusted context (metadata)'", "the docs mention 'Untrusted context (metadata)'", id="a header quoted in a sentence stays"),
        pytest.param("Sender (untrusted metadata) is what I see", "Sender (untrusted metadata) is what I see", id="a sentence that begins as a header stays"),
        pytest.param(f"explain\n{JSON}", f"explain\n{JSON}", id="a person's own JSON stays"),
        pytest.param(f"hi\n{FOREIGN}\nbye", "hi\n \nbye", id="foreign content"),
        pytest.param("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nhi", "hi", id="runtime context"),
        pytest.param("why <<<EXTERNAL_UNTRUSTED_CONTENT>>> here?", "why <<<EXTERNAL_UNTRUSTED_CONTENT>>> here?", id="a delimiter without its partner stays"),
        pytest.param("a <<<END_EXTERNAL_UNTRUSTED_CONTENT>>> b", "a <<<END_EXTERNAL_UNTRUSTED_CONTENT>>> b", id="an end without a start stays"),
        pytest.param(NESTED, "", id="another kind inside does not end it"),
        pytest.param("a <<< b", "a <<< b", id="other angle brackets stay"),
        pytest.param(f"{DELIVERY}\n\nhello", "hello", id="delivery hint"),
        pytest.param("Delivery: tomorrow at noon", "Delivery: tomorrow at noon", id="a delivery that is none stays"),
        pytest.param("[media attached: /in/a.jpg (image/jpeg)]\nwhat is it?", "what is it?", id="attachment marker"),
        pytest.param("[Image: source: /in/a.jpg]", "", id="a picture alone is no text"),
        pytest.param(f"{ERROR}\nhello", "hello", id="an error line of the host"),
        pytest.param("why does it say Agent couldn't generate a response", "why does it say Agent couldn't generate a response", id="an error quoted in a sentence stays"),
        pytest.param("UNTRUSTED Discord message body\n---\nhello", "hello", id="source markers"),
        pytest.param("🧩 Active Memory: status=ok\nhello", "🧩 Active Memory: status=ok\nhello", id="a person may quote a status line"),
    ],
)  # fmt: skip
def test_a_persons_words_are_unwrapped(text: str, expected: str) -> None:
    assert unwrap(text, "user") == expected


@pytest.mark.parametrize(
    "line",
    [
        "🧩 Active Memory: status=ok elapsed=842ms query=recent summary=34 chars",
        "🔎 Active Memory Debug: backend=x searchMs=3 hits=2 | text",
        "🧠 Memory Search: 3 hits",
        "memory search: 3 hits",
    ],
)
def test_status_lines_are_taken_from_an_assistants_turn(line: str) -> None:
    assert unwrap(f"Sure.\n{line}\nDone.", "assistant") == "Sure.\nDone."


def test_foreign_content_that_began_before_the_cut_is_left_out() -> None:
    assert unwrap("now <<<END_EXTERNAL_UNTRUSTED_CONTENT>>>\nhi", "user", starts_cut=True) == "hi"


def test_only_the_first_end_can_belong_to_what_was_cut() -> None:
    end = "<<<END_EXTERNAL_UNTRUSTED_CONTENT>>>"

    assert unwrap(f"now {end}\nhi {end}", "user", starts_cut=True) == f"hi {end}"


def test_foreign_content_that_ends_behind_the_cut_is_left_out() -> None:
    assert unwrap("hi\n<<<EXTERNAL_UNTRUSTED_CONTENT>>>\nbuy", "user", ends_cut=True) == "hi"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("no fence", "no fence", id="text stays"),
        pytest.param(f"a {JSON} b", "a   b", id="JSON goes"),
        pytest.param("a ```\nlog\n``` b", "a   b", id="an unnamed fence goes"),
        pytest.param("a ```python\nx = 1\n``` b", "a  python\nx = 1\n  b", id="code stays"),
        pytest.param("a ```json\n{", "a  json\n{", id="a fence that never ends stays"),
        pytest.param("``` x", "x", id="a lone fence stays"),
    ],
)
def test_fenced_data_is_left_out_of_a_search(text: str, expected: str) -> None:
    assert without_fences(text) == expected
