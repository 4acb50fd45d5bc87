"""What is known when it is asked where a fact was lost."""

import pytest

from recall_sidecar.loss.case import deadline, hit_of, superseded
from recall_sidecar.memory.standing import Standing
from recall_sidecar.traced import HitTrace
from tests.loss.cases import FACT, case, hit, silent, standing


@pytest.mark.parametrize(
    ("found", "where", "is_it"),
    [
        pytest.param(hit(), standing(), True, id="the same lines"),
        pytest.param(hit(from_line=4, to_line=9), standing(), True, id="some of its lines"),
        pytest.param(hit(from_line=5, to_line=9), standing(), False, id="lines behind it"),
        pytest.param(hit(path="b.md"), standing(), False, id="another file"),
        pytest.param(hit(source="wiki"), standing(), False, id="another folder"),
        pytest.param(hit(source="mcp:wiki"), Standing(), True, id="another store that says it"),
        pytest.param(hit(text="A dog."), Standing(), False, id="another store that does not"),
    ],
)
def test_which_hit_is_the_fact(found: HitTrace, where: Standing, is_it: bool) -> None:
    assert (hit_of(silent(hits=(found,)), FACT, where) is found) is is_it


def test_a_setting_is_shown_with_its_present_value() -> None:
    assert case(silent()).key("memory.max_hits") == "memory.max_hits (now 6)"
    assert case(silent()).key("recall.prompt_style") == 'recall.prompt_style (now "auto")'


def test_the_deadline_names_what_held_it() -> None:
    assert "while searching memory" in deadline(case(silent(status="timeout", reason="memory")))[1]
    assert "recall.soft_budget_ms (now 4000)" in deadline(case(silent(reason="soft_budget")))[2]


def test_what_is_newer_is_named() -> None:
    assert superseded("a.md:1", "b.md:2")[:2] == (
        "superseded",
        "a.md:1 is older than b.md:2, which says otherwise",
    )
