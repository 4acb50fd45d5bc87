"""What `config show` prints."""

import tomllib

from recall_sidecar.settings.keys import join
from recall_sidecar.settings.resolve import Layer, resolve
from recall_sidecar.settings.show import HIDDEN, Row, resolved_style, rows
from recall_sidecar.settings.tables import Settings


def shown(text: str) -> dict[str, Row]:
    return {join(row.path): row for row in rows(resolve([Layer("file", tomllib.loads(text))]))}


def test_every_key_is_shown_with_its_source() -> None:
    found = shown("[gate]\nowners = ['A']")

    assert found["gate.owners"] == Row(("gate", "owners"), ["a"], "file")
    assert found["cache.ttl_ms"] == Row(("cache", "ttl_ms"), 15_000, "default")


def test_auto_says_what_it_means() -> None:
    assert shown("")["recall.prompt_style"].remark == "balanced, by query mode recent"
    assert shown("[recall]\nprompt_style = 'strict'")["recall.prompt_style"].remark == ""


def test_an_agent_shows_its_own_keys_and_what_they_change() -> None:
    found = shown(
        "[gate]\nmain_key = 'x'\n[agents.work.query]\nmode = 'full'\n[agents.home.gate]\nmain_key = 'y'"
    )

    assert {key: row.source for key, row in found.items() if key.startswith("agents")} == {
        "agents.work.query.mode": "file",
        "agents.work.recall.prompt_style": "default",
        "agents.home.gate.main_key": "file",
    }
    assert found["agents.work.recall.prompt_style"].remark == "contextual, by query mode full"


def test_of_a_folder_only_what_was_said_is_shown() -> None:
    found = shown("[[memory.folders]]\npath = '/a'\norigin = 'untrusted'\n[[memory.folders]]\npath = '/b'")

    assert found["memory.folders"].value == [{"path": "/a", "origin": "untrusted"}, {"path": "/b"}]


def test_what_may_be_a_secret_is_hidden() -> None:
    found = shown(
        "[privacy]\nsecret_patterns = ['hunter2']\n"
        "[model.providers.x]\napi_key_env = 'X_KEY'\nextra_body = { token = 'hunter2', n = { m = 'hunter2' } }"
    )

    assert found["privacy.secret_patterns"].value == [HIDDEN]
    assert found["model.providers.x.extra_body"].value == {"token": HIDDEN, "n": HIDDEN}
    assert found["model.providers.x.api_key_env"].value == "X_KEY"
    assert "hunter2" not in str(found)


def test_of_a_server_no_argument_and_no_variable_is_shown() -> None:
    found = shown(
        "[[memory.mcp]]\nname = 'notes'\ncommand = 'uvx'\nargs = ['--key', 'hunter2']\nenv = { KEY = 'hunter2' }\n"
        "search_tool = 'search'\nsearch_arguments = { query = '{query}', key = 'hunter2' }"
    )

    assert found["memory.mcp"].value == [
        {
            "name": "notes",
            "command": "uvx",
            "args": [HIDDEN, HIDDEN],
            "env": {"KEY": HIDDEN},
            "search_tool": "search",
            "search_arguments": {"query": HIDDEN, "key": HIDDEN},
        }
    ]


def test_a_named_style_is_in_use_whatever_the_query_mode() -> None:
    settings = Settings.model_validate({"recall": {"prompt_style": "mine"}, "query": {"mode": "full"}})

    assert resolved_style(settings) == "mine"
