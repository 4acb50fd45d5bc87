"""The `[[memory.mcp]]` tables: MCP servers whose tools search memory, asked beside the folders."""

import re
from typing import Annotated, Final

from pydantic import Field, JsonValue, field_validator, model_validator

from recall_sidecar.settings.address import is_loopback_or_https, is_plain
from recall_sidecar.settings.table import Names, Table, folded

__all__ = ["McpResultSettings", "McpServerSettings"]

_ToolName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_./-]{0,128}$")]
_Arguments = dict[str, JsonValue]
# As names of environment variables are written; a value is never taken for one.
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")


class McpResultSettings(Table):
    """Where in the answer of the search tool its hits stand, when they are not found by their usual names.

    Each is a key, or keys within each other with dots between them.
    """

    items: str = Field("", max_length=200)
    """List of the hits; when empty a list of a usual name (results, items, memories, …), or the answer itself."""
    text: str = Field("", max_length=200)
    """Within a hit, its text; when empty text, content, snippet, memory and the like."""
    id: str = Field("", max_length=200)
    """Within a hit, what the get tool wants; when empty id, uri, path, permalink and the like."""
    title: str = Field("", max_length=200)
    """Within a hit, its title; when empty title, name and the like."""
    date: str = Field("", max_length=200)
    """Within a hit, the day it is about; when empty date, created_at and the like."""


class McpServerSettings(Table):
    """An MCP server that has a tool to search memory with. What it finds is always untrusted, and private.

    It is asked in the owner's private chats alone. No tool but those named here is ever called.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")
    """Your own name for it; its hits are shown as mcp/NAME/ID. Each server has another name."""
    command: str = ""
    """Program to start, which speaks MCP over its standard input and output; found in PATH, or absolute, or below ~/."""
    args: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Arguments of the program."""
    env: dict[str, str] = Field(default_factory=dict)
    """Environment variables of the program. Beside them it gets PATH and HOME, and no other; keys belong in pass_env."""
    pass_env: Names = ()
    """Names of variables of the daemon's own environment that it gets too."""
    url: str = ""
    """Address of a server that runs already (streamable HTTP), instead of a command. Plain http is for this machine alone."""
    token_file: str = ""
    """File that holds a token for the server at url, and that only its owner can read."""
    token_env: str = ""
    """Name of the environment variable that holds the token instead."""
    token_header: str = Field("Authorization", pattern=r"^[A-Za-z0-9-]{1,64}$")
    """Header in which the token is sent; with Authorization the word Bearer stands before it."""
    search_tool: _ToolName = Field(min_length=1)
    """Tool to search with."""
    search_arguments: _Arguments = Field(default_factory=lambda: _Arguments(query="{query}"))
    """Its arguments: {query} stands for what is looked for, {limit} for max_hits; everything else is sent as it stands."""
    get_tool: _ToolName = ""
    """Tool that reads a hit in full; none when empty."""
    get_arguments: _Arguments = Field(default_factory=lambda: _Arguments(id="{id}"))
    """Its arguments: {id} stands for the id of a hit."""
    result: McpResultSettings = Field(default_factory=McpResultSettings)
    """Where its hits stand in an answer; see [memory.mcp.result]."""
    agents: Names = ("*",)
    """Agents whose memory this is (letter case is ignored)."""
    timeout_ms: int = Field(3000, ge=50, le=30_000)
    """Longest time a search may wait for it, within a turn at most half of what is left of its time. The others answer in
    any case, and a search that takes longer goes on for the turns after it."""
    max_hits: int = Field(6, ge=1, le=20)
    """Hits to take."""
    max_chars: int = Field(2000, ge=100, le=4000)
    """Characters of each hit; the rest is cut off."""

    @field_validator("agents")
    @classmethod
    def _fold(cls, values: Names) -> Names:
        return folded(values)

    @field_validator("command")
    @classmethod
    def _does_not_depend_on_where_we_stand(cls, value: str) -> str:
        if ("/" in value and not value.startswith(("/", "~/"))) or "\x00" in value:
            message = "must be the name of a program in PATH, or begin with / or ~/"
            raise ValueError(message)
        return value

    @field_validator("args", "env")
    @classmethod
    def _can_be_handed_on(cls, value: tuple[str, ...] | dict[str, str]) -> tuple[str, ...] | dict[str, str]:
        texts = value if isinstance(value, tuple) else (*value, *value.values())
        wrong_name = isinstance(value, dict) and not all(_VARIABLE.fullmatch(name) for name in value)
        if wrong_name or any("\x00" in text for text in texts):
            message = (
                "cannot be handed to a program: names are letters, digits and _, and no text holds a NUL"
            )
            raise ValueError(message)
        return value

    @field_validator("url")
    @classmethod
    def _is_safe_to_send_memory_to(cls, value: str) -> str:
        # What does not belong into an address is not repeated: it may be a secret.
        if value and not is_plain(value):
            message = (
                "must be an address alone, as http://127.0.0.1:8000/mcp, without user, query or fragment"
            )
            raise ValueError(message)
        if value and not is_loopback_or_https(value):
            message = "must be https, or http to 127.0.0.1, ::1 or localhost"
            raise ValueError(message)
        return value

    @field_validator("token_file")
    @classmethod
    def _says_where(cls, value: str) -> str:
        if (value and not value.startswith(("/", "~/"))) or "\x00" in value:
            # Not repeated: it may be the token itself, in the place of the file that holds it.
            message = "must name a file, beginning with / or ~/"
            raise ValueError(message)
        return value

    @field_validator("token_env", "pass_env")
    @classmethod
    def _names_variables(cls, value: str | Names) -> str | Names:
        names = value if isinstance(value, tuple) else (value,) if value else ()
        if not all(_VARIABLE.fullmatch(name) for name in names):
            message = "must name an environment variable, not hold its value"
            raise ValueError(message)
        return value

    @field_validator("search_arguments")
    @classmethod
    def _asks(cls, value: _Arguments) -> _Arguments:
        return _holding(value, "{query}")

    @field_validator("get_arguments")
    @classmethod
    def _gets(cls, value: _Arguments) -> _Arguments:
        return _holding(value, "{id}")

    @model_validator(mode="after")
    def _is_one_server(self) -> "McpServerSettings":
        if bool(self.command) == bool(self.url):
            message = "must have either a command to start or a url to call"
            raise ValueError(message)
        if self.url and (self.args or self.env or self.pass_env):
            message = "takes no args, env or pass_env with a url: they are for a command that is started"
            raise ValueError(message)
        if not self.get_tool and self.get_arguments != type(self).model_fields["get_arguments"].get_default(
            call_default_factory=True
        ):
            message = "has get_arguments and no get_tool, so nothing would be read; name the tool, or leave them out"
            raise ValueError(message)
        if self.token_file and self.token_env:
            message = "must have either a token_file or a token_env"
            raise ValueError(message)
        if self.command and (self.token_file or self.token_env):
            message = "sends no token to a command; name its variables in pass_env"
            raise ValueError(message)
        return self


def _holding(arguments: _Arguments, placeholder: str) -> _Arguments:
    if not _is_within(arguments, placeholder):
        message = f"must hold {placeholder} somewhere, or the tool is never told what is wanted"
        raise ValueError(message)
    return arguments


def _is_within(value: JsonValue, placeholder: str) -> bool:
    match value:
        case str():
            return placeholder in value
        case dict():
            return any(_is_within(each, placeholder) for each in value.values())
        case list():
            return any(_is_within(each, placeholder) for each in value)
        case _:
            return False
