"""Folders and files that belong to this user alone.

Tokens and the Unix socket are only as safe as the folder they stand in, so both the daemon that makes them and the
client that uses them look at owner and mode first.
"""

import os
import stat
from pathlib import Path

from recall_sidecar.errors import UnsafeFile

__all__ = ["check_folder", "check_socket", "make_folder", "read_file", "replace_file", "write_new_file"]

_OTHERS = 0o077
_ROOT = 0
# What to do about a file of our own.
_MADE_ANEW = "delete it and start the daemon to have a new one made"


def make_folder(folder: Path) -> None:
    """Make `folder` so that nobody else can look inside; a folder of ours that was open is closed.

    Raises:
        UnsafeFile: Somebody else owns the folder or the one it stands in, or it is no folder.
    """
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(exist_ok=True, mode=0o700)
    _check_owner(folder)
    if folder.stat().st_mode & _OTHERS:
        folder.chmod(0o700)


def check_folder(folder: Path) -> None:
    """Raise `UnsafeFile` unless `folder` is ours, is open to nobody else and stands where nobody can swap it."""
    _check_owner(folder)
    if folder.stat().st_mode & _OTHERS:
        message = f"{folder} is open to other users; close it: chmod 700 {folder}"
        raise UnsafeFile(message)


def check_socket(path: Path) -> None:
    """Raise `UnsafeFile` unless `path` is a socket of ours that nobody else may use, in a folder just as safe."""
    check_folder(path.parent)
    found = path.lstat()
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & _OTHERS:
        message = f"{path} is not a socket of this user alone; stop the daemon, delete the file, start again"
        raise UnsafeFile(message)


def read_file(path: Path, *, remedy: str = _MADE_ANEW) -> str:
    """Return the text of a small file that nobody else can read; symbolic links are not followed.

    `remedy` is what to do about a file that cannot be used.

    Raises:
        UnsafeFile: Others can read it or own it, or it is no regular file.
        FileNotFoundError: It does not exist.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise
    except OSError as error:
        message = f"{path} cannot be read ({error.strerror}); {remedy}"
        raise UnsafeFile(message) from error
    with os.fdopen(descriptor) as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
            message = f"{path} is not a regular file of this user; {remedy}"
            raise UnsafeFile(message)
        if found.st_mode & _OTHERS:
            message = f"{path} can be read by other users; close it: chmod 600 {path} (or {remedy})"
            raise UnsafeFile(message)
        return file.read(4096)


def write_new_file(path: Path, text: str) -> None:
    """Write a file that nobody else can read and that did not exist.

    Raises:
        FileExistsError: There is one already, be it a dangling link.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)


def replace_file(path: Path, content: bytes) -> None:
    """Put `content` in the place of the file, for this user alone; a reader or a crash sees the old or the new one whole.

    One writer at a time: what a killed one left behind beside the file is removed, be it a link.
    """
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _check_owner(folder: Path) -> None:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        message = f"{folder} is not a folder of this user; remove it or set another home for the program"
        raise UnsafeFile(message)
    # Whoever owns the folder above can put another in the place of ours.
    above = folder.parent.stat()
    if above.st_uid not in {os.geteuid(), _ROOT}:
        message = f"{folder.parent} belongs to another user, who could replace {folder.name}; set another home for the program"
        raise UnsafeFile(message)
