"""The `[memory.capture]` table: what is kept of conversations that hosts hand over."""

from pydantic import Field

from recall_sidecar.settings.table import Table

__all__ = ["CaptureSettings"]


class CaptureSettings(Table):
    """Keep what is said in conversations, to be found in later ones with the same person or in the same group.

    Off until somebody wants it. Only turns that may recall are kept; secrets are masked before they are written.
    """

    enabled: bool = False
    """Keep the turns that a host hands over when they have ended."""
    keep_days: int = Field(365, ge=1, le=3650)
    """How long they are kept. Of all agents together; an agent's own value has no effect."""
    max_mb: int = Field(200, ge=1, le=100_000)
    """Room for them on disk; the oldest days go first. Of all agents together, as above."""
    max_message_chars: int = Field(2000, ge=200, le=4000)
    """What is kept of one message: its beginning."""
