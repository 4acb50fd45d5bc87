"""What `recall-sidecar index status` shows: how much is indexed, where it stands, and how it is kept up to date."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from recall_sidecar.cli.output import table
from recall_sidecar.trace_lines import duration

__all__ = ["describe"]


def describe(memory: Mapping[str, Any], index_file: Path, now: datetime) -> str:
    """Return the `memory` part of the daemon's status in lines."""
    folders = memory.get("folders", [])
    rows = [
        (
            "indexed",
            f"{memory['passages']:,} passages in {memory['files']:,} files of {len(folders)} folders",
        ),
        ("meanings", _meanings(memory)),
        ("on disk", f"{memory.get('bytesOnDisk', 0) / 1e6:,.1f} MB, {index_file}"),
        ("last read", _age(memory.get("refreshedAt"), now)),
    ]
    return "\n".join([table(rows), *_folders(folders), *_troubles(memory)])


def _meanings(memory: Mapping[str, Any]) -> str:
    meanings = memory.get("meanings")
    if not meanings:
        return "none, words alone are searched"
    rest = "" if meanings["embedded"] >= meanings["passages"] else "; the rest in the background"
    return f"{meanings['line']}{rest}"


def _age(refreshed_at: str | None, now: datetime) -> str:
    if refreshed_at is None:
        return "not since the start"
    return f"{duration((now - datetime.fromisoformat(refreshed_at)).total_seconds() * 1000)} ago"


def _folders(folders: list[Mapping[str, Any]]) -> Iterator[str]:
    if folders:
        yield "folders:"
    for folder in folders:
        watching = folder["watching"] or "not followed: no daemon runs"
        yield f"  {folder['name']}: {folder['passages']:,} passages in {folder['files']:,} files, {watching} ({folder['path']})"


def _troubles(memory: Mapping[str, Any]) -> Iterator[str]:
    if not memory["ready"] and memory["detail"]:
        yield f"! {memory['detail']}"
    for problem in memory.get("problems", []):
        yield f"! {problem}"
    if hint := (memory.get("meanings") or {}).get("hint"):
        yield f"! {hint}"
