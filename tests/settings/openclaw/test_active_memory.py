"""Each key of active-memory has a counterpart or a reason."""

import re
from typing import Any

import pytest

from recall_sidecar.settings.openclaw.active_memory import active_memory
from recall_sidecar.settings.openclaw.draft import LEFT_OUT, Draft, Note

PREFIX = "plugins.entries.active-memory.config."
# Every key of the plugin's configuration, as its manifest lists them.
KEYS = [
    "enabled",
    "mode",
    "agents",
    "model",
    "modelFallback",
    "modelFallbackPolicy",
    "allowedChatTypes",
    "allowedChatIds",
    "deniedChatIds",
    "thinking",
    "fastMode",
    "timeoutMs",
    "setupGraceTimeoutMs",
    "queryMode",
    "promptStyle",
    "toolsAllow",
    "promptOverride",
    "promptAppend",
    "maxSummaryChars",
    "recentUserTurns",
    "recentAssistantTurns",
    "recentUserChars",
    "recentAssistantChars",
    "logging",
    "persistTranscripts",
    "transcriptDir",
    "cacheTtlMs",
    "circuitBreakerMaxTimeouts",
    "circuitBreakerCooldownMs",
]


def translated(settings: dict[str, Any], **entry: object) -> Draft:
    draft = Draft()
    active_memory({"plugins": {"entries": {"active-memory": {"config": settings, **entry}}}}, draft)
    return draft


def note(draft: Draft, key: str) -> Note:
    (only,) = (each for each in draft.notes if each.key == PREFIX + key)
    return only


