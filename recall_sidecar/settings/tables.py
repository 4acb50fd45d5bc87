"""The settings tree: every table, every key, its bounds and what it means.

The descriptions are the documentation: the default file in `config/`, the table in the docs and the JSON
schema are generated from here, and tests hold them equal.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

import regex
from pydantic import Field, field_validator

from recall_sidecar.settings.capture import CaptureSettings
from recall_sidecar.settings.folders import EmbeddingSettings, FolderSettings, MemorySettings, PathRule
from recall_sidecar.settings.gateway import GatewayMemorySettings
from recall_sidecar.settings.mcp import McpResultSettings, McpServerSettings
from recall_sidecar.settings.models import ModelSettings, ProviderSettings, Thinking
from recall_sidecar.settings.table import Names, Table, folded

__all__ = [
    "STYLE_BY_QUERY_MODE",
    "CacheSettings",
    "CaptureSettings",
    "ChatType",
    "Eagerness",
    "EmbeddingSettings",
    "FolderSettings",
    "GateSettings",
    "GatewayMemorySettings",
    "InjectSettings",
    "McpResultSettings",
    "McpServerSettings",
    "MemorySettings",
    "ModelSettings",
    "OrdersPolicy",
    "PathRule",
    "PrivacySettings",
    "PromptStyleName",
    "ProviderSettings",
    "QueryMode",
    "QuerySettings",
    "RecallMode",
    "RecallSettings",
    "ServerSettings",
    "Settings",
    "Thinking",
    "TraceSettings",
]

# Tools of an agent's own, as OpenClaw names them, which a memory sub-agent must never hold.
_CORE_AGENT_TOOLS = frozenset(
    {
        "agents_list", "apply_patch", "ask_user", "automations", "bash", "browser", "canvas", "code_execution",
        "computer", "conversations_list", "conversations_send", "conversations_turn", "create_goal", "cron",
        "dashboard", "dismiss_task", "edit", "exec", "gateway", "get_goal", "heartbeat_respond", "image",
        "image_generate", "message", "music_generate", "nodes", "openclaw", "pdf", "plugins", "portal", "process",
        "progress_card", "read", "screen", "session_status", "sessions", "sessions_history", "sessions_list",
        "sessions_search", "sessions_send", "sessions_spawn", "sessions_yield", "show_widget", "skill_workshop",
        "subagents", "suggest_task", "terminal", "theme", "tts", "update_goal", "update_plan", "video_generate",
        "view_image", "web_fetch", "web_search", "write", "x_search",
    }
)  # fmt: skip

ChatType = Literal["direct", "group", "channel", "explicit"]
QueryMode = Literal["message", "recent", "full"]
RecallMode = Literal["auto", "always", "escalate", "off"]
Eagerness = Literal["eager", "balanced", "frugal"]
OrdersPolicy = Literal["quote", "hold_back", "drop"]
PromptStyleName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,63}$")]

# What `prompt_style = "auto"` means.
STYLE_BY_QUERY_MODE: Mapping[QueryMode, str] = MappingProxyType(
    {"message": "strict", "recent": "balanced", "full": "contextual"}
)


class ServerSettings(Table):
    """Where the daemon listens and how much it takes on."""

    tcp: bool = True
    """Listen on 127.0.0.1 as well as on the Unix socket."""
    port: int = Field(23517, ge=0, le=65535)
    """TCP port on 127.0.0.1; fixed, because hosts keep it in their own settings. 0 takes any free one."""
    max_body_bytes: int = Field(4 * 1024 * 1024, ge=64 * 1024, le=64 * 1024 * 1024)
    """Largest request body; more is answered 413."""
    max_turns_in_flight: int = Field(32, ge=1, le=1024)
    """Turns answered at the same time; one more is `unavailable (overloaded)` at once. As many recalls may go on
    for the cache after their turn was answered by an extract."""
    shutdown_ms: int = Field(4000, ge=0, le=60_000)
    """On SIGTERM, how long turns in flight may take to end before they are cancelled; five seconds later the process
    ends in any case."""


class GateSettings(Table):
    """Which turns may look into memory. The first rule that refuses wins and its reason reaches the trace."""

    enabled: bool = True
    """Recall at all. `/active-memory off --global` sets this."""
    agents: Names = ("*",)
    """Agent ids that may recall (letter case is ignored); `*` is every agent, an empty list none."""
    allowed_chat_types: Annotated[tuple[ChatType, ...], Field(strict=False)] = ("direct",)
    """Kinds of chat that may recall; an unknown kind is refused, not ignored."""
    allowed_chat_ids: Names = ()
    """When not empty, only these chats recall (letter case is ignored); a chat without a known id is skipped."""
    denied_chat_ids: Names = ()
    """Chats that never recall; wins over every allowlist."""
    allowed_senders: Names = ()
    """When not empty, only these sender ids and the owner recall. A known non-owner in a direct chat must be listed."""
    owners: Names = ()
    """Sender ids that count as the owner, for hosts that do not say who is."""
    main_key: str = Field("main", pattern=r"^[A-Za-z0-9_.-]{1,64}$")
    """Last part of the main session's key, as `session.mainKey` in OpenClaw."""
    skip_main_models: Names = ()
    """Main models that get no block, as `provider/model` or `model` (letter case is ignored)."""

    @field_validator(
        "agents", "allowed_chat_ids", "denied_chat_ids", "allowed_senders", "owners", "skip_main_models"
    )
    @classmethod
    def _fold(cls, values: Names) -> Names:
        return folded(values)


