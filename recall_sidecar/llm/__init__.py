"""The fast model behind the sub-agent: the port `ModelClient`, and the worker process that speaks to providers."""

from recall_sidecar.llm.port import (
    AssistantText,
    ChatMessage,
    Finished,
    ModelChunk,
    ModelClient,
    ModelRef,
    ModelReply,
    ModelRequest,
    ModelState,
    TextDelta,
    ToolCall,
    ToolCalls,
    ToolResult,
    ToolSpec,
    Usage,
    UserText,
)

__all__ = [
    "AssistantText",
    "ChatMessage",
    "Finished",
    "ModelChunk",
    "ModelClient",
    "ModelRef",
    "ModelReply",
    "ModelRequest",
    "ModelState",
    "TextDelta",
    "ToolCall",
    "ToolCalls",
    "ToolResult",
    "ToolSpec",
    "Usage",
    "UserText",
]
