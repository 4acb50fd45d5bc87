"""An OpenClaw configuration is prepared for translation, and settings that exist win over what comes of it."""

from typing import Any

import pytest

from recall_sidecar.hosts.openclaw.install.take_over import (
    missing_settings,
    notes_to_show,
    to_translate,
    with_gateway_at,
)
from recall_sidecar.settings.openclaw import Note, translate


def test_that_the_bundled_plugin_is_off_does_not_switch_ours_off() -> None:
    entry = {"enabled": False, "config": {"enabled": False, "mode": "always"}}
    config = {"plugins": {"entries": {"active-memory": entry}}}

    settings = translate(to_translate(config, {})).settings

    assert "gate" not in settings
    assert settings["recall"]["mode"] == "always"
    assert entry["enabled"] is False


@pytest.mark.parametrize(
    ("agents", "workspaces", "paths"),
    [
        pytest.param(
            {}, {"main": "/state/workspace"}, ["/state/workspace"], id="the agent that need not be named"
        ),
        pytest.param(
            {"entries": {"a": {}, "b": {"workspace": "/b"}}},
            {"a": "/s/a", "b": "/b"},
            ["/s/a", "/b"],
            id="several",
        ),
        pytest.param({"list": [{"id": "A"}, "?"]}, {"a": "/s/a"}, ["/s/a"], id="the older list"),
        pytest.param(
            {"entries": {"a": "?"}}, {"a": "/s/a"}, ["~/.openclaw/workspace"], id="an entry that is none"
        ),
        pytest.param({"defaults": {"workspace": "/w"}}, {}, ["/w"], id="OpenClaw did not say"),
    ],
)
def test_each_agents_workspace_is_the_one_that_openclaw_names(
    agents: dict[str, Any], workspaces: dict[str, str], paths: list[str]
) -> None:
    settings = translate(to_translate({"agents": agents}, workspaces)).settings

    assert [folder["path"] for folder in settings["memory"]["folders"]] == paths


def test_only_settings_that_ask_the_gateway_name_its_configuration() -> None:
    asks = {"memory": {"openclaw": {"enabled": True}}}

    assert with_gateway_at(asks, "/c.json")["memory"]["openclaw"]["config"] == "/c.json"
    assert with_gateway_at({"memory": {}}, "/c.json") == {"memory": {}}
    assert "config" not in asks["memory"]["openclaw"]


def test_what_existing_settings_say_wins_and_what_they_lack_is_told() -> None:
    translated = {
        "recall": {"mode": "always", "timeout_ms": 9000},
        "gate": {"agents": ["main"]},
        "memory": {"folders": [{"path": "/a"}, {"path": "/b"}]},
    }
    existing = {"recall": {"mode": "off"}, "gate": {"agents": []}, "memory": {"folders": [{"path": "/a"}]}}

    missing = missing_settings(translated, existing)

    assert missing == {"recall": {"timeout_ms": 9000}, "memory": {"folders": [{"path": "/b"}]}}


def test_settings_that_say_everything_lack_nothing() -> None:
    tree = {"memory": {"folders": [{"path": "/a"}]}, "gate": {"enabled": False}}

    assert missing_settings(tree, tree) == {}


def test_only_notes_that_matter_here_are_shown() -> None:
    notes = [
        Note("plugins.entries.active-memory.config.logging", "left out", "traced"),
        Note("plugins.entries.active-memory.config.mode", "recall.mode = always"),
        Note("plugins.slots.memory", "left out", "files"),
        Note("memory.search.provider", "left out", "own index"),
        Note("models.providers.mine.apiKey", "api_key_env = MINE_API_KEY", "set MINE_API_KEY for the daemon"),
        Note("models.providers.odd", "left out", "without its address it must not be called"),
        Note("channels.telegram: botToken", "left out", "not about memory"),
        Note("models.providers.mine.headers", "left out", "not needed"),
        Note("models.mode", "left out", "no catalogue"),
    ]

    assert [note.key for note in notes_to_show(notes)] == [notes[n].key for n in (0, 2, 3, 4, 5)]
