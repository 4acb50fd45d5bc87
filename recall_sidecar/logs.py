"""Log lines: an event name with fields, one line each, for people on a terminal and JSON elsewhere.

Nothing of memories, messages or prompts is ever given to a logger; an error is logged by its class and place. What a
library says is known by its template alone: what it filled in may be anything.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

__all__ = ["OTHERS", "Lines", "to_stream"]

OTHERS = "library_said"
_OWN = "recall_sidecar"
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_ONCE_IN_S = 60.0
_MOST_EVENTS = 100
_MOST_SAID = 200


class Lines(logging.Formatter):
    """One line for each record: JSON, or words for people."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        event, fields = _told(record)
        if record.exc_info and record.exc_info[1] is not None:
            fields |= {"error": type(record.exc_info[1]).__name__, "where": _place(record)}
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        level = record.levelname.lower()
        if self._as_json:
            # ASCII: whoever looks at the file in a terminal is not driven by the name of a file of memory.
            return json.dumps({"at": at, "level": level, "event": event, **fields}, default=str)
        told = " ".join(f"{name}={value}" for name, value in fields.items())
        return _plain(f"{at[11:23]} {level:7} {event} {told}".rstrip())


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


def to_stream(stream: TextIO = sys.stderr, *also: logging.Handler) -> None:
    """Send the package's log lines to `stream` and what else is given; other libraries only from warnings on.

    What asyncio says is sent once a minute each.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines(as_json=not stream.isatty()))
    for each in (handler, *also):
        each.addFilter(_Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler, *also], force=True)
    logging.getLogger(_OWN).setLevel(logging.INFO)


def _told(record: logging.LogRecord) -> tuple[str, dict[str, Any]]:
    """Return event and fields of a record."""
    if record.name.partition(".")[0] == _OWN:
        return record.getMessage(), {
            name: value for name, value in vars(record).items() if name not in _STANDARD
        }
    said = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
    return OTHERS, {"logger": record.name, "said": said.partition("\n")[0][:_MOST_SAID]}


def _place(record: logging.LogRecord) -> str:
    """Return file and line where the error was raised; its message may hold text that is not for logs."""
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (
        "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
    )


def _plain(text: str) -> str:
    """Return `text` on one line, without what could drive a terminal."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
