"""The state folder of an OpenClaw host, as far as it is on record there whose words a file holds."""

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

__all__ = ["OpenClawState"]

# Columns as OpenClaw 2026.9.6 makes them, as far as they are asked.
_STATE = """CREATE TABLE plugin_state_entries(
    plugin_id TEXT NOT NULL, namespace TEXT NOT NULL, entry_key TEXT NOT NULL, value_json TEXT NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER, PRIMARY KEY (plugin_id, namespace, entry_key))"""
_AGENT = """CREATE TABLE memory_index_chunks(id TEXT NOT NULL UNIQUE, path TEXT NOT NULL, source TEXT NOT NULL);
CREATE TABLE memory_index_chunk_provenance(chunk_id TEXT PRIMARY KEY, origin_class TEXT NOT NULL)"""


class OpenClawState:
    """A state folder as the host leaves it."""

    def __init__(self, root: Path, workspace: Path) -> None:
        self.root = root
        self.workspace = workspace
        self.state_file = root / "state" / "openclaw.sqlite"

    def agent_file(self, agent: str) -> Path:
        return self.root / "agents" / agent / "agent" / "openclaw-agent.sqlite"

    def record(self, path: str, origin: str, *, workspace: Path | None = None) -> None:
        """Keep on record whose words an agent wrote into a file."""
        key = hashlib.sha256(str((workspace or self.workspace).resolve()).encode()).hexdigest()
        value = {"version": 1, "workspaceKey": key, "relativePath": path, "originClass": origin}
        self.store(f"{key}:{hashlib.sha256(path.encode()).hexdigest()}", json.dumps(value))

    def store(self, key: str, value: str) -> None:
        self.state_file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.state_file)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
                connection.execute(_STATE)
            connection.execute(
                "INSERT OR REPLACE INTO plugin_state_entries VALUES (?, ?, ?, ?, 0, NULL)",
                ("core:memory-artifact-provenance", "workspace-files", key, value),
            )
            connection.commit()

    def index(self, agent: str, chunks: Mapping[str, str], *, source: str = "memory") -> None:
        """Write an agent's index with one chunk per path."""
        file = self.agent_file(agent)
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(file)) as connection:
            for statement in _AGENT.split(";"):
                connection.execute(statement)
            for path, origin in chunks.items():
                connection.execute("INSERT INTO memory_index_chunks VALUES (?, ?, ?)", (path, path, source))
                connection.execute("INSERT INTO memory_index_chunk_provenance VALUES (?, ?)", (path, origin))
            connection.commit()
