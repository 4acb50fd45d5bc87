"""Walk and open what lies beneath a folder, and nothing else, whatever others do to it meanwhile.

Each part of a path is opened from the folder before it and never through a symbolic link, so no link that appears
between a check and its use can lead out. Only the configured folder itself may be a link. Opening never waits:
a FIFO is recognised and left.
"""

import errno
import os
import stat
import unicodedata
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["Entry", "Problem", "opened", "stat_of", "walk"]

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_INNER = _FOLDER | os.O_NOFOLLOW
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.ENAMETOOLONG})
_MAX_DEPTH = 32
_Judge = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """A regular file that a walk found."""

    path: str
    size: int
    mtime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Walk:
    """What a walk wants: folders, files, and to whom it tells each folder that it lists whole."""

    enters: _Judge
    holds: _Judge
    entered: Callable[[str], object]


def walk(
    root: str,
    enters: _Judge,
    holds: _Judge,
    *,
    within: str = "",
    names: Collection[str] | None = None,
    entered: Callable[[str], object] = lambda _: None,
) -> Iterator[Entry | Problem]:
    """Yield the regular files beneath `root` that `holds` wants, in folders that `enters` allows, by name.

    With `names` only what stands under them in the folder `within`, if that is there. `entered` is told each folder all of
    which is walked.
    """
    try:
        folder = os.open(root, _FOLDER)
    except OSError as error:
        yield Problem("", error.strerror or type(error).__name__)
        return
    parts = within.split("/") if within else []
    try:
        for part in parts:
            inner = os.open(part, _INNER, dir_fd=folder)
            os.close(folder)
            folder = inner
    except OSError:
        # Gone, or not for us: the walk of what is above it says so.
        os.close(folder)
        return
    try:
        yield from _walk(folder, f"{within}/" if within else "", _Walk(enters, holds, entered), names)
    finally:
        os.close(folder)


@contextmanager
def opened(root: str, path: str) -> Iterator[int | None]:
    """Open the regular file at `path` beneath `root`; None when there is none.

    Raises:
        OSError: It is there and cannot be opened.
    """
    *parents, name = path.split("/")
    held: list[int] = []
    try:
        held.append(os.open(root, _FOLDER))
        for part in parents:
            held.append(os.open(part, _INNER, dir_fd=held[-1]))
        held.append(os.open(name, _FILE, dir_fd=held[-1]))
        yield held[-1] if stat.S_ISREG(os.fstat(held[-1]).st_mode) else None
    except OSError as error:
        if error.errno not in _ABSENT or len(held) > len(parents) + 1:
            raise
        yield None
    finally:
        for descriptor in held:
            os.close(descriptor)


def stat_of(root: str, path: str) -> Entry | None:
    """Return what a look at `path` beneath `root` shows; None when no regular file stands there."""
    try:
        found = os.lstat(f"{root}/{path}")
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Entry(path, found.st_size, found.st_mtime_ns, found.st_ino)


def _walk(
    folder: int, prefix: str, wanted: _Walk, names: Collection[str] | None = None
) -> Iterator[Entry | Problem]:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield Problem(prefix.rstrip("/"), error.strerror or type(error).__name__)
        return
    if names is None:
        wanted.entered(prefix.rstrip("/"))
    else:
        found = _named(found, names)
    for entry in found:
        path = prefix + entry.name
        if entry.is_dir(follow_symlinks=False):
            if wanted.enters(path):
                yield from _inner(folder, path, entry.name, wanted)
        elif wanted.holds(path):
            yield from _file(entry, path)


def _named(found: "list[os.DirEntry[str]]", names: Collection[str]) -> "list[os.DirEntry[str]]":
    """Return the entries of these names, as they are listed: a system may take other spellings for the same name."""
    spellings = {_folded(name) for name in names}
    return [entry for entry in found if entry.name in names or _folded(entry.name) in spellings]


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _inner(outer: int, path: str, name: str, wanted: _Walk) -> Iterator[Entry | Problem]:
    if path.count("/") >= _MAX_DEPTH:
        yield Problem(path, f"more than {_MAX_DEPTH} folders deep")
        return
    try:
        folder = os.open(name, _INNER, dir_fd=outer)
    except OSError as error:
        if error.errno not in _ABSENT:
            yield Problem(path, error.strerror or type(error).__name__)
        return
    try:
        yield from _walk(folder, f"{path}/", wanted)
    finally:
        os.close(folder)


def _file(entry: "os.DirEntry[str]", path: str) -> Iterator[Entry | Problem]:
    try:
        found = entry.stat(follow_symlinks=False)
        path.encode()
    except UnicodeEncodeError:
        yield Problem(ascii(path), "the file name is not UTF-8")
    except OSError as error:
        if error.errno not in _ABSENT:
            yield Problem(path, error.strerror or type(error).__name__)
    else:
        if stat.S_ISREG(found.st_mode):
            yield Entry(path, found.st_size, found.st_mtime_ns, found.st_ino)
        elif stat.S_ISLNK(found.st_mode):
            yield Problem(
                path,
                "a symbolic link, which is not followed; put the file itself there, or name its folder in [[memory.folders]]",
            )
