"""A turn as one line, from memory and from disk, and which lines are wanted."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from recall_sidecar.trace_json import to_json
from recall_sidecar.turn_rows import RowFilter, newest, row_of, row_of_record
from tests.turns import TRACE_ID, turn

ROW = row_of(turn())


def test_a_line_says_who_asked_what_and_what_it_took() -> None:
    assert (ROW.trace_id, ROW.session_key, ROW.status) == (TRACE_ID, "agent:main:telegram:direct:42", "ok")
    assert (ROW.model_calls, ROW.tokens, ROW.cost) == (1, 920, 0.0003)
    assert (ROW.asked, ROW.said) == ("which tea do I like?", "The user likes oolong tea.")
    assert ROW.told == "Memory was put before the prompt."


def test_memory_and_disk_give_the_same_line() -> None:
    assert row_of_record(to_json(turn())) == ROW
    assert row_of_record(to_json(turn(), redacted=True)) == replace(ROW, asked="", said="")


def test_a_turn_without_a_call_or_a_price_has_no_cost() -> None:
    unpriced = replace(turn().model_calls[0], cost=None)

    assert row_of(turn(model_calls=())).cost is None
    assert row_of(turn(model_calls=(unpriced,))).cost is None


def test_a_line_is_short() -> None:
    row = row_of(turn(search_query="tea " * 1000, summary="oolong " * 1000))

    assert (len(row.asked), len(row.said)) == (200, 200)


@pytest.mark.parametrize(
    ("wanted", "takes"),
    [
        pytest.param(RowFilter(), True, id="everything"),
        pytest.param(RowFilter(status="ok"), True, id="the outcome"),
        pytest.param(RowFilter(status="empty"), False, id="another outcome"),
        pytest.param(RowFilter(agent_id="main"), True, id="the agent"),
        pytest.param(RowFilter(agent_id="work"), False, id="another agent"),
        pytest.param(RowFilter(session_key="agent:main:telegram:direct:42"), True, id="the session"),
        pytest.param(RowFilter(session_key="agent:main:telegram:direct:4"), False, id="another session"),
        pytest.param(RowFilter(text="oolong"), True, id="words of what was said"),
        pytest.param(RowFilter(text="telegram"), True, id="words of the session"),
        pytest.param(RowFilter(text="coffee"), False, id="other words"),
        pytest.param(RowFilter(before="01ZZ"), True, id="older"),
        pytest.param(RowFilter(before=TRACE_ID), False, id="not older"),
        pytest.param(RowFilter(since=datetime(2026, 11, 30, tzinfo=UTC)), True, id="since"),
        pytest.param(RowFilter(since=datetime(2026, 12, 1, tzinfo=UTC)), False, id="since later"),
    ],
)
def test_a_filter_takes(wanted: RowFilter, *, takes: bool) -> None:
    assert wanted.takes(ROW) is takes


def test_a_filter_is_read_from_a_query_string() -> None:
    asked = {"status": "ok", "agent": "", "session": "s", "text": "  Tea ", "before": "01kb", "x": "y"}

    assert RowFilter.read(asked) == RowFilter("ok", None, "s", "tea", "01KB")
    assert RowFilter.read({}) == RowFilter()


def test_lists_become_one_without_a_turn_twice() -> None:
    rows = [replace(ROW, trace_id=f"01{number}") for number in range(4)]

    assert newest([[rows[3], rows[1]], [rows[2], rows[1], rows[0]]], 3) == [rows[3], rows[2], rows[1]]


def test_a_span_of_time_is_exact() -> None:
    assert RowFilter(since=turn().started_at).takes(ROW)
    assert not RowFilter(since=turn().started_at + timedelta(milliseconds=1)).takes(ROW)
