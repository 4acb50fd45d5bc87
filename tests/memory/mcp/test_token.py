"""A server's token comes from a file of its own or a variable that is named, and is shown in one header."""

from pathlib import Path

import pytest

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.mcp.token import headers
from recall_sidecar.settings import McpServerSettings


def shown(environment: dict[str, str] | None = None, **more: object) -> dict[str, str] | Failure:
    table = {"name": "notes", "url": "https://notes.example/mcp", "search_tool": "search", **more}
    return headers(McpServerSettings.model_validate(table), environment or {})


def test_without_a_token_no_header_is_sent() -> None:
    assert shown({"NOTES_TOKEN": "tok"}) == {}


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        pytest.param("Authorization", {"Authorization": "Bearer tok"}, id="the usual one"),
        pytest.param("X-Api-Key", {"X-Api-Key": "tok"}, id="another"),
    ],
)
def test_a_variable_names_the_token(header: str, expected: dict[str, str]) -> None:
    assert shown({"NOTES_TOKEN": "tok"}, token_env="NOTES_TOKEN", token_header=header) == expected


def test_a_file_holds_the_token(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("tok\n", "utf-8")
    file.chmod(0o600)

    assert shown(token_file=str(file)) == {"Authorization": "Bearer tok"}


@pytest.mark.parametrize(
    ("content", "mode", "says"),
    [
        pytest.param(b"tok", 0o644, "can be read by other users", id="open to others"),
        pytest.param(b"tok\nX-Evil: 1", 0o600, "visible ASCII", id="two lines"),
        pytest.param(b"\xff", 0o600, "UnicodeDecodeError", id="no text"),
        pytest.param(None, 0o600, "FileNotFoundError", id="not there"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_without_what_it_holds(
    tmp_path: Path, content: bytes | None, mode: int, says: str
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
        file.chmod(mode)

    outcome = shown(token_file=str(file))

    assert isinstance(outcome, Failure)
    assert says in outcome.text
    assert "Evil" not in outcome.text


def test_a_variable_that_is_not_there_is_told() -> None:
    outcome = shown(token_env="NOTES_TOKEN")

    assert isinstance(outcome, Failure)
    assert "token_env" in outcome.text