class QuerySettings(Table):
    """What is asked of memory, and how much of the conversation the model sees."""

    mode: QueryMode = "recent"
    """message: the latest message; recent: with a short tail of turns; full: the whole conversation (bounded)."""
    recent_user_turns: int = Field(2, ge=0, le=4)
    """User turns in the tail."""
    recent_assistant_turns: int = Field(1, ge=0, le=3)
    """Assistant turns in the tail."""
    recent_user_chars: int = Field(220, ge=40, le=1000)
    """Characters of each user turn in the tail."""
    recent_assistant_chars: int = Field(180, ge=40, le=1000)
    """Characters of each assistant turn in the tail."""
    max_chars: int = Field(25_000, ge=500, le=200_000)
    """Upper limit of the conversation query, whatever the mode."""
    search_chars: int = Field(480, ge=40, le=2000)
    """Upper limit of the search query."""


class CacheSettings(Table):
    """Equal questions in different turns are answered once."""

    ttl_ms: int = Field(15_000, ge=1000, le=120_000)
    """How long a recalled answer is kept."""
    negative_ttl_ms: int = Field(5_000, ge=0, le=120_000)
    """How long "nothing relevant" is kept; any change of memory ends it at once. 0 keeps none."""
    max_entries: int = Field(1000, ge=1, le=100_000)
    """Answers kept; the oldest go first."""


class RecallSettings(Table):
    """How a turn is answered once it may be."""

    mode: RecallMode = "auto"
    """auto: a model when message and evidence together say that memory could help; always: a model on any evidence; escalate: only messages that ask
    about the past and mention no trigger phrase; off: trigger phrases and exact names of curated memory alone (to
    recall without a model, name none and set `model.use_turn_model` to false)."""
    eagerness: Literal["auto", Eagerness] = "auto"
    """How likely memory must be to help in mode auto: eager asks a model most often, frugal least. auto goes by the prompt
    style: strict and precision-heavy are frugal, recall-heavy is eager, the others balanced."""
    shadow_mode: Literal["none", RecallMode] = "none"
    """Another mode that judges each turn beside the one in force, for nothing but the record: traces and the status say
    what it would have done."""
    timeout_ms: int = Field(15_000, ge=250, le=600_000)
    """Longest time a turn may wait. The host's own limit counts too: the smaller of the two is the budget."""
    soft_budget_ms: int = Field(4_000, ge=50, le=600_000)
    """Past it an extract, if there is one, answers and the finished summary goes to the cache."""
    extract: bool = True
    """Let the best passages answer when no model can; private chats only, never from untrusted passages."""
    verify: bool = True
    """Leave out of the model's note what the passages it names do not say, and give what can change with its date."""
    orders: OrdersPolicy = "quote"
    """Passages that give orders to an agent. quote: they count as untrusted and are told as words of somebody else, with
    their source; hold_back: the model sees them, and no note that rests on them is told; drop: they are left out."""
    max_tool_rounds: int = Field(1, ge=0, le=4)
    """How often the model may search again or read on; each round is one more model call. 0 offers no tools."""
    tools_allow: Names = Field(("memory_search", "memory_get"), max_length=32)
    """Tools the model may call. Only memory tools exist here; wildcards, groups and core agent tools are refused."""
    prompt_style: PromptStyleName = "auto"
    """How eager the model is. auto goes by query mode: message is strict, recent is balanced, full is contextual."""
    prompt_append: str = Field("", max_length=4000)
    """Text added to the model's instructions."""
    prompt_override: str = Field("", max_length=20_000)
    """Text that replaces the style's instructions; the reply format is kept."""
    repeat_after_turns: int = Field(50, ge=0, le=10_000)
    """Where the host keeps the block in its history, what was told is told again after so many turns at the latest; a
    compaction or reset that the host reports lets it be told at once. 0 tells everything in every turn that it helps,
    also what stands in the conversation."""
    shown_by_host: Names = Field((), max_length=32)
    """Memory files that the host puts whole into its system prompt in private chats, as PATH or FOLDER/PATH: they are not told
    again. OpenClaw shows MEMORY.md up to 20,000 characters and USER.md up to 4,000, unless it holds them untrusted."""
    breaker_max_timeouts: int = Field(3, ge=1, le=20)
    """Time-outs in a row, for one agent and model, that open the circuit breaker."""
    breaker_cooldown_ms: int = Field(60_000, ge=1000, le=600_000)
    """How long the breaker stays open before one probe."""
    breaker_probe_ms: int = Field(3_000, ge=100, le=60_000)
    """Budget of that probe."""

    @field_validator("tools_allow")
    @classmethod
    def _only_memory_tools(cls, values: Names) -> Names:
        for value in values:
            if "*" in value or value.lower().startswith("group:"):
                message = f"{value!r} is a wildcard or a group; name each tool"
                raise ValueError(message)
            if value.lower() in _CORE_AGENT_TOOLS:
                message = f"{value!r} is a tool of the main agent; the sub-agent may only read memory"
                raise ValueError(message)
            if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", value):
                message = f"{value!r} is not a tool name (letters, digits, _ . -)"
                raise ValueError(message)
        return values