@pytest.mark.parametrize(
    ("key", "value", "tree"),
    [
        pytest.param("mode", "always", {"recall": {"mode": "always"}}, id="mode"),
        pytest.param("agents", ["Main ", "work"], {"gate": {"agents": ["main", "work"]}}, id="agents in lower case"),
        pytest.param("agents", [], {"gate": {"agents": []}}, id="no agents stays no agents"),
        pytest.param("model", "groq/fast", {"model": {"name": "groq/fast"}}, id="model"),
        pytest.param("modelFallback", "a/b", {"model": {"fallback": "a/b"}}, id="fallback model"),
        pytest.param("allowedChatTypes", ["direct", "explicit"],
                     {"gate": {"allowed_chat_types": ["direct", "explicit"]}}, id="chat types, explicit too"),
        pytest.param("allowedChatIds", ["A"], {"gate": {"allowed_chat_ids": ["A"]}}, id="allowed chats"),
        pytest.param("deniedChatIds", ["b"], {"gate": {"denied_chat_ids": ["b"]}}, id="denied chats"),
        pytest.param("thinking", "adaptive", {"model": {"thinking": "adaptive"}}, id="thinking"),
        pytest.param("fastMode", True, {"model": {"fast_mode": True}}, id="fast mode on"),
        pytest.param("fastMode", False, {"model": {"fast_mode": False}}, id="fast mode off"),
        pytest.param("fastMode", "auto", {"model": {"fast_mode": False}}, id="fast mode auto is off"),
        pytest.param("timeoutMs", 120_000, {"recall": {"timeout_ms": 120_000}}, id="the longest time-out"),
        pytest.param("queryMode", "full", {"query": {"mode": "full"}}, id="query mode"),
        pytest.param("promptStyle", "recall-heavy", {"recall": {"prompt_style": "recall-heavy"}}, id="style"),
        pytest.param("toolsAllow", ["memory_get", "lcm_grep"], {"recall": {"tools_allow": ["memory_get"]}},
                     id="tools that exist here"),
        pytest.param("promptOverride", "Do.", {"recall": {"prompt_override": "Do."}}, id="override"),
        pytest.param("promptAppend", "And.", {"recall": {"prompt_append": "And."}}, id="append"),
        pytest.param("maxSummaryChars", 40, {"inject": {"max_summary_chars": 40}}, id="summary length"),
        pytest.param("recentUserTurns", 4, {"query": {"recent_user_turns": 4}}, id="user turns"),
        pytest.param("recentAssistantTurns", 0, {"query": {"recent_assistant_turns": 0}}, id="assistant turns"),
        pytest.param("recentUserChars", 1000, {"query": {"recent_user_chars": 1000}}, id="user characters"),
        pytest.param("recentAssistantChars", 40, {"query": {"recent_assistant_chars": 40}}, id="assistant characters"),
        pytest.param("cacheTtlMs", 1000, {"cache": {"ttl_ms": 1000}}, id="cache"),
        pytest.param("circuitBreakerMaxTimeouts", 20, {"recall": {"breaker_max_timeouts": 20}}, id="breaker count"),
        pytest.param("circuitBreakerCooldownMs", 5000, {"recall": {"breaker_cooldown_ms": 5000}}, id="cooldown"),
        pytest.param("persistTranscripts", True, {"trace": {"persist_transcripts": True}}, id="transcripts"),
        pytest.param("transcriptDir", "a/b", {"trace": {"transcript_dir": "a/b"}}, id="their folder"),
        pytest.param("enabled", False, {"gate": {"enabled": False}}, id="switched off"),
        pytest.param("enabled", True, {}, id="switched on is the default"),
    ],
)  # fmt: skip
def test_a_key_has_its_counterpart(key: str, value: object, tree: dict[str, Any]) -> None:
    draft = translated({key: value})

    assert draft.tree == tree
    assert note(draft, key).did != LEFT_OUT


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        pytest.param("setupGraceTimeoutMs", 30_000, "warmed up", id="set-up grace"),
        pytest.param("modelFallbackPolicy", "default-remote", "deprecated", id="fallback policy"),
        pytest.param("logging", True, "every turn is traced", id="logging"),
        pytest.param("somethingNew", 1, "not a key", id="an unknown key"),
        pytest.param("timeoutMs", 100, "must be at least 250", id="below our bounds"),
        pytest.param("timeoutMs", "15s", "must be a whole number", id="of the wrong type"),
        pytest.param("thinking", "ultra", "must be 'off'", id="a level that is unknown"),
        pytest.param("model", "gpt-5", "must be provider/model", id="a model without its provider"),
        pytest.param("agents", "main", "must be a list", id="agents that are no list"),
        pytest.param("agents", [1], "must be text", id="an agent that is no text"),
        pytest.param("fastMode", "often", "must be true, false or auto", id="a fast mode that is unknown"),
        pytest.param(
            "toolsAllow", ["memory_recall"], "none of these tools", id="tools of another plugin only"
        ),
        pytest.param("toolsAllow", "memory_get", "none of these tools", id="tools that are no list"),
        pytest.param("transcriptDir", "../x", "relative folder", id="a folder that leads out"),
    ],
)
def test_what_has_no_counterpart_is_left_out_with_the_reason(key: str, value: object, why: str) -> None:
    draft = translated({key: value})

    assert draft.tree == {}
    assert note(draft, key).did == LEFT_OUT
    assert why in note(draft, key).why


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_the_manifest_is_known(key: str) -> None:
    told = note(translated({key: "?"}), key)

    assert "known here" not in told.why


def test_the_plugin_is_off_when_either_level_is_off() -> None:
    draft = translated({"enabled": True}, enabled=False)

    assert draft.tree == {"gate": {"enabled": False}}
    assert note(draft, "enabled").why == "another level switches it off"


def test_plugins_switched_off_as_a_whole_switch_recall_off() -> None:
    draft = Draft()

    active_memory({"plugins": {"enabled": False}}, draft)

    assert draft.tree == {"gate": {"enabled": False}}


def test_permissions_of_the_plugin_are_ignored_with_a_note() -> None:
    draft = translated({}, enabled=True, hooks={"allowPromptInjection": True})

    assert any(each.key.endswith(".hooks") and each.did == LEFT_OUT for each in draft.notes)


def test_defaults_that_differ_are_pointed_out() -> None:
    draft = translated({})

    assert draft.tree == {}
    assert note(draft, "agents").did == note(draft, "mode").did == "not set"


def test_an_empty_list_of_agents_says_how_to_mean_every_agent() -> None:
    assert '["*"] means every agent' in note(translated({"agents": []}), "agents").why


def test_a_long_text_is_not_repeated_in_its_note() -> None:
    told = note(translated({"promptAppend": "secret " * 20}), "promptAppend")

    assert re.fullmatch(r"recall\.prompt_append = text of \d+ characters", told.did)
