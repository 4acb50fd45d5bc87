"""A whole configuration, as a person has it."""

import json
from typing import Any

import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.settings.openclaw import translate
from recall_sidecar.settings.resolve import Layer, resolve

SECRETS = [f"secret-{number}-do-not-copy" for number in range(14)]
FULL: dict[str, Any] = {
    "env": {"OPENAI_API_KEY": SECRETS[0], "vars": {"X": SECRETS[1]}},
    "gateway": {"auth": {"token": SECRETS[2], "password": SECRETS[3]}},
    "session": {"mainKey": "home", "dmScope": "main"},
    "commands": {"ownerAllowFrom": ["telegram:42"]},
    "channels": {
        "telegram": {"botToken": SECRETS[4], "allowFrom": ["42", "43"]},
        "slack": {"appToken": SECRETS[5], "accounts": {"x": {"botToken": SECRETS[6]}}},
    },
    "memory": {
        "search": {"provider": "openai", "remote": {"apiKey": SECRETS[7]}, "extraPaths": ["../shared"]}
    },
    "agents": {
        "defaults": {
            "workspace": "~/.openclaw/workspace",
            "model": {"primary": "groq/fast"},
            "params": {"key": SECRETS[8]},
        },
        "entries": {
            "home": {"workspace": "~/home", "tts": {"apiKey": SECRETS[9]}},
            "work": {"model": "mine/big"},
        },
    },
    "models": {
        "providers": {
            "groq": {"apiKey": SECRETS[10], "headers": {"Authorization": SECRETS[11]}},
            "mine": {
                "baseUrl": "https://llm.example/v1",
                "api": "openai-completions",
                "apiKey": "${MINE_KEY}",
            },
            "old": {"baseUrl": f"https://u:{SECRETS[12]}@old.example", "apiKey": SECRETS[13]},
        }
    },
    "plugins": {
        "entries": {
            "active-memory": {
                "enabled": True,
                "hooks": {"allowPromptInjection": True},
                "config": {
                    "agents": ["home", "work"],
                    "queryMode": "full",
                    "timeoutMs": 5000,
                    "logging": True,
                },
            }
        }
    },
}


def test_a_whole_configuration_becomes_settings_that_load() -> None:
    settings = resolve([Layer("import", translate(FULL).settings)])

    base = settings.base
    assert base.gate.agents == ("home", "work")
    assert base.gate.main_key == "home"
    assert base.query.mode == "full"
    assert [(folder.path, folder.agents) for folder in base.memory.folders] == [
        ("~/home", ("home",)),
        ("~/shared", ("home",)),
        ("~/.openclaw/workspace/work", ("work",)),
        ("~/.openclaw/workspace/shared", ("work",)),
    ]
    assert base.model.primary == "groq/fast"
    assert settings.for_agent("work").model.primary == "mine/big"
    assert base.model.providers["mine"].api_key_env == "MINE_KEY"
    assert set(base.model.providers) == {"groq", "mine"}


def test_no_secret_is_copied_anywhere() -> None:
    translation = translate(FULL)

    said = tomli_w.dumps(translation.settings) + "\n".join(map(str, translation.notes))
    assert [secret for secret in SECRETS if secret in said] == []


def test_every_table_of_the_configuration_is_mentioned() -> None:
    said = "\n".join(note.key for note in translate(FULL).notes)

    assert [key for key in FULL if key not in said] == []
    assert "agents.entries.home: tts" in said
    assert "channels.telegram: botToken" in said


def test_an_empty_configuration_reads_the_default_workspace() -> None:
    assert translate({}).settings == {
        "memory": {"folders": [{"path": "~/.openclaw/workspace", "agents": ["main"], "layout": "openclaw"}]}
    }


KEYS = st.sampled_from(
    [
        "plugins",
        "entries",
        "active-memory",
        "config",
        "enabled",
        "agents",
        "model",
        "modelFallback",
        "mode",
        "toolsAllow",
        "fastMode",
        "timeoutMs",
        "defaults",
        "list",
        "id",
        "workspace",
        "primary",
        "fallbacks",
        "models",
        "providers",
        "baseUrl",
        "api",
        "apiKey",
        "memory",
        "search",
        "extraPaths",
        "path",
        "pattern",
        "query",
        "maxResults",
        "session",
        "mainKey",
        "commands",
        "ownerAllowFrom",
        "channels",
        "allowFrom",
        "slots",
        "memory-lancedb",
        "contextEngine",
        "gateway",
        "port",
        "tls",
        "sources",
        "rememberAcrossConversations",
        "x",
    ]
)
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
TREES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)
)


@given(st.dictionaries(KEYS, TREES, max_size=5))
def test_any_configuration_becomes_settings_that_load(config: dict[str, Any]) -> None:
    translation = translate(config)

    resolve([Layer("import", translation.settings)])
    json.dumps([str(note) for note in translation.notes])
    tomli_w.dumps(translation.settings)