class InjectSettings(Table):
    """What is put before the prompt."""

    max_summary_chars: int = Field(220, ge=40, le=1000)
    """Upper limit of the text inside the tag, marks included."""
    note_when_unavailable: bool = False
    """Put one fixed sentence into the block when recall was unavailable, so that the main model does not conclude
    that memory is empty."""


class TraceSettings(Table):
    """What is kept about past turns."""

    ring_turns: int = Field(200, ge=1, le=10_000)
    """Turns kept in memory, with query, hits and block."""
    history: bool = False
    """Keep turns on disk too: ids, scores, times and outcomes."""
    history_days: int = Field(14, ge=1, le=3650)
    """How long turns stay on disk."""
    keep_text_days: int = Field(0, ge=0, le=365)
    """How long their texts (query, hits, block) stay on disk; 0 never writes them."""
    persist_transcripts: bool = False
    """Keep what the sub-agent was asked and answered, as JSON Lines."""
    transcript_dir: str = "active-memory"
    """Folder for those files, below the state folder's `transcripts`; relative, and it cannot leave it."""

    @field_validator("transcript_dir")
    @classmethod
    def _stays_inside(cls, value: str) -> str:
        parts = value.replace("\\", "/").split("/")
        if (
            value.startswith(("/", "~"))
            or not value.strip()
            or any(p in {"", ".", ".."} for p in parts)
            or ":" in value
        ):
            message = f"{value!r} must be a relative folder without '..', for example \"active-memory\""
            raise ValueError(message)
        return value


class PrivacySettings(Table):
    """What never leaves, whatever memory holds. Known kinds of secrets are always masked."""

    level: Literal["secrets", "strict"] = "secrets"
    """secrets: keys, tokens, passwords, private keys and card numbers are masked; strict: e-mail addresses, telephone, account
    and identity numbers, street addresses and the names of home folders as well."""
    secret_patterns: Names = ()
    """Regular expressions of your own secrets; each match is masked everywhere. A text that one of them is not through
    in 50 ms is masked as a whole, so write patterns that do not try the same letters in several ways."""

    @field_validator("secret_patterns")
    @classmethod
    def _compiles(cls, values: Names) -> Names:
        for number, value in enumerate(values, 1):
            # The pattern is not repeated: it may spell out the secret.
            try:
                # As masking does it, where it stands beside other patterns.
                pattern = regex.compile(f"(?:{value})", regex.VERSION0)
            except regex.error as error:
                message = f"pattern {number} is not a regular expression: {error}"
                raise ValueError(message) from error
            if pattern.match(""):
                message = f"pattern {number} matches the empty text; it would mask nothing or everything"
                raise ValueError(message)
        return values


class Settings(Table):
    """The whole tree. `[agents.NAME]` overrides any table for one agent, except [server]."""

    server: ServerSettings = Field(default_factory=ServerSettings)
    gate: GateSettings = Field(default_factory=GateSettings)
    query: QuerySettings = Field(default_factory=QuerySettings)
    cache: CacheSettings = Field(default_factory=CacheSettings)
    recall: RecallSettings = Field(default_factory=RecallSettings)
    inject: InjectSettings = Field(default_factory=InjectSettings)
    trace: TraceSettings = Field(default_factory=TraceSettings)
    memory: MemorySettings = Field(default_factory=MemorySettings)
    model: ModelSettings = Field(default_factory=ModelSettings)
    privacy: PrivacySettings = Field(default_factory=PrivacySettings)
