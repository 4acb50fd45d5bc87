"""What leaves in a report is numbers and words of ours; names, paths and texts stay."""

from typing import Any

import pytest

from recall_sidecar.cli.report_parts import (
    Redactor,
    findings_part,
    log_part,
    settings_part,
    status_part,
    turns_part,
)

REDACT = Redactor(
    "/home/kim", ["/home/kim/notes", "/home/kim/notes/deep", "/srv/wiki"], {"/home/kim/notes/state": "STATE"}
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("40 passages in 3 files", "40 passages in 3 files", id="nothing to hide"),
        pytest.param("/home/kim/.config/x.toml:3", "~/.config/x.toml:3", id="the home folder"),
        pytest.param("/home/kim/notes has 3 files", "FOLDER-2 has 3 files", id="a folder of memory"),
        pytest.param(
            "/home/kim/notes/deep is not a folder", "FOLDER-1 is not a folder", id="a folder within another"
        ),
        pytest.param("/srv/wiki/my divorce.md cannot be read", "FOLDER-3/(file)", id="a file of memory"),
        pytest.param(
            "chmod u+r '/srv/wiki/my divorce.md'", "chmod u+r 'FOLDER-3/(file)", id="a file in quotes"
        ),
        pytest.param(
            "MemoryStoreError: /srv/wiki/divorce.md", "MemoryStoreError: FOLDER-3/(file)", id="at the end"
        ),
        pytest.param(
            "/home/kim/notes/state/token is open", "STATE/token is open", id="the program's own folder"
        ),
        pytest.param("MCP divorce: no answer", "MCP SERVER: no answer", id="a server"),
        pytest.param("/srv/wiki2/x", "/srv/wiki2/x", id="a folder whose name begins alike"),
        pytest.param("in (/srv/wiki)", "in (FOLDER-3)", id="in brackets"),
        pytest.param("key sk-proj-" + "Tq4Wm9Zr" * 6, "key [api key removed]", id="a secret"),
        pytest.param("mail kim@example.org", "mail [email removed]", id="a person"),
    ],
)
def test_a_text_is_redacted(text: str, expected: str) -> None:
    assert REDACT.text(text) == expected


def test_all_of_json_is_redacted_and_numbers_stay() -> None:
    value = {"/home/kim": ["/srv/wiki/a.md", 3, None, True], "b": ("/home/kim",)}

    assert REDACT.everything(value) == {"~": ["FOLDER-3/(file)", 3, None, True], "b": ["~"]}


def test_a_redactor_without_home_and_folders_changes_nothing() -> None:
    assert Redactor("", []).text("/a/b") == "/a/b"


@pytest.mark.parametrize(
    ("path", "value", "source", "key", "shown"),
    [
        pytest.param("recall.timeout_ms", 9000, "config.toml:3", "recall.timeout_ms", 9000, id="a number"),
        pytest.param("recall.mode", "always", "environment X", "recall.mode", "always", id="a word of ours"),
        pytest.param("model.name", "openai/gpt-5-mini", "config.toml:1", "model.name", "openai/gpt-5-mini", id="a model"),
        pytest.param("recall.prompt_append", "Kim is ill", "config.toml:1", "recall.prompt_append", "(set)", id="a text"),
        pytest.param("recall.prompt_append", "", "config.toml:1", "recall.prompt_append", "", id="an empty text"),
        pytest.param("gate.owners", ["42"], "config.toml:1", "gate.owners", "1 entries", id="people"),
        pytest.param("gate.agents", ["*"], "default", "gate.agents", ["*"], id="a default"),
        pytest.param("agents.kim.recall.mode", "off", "config.toml:9", "agents.AGENT-1.recall.mode", "off", id="an agent"),
        pytest.param("agents.kim.recall.prompt_append", "x", "a", "agents.AGENT-1.recall.prompt_append", "(set)", id="an agent's text"),
        pytest.param("model.providers.acme", {"x": 1}, "a", "model.providers.(own)", "1 entries", id="a provider of one's own"),
        pytest.param(
            "memory.folders",
            [{"path": "/srv/wiki", "name": "divorce", "layout": "plain", "visibility": "shared"}],
            "config.toml:1",
            "memory.folders",
            [{"layout": "plain", "visibility": "shared"}],
            id="folders",
        ),
        pytest.param("memory.mcp", [{"name": "x", "env": {"KEY": "s"}}], "config.toml:1", "memory.mcp", "1 entries", id="servers"),
    ],
)  # fmt: skip
def test_a_key_is_told(path: str, value: Any, source: str, key: str, shown: Any) -> None:  # noqa: ANN401
    told = settings_part([(tuple(path.split(".")), value, source)])

    assert told == {
        key: {"value": shown, "source": source.split(":", maxsplit=1)[0].split(" ", maxsplit=1)[0]}
    }


