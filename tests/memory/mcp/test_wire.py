"""A server may say so much until it is asked again."""

import pytest

from recall_sidecar.memory.mcp.wire import MOST_BYTES, Wire


def test_a_question_makes_room_for_an_answer() -> None:
    wire = Wire()

    assert wire.takes(bytes(MOST_BYTES))
    wire.asked()
    assert wire.takes(bytes(MOST_BYTES))
    assert not wire.over.is_set()


def test_a_byte_too_many_ends_the_connection() -> None:
    wire = Wire()

    assert not wire.takes(bytes(MOST_BYTES + 1))
    assert wire.over.is_set()
    assert wire.why == "it said more than 1024 KB at once"


@pytest.mark.parametrize(("sign", "most"), [(b"{", 1500), (b"[", 6000), (b",", 20_000)])
def test_an_answer_of_too_many_parts_ends_the_connection(sign: bytes, most: int) -> None:
    wire = Wire()
    wire.asked(is_call=True)

    assert wire.takes(sign * most)
    assert not wire.takes(sign)
    assert wire.why == "it said too many things at once; have it give fewer hits"


def test_a_list_of_tools_may_have_more_parts_than_hits_have() -> None:
    wire = Wire()
    wire.asked()

    assert wire.takes(b"{" * 6000)


def test_it_may_ask_some_questions_of_its_own_and_no_more() -> None:
    wire = Wire()

    assert [wire.takes_question() for _ in range(65)] == [True] * 64 + [False]
    assert wire.why == "it asks without end"


def test_the_first_reason_counts() -> None:
    wire = Wire()

    wire.end("first")
    wire.end("second")

    assert wire.why == "first"
