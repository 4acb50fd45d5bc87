"""The user's memory: the port `MemorySource`, and the stores behind it.

Visibility is decided inside the search, from the `Viewer`, so that no caller can forget it.
"""

from recall_sidecar.memory.port import (
    Hit,
    IndexReport,
    MemorySource,
    MemoryStatus,
    Passage,
    ReadResult,
    ScorePart,
    SearchQuery,
    SearchResult,
    Viewer,
)

__all__ = [
    "Hit",
    "IndexReport",
    "MemorySource",
    "MemoryStatus",
    "Passage",
    "ReadResult",
    "ScorePart",
    "SearchQuery",
    "SearchResult",
    "Viewer",
]
