"""The `[memory]` table: which folders are memory, whose they are, and how they are searched."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.capture import CaptureSettings
from recall_sidecar.settings.gateway import GatewayMemorySettings
from recall_sidecar.settings.table import Names, Table, folded

__all__ = ["EmbeddingSettings", "FolderSettings", "MemorySettings", "OriginName", "PathRule"]

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
    layout: Literal["openclaw", "plain"] = "openclaw"
    """openclaw: MEMORY.md, USER.md and memory/**/*.md; plain: every .md and .txt file below the folder."""
    origin: OriginName = Origin.AGENT
    """How far its text may be trusted; the root MEMORY.md and USER.md of an openclaw folder count as owner."""
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

    model: Literal["minilm", "off"] = "minilm"
    """`minilm` is all-MiniLM-L6-v2, for English; it comes with the program and nothing leaves the machine. `off`: words alone."""


class MemorySettings(Table):
    """Where memory lives and how it is searched."""

    folders: Annotated[tuple[FolderSettings, ...], Field(strict=False)] = ()
    """Folders to read, each as a [[memory.folders]] table."""
    max_hits: int = Field(6, ge=1, le=20)
    """Passages a search returns when the caller does not say."""
    min_score: float = Field(0.2, ge=0.0, le=1.0)
    """Evidence floor: weaker hits never reach a model or a block."""
    max_file_bytes: int = Field(8 * 1024 * 1024, ge=1024, le=1024**3)
    """Larger files are read up to here; the rest is not indexed and status says so."""
    refresh_ms: int = Field(2000, ge=100, le=3_600_000)
    """How often the folders are looked at for changes."""
    embedding: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    """How meanings are found; see [memory.embedding]."""
    capture: CaptureSettings = Field(default_factory=CaptureSettings)
    """What is kept of conversations; see [memory.capture]."""
    openclaw: GatewayMemorySettings = Field(default_factory=GatewayMemorySettings)
    """The memory of an OpenClaw gateway; see [memory.openclaw]."""
