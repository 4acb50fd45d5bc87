"""OpenClaw's own command, which knows how to write its configuration and keep its plugins. No shell is involved.

Each start of it takes seconds, so callers ask for little.
"""

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import value_at
from recall_sidecar.masking import SecretMasker

__all__ = ["InstalledPlugin", "OpenClaw"]

# Longer than any of these commands takes on a slow machine; one that hangs must not hang us for ever.
_WITHIN_S: Final = 300
_LINES_OF_AN_ERROR: Final = 8


@dataclass(frozen=True, slots=True)
class InstalledPlugin:
    """A plugin as OpenClaw knows it: its version and where its files are.

    `is_tracked` is whether it was installed by OpenClaw's command, which can then remove it; a folder that is only
    named in `plugins.load.paths` was not.
    """

    version: str
    folder: Path
    is_tracked: bool


class OpenClaw:
    """The command `openclaw`, for one configuration."""

    def __init__(self, executable: Path, environment: Mapping[str, str]) -> None:
        self._executable = executable
        self._environment = {**environment, "NO_COLOR": "1"}

    @classmethod
    def find(cls, environment: Mapping[str, str]) -> Self | None:
        """Return the command that is on the PATH, None when there is none."""
        found = shutil.which("openclaw", path=environment.get("PATH", ""))
        return None if found is None else cls(Path(found), environment)

    def on(self, config: Path) -> "OpenClaw":
        """Return the command for the configuration `config`."""
        return OpenClaw(self._executable, {**self._environment, "OPENCLAW_CONFIG_PATH": str(config)})

    def config_file(self) -> Path | None:
        """Return the configuration in use, None when the command does not say."""
        path = value_at(self._asked("config", "file", "--json"), ("path",))
        return Path(path) if isinstance(path, str) else None

    def workspaces(self) -> dict[str, str]:
        """Return each agent's workspace by its id; nothing when the command does not say.

        Raises:
            RecallSidecarError: OpenClaw does not accept its configuration, so it would not write it either.
        """
        told = self._asked("agents", "list", "--json")
        if isinstance(issues := value_at(told, ("issues",)), list):
            where = [f"  {value_at(issue, ('path',))}: {value_at(issue, ('message',))}" for issue in issues]
            message = "\n".join(
                ["OpenClaw does not accept its own configuration:", *_last_lines("\n".join(where))]
            )
            raise RecallSidecarError(f"{message}\nMend it first: openclaw doctor --fix")
        found = {value_at(agent, ("id",)): value_at(agent, ("workspace",)) for agent in _listed(told)}
        return {
            agent: folder
            for agent, folder in found.items()
            if isinstance(agent, str) and isinstance(folder, str)
        }

    def plugin(self, name: str) -> InstalledPlugin | None:
        """Return what OpenClaw has of a plugin, None when it has nothing."""
        told = self._asked("plugins", "inspect", name, "--json")
        folder, version = value_at(told, ("plugin", "rootDir")), value_at(told, ("plugin", "packageVersion"))
        if not isinstance(folder, str):
            return None
        tracked = isinstance(value_at(told, ("install", "installPath")), str)
        return InstalledPlugin(version if isinstance(version, str) else "", Path(folder), is_tracked=tracked)

    def install_plugin(self, folder: Path) -> str:
        """Copy the plugin in `folder` into OpenClaw, over an earlier copy; a gateway that runs takes it up at once."""
        return self._run("plugins", "install", str(folder), "--force", "--accept-capabilities")

    def uninstall_plugin(self, name: str) -> str:
        """Remove OpenClaw's copy of a plugin and its settings."""
        return self._run("plugins", "uninstall", name, "--force")

    def patch(self, file: Path) -> str:
        """Merge the patch in `file` into the configuration, in one validated write."""
        return self._run("config", "patch", "--file", str(file))

    def _asked(self, *words: str) -> Any:  # noqa: ANN401 -- JSON
        """Return the JSON that a question is answered with, None when there is no such answer."""
        try:
            return json.loads(self._start(words).stdout)
        except ValueError:
            return None

    def _run(self, *words: str) -> str:
        done = self._start(words)
        if done.returncode:
            said = "\n".join(f"  {line}" for line in _last_lines(done.stderr or done.stdout))
            message = f"`openclaw {' '.join(words[:2])}` failed (exit code {done.returncode}):\n{said}"
            raise RecallSidecarError(message)
        return done.stdout

    def _start(self, words: tuple[str, ...]) -> "subprocess.CompletedProcess[str]":
        try:
            return subprocess.run(  # noqa: S603 -- a list of words, no shell; the program is the user's own
                [str(self._executable), *words],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_WITHIN_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            message = (
                f"`openclaw {' '.join(words[:2])}` did not end within {_WITHIN_S} seconds and was stopped"
            )
            raise RecallSidecarError(message) from error
        except OSError as error:
            message = f"{self._executable} cannot be started ({error.strerror})"
            raise RecallSidecarError(message) from error


def _last_lines(text: str) -> list[str]:
    """Return the end of what a command said; it may quote the configuration, so secrets are masked."""
    lines = [line.strip() for line in SecretMasker().mask(text).splitlines()]
    return [line for line in lines if line][-_LINES_OF_AN_ERROR:]


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
