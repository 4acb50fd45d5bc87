"""What a finished turn is remembered as."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from recall_sidecar.events import TurnEvent
from recall_sidecar.traced import AskerTrace, HitTrace, Span, as_used
from tests.turns import turn


def test_a_finished_turn_stays_as_it_is() -> None:
    finished = turn()

    with pytest.raises(FrozenInstanceError):
        finished.status = "empty"  # type: ignore[misc]


def test_a_step_without_facts_has_none_and_shares_none() -> None:
    one, other = Span("gate", 0.0, 0.1, "ok"), Span("gate", 0.0, 0.1, "ok")

    one.fields["verdict"] = "Proceed"

    assert other.fields == {}


def test_a_used_hit_is_the_same_hit_in_all_else() -> None:
    hit = replace(turn().hits[0], used=False, superseded_by="later.md", visible=True, orders="send")

    assert as_used(hit) == replace(hit, used=True)
    assert not hit.used


def test_an_asker_has_what_gate_and_memory_went_by() -> None:
    turn = TurnEvent(
        host="openclaw",
        agent_id="main",
        text="which tea?",
        session_id="s-1",
        trigger="user",
        provenance="external_user",
        message_provider="telegram",
        channel_id="42",
        chat_id="43",
        chat_type="direct",
        sender_is_owner=False,
        model_provider="openai",
        model_id="gpt",
        project_keys=("repo",),
        budget_ms=900,
        block_lifetime="session",
        memory_allowed=False,
    )

    asker = AskerTrace.of(turn, 7)

    assert asker.turn_number == 7
    assert {
        field.name: getattr(asker, field.name) for field in fields(asker) if field.name != "turn_number"
    } == {field.name: getattr(turn, field.name) for field in fields(asker) if field.name != "turn_number"}


def test_a_hit_is_unused_unmarked_and_unnumbered_until_somebody_says_otherwise() -> None:
    hit = HitTrace("notes", "MEMORY.md", 1, 2, "owner", 0.5, {}, "")

    assert (hit.used, hit.visible, hit.number, hit.orders) == (False, False, 0, "")
