"""What `doctor` looks at in the program's own folders: can they be written, are they private, what was left behind."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from shlex import quote

from recall_sidecar import private, tokens
from recall_sidecar.cli.finding import Finding, Mend
from recall_sidecar.errors import UnsafeFile
from recall_sidecar.paths import HOME_VARIABLE, Paths
from recall_sidecar.pidfile import StateLock, read_note

__all__ = [
    "check_clock",
    "check_disk",
    "check_leftovers",
    "check_private_files",
    "check_tokens",
    "check_writable",
]

_SCARCE_BYTES = 500_000_000
_FULL_BYTES = 50_000_000
# A clock that was set by hand may be minutes off, and a file server's another few.
_MAY_DIFFER = timedelta(hours=1)


def check_writable(paths: Paths) -> Iterator[Finding]:
    """Look whether the state folder can be written, by writing."""
    folder = paths.state_dir
    if not folder.exists():
        return
    trial = folder / f".doctor-{os.getpid()}"
    try:
        private.write_new_file(trial, "x" * 4096)
    except OSError as error:
        mend = None
        remedy = f"make it writable, or set {HOME_VARIABLE} to a folder that is"
        if isinstance(error, PermissionError) and folder.stat().st_uid == os.geteuid():
            remedy, mend = f"chmod 700 {quote(str(folder))}", _closing(folder, 0o700)
        fact = f"{folder} cannot be written ({error.strerror}), so the daemon cannot start or keep anything"
        yield Finding("error", "state folder", fact, remedy, code=1, mend=mend)
    else:
        yield Finding("ok", "state folder", f"{folder} can be written")
    finally:
        trial.unlink(missing_ok=True)


def check_disk(paths: Paths, free_bytes: Callable[[Path], int]) -> Iterator[Finding]:
    """Look how much room is left where index, history and logs grow."""
    place = next(each for each in (paths.state_dir, *paths.state_dir.parents) if each.exists())
    free = free_bytes(place)
    told = f"{free / 1e6:,.0f} MB are free at {paths.state_dir}"
    if free >= _SCARCE_BYTES:
        yield Finding("ok", "disk", told)
        return
    remedy = f"make room there{_largest(paths.state_dir)}, or set {HOME_VARIABLE} to a folder on another disk"
    if free < _FULL_BYTES:
        yield Finding("error", "disk", told, remedy, code=1)
    else:
        yield Finding("warning", "disk", told, remedy)


def check_private_files(paths: Paths) -> Iterator[Finding]:
    """Look whether others can read the state folder, the tokens, or what memory says."""
    files = (paths.token_file, paths.hook_token_file, paths.index_file, paths.history_file, paths.log_file)
    wrong = 0
    for path, mode in ((paths.state_dir, 0o700), *((file, 0o600) for file in files)):
        try:
            found = path.stat()
        except FileNotFoundError:
            continue
        if found.st_uid != os.geteuid():
            wrong += 1
            fact = f"{path} belongs to another user, as after a run with sudo, so it is not used"
            remedy = f'sudo chown -R "$(id -un)" {quote(str(paths.state_dir))}'
            yield Finding("error", "privacy", fact, remedy, code=1)
        elif stat.S_IMODE(found.st_mode) & 0o077:
            wrong += 1
            fact = f"{path} has mode {stat.S_IMODE(found.st_mode):04o}, so others can read it"
            remedy = f"chmod {mode:o} {quote(str(path))}"
            yield Finding("error", "privacy", fact, remedy, code=1, mend=_closing(path, mode))
    if not wrong:
        yield Finding("ok", "privacy", f"what stands in {paths.state_dir} is yours alone")


def check_tokens(paths: Paths, proof: Callable[[str], Mapping[str, object] | None]) -> Iterator[Finding]:
    """Look whether both token files hold tokens, and those that the daemon knows.

    Args:
        paths: Where they stand.
        proof: What the daemon answers when it is asked with a nonce to prove that it knows them; None where none runs.
    """
    for file in (paths.token_file, paths.hook_token_file):
        if (stale := _without_token(file, paths)) is not None:
            yield stale
            return
    try:
        own = tokens.read(paths)
    except FileNotFoundError:
        # Not made yet.
        return
    except UnsafeFile as error:
        fact, _, remedy = str(error).partition("; ")
        yield Finding("error", "tokens", fact, remedy, code=1)
        return
    nonce = tokens.new_nonce()
    if (said := proof(nonce)) is None:
        yield Finding("ok", "tokens", "both are there")
        return
    port = said.get("port")
    wanted = [
        tokens.proof(token, nonce, port if isinstance(port, int) else 0) for token in (own.full, own.hooks)
    ]
    if [said.get("proof"), said.get("hookProof")] == wanted:
        yield Finding("ok", "tokens", "both are there, and the daemon knows them")
        return
    fact = f"the daemon that runs was started with other tokens than those in {paths.state_dir}, so calls are refused"
    yield Finding("error", "tokens", fact, "restart the daemon, and any host that keeps a token", code=1)


def check_leftovers(
    paths: Paths, program_of: Callable[[int], str | None], *, runs: bool
) -> Iterator[Finding]:
    """Look for what a daemon that was killed has left, and for a damaged index that was kept.

    Args:
        paths: Where to look.
        program_of: The name of a process by its pid, None when there is none.
        runs: Whether a daemon answers.
    """
    for kept in sorted(paths.state_dir.glob(f"{paths.index_file.name}.corrupt-*")):
        if not kept.name.endswith(("-wal", "-shm")):
            size = f"{kept.stat().st_size / 1e6:,.1f} MB"
            yield Finding(
                "ok",
                "leftovers",
                f"{kept} is a damaged index that was replaced ({size})",
                f"rm {quote(str(kept))}*",
            )
    if runs:
        return
    note = read_note(paths)
    if note is not None and _is_ours(program_of(note.pid)):
        fact = f"pid {note.pid} holds this installation on {note.address} and does not answer"
        yield Finding("error", "daemon", fact, f"kill -9 {note.pid}, then: recall-sidecar serve", code=1)
        return
    if paths.pid_file.exists():
        fact = f"{paths.pid_file} names a daemon that is gone"
        yield _leftover(paths.pid_file, fact, paths)
    if paths.socket_file.is_socket():
        fact = f"{paths.socket_file} is the socket of a daemon that is gone"
        yield _leftover(paths.socket_file, fact, paths)
    elif paths.socket_file.exists():
        fact = f"{paths.socket_file} is no socket, and the daemon wants to listen there"
        moved = quote(f"{paths.socket_file}.moved")
        yield Finding("error", "socket", fact, f"mv {quote(str(paths.socket_file))} {moved}", code=1)


def _leftover(file: Path, fact: str, paths: Paths) -> Finding:
    return Finding("warning", "leftovers", fact, f"rm {quote(str(file))}", mend=_removing(file, paths))


def check_clock(now: datetime, marks: Iterable[tuple[str, datetime]]) -> Finding:
    """Look whether the clock stands before what has happened already.

    Args:
        now: What the clock says.
        marks: What has happened, and when.
    """
    what, latest = max(marks, key=lambda mark: mark[1])
    if now >= latest - _MAY_DIFFER:
        return Finding("ok", "clock", f"{now:%Y-%m-%d %H:%M} UTC")
    fact = f"it says {now:%Y-%m-%d %H:%M} UTC, and {what} is of {latest:%Y-%m-%d %H:%M}: ages, limits and keys are judged wrongly"
    return Finding("error", "clock", fact, "set it: sudo timedatectl set-ntp true", code=1)


def _without_token(file: Path, paths: Paths) -> Finding | None:
    try:
        text = private.read_file(file)
    except (FileNotFoundError, UnsafeFile):
        return None
    if tokens.is_token(text.strip()):
        return None
    fact = f"{file} holds no token, so neither daemon nor command can start"
    remedy = f"rm {quote(str(file))}, then start the daemon, which makes a new one"
    return Finding("error", "tokens", fact, remedy, code=1, mend=_removing(file, paths))


def _is_ours(program: str | None) -> bool:
    return program is not None and "recall" in program


def _largest(folder: Path) -> str:
    try:
        files = [(each.stat().st_size, each.name) for each in folder.iterdir() if each.is_file()]
    except OSError:
        return ""
    if not files:
        return ""
    size, name = max(files)
    return f" (the largest of ours is {name}, {size / 1e6:,.0f} MB)"


def _closing(path: Path, mode: int) -> Mend:
    def close() -> str:
        path.chmod(mode)
        return f"{path} now has mode {mode:04o}"

    return close


def _removing(file: Path, paths: Paths) -> Mend:
    def remove() -> str:
        # A daemon that has started meanwhile holds the lock: then the file is its own.
        with StateLock(paths):
            file.unlink(missing_ok=True)
        return f"deleted {file}"

    return remove
