"""Read a memory file as text, with bounds.

Invalid UTF-8 is replaced and told, a byte-order mark dropped, a file that is not text (it holds NUL bytes) refused, and of
a file that is too large only the start is read.
"""

import codecs
import hashlib
import os
from dataclasses import dataclass

from recall_sidecar.memory.beneath import opened

__all__ = ["Document", "read", "still_holds"]

_NO_TEXT = "not a text file (it holds NUL bytes)"
_NOT_UTF8 = "not UTF-8"
_AND = "; "

_BLOCK_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text and what identifies its content. `problem` says what is missing of it, empty when nothing is.

    `size`, `mtime_ns` and `inode` are of the file that was read.
    """

    text: str
    digest: bytes
    size: int
    mtime_ns: int
    inode: int
    problem: str = ""
    is_text: bool = True


def read(root: str, path: str, *, max_bytes: int) -> Document | None:
    """Return the document at `path` beneath `root`; None when no regular file stands there.

    A file that is not text comes back empty, with its problem.

    Raises:
        OSError: The file is there and cannot be read.
    """
    with opened(root, path) as descriptor:
        if descriptor is None:
            return None
        status = os.fstat(descriptor)
        data = _bytes(descriptor, max_bytes)
    digest = hashlib.blake2b(data, digest_size=16).digest()
    is_text = b"\0" not in data
    if is_text:
        text, problem = _text(data, max_bytes, status.st_size)
    else:
        text, problem = "", _NO_TEXT
    return Document(text, digest, status.st_size, status.st_mtime_ns, status.st_ino, problem, is_text)


def still_holds(problem: str, size: int, max_bytes: int) -> bool:
    """Return whether a file that was read with `problem` would be read so again, now that `max_bytes` are read of `size`."""
    cut = _cut(size, max_bytes)
    rest = problem.removeprefix(cut).removeprefix(_AND)
    return problem == _NO_TEXT or (problem.startswith(cut) and (not rest or rest.startswith(_NOT_UTF8)))


def _cut(size: int, max_bytes: int) -> str:
    """Return what is missing of a text of `size` bytes of which `max_bytes` are read, empty when nothing is."""
    if size <= max_bytes:
        return ""
    return f"{size} bytes, read up to {max_bytes}; raise memory.max_file_bytes to read it whole"


def _bytes(descriptor: int, max_bytes: int) -> bytes:
    blocks = []
    left = max_bytes
    while left and (block := os.read(descriptor, min(left, _BLOCK_BYTES))):
        blocks.append(block)
        left -= len(block)
    return b"".join(blocks)


def _text(data: bytes, max_bytes: int, size: int) -> tuple[str, str]:
    # Half a character at the end is left out: the limit cut it, or somebody is still writing.
    decoder = codecs.getincrementaldecoder("utf-8")
    problem = _cut(size, max_bytes)
    try:
        text = decoder().decode(data)
    except UnicodeDecodeError as error:
        lost = f"{_NOT_UTF8} at byte {error.start}, so letters are missing; save it as UTF-8"
        problem = f"{problem}{_AND if problem else ''}{lost}"
        text = decoder("replace").decode(data)
    return text.removeprefix("\ufeff"), problem
