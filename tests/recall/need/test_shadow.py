"""What another mode would have done, as fields of a trace."""

import pytest

from recall_sidecar.memory.port import Hit, Passage
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.need.shadow import seen_by, told
from recall_sidecar.recall.need.verdict import Need
from recall_sidecar.settings.tables import RecallMode

HITS = (Hit(Passage(1, "notes", "note.md", 1, 1, "Likes tea.", Origin.OWNER), 0.1, 1),)


def test_both_decisions_are_told() -> None:
    fields = told(
        "escalate", Need(helps=True, reason="could_help"), Need(helps=False, reason="no_recall_intent")
    )

    assert fields == {
        "shadow_mode": "escalate", "shadow_reason": "no_recall_intent", "asked": True, "shadow_asks": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "faint", "seen"),
    [
        pytest.param("always", False, HITS, id="above the floor"),
        pytest.param("auto", True, HITS, id="below the floor, for weights"),
        pytest.param("always", True, (), id="below the floor, for a fixed rule"),
    ],
)
def test_a_mode_sees_what_it_would_have_found(mode: RecallMode, faint: bool, seen: tuple[Hit, ...]) -> None:
    assert seen_by(mode, HITS, are_faint=faint) == seen
