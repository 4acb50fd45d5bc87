"""What another mode would have done, as fields of a trace."""

from recall_sidecar.recall.need.shadow import told
from recall_sidecar.recall.need.verdict import Need


def test_both_decisions_are_told() -> None:
    fields = told(
        "escalate", Need(helps=True, reason="could_help"), Need(helps=False, reason="no_recall_intent")
    )

    assert fields == {
        "shadow_mode": "escalate", "shadow_reason": "no_recall_intent", "asked": True, "shadow_asks": False,
    }  # fmt: skip
