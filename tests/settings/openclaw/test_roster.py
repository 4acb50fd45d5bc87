"""Which agents there are, and where each of them lives."""

from typing import Any

import pytest

from recall_sidecar.settings.openclaw.draft import Draft
from recall_sidecar.settings.openclaw.roster import roster


def homes(agents: dict[str, Any]) -> dict[str, str]:
    return {agent.id: agent.workspace for agent in roster({"agents": agents}, Draft())}


@pytest.mark.parametrize(
    ("agents", "expected"),
    [
        pytest.param({}, {"main": "~/.openclaw/workspace"}, id="nothing said"),
        pytest.param({"defaults": {"workspace": "/w"}}, {"main": "/w"}, id="a default workspace"),
        pytest.param({"defaults": {"workspace": "/w"}, "entries": {"home": {}}}, {"home": "/w"},
                     id="a sole agent has the default one"),
        pytest.param({"entries": {"home": {}}}, {"home": "~/.openclaw/workspace"}, id="a sole agent without any"),
        pytest.param({"defaults": {"workspace": "/w/"}, "entries": {"a": {}, "b": {"workspace": " ~/b "}}},
                     {"a": "/w/a", "b": "~/b"}, id="several have folders of their own"),
        pytest.param({"entries": {"a": {}, "b": {}}},
                     {"a": "~/.openclaw/workspace-a", "b": "~/.openclaw/workspace-b"}, id="several without any"),
        pytest.param({"list": [{"id": "Main", "workspace": "/m"}]}, {"main": "/m"}, id="the older list"),
        pytest.param({"entries": {"a": {"workspace": "/1"}, "A": {"workspace": "/2"}}}, {"a": "/1"},
                     id="the first of two equal ids"),
    ],
)  # fmt: skip
def test_each_agent_has_the_workspace_openclaw_gives_it(
    agents: dict[str, Any], expected: dict[str, str]
) -> None:
    assert homes(agents) == expected


@pytest.mark.parametrize(
    "agents",
    [
        pytest.param({"entries": {"a b": {}}}, id="an id with a space"),
        pytest.param({"entries": {"a": 3}}, id="an entry that is no object"),
        pytest.param({"list": ["a"]}, id="a list of names"),
        pytest.param({"list": [{"workspace": "/x"}]}, id="no id at all"),
    ],
)
def test_what_is_no_agent_is_left_out_with_a_note(agents: dict[str, Any]) -> None:
    draft = Draft()

    found = roster({"agents": agents}, draft)

    assert [agent.id for agent in found] == ["main"]
    assert "not an agent" in draft.notes[0].why
