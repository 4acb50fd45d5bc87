"""The settings of a running daemon, swapped whole when a file changes.

Invariant: what is read here is always valid. A change is loaded and validated off the event loop and then takes
the old tree's place in one step; one that is not valid is reported and the old tree stays.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import NO_FLAGS, load
from recall_sidecar.settings.resolve import LoadedSettings
from recall_sidecar.settings.tables import ServerSettings, Settings

__all__ = ["LiveSettings"]

_log = logging.getLogger("recall_sidecar")
# What is built once, when the daemon starts: sockets, limits of the server, the size of the cache.
_FIXED: Mapping[str, tuple[str, ...]] = {"server": (*ServerSettings.model_fields,), "cache": ("max_entries",)}
# What tells one version of a file from the next; None where there is no file.
_Stamp: TypeAlias = tuple[int, int, int] | None


class LiveSettings:
    """Settings that follow their files; ask for `base` or `for_agent` anew each turn.

    Attributes:
        loaded: The settings in use, with their sources.
        generation: Counts the swaps; the same number means the same settings.
        problems: Why the newest files are not in use, or which keys wait for a restart; empty when all is well.
    """

    def __init__(
        self, paths: Paths, environment: Mapping[str, str], flags: Mapping[str, Any] = NO_FLAGS
    ) -> None:
        """Load the settings; it reads files, so make it before the event loop runs or in a thread.

        Raises:
            SettingsError: When they are not valid; there is no old tree to keep yet.
        """
        self._sources = (paths, environment, flags)
        self._stamps = _stamps(paths)
        self.loaded = load(paths, environment, flags)
        self.generation = 0
        self.problems: tuple[SettingsProblem, ...] = ()
        self._checks: list[Callable[[LoadedSettings], None]] = []
        self._listeners: list[Callable[[LoadedSettings], None]] = []
        self._one_at_a_time = asyncio.Lock()

    @property
    def base(self) -> Settings:
        """The settings of every agent that has none of its own."""
        return self.loaded.base

    def for_agent(self, agent_id: str) -> Settings:
        """Return the settings of that agent; a look-up, nothing is computed."""
        return self.loaded.for_agent(agent_id)

    def must_pass(self, check: Callable[[LoadedSettings], None]) -> None:
        """Hand every tree that is loaded from now on to `check`, in a thread; it raises `SettingsError` to refuse it."""
        self._checks.append(check)

    def on_change(self, callback: Callable[[LoadedSettings], None]) -> None:
        """Call `callback` after each swap, on the event loop; it must be quick and not raise."""
        self._listeners.append(callback)

    async def reload(self) -> tuple[SettingsProblem, ...]:
        """Load everything again and swap it in when it is valid.

        Returns:
            `problems`: every reason to keep the old settings, or the keys that wait for a restart.
        """
        async with self._one_at_a_time:
            return await self._reload()

    async def poll(self) -> bool:
        """Reload when a file has changed since it was last read; return whether it had."""
        async with self._one_at_a_time:
            if await asyncio.to_thread(_stamps, self._sources[0]) == self._stamps:
                return False
            await self._reload()
            return True

    async def _reload(self) -> tuple[SettingsProblem, ...]:
        paths, environment, flags = self._sources
        # Stamped before it is read: a file that changes meanwhile is read again at the next poll.
        self._stamps = await asyncio.to_thread(_stamps, paths)
        try:
            fresh = await asyncio.to_thread(load, paths, environment, flags)
            for check in self._checks:
                await asyncio.to_thread(check, fresh)
        except SettingsError as error:
            self.problems = error.problems
            _log.warning("settings_kept", extra={"problems": [str(problem) for problem in error.problems]})
            return self.problems
        self.problems = _waiting(fresh, self.base)
        self._swap(_with_fixed(fresh, self.base))
        return self.problems

    def _swap(self, fresh: LoadedSettings) -> None:
        changed = (fresh.base, fresh.agents) != (self.loaded.base, self.loaded.agents)
        self.loaded = fresh
        if not changed:
            return
        self.generation += 1
        _log.info("settings_changed", extra={"generation": self.generation})
        for callback in self._listeners:
            callback(fresh)


def _stamps(paths: Paths) -> tuple[_Stamp, ...]:
    return tuple(_stamp(file) for file in (paths.config_file, paths.overrides_file))


def _stamp(file: Path) -> _Stamp:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _waiting(fresh: LoadedSettings, running: Settings) -> tuple[SettingsProblem, ...]:
    """Return the keys that differ from what runs and wait for the next start."""
    return tuple(
        SettingsProblem(
            f"{table}.{name}",
            fresh.source(f"{table}.{name}"),
            f"takes effect when the daemon is started again; until then it is {in_force}",
        )
        for table, names in _FIXED.items()
        for name, in_force in _values(running, table, names).items()
        if getattr(getattr(fresh.base, table), name) != in_force
    )


def _with_fixed(fresh: LoadedSettings, running: Settings) -> LoadedSettings:
    """Return `fresh` with the values that run wherever only a start changes them."""

    def fixed(tree: Settings) -> Settings:
        kept = {
            table: getattr(tree, table).model_copy(update=_values(running, table, names))
            for table, names in _FIXED.items()
        }
        return tree.model_copy(update=kept)

    agents = {name: fixed(tree) for name, tree in fresh.agents.items()}
    return replace(fresh, base=fixed(fresh.base), agents=agents)


def _values(tree: Settings, table: str, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(getattr(tree, table), name) for name in names}
