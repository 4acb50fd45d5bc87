"""What the sub-agent was asked and answered, kept only when settings ask for it.

Without `trace.persist_transcripts` nothing is written at all, not even a temporary file. With it each run is one JSON
Lines file below `transcripts/<transcript_dir>/<agent>/`. Every folder on the way is opened by itself and never through
a symbolic link, so a link planted there cannot lead a transcript out.
"""

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from recall_sidecar.settings import TraceSettings

__all__ = ["Transcripts"]

_MAX_NAME_BYTES = 200
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_log = logging.getLogger("recall_sidecar")


class Transcripts:
    """The transcripts below one folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def keep(
        self, settings: TraceSettings, *, agent_id: str, trace_id: str, entries: Iterable[Mapping[str, Any]]
    ) -> Path | None:
        """Write the transcript of one run; return its file, None when none is wanted or none could be written.

        A transcript that cannot be written is logged and never fails the turn. An existing file is not replaced.
        """
        if not settings.persist_transcripts:
            return None
        content = b"".join(orjson.dumps(entry, default=str) + b"\n" for entry in entries)
        parts = (*settings.transcript_dir.replace("\\", "/").split("/"), _segment(agent_id))
        name = f"{_segment(trace_id)}.jsonl"
        try:
            await asyncio.to_thread(_write, self._root, parts, name, content)
        except OSError as error:
            _log.warning("transcript_failed", extra={"error": type(error).__name__, "trace_id": trace_id})
            return None
        return self._root.joinpath(*parts, name)

    def forget(self, is_meant: Callable[[str], bool]) -> int:
        """Delete the transcripts of which `is_meant` says so, given their text; return how many they were. Blocks."""
        gone = 0
        for file in sorted(self._root.rglob("*.jsonl")):
            if not file.is_symlink() and is_meant(file.read_text("utf-8", "replace")):
                file.unlink()
                gone += 1
        return gone


def _segment(name: str) -> str:
    """Return `name` as one path segment: URI-encoded, never a dot name, cut with a digest when it is too long."""
    encoded = quote(name, safe="", errors="replace")
    if not encoded.strip("."):
        encoded = encoded.replace(".", "%2E") or "%00"
    if len(encoded) <= _MAX_NAME_BYTES:
        return encoded
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{encoded[:_MAX_NAME_BYTES]}~{digest}"


def _write(root: Path, parts: Iterable[str], name: str, content: bytes) -> None:
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as opened:
        folder = os.open(root, _FOLDER)
        opened.callback(os.close, folder)
        for part in parts:
            with suppress(FileExistsError):
                os.mkdir(part, 0o700, dir_fd=folder)
            folder = os.open(part, _FOLDER, dir_fd=folder)
            opened.callback(os.close, folder)
        with os.fdopen(os.open(name, _NEW_FILE, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
