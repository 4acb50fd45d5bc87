"""Where files live: settings, state, cache and the run-time socket, by the platform's own rules.

`RECALL_SIDECAR_HOME` puts everything below one folder, which is what tests, demos and containers want.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs

__all__ = ["HOME_VARIABLE", "Paths", "shipped"]

_APP = "recall-sidecar"
HOME_VARIABLE = "RECALL_SIDECAR_HOME"
# A Unix socket's path must fit into 108 bytes on Linux and 104 on macOS.
_MAX_SOCKET_BYTES = 100


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of one installation; none is made here."""

    config_dir: Path
    state_dir: Path
    runtime_dir: Path

    @classmethod
    def discover(cls, environment: Mapping[str, str]) -> Self:
        """Return the folders that `environment` asks for, else the platform's."""
        if home := environment.get(HOME_VARIABLE):
            return cls.below(Path(home).expanduser().absolute())
        dirs = platformdirs.PlatformDirs(_APP, appauthor=False)
        # Without a run-time folder of the session's own, a private one beside the state: never one in a shared /tmp.
        session = environment.get("XDG_RUNTIME_DIR", "")
        runtime_dir = Path(session) / _APP if Path(session).is_absolute() else dirs.user_state_path / "run"
        return cls(dirs.user_config_path, dirs.user_state_path, runtime_dir)

    @classmethod
    def below(cls, home: Path) -> Self:
        """Return the folders of an installation that lives in `home` alone."""
        return cls(home / "config", home / "state", home / "run")

    @property
    def config_file(self) -> Path:
        """The user's own settings; never written by us."""
        return self.config_dir / "config.toml"

    @property
    def styles_dir(self) -> Path:
        """Prompt styles of the user; one with a shipped name replaces it."""
        return self.config_dir / "prompt_styles"

    @property
    def overrides_file(self) -> Path:
        """What the program must remember of the settings."""
        return self.state_dir / "overrides.toml"

    @property
    def toggles_file(self) -> Path:
        """Sessions that were switched off, in OpenClaw's form."""
        return self.state_dir / "session-toggles.json"

    @property
    def token_file(self) -> Path:
        """Token for everything."""
        return self.state_dir / "token"

    @property
    def hook_token_file(self) -> Path:
        """Token that may post hook events and nothing else."""
        return self.state_dir / "hook-token"

    @property
    def lock_file(self) -> Path:
        """Held by the daemon that owns this state folder."""
        return self.state_dir / "daemon.lock"

    @property
    def pid_file(self) -> Path:
        """Who holds the lock: pid, port, socket, version, start time."""
        return self.state_dir / "daemon.json"

    @property
    def log_file(self) -> Path:
        """What the daemon logs, beside standard error; earlier ones stand beside it with a number."""
        return self.state_dir / "daemon.log"

    @property
    def index_file(self) -> Path:
        """The memory index."""
        return self.state_dir / "memory.sqlite3"

    @property
    def conversations_dir(self) -> Path:
        """Conversations that hosts handed over, when they are kept; the index is made from them."""
        return self.state_dir / "conversations"

    @property
    def models_dir(self) -> Path:
        """Embedding models that a library fetched."""
        return self.state_dir / "models"

    @property
    def history_file(self) -> Path:
        """Turns kept on disk."""
        return self.state_dir / "history.sqlite3"

    @property
    def cases_file(self) -> Path:
        """Turns that the user called wrong, as cases to measure with."""
        return self.state_dir / "cases.jsonl"

    @property
    def transcripts_dir(self) -> Path:
        """Transcripts of the sub-agent, when they are kept."""
        return self.state_dir / "transcripts"

    @property
    def page_file(self) -> Path:
        """Leads a browser to the trace page, while it is being opened."""
        return self.state_dir / "open.html"

    @property
    def spend_file(self) -> Path:
        """Model calls and cost of the last day."""
        return self.state_dir / "spend.json"

    @property
    def socket_file(self) -> Path:
        """The Unix socket, below the state folder where the run-time folder's path is too long."""
        path = self.runtime_dir / "recall.sock"
        return path if len(bytes(path)) <= _MAX_SOCKET_BYTES else self.state_dir / "recall.sock"


def shipped(folder: str) -> Path:
    """Return a data folder that ships with the program: inside the wheel, else beside the checkout."""
    package = Path(__file__).parent
    inside = package / "_shipped" / folder
    return inside if inside.is_dir() else package.parent / folder
