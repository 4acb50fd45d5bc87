"""A captured conversation as it is stored, one turn a line, and as it is read.

Who said a thing and how far it may be trusted stand in fields beside the words, so no words can claim it. The text that is
shown is made from these lines alone, with line numbers of its own:

```text
Ada, 2026-11-30 14:05:
I moved to Lisbon.

Assistant, 2026-11-30 14:05:
How do you like it?
```
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, Literal

from recall_sidecar.memory.annotations import Annotation
from recall_sidecar.memory.chunks import MAX_CHARS, Chunk
from recall_sidecar.memory.lines import numbered, pieces
from recall_sidecar.outcomes import Origin

__all__ = [
    "CapturedTurn",
    "Said",
    "Session",
    "passages",
    "read_session",
    "read_turns",
    "shown",
    "turns_at",
    "written",
]

_VERSION: Final = 1
# What an assistant chats weighs less than what people say; see memory/importance.py.
_ASSISTANT_IMPORTANCE: Final = 2


@dataclass(frozen=True, slots=True)
class Session:
    """Which conversation a file belongs to."""

    agent_id: str
    session_key: str | None = None
    session_id: str | None = None
    chat: Literal["private", "shared"] = "private"
    channel: str | None = None
    chat_id: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What one speaker said in a turn."""

    speaker: str
    role: Literal["user", "assistant"]
    origin: Origin
    text: str


@dataclass(frozen=True, slots=True)
class CapturedTurn:
    """A turn that is kept; `id` is the same when a host hands it over again. `at` has the time zone it was said in."""

    id: str
    at: datetime
    said: tuple[Said, ...]


def written(value: Session | CapturedTurn) -> str:
    """Return the line that stores `value`."""
    if isinstance(value, Session):
        record: dict[str, Any] = {"v": _VERSION, "session": asdict(value)}
    else:
        said = [{**asdict(each), "origin": each.origin.value} for each in value.said]
        record = {"id": value.id, "at": value.at.isoformat(timespec="seconds"), "said": said}
    return json.dumps(record) + "\n"


def read_session(text: str) -> Session | None:
    """Return which conversation a stored file belongs to, None when its first line does not say."""
    record = _record(text.split("\n", 1)[0])
    try:
        return Session(**record["session"])
    except (KeyError, TypeError):
        return None


def read_turns(text: str) -> list[CapturedTurn]:
    """Return the turns of a stored file; a line that a crash left half-written is none."""
    return [turn for line in text.split("\n") if (turn := _turn(_record(line))) is not None]


def shown(text: str) -> str:
    """Return a stored file as people and models read it."""
    return "\n".join(line for _, _, lines in _entries(read_turns(text)) for line in lines)


def passages(text: str) -> Iterator[Chunk]:
    """Yield the passages of a stored file, with their lines in the text that is shown."""
    first = 1
    for turn, said, lines in _entries(read_turns(text)):
        heading = f"{said.speaker}, {turn.at.date().isoformat()}"
        about = Annotation(importance=_ASSISTANT_IMPORTANCE) if said.role == "assistant" else Annotation()
        for start, end, body in _bounded(lines[1:-1], first + 1):
            yield Chunk(start, end, body, heading, turn.at.date(), about, origin=said.origin)
        first += len(lines)


def turns_at(text: str, first: int, last: int) -> tuple[frozenset[str], int, int]:
    """Return the turns that stand in the lines `first` to `last` of what is shown, and the lines that they are."""
    found: dict[str, tuple[int, int]] = {}
    start = 1
    for turn, _, lines in _entries(read_turns(text)):
        begun = found.get(turn.id, (start, 0))[0]
        start += len(lines)
        found[turn.id] = (begun, start - 1)
    hit = {name: span for name, span in found.items() if span[0] <= last and first <= span[1]}
    lines_hit = [line for span in hit.values() for line in span] or [0]
    return frozenset(hit), min(lines_hit), max(lines_hit)


def _entries(turns: Sequence[CapturedTurn]) -> Iterator[tuple[CapturedTurn, Said, list[str]]]:
    """Yield each thing that was said, with its lines: a heading, the words, an empty one."""
    for turn in turns:
        for said in turn.said:
            heading = f"{said.speaker}, {turn.at.isoformat(' ', 'minutes')[:16]}:"
            yield turn, said, [heading, *numbered(said.text), ""]


def _bounded(lines: Sequence[str], first: int) -> Iterator[tuple[int, int, str]]:
    """Yield runs of lines that are no longer than a passage may be; a line that is too long is cut."""
    kept: list[str] = []
    start, size = first, 0
    for number, line in enumerate(lines, first):
        for piece in pieces(line, MAX_CHARS):
            if kept and size + len(piece) + 1 > MAX_CHARS:
                yield start, max(start, number - 1), "\n".join(kept)
                kept, size = [], 0
            start = start if kept else number
            kept.append(piece)
            size += len(piece) + 1
    if kept and "".join(kept).strip():
        yield start, first + len(lines) - 1, "\n".join(kept)


def _record(line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _turn(record: Mapping[str, Any]) -> CapturedTurn | None:
    try:
        said = tuple(
            Said(str(each["speaker"]), each["role"], Origin(each["origin"]), str(each["text"]))
            for each in record["said"]
        )
        return CapturedTurn(str(record["id"]), datetime.fromisoformat(record["at"]), said)
    except (KeyError, TypeError, ValueError):
        return None
