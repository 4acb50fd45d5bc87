"""Section E of the public reports: which replies of a model become a note, and which must not."""

from typing import Any

import pytest

from recall_sidecar.errors import ModelRefused, ModelUnreachable
from recall_sidecar.llm.port import Finished, ToolCall, ToolCalls, Usage
from recall_sidecar.testing import MemoryFixture, calls, says
from tests.cases.world import World
from tests.harness import Build

NOTE = "- The permit for the shed was filed with the county office.\n"
ASKED = "was the permit for the shed filed?"
FAMILY = "👨‍👩‍👧‍👦"


async def _answered(world: World, *replies: list[Any], **flags: Any) -> Any:  # noqa: ANN401
    world.write("MEMORY.md", NOTE)
    await world.start({"recall.extract": False, **flags})
    world.model.enqueue(*replies)
    return await world.turn(ASKED)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("The user's favourite singer is Adele.", id="I-046 a note that names no passage"),
        pytest.param("[4] Permit no. 4471 was filed at 18:00.", id="I-046 a passage that was not shown"),
        pytest.param("[1] The permit was filed. [8] It costs 90.", id="I-046 one that was and one that was not"),
        pytest.param("[] The permit was filed.", id="I-046 an empty citation"),
        pytest.param("I couldn't generate a response.", id="I-047 a failure sentence"),
        pytest.param("[1] ⚠️ Agent couldn't generate a response. Please try again.", id="I-047 a failure sentence that names a passage"),
        pytest.param('{"error":{"type":"overloaded_error","message":"Overloaded"}}', id="I-047 a provider's error"),
        pytest.param('[{"error":{"code":503}}]', id="I-047 a provider's error in a list"),
        pytest.param("[1] LLM request timed out after 15000 ms", id="I-047 a time-out line"),
        pytest.param("[1] The permit was filed.\nError: 429 rate limit exceeded", id="I-047 an error after grounded text"),
        pytest.param("[1] The permit was filed. Request timed out.", id="I-047 a time-out after grounded text"),
        pytest.param("[1] You exceeded your current quota, please check your plan.", id="I-047 a quota message"),
        pytest.param("<html><title>502 Bad Gateway</title></html>", id="I-047 a gateway's page"),
        pytest.param("[1] 请求超时", id="I-047 a time-out in Chinese"),
        pytest.param("[1] エラーが発生しました。", id="I-047 an error in Japanese"),
        pytest.param("[1] Es ist ein Fehler aufgetreten.", id="I-047 an error in German"),
        pytest.param("[1] Hello! How can I help you today?", id="I-047 small talk"),
        pytest.param("[1] कैसे हैं? मैं आपकी कैसे मदद कर सकता हूँ?", id="I-047 small talk in Hindi"),
        pytest.param("[1] Merhaba! Size nasıl yardımcı olabilirim?", id="I-047 small talk in Turkish"),
        pytest.param("[1] عذرًا، لا أستطيع المساعدة في ذلك.", id="I-047 a refusal in Arabic"),
        pytest.param("[1] 죄송합니다.", id="I-047 a refusal in Korean"),
        pytest.param("[1] It looks like your message was cut off.", id="I-047 a message that was not understood"),
        pytest.param('[1] memory_search(query="permit")', id="I-047 a tool call as text"),
        pytest.param("<tool_call>{}</tool_call>", id="I-047 a tool call as XML"),
        pytest.param("<think>The permit [1]", id="I-047 thinking that never ends"),
    ],
)  # fmt: skip
async def test_a_reply_that_is_no_memory_is_a_failure(world: World, reply: str) -> None:
    answer = await _answered(world, says(reply, pieces=3))

    assert answer.said == ("failed", "reply")
    assert answer.block == ""


@pytest.mark.parametrize(
    "reply",
    ["NONE", "none.", "**NONE**", "NONE - nothing fits", "[NONE]", "<think>hm</think>NONE", "没有相关记忆", "なし", "관련 기억 없음", "لا شيء", "ไม่มี",
     "[1] There are no relevant memories about this topic.", "[1] The memory does not contain the name.", "NO_REPLY", "{}", "null"],
    ids=lambda reply: f"I-050 {reply}",
)  # fmt: skip
async def test_a_reply_that_says_nothing_is_empty(world: World, reply: str) -> None:
    answer = await _answered(world, says(reply))

    assert answer.said == ("empty", None)


@pytest.mark.parametrize(
    "note",
    [
        "The user just moved the shed.",
        "None of the neighbours object to the shed.",
        "Nothing may be stored in the shed.",
        "No roof on the shed yet.",
        "Request form 9 was filed for the shed.",
        "The deploy to the shed server failed with error 502 in May.",
        "Sorry! is the board game kept in the shed.",
        "I Ching books are in the shed.",
        "The user set the timeout to 30 s.",
        "Here they keep the bikes: the shed.",
    ],
    ids=lambda note: f"I-046 {note}",
)
async def test_a_note_that_only_sounds_like_failure_is_kept(world: World, note: str) -> None:
    # What they say is in no passage here; this is about how they sound.
    answer = await _answered(world, says(f"[1] {note}"), **{"recall.verify": False})

    assert answer.said == ("ok", None)
    assert note in answer.block


