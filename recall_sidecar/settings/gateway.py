"""The `[memory.openclaw]` table: the memory of an OpenClaw gateway, asked beside the folders."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from recall_sidecar.settings.address import is_loopback_or_https, is_plain
from recall_sidecar.settings.table import Names, Table, folded

__all__ = ["GatewayMemorySettings", "SearchTool"]

# Those whose answers are understood. The gateway's token opens every tool it has, so no other is ever called.
SearchTool = Literal["memory_search", "memory_recall", "lcm_grep"]


class GatewayMemorySettings(Table):
    """What an OpenClaw gateway remembers itself, asked through its own tools beside the folders.

    That is session transcripts, LanceDB and Lossless Claw. The gateway's tool policy holds.
    """

    enabled: bool = False
    """Ask the gateway too. Private chats only: what its tools find is private."""
    agents: Names = ("main",)
    """Agents that the gateway has (letter case is ignored), `*` for every agent; it makes a folder for one that it does
    not know, as a terminal host's."""
    url: str = "http://127.0.0.1:18789"
    """Address of the gateway. Plain http is for this machine alone; elsewhere https."""
    config: str = "~/.openclaw/openclaw.json"
    """OpenClaw's own configuration; `gateway.auth` in it names the token or password, which is read when it is needed
    and kept in memory only. OPENCLAW_GATEWAY_TOKEN or OPENCLAW_GATEWAY_PASSWORD of the daemon's environment is used
    when the file names none."""
    token_file: str = ""
    """File that holds the gateway's token or password instead, and that only its owner can read."""
    timeout_ms: int = Field(3000, ge=50, le=30_000)
    """Longest time a search may wait for the gateway, within a turn at most half of what is left of its time; the folders
    answer in any case. A gateway that nobody has asked for a minute takes 1 to 3 s for the first search, after its start up to 8 s, and
    0.1 s for the next; a search that takes longer goes on for the turns after it. Keep it below recall.soft_budget_ms."""
    search_tools: Annotated[tuple[SearchTool, ...], Field(strict=False)] = Field(
        ("memory_search",), min_length=1
    )
    """Tools to search with: memory_search is OpenClaw's own, memory_recall LanceDB's, lcm_grep Lossless Claw's."""
    max_hits: int = Field(6, ge=1, le=20)
    """Passages to take, for each tool that is asked. A tool is asked for 20, since what only repeats the question is left out."""

    @field_validator("url")
    @classmethod
    def _is_safe_to_send_a_token_to(cls, value: str) -> str:
        # What does not belong into an address is not repeated: it may be a secret.
        if not is_plain(value):
            message = "must be an address alone, as http://127.0.0.1:18789, without user, query or fragment"
            raise ValueError(message)
        if not is_loopback_or_https(value):
            message = "sends a token, so it must be https, or http to 127.0.0.1, ::1 or localhost"
            raise ValueError(message)
        return value.rstrip("/")

    @field_validator("agents")
    @classmethod
    def _fold(cls, values: Names) -> Names:
        return folded(values)

    @field_validator("config", "token_file")
    @classmethod
    def _says_where(cls, value: str) -> str:
        if (value and not value.startswith(("/", "~/"))) or "\x00" in value:
            # Not repeated: it may be the token itself, in the place of the file that holds it.
            message = "must name a file, beginning with / or ~/"
            raise ValueError(message)
        return value

    @field_validator("search_tools")
    @classmethod
    def _once(cls, values: tuple[SearchTool, ...]) -> tuple[SearchTool, ...]:
        return tuple(dict.fromkeys(values))
