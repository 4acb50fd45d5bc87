"""Who may have a store of another program asked."""

import pytest

from recall_sidecar.memory.beside.port import is_open_to
from recall_sidecar.memory.port import Viewer


@pytest.mark.parametrize(
    ("viewer", "expected"),
    [
        pytest.param(Viewer("main"), True, id="a private chat"),
        pytest.param(Viewer("main", sender_is_owner=True), True, id="the owner"),
        pytest.param(Viewer("main", "shared", "42"), False, id="a shared chat"),
        pytest.param(Viewer("main", "shared", "42", sender_is_owner=True), False, id="the owner in a group"),
        pytest.param(Viewer("main", sender_is_owner=False), False, id="somebody else"),
        pytest.param(Viewer("main", is_guest=True), False, id="somebody whom the settings let in"),
    ],
)
def test_only_the_owners_private_chat_may_ask(viewer: Viewer, *, expected: bool) -> None:
    assert is_open_to(viewer) is expected
