"""Log lines: an event with its fields, for people on a terminal and as JSON elsewhere, never the words of an error."""

import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import datetime

import pytest

from recall_sidecar import logs

LOG = logging.getLogger("recall_sidecar")


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Give the root logger back the handlers and levels it had."""
    root = logging.getLogger()
    handlers, level, own = root.handlers[:], root.level, LOG.level
    # `to_stream` closes the handlers that it takes the place of; those of the test runner must outlive it.
    root.handlers = []
    yield
    root.handlers = handlers
    root.setLevel(level)
    LOG.setLevel(own)


def _fail(message: str) -> None:
    raise ValueError(message)


def test_a_file_gets_one_json_object_a_line() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    LOG.info("turn_ended", extra={"status": "ok", "elapsed_ms": 12})

    entry = json.loads(stream.getvalue())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", entry.pop("at"))
    assert entry == {"level": "info", "event": "turn_ended", "status": "ok", "elapsed_ms": 12}


def test_a_terminal_gets_a_line_to_read() -> None:
    stream = Terminal()
    logs.to_stream(stream)

    LOG.warning("settings_refused", extra={"problems": 2})

    assert re.fullmatch(r"\d\d:\d\d:\d\d\.\d{3} warning settings_refused problems=2\n", stream.getvalue())


@pytest.mark.parametrize(
    "stream", [pytest.param(io.StringIO(), id="JSON"), pytest.param(Terminal(), id="terminal")]
)
def test_an_error_is_told_by_class_and_place_and_never_by_its_words(stream: io.StringIO) -> None:
    logs.to_stream(stream)

    try:
        _fail("words of a memory")
    except ValueError:
        LOG.exception("turn_failed")

    told = stream.getvalue()
    assert "ValueError" in told
    assert re.search(r"test_logs\.py:\d+", told)
    assert "words of a memory" not in told
    assert told.count("\n") == 1


def test_an_exception_that_was_never_raised_has_no_place() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    LOG.error("odd", exc_info=ValueError("unsaid"))

    entry = json.loads(stream.getvalue())
    assert (entry["error"], entry["where"]) == ("ValueError", "")
    assert datetime.fromisoformat(entry["at"]).tzinfo is not None


def test_what_is_no_json_is_written_as_text() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    LOG.info("odd", extra={"kind": ValueError})

    assert json.loads(stream.getvalue())["kind"] == "<class 'ValueError'>"


def test_other_libraries_speak_only_from_warnings_on() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    logging.getLogger("somebody.else").info("chatter")
    logging.getLogger("somebody.else").warning("trouble with %s\nand more", "words of a memory")
    LOG.debug("detail")

    (entry,) = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (entry["event"], entry["logger"], entry["said"]) == (
        logs.OTHERS,
        "somebody.else",
        "trouble with %s",
    )


def test_what_a_library_logs_in_the_place_of_a_message_is_told_by_its_class() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    logging.getLogger("somebody.else").warning(ValueError("words of a memory"))

    assert json.loads(stream.getvalue())["said"] == "ValueError"


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x9b2J", "\u202e", "\n"])
def test_a_name_in_a_field_does_not_drive_a_terminal(sign: str) -> None:
    terminal, stream = Terminal(), io.StringIO()
    logs.to_stream(terminal)
    LOG.warning("job_failed", extra={"error": f"a{sign}b"})
    logs.to_stream(stream)
    LOG.warning("job_failed", extra={"error": f"a{sign}b"})

    assert sign not in terminal.getvalue().rstrip("\n")
    assert stream.getvalue().isascii()
    assert json.loads(stream.getvalue())["error"] == f"a{sign}b"


def test_what_is_given_beside_the_stream_gets_the_lines_too() -> None:
    stream, beside = io.StringIO(), io.StringIO()
    handler = logging.StreamHandler(beside)
    handler.setFormatter(logs.Lines(as_json=True))
    logs.to_stream(stream, handler)

    LOG.info("listening")

    assert stream.getvalue() == beside.getvalue() != ""


def _asyncio_says(message: str, at: float) -> None:
    record = logging.makeLogRecord({"name": "asyncio", "levelno": logging.ERROR, "levelname": "ERROR"})
    record.msg, record.created = message, at
    logging.getLogger("asyncio").handle(record)


def test_what_the_sdk_of_opentelemetry_says_of_each_batch_is_kept_out() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    logging.getLogger("opentelemetry.exporter.otlp").error("Failed to export to https://user:key@collector")

    assert stream.getvalue() == ""


def test_an_event_of_the_event_loop_is_told_once_a_minute() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    for second in range(121):
        _asyncio_says(f"socket.accept() out of system resource\nsocket: {second}", 1_000_000.0 + second)
    _asyncio_says("Task was destroyed", 1_000_000.0)
    LOG.info("turn_ended")
    LOG.info("turn_ended")

    entries = [json.loads(line) for line in stream.getvalue().splitlines()]
    events = [entry.get("said", entry["event"]) for entry in entries]
    assert events == [
        *["socket.accept() out of system resource"] * 3,
        "Task was destroyed",
        "turn_ended",
        "turn_ended",
    ]


def test_what_the_event_loop_has_said_is_not_remembered_without_end() -> None:
    stream = io.StringIO()
    logs.to_stream(stream)

    for number in range(150):
        _asyncio_says(f"event {number}", 1_000_000.0)
    _asyncio_says("event 1", 1_000_000.0)

    assert len(stream.getvalue().splitlines()) == 151
