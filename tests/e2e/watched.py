"""Files that are watched for being opened, by the kernel's own account (inotify, so on Linux alone)."""

import ctypes
import os
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

__all__ = ["WatchedFiles"]

_IN_OPEN = 0x20
_EVENT = struct.Struct("iIII")


class WatchedFiles:
    """Tells which of its files have been opened by any process since it began to watch."""

    def __init__(self, descriptor: int, files: dict[int, Path]) -> None:
        self._descriptor = descriptor
        self._files = files

    @classmethod
    @contextmanager
    def watching(cls, files: Iterable[Path]) -> Iterator[Self]:
        """Watch these files, which must be there, until the block ends."""
        libc = ctypes.CDLL(None, use_errno=True)
        descriptor = libc.inotify_init1(os.O_NONBLOCK)
        assert descriptor >= 0, os.strerror(ctypes.get_errno())
        try:
            watched = {
                libc.inotify_add_watch(descriptor, os.fsencode(file), _IN_OPEN): file for file in files
            }
            assert min(watched) > 0, os.strerror(ctypes.get_errno())
            yield cls(descriptor, watched)
        finally:
            os.close(descriptor)

    def opened(self) -> list[Path]:
        """Return the files that were opened since the last look."""
        try:
            told = os.read(self._descriptor, 4096)
        except BlockingIOError:
            return []
        return [self._files[watch] for watch, *_ in _EVENT.iter_unpack(told)]
