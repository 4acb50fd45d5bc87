"""Every event that the program logs is a name with fields, is documented with them, and none can hold words of anybody."""

import ast
import io
import json
import logging
import re
from dataclasses import dataclass

import pytest

from recall_sidecar import logs
from tests.sources import ROOT, modules

PAGE = (ROOT / "docs" / "logs.md").read_text("utf-8")
LEVELS = {"info": "info", "warning": "warning", "error": "error", "exception": "error"}
# What an exception adds by itself.
OF_AN_EXCEPTION = frozenset({"error", "where"})
# Attributes and names that hold text of a turn or of memory; no field may be made of them.
WORDS = frozenset(
    {
        "block", "body", "content", "conversation_query", "message", "messages", "passage", "prompt", "prompts", "query",
        "search_query", "snippet", "summary", "text", "texts", "words",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Event:
    """One call of a logger."""

    place: str
    level: str
    name: str
    fields: frozenset[str]
    uses: frozenset[str]


def _events() -> list[Event]:
    return [
        event
        for source in modules()
        for call in ast.walk(ast.parse(source.path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "_log"
        for event in [_event(f"{source.name}:{call.lineno}", call.func.attr, call)]
    ]


def _event(place: str, method: str, call: ast.Call) -> Event:
    (name,) = call.args
    assert isinstance(name, ast.Constant), f"{place}: an event is named by a literal"
    extra = next((each.value for each in call.keywords if each.arg == "extra"), ast.Dict(keys=[], values=[]))
    assert isinstance(extra, ast.Dict), f"{place}: fields stand where the event is logged"
    keys = {key.value for key in extra.keys if isinstance(key, ast.Constant)}
    uses = {
        each.attr if isinstance(each, ast.Attribute) else each.id
        for value in extra.values
        for each in ast.walk(value)
        if isinstance(each, ast.Attribute | ast.Name)
    }
    fields = frozenset(map(str, keys)) | (OF_AN_EXCEPTION if method == "exception" else frozenset())
    return Event(place, LEVELS[method], str(name.value), fields, frozenset(uses))


EVENTS = _events()


def _rows() -> dict[str, tuple[set[str], frozenset[str]]]:
    """Return levels and fields of each event by its name, as the page has them."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and (name := re.fullmatch(r"`([a-z_]+)`", cells[0])):
            found[name[1]] = (set(cells[1].split(", ")), frozenset(re.findall(r"`([a-z_]+)`", cells[2])))
    return found


def test_there_are_events() -> None:
    assert len(EVENTS) > 25


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_an_event_is_documented_with_its_level_and_fields(event: Event) -> None:
    levels, fields = _rows()[event.name]

    assert event.level in levels, event.place
    assert event.fields <= fields, event.place


def test_no_event_is_documented_that_is_not_logged() -> None:
    logged = {
        event.name: frozenset[str]().union(*(each.fields for each in EVENTS if each.name == event.name))
        for event in EVENTS
    }

    assert {name: fields for name, (_, fields) in _rows().items() if name != logs.OTHERS} == logged


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_no_field_is_made_of_words_of_a_turn_or_of_memory(event: Event) -> None:
    assert event.uses & WORDS == frozenset(), event.place
    assert re.fullmatch(r"[a-z][a-z_]+", event.name), event.place


@pytest.mark.parametrize("as_json", [pytest.param(True, id="JSON"), pytest.param(False, id="for people")])
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_an_event_is_one_line_in_either_form(event: Event, as_json: bool) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines(as_json=as_json))
    record = logging.makeLogRecord(
        {"name": "recall_sidecar", "msg": event.name, "levelname": event.level.upper()}
        | dict.fromkeys(event.fields, "a\nb")
    )

    handler.handle(record)

    line = stream.getvalue()
    assert line.count("\n") == 1
    if as_json:
        assert {"at", "level", "event", *event.fields} == set(json.loads(line))
    else:
        assert all(f"{name}=" in line for name in event.fields)
