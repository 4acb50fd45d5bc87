"""The two tools a sub-agent may be offered, as the model sees them."""

from collections.abc import Iterable

from recall_sidecar.llm.port import ToolSpec

__all__ = ["MEMORY_GET", "MEMORY_SEARCH", "tool_specs", "unknown_tools"]

MEMORY_SEARCH = ToolSpec(
    name="memory_search",
    description="Search memory. Returns numbered passages, best first.",
    parameters={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Words to look for; not a whole conversation."},
            "maxResults": {"type": "integer", "minimum": 1, "maximum": 20},
            "minScore": {"type": "number", "minimum": 0, "maximum": 1},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
)
MEMORY_GET = ToolSpec(
    name="memory_get",
    description="Read lines of a memory file that a passage names.",
    parameters={
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path as a passage gives it."},
            "from": {"type": "integer", "minimum": 1, "description": "First line; 1 when left out."},
            "lines": {"type": "integer", "minimum": 1, "maximum": 200},
        },
        "required": ["path"],
        "additionalProperties": False,
    },
)


def tool_specs(allowed: tuple[str, ...]) -> tuple[ToolSpec, ...]:
    """Return the tools that exist here and that `allowed` names, always in the same order."""
    return tuple(spec for spec in (MEMORY_SEARCH, MEMORY_GET) if spec.name in allowed)


def unknown_tools(allowed: Iterable[str]) -> tuple[str, ...]:
    """Return the names in `allowed` that are no tool here, sorted: a model is never offered them."""
    return tuple(sorted({*allowed} - {MEMORY_SEARCH.name, MEMORY_GET.name}))
