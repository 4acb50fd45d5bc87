"""What an answer of a tool says, whatever shape it has.

Pure, and distrustful: an answer is somebody else's JSON. What has no text is left out, texts and ids are bounded, and
nothing of an answer ends in an error or a log. The server's own scores are not read: they are no evidence.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from recall_sidecar import block
from recall_sidecar.graphemes import head, readable
from recall_sidecar.settings.mcp import McpResultSettings

__all__ = ["MAX_ID_CHARS", "Finding", "failed", "findings", "whole_text"]

MAX_ID_CHARS: Final = 300
_MAX_TITLE_CHARS: Final = 200
# Looked at, whatever is taken in the end: some hold no text, some only repeat the question.
_MOST_ITEMS: Final = 40
_MOST_PIECES: Final = 50
# How a list of hits is usually called, and within a hit its parts; the first that is there counts.
_ITEMS: Final = (
    "results", "result", "items", "memories", "hits", "entries", "matches", "documents", "passages", "notes",
    "entities", "data",
)  # fmt: skip
_TEXT: Final = (
    "text", "content", "snippet", "memory", "body", "passage", "chunk", "excerpt", "observations", "description", "summary",
    "value", "fact",
)  # fmt: skip
_ID: Final = ("id", "uri", "path", "permalink", "file_path", "key", "url", "name")
_TITLE: Final = ("title", "name", "heading", "subject", "path")
_DATE: Final = (
    "date",
    "created_at",
    "createdAt",
    "timestamp",
    "observed_at",
    "updated_at",
    "updatedAt",
    "time",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One hit of a server. `id` is what its get tool wants, empty when it names none."""

    text: str
    id: str | int = ""
    title: str = ""
    day: date | None = None


def failed(answer: Mapping[str, Any]) -> bool:
    """Whether the tool says that it failed, or wants to be told more first."""
    return answer.get("isError") is True or answer.get("resultType", "complete") != "complete"


def findings(answer: Mapping[str, Any], keys: McpResultSettings, max_chars: int) -> tuple[Finding, ...]:
    """Return the hits in the `answer` of a search, in the server's order."""
    data = _data(answer)
    if data is None:
        return tuple(_plain(answer, max_chars))
    items = _items(data, keys)[:_MOST_ITEMS]
    return tuple(found for item in items if (found := _finding(item, keys, max_chars)) is not None)


def whole_text(answer: Mapping[str, Any], keys: McpResultSettings, max_chars: int) -> str:
    """Return what the `answer` of a get tool says, as one text; empty when it says nothing."""
    found = findings(answer, keys, max_chars)
    return head("\n\n".join(each.text for each in found), max_chars)


def _data(answer: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- any JSON
    """Return an answer as data: the part that is meant for programs, else its texts read as JSON; None when they are prose."""
    structured = answer.get("structuredContent")
    if structured is not None:
        return structured
    read = []
    for text, _ in _blocks(answer):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict | list):
            return None
        read.append(data)
    return read[0] if len(read) == 1 else read or None


def _blocks(answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of an answer, each with the address that it gives, if any; images and sounds are no memory."""
    content = answer.get("content")
    for each in content[:_MOST_ITEMS] if isinstance(content, list) else ():
        match each:
            case {"type": "text", "text": str(text)}:
                yield text, ""
            case {"type": "resource", "resource": {"text": str(text), **resource}}:
                address = resource.get("uri")
                yield text, address if isinstance(address, str) else ""
            case _:
                pass


def _plain(answer: Mapping[str, Any], max_chars: int) -> Iterator[Finding]:
    for text, address in _blocks(answer):
        if cleaned := _clean(text, max_chars):
            yield Finding(cleaned, _id(address))


def _items(data: Any, keys: McpResultSettings) -> list[Any]:  # noqa: ANN401 -- any JSON
    if keys.items:
        named = _at(data, keys.items)
        return named if isinstance(named, list) else [named]
    if isinstance(data, list):
        # Some servers put each hit into a block of its own, some a list of hits into each.
        return [inner for each in data for inner in (each if isinstance(each, list) else [each])]
    if isinstance(data, Mapping):
        for name in _ITEMS:
            inner = data.get(name)
            if isinstance(inner, list):
                return inner
            if isinstance(inner, Mapping | str) and name == "result":
                return [inner] if isinstance(inner, str) else _items(inner, keys)
    return [data]


def _finding(item: Any, keys: McpResultSettings, max_chars: int) -> Finding | None:  # noqa: ANN401 -- any JSON
    if isinstance(item, str):
        text = _clean(item, max_chars)
        return Finding(text) if text else None
    if not isinstance(item, Mapping):
        return None
    text = _clean(_words(_part(item, keys.text, _TEXT)), max_chars)
    if not text:
        return None
    title = _clean(_words(_part(item, keys.title, _TITLE)), _MAX_TITLE_CHARS)
    return Finding(
        text, _id(_part(item, keys.id, _ID)), " ".join(title.split()), _day(_part(item, keys.date, _DATE))
    )


def _part(item: Mapping[str, Any], named: str, usual: tuple[str, ...]) -> Any:  # noqa: ANN401 -- any JSON
    if named:
        return _at(item, named)
    return next((item[name] for name in usual if item.get(name) not in (None, "", [])), None)


def _at(data: Any, dotted: str) -> Any:  # noqa: ANN401 -- any JSON
    """Return what stands at a key, or at keys within each other with dots between them."""
    for name in dotted.split("."):
        if not isinstance(data, Mapping):
            return None
        data = data.get(name)
    return data


def _words(value: object) -> str:
    """Return a text, or several as lines."""
    if isinstance(value, list):
        pieces = [each.get("text") if isinstance(each, Mapping) else each for each in value[:_MOST_PIECES]]
        return "\n".join(piece for piece in pieces if isinstance(piece, str))
    return value if isinstance(value, str) else ""


def _clean(text: str, max_chars: int) -> str:
    """Return `text` bounded, readable, and without blocks of our own that somebody stored."""
    # Invisible characters first: they may stand within a tag.
    return head(block.strip(block.visible(readable(text[: 2 * max_chars]))).strip(), max_chars)


def _id(value: object) -> str | int:
    """Return what names a hit to its server, as it stands; empty for what cannot be handed back as it was."""
    match value:
        case bool():
            return ""
        case int():
            return value if abs(value) < 1 << 63 else ""
        case str() if len(value) <= MAX_ID_CHARS and value == readable(value) == block.visible(value):
            return value
        case _:
            return ""


def _day(value: object) -> date | None:
    try:
        match value:
            case bool():
                return None
            case str():
                return date.fromisoformat(value.strip()[:10])
            case int() | float():
                # Seconds or milliseconds: no memory is of before 1973 in the one, or after 5138 in the other.
                return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC).date()
            case _:
                return None
    except (ValueError, OverflowError, OSError):
        return None
