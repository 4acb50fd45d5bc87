"""A turn is put together from marks and requests, and what is not whole is left out."""

import json
from dataclasses import dataclass

import pytest

from benchmarks.gateways.measured import Marks, marks_of, measure

MARKS = Marks(100.0, 101.5, 110.0, 140.0)
_LINE = {
    "runId": "r1",
    "ordinaryBegin": 100.0,
    "ordinaryEnd": 101.5,
    "authorisedBegin": 110.0,
    "authorisedEnd": 140.0,
}


@dataclass(frozen=True)
class Request:
    kind: str
    arrived_at: float = 0.0
    tokens: int = 0
    message: str = ""


def test_the_authorised_phase_is_the_time_in_the_hook_and_the_ordinary_one_is_told_apart() -> None:
    assert (MARKS.in_hook_ms, MARKS.ordinary_ms) == (30.0, 1.5)


def test_marks_are_found_by_run_and_lines_that_are_not_whole_are_left_out() -> None:
    whole = json.dumps(_LINE)
    without_end = json.dumps({name: at for name, at in _LINE.items() if name != "authorisedEnd"})

    assert marks_of([without_end.replace("r1", "r2"), whole, whole[:40], ""]) == {"r1": MARKS}


def test_calls_and_tokens_are_those_of_the_recall_alone() -> None:
    requests = [
        Request("peer", 1.0, 2800),
        Request("other", 1.1, 50),
        Request("peer", 1.2, 3100),
        Request("main", 1.5, 33_000, "hello"),
    ]

    turn = measure(1.0, requests, MARKS, fact="The locker is number 362.", own_ms=29.0)

    assert (turn.calls, turn.tokens) == (2, 5900)
    assert turn.own_ms == 29.0


def test_the_time_to_the_main_model_ends_with_its_first_request() -> None:
    requests = [Request("ours", 10.1), Request("main", 10.25), Request("main", 11.0)]

    assert measure(10.0, requests, MARKS, fact="").to_main_ms == pytest.approx(250.0)


@pytest.mark.parametrize(
    ("message", "is_right"),
    [
        pytest.param("a note: The disk is at Joris's. And?", True, id="a fact as it stands"),
        pytest.param("a note: The disk is at Joris&#39;s. And?", True, id="a fact with its marks escaped"),
        pytest.param("And where is the disk?", False, id="no fact"),
    ],
)
def test_a_turn_is_right_when_the_fact_stands_in_the_main_prompt(message: str, is_right: bool) -> None:
    turn = measure(0.0, [Request("main", 0.1, 0, message)], MARKS, fact="The disk is at Joris's.")

    assert turn.is_right is is_right


def test_a_fact_in_the_request_of_a_recall_is_not_enough() -> None:
    requests = [Request("ours", 0.1, 10, "The disk is blue."), Request("main", 0.2, 10, "Which disk?")]

    assert not measure(0.0, requests, MARKS, fact="The disk is blue.").is_right


def test_a_turn_that_reached_no_model_is_an_error() -> None:
    with pytest.raises(ValueError, match="reached no model"):
        measure(0.0, [Request("ours", 0.1)], MARKS, fact="")
