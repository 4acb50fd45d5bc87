"""What `doctor` reads in the log: what went wrong lately, by its event."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from recall_sidecar.cli.finding import Finding
from recall_sidecar.log_file import last_lines

__all__ = ["check_log", "troubles"]

_LINES = 2000
_LATELY = timedelta(days=1)
_LEFT_OUT = frozenset({"at", "level", "event"})


def check_log(file: Path, now: datetime) -> Iterator[Finding]:
    """Tell the last trouble of the last day; it may have been put right since, so it is no fault by itself."""
    if (told := troubles(last_lines(file, _LINES), now)) is not None:
        yield Finding("ok", "last error", f"{told} ({file})")


def troubles(entries: list[dict[str, Any]], now: datetime) -> str | None:
    """Return the last warning or error of the last day, and how many there were; None when there was none."""
    lately = [
        entry for entry in entries if entry.get("level") in {"warning", "error"} and _is_late(entry, now)
    ]
    if not lately:
        return None
    last = lately[-1]
    counts = Counter(str(entry["event"]) for entry in lately)
    return f"{last['event']}{_fields(last)} at {str(last['at'])[:16]}; {counts[str(last['event'])]} of {len(lately)} in a day"


def _is_late(entry: Mapping[str, Any], now: datetime) -> bool:
    try:
        return now - datetime.fromisoformat(str(entry.get("at"))) < _LATELY
    except (ValueError, TypeError):
        return False


def _fields(entry: Mapping[str, Any]) -> str:
    told = ", ".join(f"{name} {value}" for name, value in entry.items() if name not in _LEFT_OUT)
    return f" ({told})" if told else ""
