"""One frozen tree of settings; its loader is the only reader of files and environment.

Table names are the step names and a step is handed its table, not the tree.
"""

from recall_sidecar.settings.tables import (
    CacheSettings,
    EmbeddingSettings,
    FolderSettings,
    GateSettings,
    GatewayMemorySettings,
    InjectSettings,
    McpResultSettings,
    McpServerSettings,
    MemorySettings,
    ModelSettings,
    PathRule,
    PrivacySettings,
    ProviderSettings,
    QuerySettings,
    RecallSettings,
    ServerSettings,
    Settings,
    TraceSettings,
)

__all__ = [
    "CacheSettings",
    "EmbeddingSettings",
    "FolderSettings",
    "GateSettings",
    "GatewayMemorySettings",
    "InjectSettings",
    "McpResultSettings",
    "McpServerSettings",
    "MemorySettings",
    "ModelSettings",
    "PathRule",
    "PrivacySettings",
    "ProviderSettings",
    "QuerySettings",
    "RecallSettings",
    "ServerSettings",
    "Settings",
    "TraceSettings",
]
