"""Change a note on disk, so that a reader or a crash sees the old or the new one whole.

Only regular files beneath their folder, never through a link. Whoever else changes notes with this module waits; what
an editor saves meanwhile is found out before it would be lost, and the change is made to that.
"""

import fcntl
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.beneath import opened

__all__ = ["change", "delete"]

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_NEW_MODE = 0o600
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_FRESH_BYTES = 4
_TRIES = 5
_BLOCK_BYTES = 1024 * 1024


def change(root: str, path: str, edit: Callable[[str], str]) -> None:
    """Put `edit(text)` in the place of the note at `path` beneath `root`; one that does not exist is empty, and made.

    Raises:
        MemoryStoreError: It is not UTF-8, is read-only, or somebody keeps changing it.
        OSError: It cannot be read or written.
    """
    with _folder(root, path.split("/")[:-1]) as folder:
        name = path.rsplit("/", 1)[-1]
        _clear_up(folder, name)
        for _ in range(_TRIES):
            text, seen = _read(root, path)
            if seen is None and _look(folder, name) is not None:
                message = f"{path} is no regular file, and a link is not followed; name the file itself"
                raise MemoryStoreError(message)
            _check_writable(path, seen)
            changed = edit(text)
            if changed == text and seen is not None:
                return
            if _replace(folder, name, changed.encode(), seen):
                return
    message = f"{path} is being changed by another program; try again"
    raise MemoryStoreError(message)


def delete(root: str, path: str) -> None:
    """Delete the note at `path` beneath `root`.

    Raises:
        MemoryStoreError: It is read-only.
        OSError: It cannot be deleted.
    """
    with _folder(root, path.split("/")[:-1]) as folder, suppress(FileNotFoundError):
        name = path.rsplit("/", 1)[-1]
        _clear_up(folder, name)
        _check_writable(path, os.stat(name, dir_fd=folder, follow_symlinks=False))
        os.unlink(name, dir_fd=folder)


def _check_writable(path: str, found: os.stat_result | None) -> None:
    """Refuse what its owner made read-only: to replace a file asks for no right to write it."""
    if found is not None and not found.st_mode & _WRITABLE:
        message = f"{path} is read-only, so it is left as it is; make it writable first"
        raise MemoryStoreError(message)


def _clear_up(folder: int, name: str) -> None:
    """Delete what a change of the note that was killed left beside it: it says what the note said."""
    left = re.compile(rf"\.{re.escape(name)}\.[0-9a-f]{{{2 * _FRESH_BYTES}}}")
    for each in os.listdir(folder):
        if left.fullmatch(each):
            with suppress(FileNotFoundError):
                os.unlink(each, dir_fd=folder)


@contextmanager
def _folder(root: str, parents: list[str]) -> Iterator[int]:
    """Open the folder that the note stands in, made where it is missing, and hold it against others of our kind."""
    Path(root).mkdir(0o700, parents=True, exist_ok=True)
    held = [os.open(root, _FOLDER)]
    try:
        fcntl.flock(held[0], fcntl.LOCK_EX)
        for part in parents:
            with suppress(FileExistsError):
                os.mkdir(part, 0o700, dir_fd=held[-1])
            held.append(os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=held[-1]))
        yield held[-1]
    finally:
        for descriptor in reversed(held):
            os.close(descriptor)


def _read(root: str, path: str) -> tuple[str, os.stat_result | None]:
    with opened(root, path) as descriptor:
        if descriptor is None:
            return "", None
        blocks = []
        while block := os.read(descriptor, _BLOCK_BYTES):
            blocks.append(block)
        try:
            return b"".join(blocks).decode(), os.fstat(descriptor)
        except UnicodeDecodeError as error:
            message = (
                f"{path} is not UTF-8 at byte {error.start}, so it is left as it is; save it as UTF-8 first"
            )
            raise MemoryStoreError(message) from error


def _replace(folder: int, name: str, data: bytes, seen: os.stat_result | None) -> bool:
    """Put `data` in the place of the file; return False when it is not what was `seen` any more."""
    fresh = f".{name}.{secrets.token_hex(_FRESH_BYTES)}"
    mode = _NEW_MODE if seen is None else stat.S_IMODE(seen.st_mode)
    descriptor = os.open(
        fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=folder
    )
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if _look(folder, name) != (seen and _identity(seen)):
            os.unlink(fresh, dir_fd=folder)
            return False
        os.replace(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(fresh, dir_fd=folder)
        raise
    return True


def _look(folder: int, name: str) -> tuple[int, ...] | None:
    try:
        return _identity(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return None


def _identity(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
