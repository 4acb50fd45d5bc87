"""What `doctor` looks at in the stores: the index, how far it is behind the files, and the history of turns."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

from recall_sidecar.cli.finding import Finding, Mend
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.memory import health
from recall_sidecar.memory.health import Behind, Health
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.schema import SIDE_FILES, set_aside
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import StateLock
from recall_sidecar.settings import MemorySettings

__all__ = ["check_full_text", "check_history", "check_index", "check_lag"]


def check_full_text(*, has_it: bool, version: str) -> Finding:
    """Look whether Python's SQLite can search by words."""
    if has_it:
        return Finding("ok", "SQLite", f"{version} with FTS5")
    fact = f"{version} of this Python was built without FTS5, so memory cannot be searched"
    remedy = "install recall-sidecar with another Python, such as your distribution's or uv's: uv tool install --python 3.12 recall-sidecar"
    return Finding("error", "SQLite", fact, remedy, code=1)


def check_index(paths: Paths, found: Health, *, runs: bool) -> Finding:
    """Say what the index is like; `runs` is whether a daemon has it."""
    file = paths.index_file
    match found.state:
        case "absent":
            return Finding("ok", "index", f"{file} is not there yet; the daemon makes it")
        case "sound":
            return Finding("ok", "index", f"{found.passages} passages in {found.files} files, sound")
        case "older":
            return Finding("ok", "index", f"schema {found.schema}; the daemon brings it up to date")
        case "newer":
            fact = f"{file} has schema {found.schema}, written by a newer recall-sidecar, so this one cannot use it"
            moved = quote(f"{file}.newer")
            remedy = f"upgrade recall-sidecar, or have it built anew: mv {quote(str(file))} {moved}"
            return Finding("error", "index", fact, remedy, code=1)
        case "damaged":
            remedy = "recall-sidecar index, which keeps the damaged one beside and reads all files anew"
            mend = None if runs else _setting_aside(file, paths)
            return Finding("error", "index", f"{file} is damaged ({found.why})", remedy, code=1, mend=mend)
        case "locked":
            fact = f"{file} is locked by another program"
            return Finding("warning", "index", fact, f"look who has it: fuser -v {quote(str(file))}")
        case "unreadable":
            fact = f"{file} cannot be opened ({found.why})"
            return Finding(
                "error", "index", fact, f"chmod 600 {quote(str(file))}", code=1, mend=_opening(file)
            )


def check_lag(
    memory: MemorySettings, file: Path, lag: Callable[..., dict[str, Behind]] = health.behind
) -> Iterator[Finding]:
    """Look how many files the sound index at `file` has not read as they are now."""
    folders = configured(memory)
    found = lag(file, folders, memory.max_file_bytes)
    late = False
    for folder in folders:
        behind = found[folder.key]
        if behind.stale or behind.gone:
            late = True
            gone = f", and {behind.gone} that are gone are still in it" if behind.gone else ""
            fact = f"of {behind.files} files in {folder.root} it has not read {behind.stale} as they are now{gone}"
            yield Finding("warning", "index", fact, "recall-sidecar index")
    if folders and not late:
        yield Finding("ok", "index", "every file was read as it is now")


def check_history(paths: Paths, *, runs: bool) -> Iterator[Finding]:
    """Look whether the history of turns can be opened, where there is one."""
    file = paths.history_file
    if not file.exists():
        return
    try:
        HistoryStore.open(file).close()
    except (MemoryStoreError, OSError) as error:
        moved = quote(f"{file}.damaged")
        remedy = f"mv {quote(str(file))} {moved}; turns are kept in a new one"
        mend = None if runs else _setting_aside(file, paths)
        yield Finding("error", "history", str(error), remedy, code=1, mend=mend)
    else:
        yield Finding("ok", "history", f"{file} can be used")


def _setting_aside(file: Path, paths: Paths) -> Mend:
    def move() -> str:
        # A daemon that has started meanwhile holds the lock, and mends its own files.
        with StateLock(paths):
            return f"moved {file} to {set_aside(file).name}; a new one is made"

    return move


def _opening(file: Path) -> Mend:
    def let_us() -> str:
        for side in SIDE_FILES:
            beside = file.with_name(file.name + side)
            if beside.exists():
                beside.chmod(0o600)
        return f"{file} can be read and written by you again"

    return let_us
