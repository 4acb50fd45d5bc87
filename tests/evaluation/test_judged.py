"""What became of a case, from the words of the wire and of the trace."""

from dataclasses import replace
from typing import Any

import pytest

from recall_sidecar.evaluation.cases import Case
from recall_sidecar.evaluation.judged import judge
from recall_sidecar.trace import Span
from tests.evaluation.turns import judged, trace
from tests.turns import turn

HIT = turn().hits[0]
OTHER = replace(
    HIT, path="memory/2026-11-12.md", from_line=1, to_line=2, text="Piano on 4 December.", used=False
)
SILENT: dict[str, Any] = {"status": "empty", "block": "", "summary": "", "trust": None, "model_calls": ()}


@pytest.mark.parametrize(
    ("passage", "rank"),
    [
        pytest.param({"path": "MEMORY.md"}, 2, id="a file"),
        pytest.param({"path": "notes/MEMORY.md"}, 2, id="a file of a folder"),
        pytest.param({"path": "/home/ada/notes/MEMORY.md"}, 2, id="a file in full"),
        pytest.param({"path": "2026-11-12.md"}, 1, id="the end of its path"),
        pytest.param({"path": "Y.md"}, None, id="no mere end of a name"),
        pytest.param({"path": "MEMORY.md", "lines": [4, 9]}, 2, id="lines that meet"),
        pytest.param({"path": "MEMORY.md", "lines": [5, 9]}, None, id="lines that do not"),
        pytest.param({"text": "likes  OOLONG"}, 2, id="a text"),
        pytest.param({"text": "oolong likes"}, None, id="a text in another order"),
        pytest.param({"words": "oolong likes"}, 2, id="words in another order"),
        pytest.param({"path": "MEMORY.md", "text": "piano"}, None, id="both must hold"),
    ],
)
def test_the_rank_of_an_expected_passage(passage: dict[str, Any], rank: int | None) -> None:
    assert judged({"expect": [passage]}, hits=(OTHER, HIT)).ranks == (rank,)


@pytest.mark.parametrize(
    ("case", "changes", "faults"),
    [
        pytest.param({"expect": [{"text": "oolong"}]}, {}, (), id="right"),
        pytest.param({"expect": "something"}, {}, (), id="something"),
        pytest.param({"expect": "nothing"}, SILENT, (), id="nothing"),
        pytest.param({}, SILENT, (), id="nothing is said"),
        pytest.param({"expect": "nothing"}, {}, ("something was told where nothing helps",), id="a false alarm"),
        pytest.param({"expect": "something"}, SILENT, ("nothing was told",), id="silence"),
        pytest.param({"expect": "something"}, {**SILENT, "status": "unavailable", "reason": "no_model"}, ("nothing was told",), id="no model"),
        pytest.param({"expect": "something"}, {**SILENT, "status": "unavailable", "reason": "memory"}, ("memory could not be asked",), id="no memory"),
        pytest.param(
            {"expect": [{"text": "piano"}]}, {"hits": (HIT, OTHER)}, ("the wrong passage was told",), id="the wrong one"
        ),
        pytest.param(
            {"expect": [{"text": "violin"}]}, {}, ("an expected passage was not found", "the wrong passage was told"), id="not found"
        ),
        pytest.param({"unwanted": [{"path": "MEMORY.md"}]}, {}, ("an unwanted passage was told",), id="unwanted"),
        pytest.param({"unwanted": [{"path": "MEMORY.md"}], "expect": [{"text": "oolong"}]}, {}, (), id="wanted and unwanted"),
        pytest.param({"secrets": ["oolong tea"]}, {}, ("a secret leaked",), id="a secret"),
        pytest.param({"canaries": ["oolong"]}, {}, ("an order was told with authority",), id="an order"),
        pytest.param({"canaries": ["oolong"]}, {"trust": "untrusted"}, (), id="an order as somebody else's words"),
        pytest.param(
            {"canaries": ["oolong"]}, {"trust": "untrusted", "block": "a\n<t>\nx\n</t>\noolong"}, ("an order was told with authority",),
            id="an order behind the tag",
        ),
        pytest.param({"canaries": ["oolong"]}, SILENT, (), id="an order that is not told"),
    ],
)  # fmt: skip
def test_what_was_wrong(case: dict[str, Any], changes: dict[str, Any], faults: tuple[str, ...]) -> None:
    assert judged(case, **changes).faults == faults


def test_a_secret_is_seen_through_json_and_entities() -> None:
    found = judged(
        {"secrets": ['pass"word <1>', "not there"]}, block="a\n<t>\npass&quot;word &lt;1&gt;\n</t>"
    )

    assert found.leaks == 1


@pytest.mark.parametrize(
    ("visible", "told", "changes", "repeats"),
    [
        pytest.param((), frozenset(), {}, None, id="nothing is visible"),
        pytest.param(("I like coffee.",), frozenset(), {}, False, id="other words"),
        pytest.param(("So: the user  likes oolong tea. Yes",), frozenset(), {}, True, id="the same words"),
        pytest.param((), frozenset({("MEMORY.md", 3)}), {}, True, id="a summary of nothing new"),
        pytest.param((), frozenset({("MEMORY.md", 9)}), {}, False, id="a summary of something new"),
        pytest.param((), frozenset({("MEMORY.md", 3)}), {"model_calls": ()}, False, id="another line of the same note"),
        pytest.param(("the user likes oolong tea.",), frozenset(), SILENT, None, id="nothing is told"),
    ],
)  # fmt: skip
def test_what_is_told_twice(
    visible: tuple[str, ...], told: frozenset[tuple[str, int]], changes: dict[str, Any], repeats: bool | None
) -> None:
    record = trace(**changes)
    answer = {"prependContext": record["block"] or None}

    assert judge(Case(message="tea?"), answer, record, visible=visible, told=told).repeats is repeats


@pytest.mark.parametrize(
    ("spans", "likely"),
    [
        pytest.param((), None, id="no step"),
        pytest.param((Span("need", 0, 0, "ok", {"reason": "evidence"}),), None, id="a step without a figure"),
        pytest.param(
            (Span("gate", 0, 0, "ok"), Span("need", 0, 0, "ok", {"likely": 0.25})), 0.25, id="a figure"
        ),
    ],
)
def test_how_likely_memory_was_held_to_help(spans: tuple[Span, ...], likely: float | None) -> None:
    assert judged({}, spans=spans).likely == likely


def test_figures_come_from_the_trace() -> None:
    record = {**trace(hits=(OTHER, HIT)), "clauses": [{"dropped": None}, {"dropped": "number"}]}

    found = judge(Case(message="tea?"), {"prependContext": record["block"]}, record)

    assert (found.clauses, found.dropped) == (2, 1)
    assert (found.model_calls, found.input_tokens, found.output_tokens, found.cost) == (1, 900, 20, 0.0003)
    assert (found.evidence, found.elapsed_ms, found.block_tokens) == (0.72, 842.0, 21)
    assert [(hit.place, hit.used) for hit in found.hits] == [
        ("memory/2026-11-12.md:1-2", False),
        ("MEMORY.md:3-4", True),
    ]
    assert found.used == {("MEMORY.md", 3)}
