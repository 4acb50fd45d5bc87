"""What the chunks of a stream add up to."""

from types import SimpleNamespace as Made
from typing import Any

import pytest

from recall_sidecar.llm.replies import MAX_REPLY_CHARS, ReplyBuilder, ReplyTooLong


def chunk(
    content: object = None, calls: list[Any] | None = None, finish: str | None = None, usage: object = None
) -> Made:
    delta = Made(content=content, tool_calls=calls, reasoning_content="not for us")
    return Made(choices=[Made(delta=delta, finish_reason=finish)], usage=usage)


def part(
    index: int | None, arguments: str | None, *, call_id: str | None = None, name: str | None = None
) -> Made:
    return Made(index=index, id=call_id, function=Made(name=name, arguments=arguments))


def test_text_is_passed_on_as_it_comes_and_thinking_is_left_out() -> None:
    reply = ReplyBuilder()

    assert [reply.feed(c) for c in (chunk("[1] "), chunk(None), chunk(["odd"]), chunk("tea"))] == [
        "[1] ",
        "",
        "",
        "tea",
    ]


def test_a_call_is_whole_when_its_pieces_are_together() -> None:
    reply = ReplyBuilder()
    for piece in (
        part(0, None, call_id="c1", name="memory_search"),
        part(0, '{"query":'),
        part(0, ' "tea"}'),
    ):
        reply.feed(chunk(calls=[piece]))

    assert reply.calls() == [{"id": "c1", "name": "memory_search", "arguments": {"query": "tea"}}]


@pytest.mark.parametrize(
    ("pieces", "ids"),
    [
        pytest.param([part(0, "{}", call_id="a"), part(1, "{}", call_id="b")], ["a", "b"], id="numbered"),
        pytest.param(
            [part(0, "{}", call_id="a"), part(0, "{}", call_id="b")], ["a", "b"], id="all numbered 0"
        ),
        pytest.param([part(0, "{", call_id="a"), part(0, "}", call_id="a")], ["a"], id="id repeated"),
        pytest.param([part(None, "{}")], ["call_0"], id="no number and no id"),
    ],
)
def test_calls_are_told_apart(pieces: list[Any], ids: list[str]) -> None:
    reply = ReplyBuilder()
    for piece in pieces:
        reply.feed(chunk(calls=[piece]))

    assert [call["id"] for call in reply.calls()] == ids
    assert all(call["arguments"] == {} for call in reply.calls())


@pytest.mark.parametrize("text", ["{", "[1]", '"x"', "{'a': 1}", "[" * 100_000])
def test_arguments_that_are_no_object_are_none(text: str) -> None:
    reply = ReplyBuilder()
    reply.feed(chunk(calls=[part(0, text, call_id="a", name="memory_search")]))

    assert reply.calls()[0]["arguments"] is None


def test_arguments_left_out_are_empty() -> None:
    reply = ReplyBuilder()
    reply.feed(chunk(calls=[part(0, None, call_id="a", name="memory_search")]))

    assert reply.calls()[0]["arguments"] == {}


def test_the_reason_and_the_usage_of_a_chunk_without_choices_are_kept() -> None:
    reply = ReplyBuilder()
    reply.feed(chunk(finish="length"))
    usage = Made(
        prompt_tokens=120,
        completion_tokens=12,
        prompt_tokens_details=Made(cached_tokens=20),
        completion_tokens_details=Made(reasoning_tokens=3),
    )
    reply.feed(Made(choices=[], usage=usage))

    assert reply.reason == "length"
    assert reply.counts() == {
        "input_tokens": 120,
        "output_tokens": 12,
        "reasoning_tokens": 3,
        "cached_tokens": 20,
    }


@pytest.mark.parametrize(
    "usage", [None, Made(prompt_tokens=None), Made(prompt_tokens=-1, completion_tokens="7")]
)
def test_counts_that_are_missing_or_odd_are_zero(usage: object) -> None:
    reply = ReplyBuilder()
    reply.feed(chunk(usage=usage))

    assert set(reply.counts().values()) == {0}


@pytest.mark.parametrize(
    "piece", [chunk("x" * 1000), chunk(calls=[part(0, "x" * 1000, call_id="a")])], ids=["text", "arguments"]
)
def test_a_reply_without_end_is_refused(piece: Made) -> None:
    reply = ReplyBuilder()
    for _ in range(MAX_REPLY_CHARS // 1000):
        reply.feed(piece)

    with pytest.raises(ReplyTooLong):
        reply.feed(piece)
