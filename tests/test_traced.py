"""Who asked is remembered as the host told it."""

from dataclasses import fields

from recall_sidecar.events import TurnEvent
from recall_sidecar.traced import AskerTrace


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
