"""Why memory was not asked for a fact, or had it not for its viewer."""

from datetime import timedelta
from typing import Any, get_args

import pytest

from recall_sidecar.loss.unsearched import early, gate, memory, told
from recall_sidecar.memory.standing import Hidden, Standing, Unread
from recall_sidecar.outcomes import SkipReason
from recall_sidecar.traced import TurnTrace
from tests.loss.cases import FACT, NOWHERE, case, hit, said, silent, standing
from tests.turns import turn

BEGUN = turn().started_at


@pytest.mark.parametrize(
    ("trace", "is_told"),
    [
        pytest.param(silent(status="ok", summary=f"Note: {FACT}."), True, id="the note says it"),
        pytest.param(silent(status="ok", summary="Mara has a dog."), False, id="it says something else"),
        pytest.param(
            silent(status="ok", hits=(hit(used=True),)),
            True,
            id="words were not kept, and its passage was used",
        ),
        pytest.param(silent(), False, id="nothing was told"),
    ],
)
def test_what_was_told_is_not_lost(trace: TurnTrace, is_told: bool) -> None:
    assert (said(told, case(trace)) is not None) is is_told


@pytest.mark.parametrize("reason", [str(reason) for reason in SkipReason])
def test_a_skip_is_the_gates_unless_memory_or_the_message_was_judged(reason: str) -> None:
    found = said(gate, case(silent(status="skipped", reason=reason, hits=())))

    judged = reason in {"no_recall_intent", "unlikely_to_help", "mode_off", "already_visible"}
    assert (found is None) is judged
    assert found is None or found[0] == "gate"


def test_a_reason_of_a_later_version_is_shown_as_it_is() -> None:
    found = said(gate, case(silent(status="skipped", reason="moonlight")))

    assert found is not None
    assert "moonlight" in found[1]


def test_a_turn_that_its_host_gave_up_lost_everything() -> None:
    found = said(gate, case(silent(status="cancelled")))

    assert found is not None
    assert found[0] == "gate"


@pytest.mark.parametrize(
    ("changes", "step"),
    [
        pytest.param({"status": "skipped", "reason": "no_recall_intent"}, "need", id="the message asks nothing"),
        pytest.param({"status": "skipped", "reason": "mode_off"}, "need", id="the mode is off"),
        pytest.param({"status": "ok", "spans": ()}, "need", id="a trigger phrase alone was looked for"),
        pytest.param({"status": "ok", "spans": (), "cache": "hit"}, None, id="an earlier turn had searched"),
        pytest.param({"status": "ok"}, None, id="memory was searched"),
        pytest.param({"status": "timeout", "reason": "memory"}, "deadline", id="out of time in memory"),
        pytest.param({"status": "timeout", "reason": "model"}, None, id="out of time later"),
        pytest.param({"status": "failed", "reason": "reply", "hits": ()}, "model", id="a reply, and nothing found"),
        pytest.param({"status": "unavailable", "reason": "memory", "hits": ()}, "unavailable", id="memory is away"),
        pytest.param({"status": "unavailable", "reason": "memory"}, None, id="something was found all the same"),
        pytest.param({"status": "unavailable", "reason": "no_model", "hits": ()}, None, id="a model would have found no more"),
        pytest.param({}, None, id="nothing of that"),
    ],
)  # fmt: skip
def test_what_ends_a_turn_early(changes: dict[str, Any], step: str | None) -> None:
    found = said(early, case(silent(**changes)))

    assert (found and found[0]) == step


@pytest.mark.parametrize(
    ("where", "step", "words"),
    [
        pytest.param(NOWHERE, "not_indexed", "nothing in memory says it", id="nowhere"),
        pytest.param(Standing(unreadable=2), "not_indexed", "2 of its files cannot be read", id="nowhere that can be read"),
        pytest.param(Standing(file="/n/a.md", unread="masked"), "masked", "/n/a.md", id="masked"),
        *(
            pytest.param(Standing(file="/n/a.md", unread=why), "not_indexed", "(/n/a.md)", id=f"unread: {why}")
            for why in get_args(Unread) if why not in {"", "masked"}
        ),
        *(
            pytest.param(standing(hidden=why), "not_visible", "tea.md:3-4 says it, but", id=f"hidden: {why}")
            for why in get_args(Hidden) if why
        ),
        pytest.param(standing(changed_at=BEGUN + timedelta(seconds=1)), "later", "after that turn", id="later"),
        pytest.param(standing(changed_at=BEGUN), None, "", id="before"),
        pytest.param(standing(changed_at=None), None, "", id="nobody knows when"),
    ],
)  # fmt: skip
def test_how_memory_has_it_not(where: Standing, step: str | None, words: str) -> None:
    found = said(memory, case(silent(hits=()), where))

    assert (found and found[0]) == step
    assert words in (found[1] if found else "")
    assert found is None or len(found[2]) > 5


def test_what_the_turn_found_memory_has() -> None:
    assert said(memory, case(silent(), standing(hidden="private"))) is None