def test_the_state_is_told_without_names() -> None:
    state = {
        "version": "0.1.0",
        "socket": "/run/recall.sock",
        "breakers": [{"agentId": "kim", "model": "m", "state": "open"}],
        "hooks": {"calls": 3, "unknown": "x"},
        "memory": {
            "files": 3,
            "folders": [
                {"name": "divorce", "path": "/srv/wiki", "files": 3, "problems": ["divorce.md is not UTF-8"]}
            ],
            "problems": ["divorce.md is not UTF-8"],
            "stores": ["MCP divorce: ready"],
        },
        "settingsProblems": [{"key": "x"}],
    }

    assert status_part(state) == {
        "version": "0.1.0",
        "hooks": {"calls": 3},
        "breakers": [{"agentId": "AGENT-1", "model": "m", "state": "open"}],
        "memory": {"files": 3, "folders": [{"files": 3, "problems": 1}], "problems": 1, "stores": 1},
        "settingsProblems": 1,
    }


def test_the_state_of_another_version_is_told_as_far_as_it_goes() -> None:
    assert status_part({})["memory"] == {"folders": [], "problems": 0, "stores": 0}


def test_a_turn_is_told_without_its_words() -> None:
    words = {
        "conversationQuery": "divorce", "searchQuery": "divorce", "summary": "divorce", "block": "divorce",
        "prompts": [{"text": "divorce"}], "detail": "divorce", "senderId": "42", "runId": "divorce",
    }  # fmt: skip
    turn = {
        **words,
        "traceId": "01K",
        "status": "ok",
        "agentId": "kim",
        "sessionKey": "agent:kim:main",
        "spans": [
            {
                "name": "memory",
                "durationMs": 4.0,
                "status": "ok",
                "fields": {"hits": 2, "why": "the divorce", "mode": "auto", "list": []},
            }
        ],
        "modelCalls": [{"model": "m", "inputTokens": 9, "said": "divorce"}],
        "hits": [
            {
                "path": "divorce.md",
                "source": "divorce",
                "text": "divorce",
                "score": 0.4,
                "parts": {"words": 0.4},
            }
        ],
        "clauses": [{"text": "divorce", "dropped": "number", "sources": []}],
    }

    (told,) = turns_part([turn])

    assert "divorce" not in str(told)
    assert "kim" not in str(told)
    assert told["agent"] == "AGENT-1"
    assert told["session"] == "SESSION-1"
    assert told["spans"][0]["fields"] == {"hits": 2, "mode": "auto"}
    assert told["hits"] == [{"score": 0.4, "parts": {"words": 0.4}}]
    assert told["clauses"] == [{"dropped": "number"}]


def test_lists_in_the_log_are_counted() -> None:
    entry = {"event": "settings_kept", "problems": ["gate.x: 'secret' is unknown"]}

    assert log_part([entry]) == [{"event": "settings_kept", "problems": "1 entries"}]


def _finding(topic: str, level: str, fact: str) -> dict[str, Any]:
    return {"topic": topic, "level": level, "fact": fact, "remedy": ""}


def test_of_wrong_settings_the_keys_alone_are_told_and_other_memory_not_at_all() -> None:
    findings = [
        _finding("settings", "error", "agents.kim.gate.x (config.toml:3): 'secret' is unknown"),
        _finding("settings", "ok", "valid; of your own keys: 1"),
        _finding("memory elsewhere", "ok", "Obsidian keeps memory in ~/Divorce"),
        _finding("last error", "ok", "settings_kept (problems ['x']) at noon"),
        _finding("memory file", "warning", "divorce.md is not UTF-8"),
        _finding("MCP", "warning", "divorce: its command is not found"),
        _finding("MCP", "error", "the package mcp is missing, so no server is asked"),
    ]

    assert [each["fact"] for each in findings_part(findings)] == [
        "agents.AGENT.gate.x (config.toml:3)",
        "valid; of your own keys: 1",
        "settings_kept",
        "a file could not be read as it is",
        "SERVER: its command is not found",
        "the package mcp is missing, so no server is asked",
    ]
