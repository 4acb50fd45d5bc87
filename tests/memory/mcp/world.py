"""A server of `servers.raw`, its settings, and what it was told."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recall_sidecar.settings import McpServerSettings

__all__ = ["SERVERS", "Raw", "alive"]

SERVERS = Path(__file__).parent / "servers"


@dataclass(frozen=True)
class Raw:
    """One way to behave, with a file in which the server writes what it hears."""

    behaviour: str
    log: Path

    def settings(self, **more: object) -> McpServerSettings:
        """Return settings that start it."""
        return McpServerSettings.model_validate(self.table(**more))

    def table(self, **more: object) -> dict[str, Any]:
        """Return the same as a table."""
        script = str(SERVERS / "raw.py")
        return {
            "name": "garden",
            "command": sys.executable,
            "args": ["-S", script, self.behaviour, str(self.log)],
            "search_tool": "search",
            "search_arguments": {"query": "{query}", "limit": "{limit}"},
            "timeout_ms": 20_000,
            **more,
        }

    def heard(self, method: str = "") -> list[dict[str, Any]]:
        """Return the messages that it got, those of one method or all."""
        if not self.log.exists():
            return []
        messages = [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]
        return [message for message in messages if not method or message.get("method") == method]

    def calls(self) -> list[dict[str, Any]]:
        """Return the calls of tools."""
        return [
            {key: each["params"][key] for key in ("name", "arguments")} for each in self.heard("tools/call")
        ]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about yet does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
