"""Ids of turns: ULIDs that sort by time."""

import re
import time

from recall_sidecar.trace_id import new_trace_id

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def _milliseconds(trace_id: str) -> int:
    value = 0
    for letter in trace_id[:10]:
        value = value * 32 + LETTERS.index(letter)
    return value


def test_an_id_has_the_form_of_a_ulid() -> None:
    assert re.fullmatch(f"[0-7][{LETTERS}]{{25}}", new_trace_id())


def test_an_id_begins_with_the_time_it_was_made_at() -> None:
    before = time.time_ns() // 1_000_000

    made = _milliseconds(new_trace_id())

    assert before <= made <= time.time_ns() // 1_000_000


def test_no_two_ids_are_the_same() -> None:
    assert len({new_trace_id() for _ in range(10_000)}) == 10_000
