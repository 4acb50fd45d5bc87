"""A gateway as a store: asked for its agents, and its files have paths of a workspace. `tests/memory/test_combined.py` asks it."""

import pytest

from recall_sidecar.memory.openclaw.store import OpenClawStore
from recall_sidecar.settings import GatewayMemorySettings
from recall_sidecar.testing import FakeClock


def store(**table: object) -> OpenClawStore:
    settings = GatewayMemorySettings.model_validate({"enabled": True, **table})
    return OpenClawStore(
        settings, settings_of=lambda _: settings, folders_of=lambda _: (), environment={}, clock=FakeClock()
    )


@pytest.mark.parametrize(
    ("table", "agent", "expected"),
    [
        pytest.param({}, "main", True, id="its agent"),
        pytest.param({"agents": ["*"]}, "claude-code", True, id="every agent"),
        pytest.param({}, "claude-code", False, id="another agent"),
        pytest.param({"enabled": False}, "main", False, id="switched off"),
    ],
)
def test_it_is_asked_for_the_agents_that_the_gateway_has(
    table: dict[str, object], agent: str, *, expected: bool
) -> None:
    assert store(**table).is_asked_for(agent) is expected


def test_its_paths_are_those_of_a_workspace() -> None:
    assert store().names("memory/far.md")
    assert not store().names("../far.md")


async def test_warming_asks_nothing() -> None:
    gateway = store(url="http://127.0.0.1:1")

    await gateway.warm()
    await gateway.aclose()

    assert (gateway.label, gateway.problems, gateway.changes) == ("OpenClaw", (), 0)
