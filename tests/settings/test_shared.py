"""What an agent cannot have of its own."""

import pytest

from recall_sidecar.settings.keys import Path, names_at
from recall_sidecar.settings.shared import SHARED, why_shared


@pytest.mark.parametrize(
    ("path", "shared"),
    [
        pytest.param(("server", "port"), True, id="a key of a shared table"),
        pytest.param(("memory", "folders"), True, id="a shared key"),
        pytest.param(("memory", "max_hits"), False, id="its neighbour"),
        pytest.param(("gate", "enabled"), False, id="a key of its own"),
    ],
)
def test_shared_keys_say_why(path: Path, shared: bool) -> None:
    assert (why_shared(path) is not None) is shared


def test_every_shared_key_exists() -> None:
    assert all(path[-1] in names_at(path[:-1]) for path in SHARED)


def test_an_agent_that_the_gateway_is_to_be_asked_for_is_listed_with_the_others() -> None:
    """`enabled = true` of its own does not put it on that list."""
    assert "set it in [memory.openclaw]" in (why_shared(("memory", "openclaw", "agents")) or "")
