"""Which daemon this is: what it may be asked before any other part of it is there."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from recall_sidecar.tokens import Tokens

__all__ = ["Instance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """This daemon: who it is, where it listens (`port` is None without TCP), and whether it is about to end."""

    pid: int
    version: str
    started_at: datetime
    started_monotonic: float
    port: int | None
    socket: str
    tokens: Tokens
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
