"""How a turn that ran again differs from the first time."""

from dataclasses import replace

import pytest

from recall_sidecar.difference import changes, hit_changes
from recall_sidecar.traced import HitTrace
from tests.turns import turn

HIT = turn().hits[0]


def at(path: str, **changed: object) -> HitTrace:
    return replace(HIT, path=path, **changed)  # type: ignore[arg-type]


def test_the_same_turn_has_no_difference() -> None:
    assert all(change.same for change in changes(turn(), turn()))
    assert [change.change for change in hit_changes(turn().hits, turn().hits)] == ["the same"]


def test_what_changed_is_named_with_both_values() -> None:
    now = turn(status="skipped", reason="session_off", hits=(), model_calls=(), summary="", block="")

    found = {change.what: (change.then, change.now) for change in changes(turn(), now) if not change.same}

    assert found["outcome"] == ("ok", "skipped (session_off)")
    assert found["passages found"] == ("1", "0")
    assert found["model calls"] == ("openai/gpt-5-mini, ended stop", "none")
    assert found["memory said"] == ("The user likes oolong tea.", "")
    assert found["block"][1] == "none"
    assert "searched for" not in found


@pytest.mark.parametrize(
    ("then", "now", "words"),
    [
        pytest.param([], [HIT], ["found now"], id="new"),
        pytest.param([HIT], [], ["not found now"], id="gone"),
        pytest.param([replace(HIT, used=False)], [HIT], ["used now"], id="used"),
        pytest.param([HIT], [replace(HIT, used=False)], ["not used now"], id="no longer used"),
        pytest.param([HIT], [replace(HIT, score=0.9)], ["another score"], id="score"),
        pytest.param([HIT], [replace(HIT, score=0.721)], ["the same"], id="about the same score"),
        pytest.param(
            [at("a"), at("b")], [at("b"), at("a")], ["another rank", "another rank"], id="changed places"
        ),
    ],
)
def test_every_passage_has_its_word(then: list[HitTrace], now: list[HitTrace], words: list[str]) -> None:
    assert [change.change for change in hit_changes(then, now)] == words


def test_a_passage_has_its_ranks_and_scores() -> None:
    (gone,) = hit_changes([HIT], [])

    assert (gone.place, gone.rank_then, gone.rank_now) == ("MEMORY.md:3-4", 1, None)
    assert (gone.score_then, gone.score_now) == (0.72, None)
