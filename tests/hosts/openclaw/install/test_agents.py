"""The agents that a configuration names."""

from typing import Any

import pytest

from recall_sidecar.hosts.openclaw.install.agents import agents_of


@pytest.mark.parametrize(
    ("agents", "names"),
    [
        pytest.param({"entries": {"main": {}, "work": {}}}, ["main", "work"], id="by name"),
        pytest.param({"list": [{"id": "main"}, {"id": "work"}]}, ["main", "work"], id="in a list"),
        pytest.param({"entries": [], "list": {}}, [], id="in neither form"),
        pytest.param(None, [], id="not at all"),
    ],
)
def test_every_agent_is_found(agents: Any, names: list[str]) -> None:  # noqa: ANN401 -- any JSON
    assert [name for name, _ in agents_of({"agents": agents})] == names