async def test_i_049_a_warning_of_the_search_does_not_end_the_recall(build: Build) -> None:
    memory = MemoryFixture(warning="the index is older than the notes")
    harness = await build(memory=memory)
    harness.model.enqueue(says("[1] Mara likes oolong tea."))

    answer = await harness.pipeline.run(harness.turn())

    assert "oolong" in answer.block
    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert "the index is older than the notes" in str(trace.spans)


async def test_i_050_a_second_broader_search_is_allowed(world: World) -> None:
    world.write("memory/county.md", "- Harbour dues are paid in June.\n")

    answer = await _answered(
        world, calls("memory_search", query="harbour dues"), says("[2] Harbour dues are paid in June.")
    )

    assert answer.said == ("ok", None)
    assert [call.tool_calls for call in answer.trace.model_calls] == [("memory_search",), ()]


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(ToolCall("c", "exec", {"command": "ls"}), id="I-077 a tool of the main agent"),
        pytest.param(ToolCall("c", "memory_recall", {"query": "permit"}), id="I-077 a tool of another backend"),
        pytest.param(ToolCall("c", "memory_search", None), id="I-077 arguments that are no JSON"),
        pytest.param(ToolCall("c", "memory_search", {"query": ["permit"]}), id="I-077 a query that is no text"),
        pytest.param(ToolCall("c", "memory_search", {"query": "permit", "maxResults": float("-inf")}), id="I-077 a count below everything"),
        pytest.param(ToolCall("c", "memory_search", {"query": "permit \ud800"}), id="I-077 half a surrogate pair"),
        pytest.param(ToolCall("c", "memory_get", {"path": "../../etc/passwd"}), id="I-077 a path that leaves the folder"),
        pytest.param(ToolCall("c", "memory_get", {"path": "/etc/passwd"}), id="I-077 a path from the root"),
        pytest.param(ToolCall("c", "memory_get", {"path": "MEMORY.md\0"}), id="I-077 a path with NUL"),
        pytest.param(ToolCall("c", "memory_get", {"path": "MEMORY.md", "from": 10**30}), id="I-077 lines past the end"),
        pytest.param(ToolCall("", "memory_get", {"path": "MEMORY.md", "lines": -1}), id="I-077 a call without an id"),
    ],
)  # fmt: skip
async def test_an_odd_tool_call_does_not_break_the_turn(world: World, call: ToolCall) -> None:
    answer = await _answered(
        world, [ToolCalls((call,)), Finished("tool_calls", Usage())], says("[1] The permit was filed.")
    )

    assert answer.said == ("ok", None)
    assert "root:" not in world.shown_to_model()


async def test_i_077_a_flood_of_calls_in_one_reply_is_cut(world: World) -> None:
    flood = tuple(ToolCall(f"c{n}", "memory_search", {"query": "permit"}) for n in range(500))

    answer = await _answered(
        world, [ToolCalls(flood), Finished("tool_calls", Usage())], says("[1] The permit was filed.")
    )

    assert answer.said == ("ok", None)
    assert len(world.model.requests[1].messages) < 20


@pytest.mark.parametrize(
    "letter",
    [pytest.param("😀", id="I-052 an emoji"), pytest.param("🇵🇹", id="I-052 a flag"), pytest.param(FAMILY, id="I-052 a family"),
     pytest.param("&", id="I-052 what is escaped"), pytest.param("'\"<>", id="I-052 what is escaped to more"), pytest.param("字", id="I-052 an ideograph"), pytest.param("ก็", id="I-052 Thai")],
)  # fmt: skip
@pytest.mark.parametrize("limit", [40, 41, 43])
async def test_a_cut_note_is_whole_and_within_its_limit(world: World, letter: str, limit: int) -> None:
    answer = await _answered(
        world, says(f"[1] The permit {letter * 60}"), **{"inject.max_summary_chars": limit}
    )

    answer.block.encode()
    text = answer.trace.summary
    assert answer.said == ("ok", None)
    assert len(text) <= limit
    assert not text.removeprefix("The permit").strip(" …").replace(letter, "") or letter == "'\"<>"
    shown = answer.block.split("\n")[-2]
    # Every ampersand in the block begins a whole entity.
    assert all(rest.startswith(("amp;", "lt;", "gt;", "quot;", "apos;")) for rest in shown.split("&")[1:])


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param([ModelUnreachable("refused")], id="I-053 a network slip"),
        pytest.param([ModelRefused("429")], id="I-053 a refusal"),
        pytest.param(says("Error: connection reset"), id="I-053 a reply that is an error"),
        pytest.param([], id="I-053 a reply that never began"),
    ],
)
async def test_a_failure_is_not_kept(world: World, failure: list[Any]) -> None:
    failed = await _answered(world, failure, says("[1] The permit was filed."))

    again = await world.turn(ASKED)

    assert failed.said[0] == "failed"
    assert again.said == ("ok", None)


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        pytest.param(True, "Memory could not be looked at", id="I-055 a fixed note when asked for"),
        pytest.param(False, "", id="I-055 nothing otherwise"),
    ],
)
async def test_the_main_model_learns_that_recall_failed(world: World, note: bool, expected: str) -> None:
    flags = {"inject.note_when_unavailable": note}
    failures = ([ModelUnreachable("host 10.1.2.3 refused")], [ModelRefused("org-77 has no quota")])
    first = await _answered(world, *failures, **flags)
    second = await world.turn("was the shed permit ever filed?")

    assert first.block == second.block
    assert expected in first.block
    assert "10.1.2.3" not in first.block
