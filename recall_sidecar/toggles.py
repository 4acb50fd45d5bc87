"""Which sessions were switched off, and which show status and debug lines.

One small file, which OpenClaw's own reader understands:

```json
{"sessions": {"agent:main:main": {"disabled": true, "updatedAt": 1796029200000}},
 "display": {"agent:main:main": {"verbose": true, "trace": "raw", "updatedAt": 1796029200000}}}
```

Invariant: a session that was switched off stays off until somebody switches it on. A write reads the file again under
a lock that all processes share and replaces it whole, so neither a crash nor a second writer loses an entry; a damaged
file is moved aside and what is known in memory stays in force.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

import orjson
from filelock import FileLock

from recall_sidecar import private
from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.graphemes import readable
from recall_sidecar.ids import folded

__all__ = ["Change", "SessionToggles", "Stamp", "TraceLevel"]

TraceLevel = Literal["off", "on", "raw"]
Change = Callable[[dict[str, Any], int], None]
Stamp = tuple[int, int, int]

_LOCK_TIMEOUT_S = 5.0
# Entries that only say "on", and display entries, beyond this number go, the oldest first. "Off" is never forgotten.
_MAX_ENTRIES = 10_000
_log = logging.getLogger("recall_sidecar")


@dataclass(frozen=True, slots=True)
class _View:
    """What the file says, ready to be asked on every turn."""

    off: frozenset[str] = frozenset()
    verbose: frozenset[str] = frozenset()
    trace: Mapping[str, TraceLevel] = field(default_factory=dict)


class SessionToggles:
    """The switches of every session. Made with `load` they hold from the first turn on, else after a `refresh`.

    Session keys are compared as OpenClaw does: without outer white space and letter case. Questions are answered from
    memory; `warning` says what was wrong with the file, None when nothing was.
    """

    def __init__(self, path: Path, *, clock: Clock | None = None, max_entries: int = _MAX_ENTRIES) -> None:
        self.warning: str | None = None
        self._path = path
        self._clock = clock or SystemClock()
        self._max_entries = max_entries
        self._tree: dict[str, Any] = {}
        self._view = _View()
        self._stamp: Stamp | None = None
        self._turn = asyncio.Lock()

    @classmethod
    def load(cls, path: Path, *, clock: Clock | None = None) -> Self:
        """Return the switches as the file has them; it blocks, so call it before the event loop runs.

        Raises:
            OSError: The file is there and cannot be read.
        """
        switches = cls(path, clock=clock)
        switches._adopt(*switches._reload())
        return switches

    def is_off(self, session_key: str) -> bool:
        """Return whether memory was switched off in that session."""
        return _folded(session_key) in self._view.off

    def verbose(self, session_key: str) -> bool:
        """Return whether the session shows the status line."""
        return _folded(session_key) in self._view.verbose

    def trace_level(self, session_key: str) -> TraceLevel:
        """Return whether the session shows the debug line, and with `raw` the prompts too."""
        return self._view.trace.get(_folded(session_key), "off")

    def set_sessions(self) -> frozenset[str]:
        """Return the keys, in one letter case, of the sessions in which something is not as it is by itself."""
        raised = (key for key, level in self._view.trace.items() if level != "off")
        return self._view.off | self._view.verbose | frozenset(raised)

    async def set_off(self, session_key: str, off: bool) -> None:
        """Switch memory off or on in a session; once it returns the choice is on disk.

        Raises:
            OSError: The file could not be written, or another process held its lock for five seconds.
        """
        key = _stored(session_key)

        def change(tree: dict[str, Any], now_ms: int) -> None:
            _entry(tree, "sessions", key).update(disabled=off, updatedAt=now_ms)

        await self._write(change)

    async def set_verbose(self, session_key: str, *, shown: bool) -> None:
        """Show or hide the status line; raises as `set_off` does."""
        key = _stored(session_key)

        def change(tree: dict[str, Any], now_ms: int) -> None:
            _entry(tree, "display", key).update(verbose=shown, updatedAt=now_ms)

        await self._write(change)

    async def set_trace(self, session_key: str, level: TraceLevel) -> None:
        """Set how much of the trace is shown; raises as `set_off` does."""
        key = _stored(session_key)

        def change(tree: dict[str, Any], now_ms: int) -> None:
            _entry(tree, "display", key).update(trace=level, updatedAt=now_ms)

        await self._write(change)

    async def refresh(self) -> None:
        """Read the file again when another process has changed it; cheap when none has.

        Raises:
            OSError: The file is there and cannot be read; what is known stays in force.
        """
        async with self._turn:
            if await asyncio.to_thread(_stamp, self._path) == self._stamp:
                return
            tree, stamp, warning = await asyncio.to_thread(self._reload)
            self._adopt(tree, stamp, warning)

    async def _write(self, change: Change) -> None:
        now_ms = int(self._clock.now().timestamp() * 1000)
        async with self._turn:
            tree, stamp, warning = await asyncio.to_thread(self._rewrite, change, now_ms)
            self._adopt(tree, stamp, warning)

    def _adopt(self, tree: dict[str, Any], stamp: Stamp | None, warning: str | None) -> None:
        self._tree, self._stamp = tree, stamp
        self._view = _view(tree)
        self.warning = warning or self.warning

    def _reload(self) -> tuple[dict[str, Any], Stamp | None, str | None]:
        stamp = _stamp(self._path)
        tree = _load(self._path)
        if tree is not None:
            return tree, stamp, None
        with self._locked():
            return self._load_or_move_aside()

    def _rewrite(self, change: Change, now_ms: int) -> tuple[dict[str, Any], Stamp | None, str | None]:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._locked():
            tree, _, warning = self._load_or_move_aside()
            change(tree, now_ms)
            _bound(tree, self._max_entries)
            private.replace_file(self._path, orjson.dumps(tree, option=orjson.OPT_INDENT_2))
            return tree, _stamp(self._path), warning

    def _load_or_move_aside(self) -> tuple[dict[str, Any], Stamp | None, str | None]:
        """Read the file under the lock; from a damaged one nothing is taken and nothing known is given up."""
        stamp = _stamp(self._path)
        tree = _load(self._path)
        if tree is not None:
            return tree, stamp, None
        aside = _free_name(self._path)
        self._path.replace(aside)
        _log.warning("toggles_damaged", extra={"moved_to": str(aside)})
        warning = f"{self._path} was damaged and is kept as {aside.name}; sessions it had switched off may be on again"
        known = orjson.dumps(self._tree, option=orjson.OPT_INDENT_2)
        private.replace_file(self._path, known)
        return orjson.loads(known), _stamp(self._path), warning

    def _locked(self) -> FileLock:
        # A lock object of its own for each use: one object would let two threads of this process in together.
        return FileLock(f"{self._path}.lock", timeout=_LOCK_TIMEOUT_S, mode=0o600)


def _stored(session_key: str) -> str:
    return readable(session_key.strip())


def _folded(session_key: str) -> str:
    return folded(_stored(session_key))


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _load(path: Path) -> dict[str, Any] | None:
    """Return what the file holds: an empty tree when there is none, None when it is damaged."""
    try:
        tree = orjson.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except orjson.JSONDecodeError:
        return None
    if not isinstance(tree, dict):
        return None
    tables = (tree.get(name, {}) for name in ("sessions", "display"))
    return tree if all(isinstance(table, dict) for table in tables) else None


def _entry(tree: dict[str, Any], table: str, key: str) -> dict[str, Any]:
    """Return the entry of a session, made when there is none; spellings of the same key become one."""
    entries = tree.setdefault(table, {})
    same = [known for known in entries if _folded(known) == folded(key)]
    merged: dict[str, Any] = {}
    for known in same:
        entry = entries.pop(known)
        merged.update(entry if isinstance(entry, dict) else {})
    entries[key] = merged
    return merged


def _bound(tree: dict[str, Any], max_entries: int) -> None:
    for table in ("sessions", "display"):
        entries = tree.get(table, {})
        droppable = [key for key, entry in entries.items() if not (table == "sessions" and _is_off(entry))]
        droppable.sort(key=lambda key: _updated_at(entries[key]))
        for key in droppable[: max(len(entries) - max_entries, 0)]:
            del entries[key]


def _is_off(entry: object) -> bool:
    return isinstance(entry, dict) and entry.get("disabled") is True


def _updated_at(entry: object) -> float:
    value = entry.get("updatedAt") if isinstance(entry, dict) else None
    return value if isinstance(value, int | float) else 0.0


def _view(tree: Mapping[str, Any]) -> _View:
    display = {key: entry for key, entry in tree.get("display", {}).items() if isinstance(entry, dict)}
    return _View(
        off=frozenset(_folded(key) for key, entry in tree.get("sessions", {}).items() if _is_off(entry)),
        verbose=frozenset(_folded(key) for key, entry in display.items() if entry.get("verbose") is True),
        trace={_folded(key): e["trace"] for key, e in display.items() if e.get("trace") in ("on", "raw")},
    )


def _free_name(path: Path) -> Path:
    numbers = (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, 1000))
    return next((name for name in numbers if not name.exists()), path.with_name(f"{path.name}.damaged"))
