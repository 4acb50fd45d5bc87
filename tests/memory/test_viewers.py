import pytest

from recall_sidecar.events import TurnEvent
from recall_sidecar.gate import Proceed
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.viewers import viewer_of

TURN = TurnEvent(host="h", agent_id="main", text="", session_key="k", session_id="s", sender_id="7")


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        pytest.param(Proceed("direct", "42", "private", "telegram", True), Viewer("main", "private", "7", True, "k", "s", False, "telegram", "direct:42"), id="the owner"),
        pytest.param(Proceed("direct", None, "private", None, False), Viewer("main", "private", "7", None, "k", "s", True), id="a guest whom the settings let in"),
        pytest.param(Proceed("group", "-1", "shared", "telegram"), Viewer("main", "shared", "7", None, "k", "s", False, "telegram", "group:-1"), id="a member of a group"),
    ],
)  # fmt: skip
def test_who_looks_into_memory(verdict: Proceed, expected: Viewer) -> None:
    assert viewer_of(TURN, verdict) == expected
