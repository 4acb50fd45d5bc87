"""`[[memory.mcp]]` names one server each: a command or an address, and which of its tools may be called."""

import pytest
from pydantic import ValidationError

from recall_sidecar.settings import McpServerSettings, MemorySettings

LOCAL = {"name": "notes", "command": "uvx", "args": ["notes-mcp"], "search_tool": "search"}
REMOTE = {"name": "wiki", "url": "https://wiki.example/mcp", "search_tool": "search"}


def problems(table: dict[str, object]) -> str:
    with pytest.raises(ValidationError) as refused:
        McpServerSettings.model_validate(table)
    return " ".join(error["msg"] for error in refused.value.errors())


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(LOCAL, id="a command"),
        pytest.param({**LOCAL, "command": "/opt/notes/bin/mcp"}, id="a command by its path"),
        pytest.param({**LOCAL, "env": {"MODE": "quiet"}, "pass_env": ["NOTES_KEY"]}, id="its environment"),
        pytest.param(REMOTE, id="an address"),
        pytest.param({**REMOTE, "token_env": "WIKI_TOKEN", "token_header": "X-Api-Key"}, id="a token"),
        pytest.param(
            {**LOCAL, "search_arguments": {"filter": {"any": ["x", "about {query}"]}, "top": 3}},
            id="arguments within each other",
        ),
        pytest.param(
            {**LOCAL, "get_tool": "read", "get_arguments": {"path": "{id}"}}, id="a tool to read with"
        ),
        pytest.param({**LOCAL, "result": {"items": "found.rows"}}, id="where hits stand"),
    ],
)
def test_a_server_is_taken(table: dict[str, object]) -> None:
    assert McpServerSettings.model_validate(table).agents == ("*",)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        pytest.param(
            {**LOCAL, "url": "https://wiki.example/mcp"}, "either a command to start or a url", id="both"
        ),
        pytest.param(
            {"name": "notes", "search_tool": "search"}, "either a command to start or a url", id="neither"
        ),
        pytest.param(
            {**LOCAL, "command": "./mcp"},
            "must be the name of a program",
            id="a command that depends on where we stand",
        ),
        pytest.param(
            {**LOCAL, "args": ["a\x00b"]}, "cannot be handed to a program", id="an argument with a NUL"
        ),
        pytest.param(
            {**LOCAL, "env": {"A=B": "x"}}, "cannot be handed to a program", id="a name that is none"
        ),
        pytest.param(
            {**LOCAL, "pass_env": ["sk-secret value"]},
            "must name an environment variable",
            id="a value for a name",
        ),
        pytest.param(
            {**LOCAL, "token_env": "WIKI_TOKEN"}, "sends no token to a command", id="a token for a command"
        ),
        pytest.param(
            {**REMOTE, "pass_env": ["WIKI_TOKEN"]},
            "are for a command",
            id="an environment of a server that runs",
        ),
        pytest.param(
            {**REMOTE, "token_env": "A", "token_file": "/etc/token"},
            "either a token_file or a token_env",
            id="two tokens",
        ),
        pytest.param({**REMOTE, "token_file": "tok-secret"}, "must name a file", id="the token itself"),
        pytest.param({**REMOTE, "url": "http://wiki.example/mcp"}, "must be https", id="in the open"),
        pytest.param(
            {**REMOTE, "url": "https://wiki.example/mcp?key=secret"},
            "must be an address alone",
            id="a secret in the address",
        ),
        pytest.param(
            {**LOCAL, "search_arguments": {"q": 7, "r": ["x"], "s": None}},
            "must hold {query} somewhere",
            id="a search for nothing",
        ),
        pytest.param({**LOCAL, "get_arguments": {}}, "must hold {id} somewhere", id="a read of nothing"),
        pytest.param(
            {**LOCAL, "get_arguments": {"path": "{id}"}},
            "has get_arguments and no get_tool",
            id="no tool to read with",
        ),
        pytest.param({**LOCAL, "name": "a/b"}, "should match pattern", id="a separator in the name"),
        pytest.param({**LOCAL, "search_tool": ""}, "at least 1 character", id="no tool"),
        pytest.param({**LOCAL, "tools": ["*"]}, "Extra inputs", id="an unknown key"),
    ],
)
def test_what_cannot_be_meant_is_refused_without_repeating_secrets(
    table: dict[str, object], says: str
) -> None:
    found = problems(table)

    assert says in found
    assert "secret" not in found


def test_agents_are_folded() -> None:
    assert McpServerSettings.model_validate({**LOCAL, "agents": ["Main", "main "]}).agents == ("main",)


def test_two_servers_have_two_names() -> None:
    with pytest.raises(ValidationError, match="names two servers alike"):
        MemorySettings.model_validate({"mcp": [LOCAL, {**REMOTE, "name": "Notes"}]})
    assert len(MemorySettings.model_validate({"mcp": [LOCAL, REMOTE]}).mcp) == 2
