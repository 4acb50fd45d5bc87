"""Log lines on stderr: an event name with fields, one line each, for people on a terminal and JSON elsewhere.

Nothing of memories, messages or prompts is ever given to a logger; an error is logged by its class and place.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

__all__ = ["to_stream"]

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_ONCE_IN_S = 60.0
_MOST_EVENTS = 100


class _Lines(logging.Formatter):
    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        fields = {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info and record.exc_info[1] is not None:
            fields |= {"error": type(record.exc_info[1]).__name__, "where": _place(record)}
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        if self._as_json:
            entry = {"at": at, "level": record.levelname.lower(), "event": record.getMessage(), **fields}
            return json.dumps(entry, default=str, ensure_ascii=False)
        told = " ".join(f"{name}={value}" for name, value in fields.items())
        return f"{at[11:23]} {record.levelname.lower():7} {record.getMessage()} {told}".rstrip()


class _Sparing(logging.Filter):
    """Lets an event of the event loop through once a minute: one that repeats, repeats by the thousand.

    What OpenTelemetry's SDK says is kept out: it says it with every batch, with the address, and we say it once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name != "asyncio":
            return not record.name.startswith("opentelemetry.")
        event = record.getMessage().partition("\n")[0]
        if record.created - self._said_at.get(event, -_ONCE_IN_S) < _ONCE_IN_S:
            return False
        if len(self._said_at) == _MOST_EVENTS:
            self._said_at.clear()
        self._said_at[event] = record.created
        return True


def to_stream(stream: TextIO = sys.stderr) -> None:
    """Send the package's log lines to `stream`; other libraries only from warnings on, asyncio's once a minute each."""
    handler = logging.StreamHandler(stream)
    handler.addFilter(_Sparing())
    handler.setFormatter(_Lines(as_json=not stream.isatty()))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("recall_sidecar").setLevel(logging.INFO)


def _place(record: logging.LogRecord) -> str:
    """Return file and line where the error was raised; its message may hold text that is not for logs."""
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (
        "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
    )
