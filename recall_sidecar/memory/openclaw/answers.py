"""What is asked of the gateway's memory tools, and what their answers say.

Pure, and distrustful: an answer is somebody else's JSON. What is not in the agreed shape is left out, texts and paths
are bounded, and nothing of an answer ends in an error or a log.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import accumulate
from typing import Any, Literal, assert_never

import regex

from recall_sidecar import block
from recall_sidecar.graphemes import head, readable
from recall_sidecar.memory.chunks import day_of_path
from recall_sidecar.memory.projects import EVERYWHERE, Projects, listed, projects_of
from recall_sidecar.outcomes import Origin, lowest
from recall_sidecar.settings.gateway import SearchTool

__all__ = [
    "MAX_FINDINGS",
    "MAX_TEXT_CHARS",
    "Answer",
    "Finding",
    "Kind",
    "arguments",
    "read_answer",
    "read_lines",
]

Kind = Literal["file", "transcript", "entry"]

MAX_TEXT_CHARS = 4000
_MAX_PATH_CHARS = 400
# What a tool is asked for: what only repeats the question, or stands before the model anyway, may come before the rest.
MAX_FINDINGS = 20
_ORIGINS: Mapping[str, Origin] = {origin.value: origin for origin in Origin}
# Sessions in which nobody but the user and the agent speaks, as far as the gateway says so.
_OWN_SESSIONS = ("interactive", "unknown", None)
# Where a result says that it comes from when it is a file of the workspace.
_FILES = ("memory", None)
# Larger than any line number, and small enough to be written down anywhere.
_LARGEST_LINE = 1_000_000_000
# One line of `lcm_grep`: `- [msg#12] (user, 2026-11-30T09:00:00.000Z): text`.
_LISTED = regex.compile(r"- \[(?P<id>[^\]\s]{1,80})\] \([^,()]{1,40}, (?P<at>[^()]{1,40})\): (?P<text>\S.*)")
_MORE = regex.compile(r"\n*\[More content available\.[^\]\n]*\]\s*\Z")


@dataclass(frozen=True, slots=True)
class Finding:
    """A piece of text that a tool found. `similarity` is the tool's own vector similarity (0 to 1), 0 when it has none.

    `origin` is the most that the gateway's provenance lets it be trusted; `file` paths are relative to the workspace.
    `projects` are those it belongs to, None when nobody can say.
    """

    kind: Kind
    path: str
    from_line: int
    to_line: int
    text: str
    origin: Origin = Origin.OWNER
    similarity: float = 0.0
    day: date | None = None
    projects: Projects | None = EVERYWHERE


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool found; `is_usable` is False when it said that it cannot search now."""

    findings: tuple[Finding, ...]
    is_usable: bool = True


def arguments(tool: SearchTool, text: str) -> dict[str, object]:
    """Return what `tool` is called with to search for `text`."""
    match tool:
        case "memory_search":
            return {"query": text, "maxResults": MAX_FINDINGS}
        case "memory_recall":
            return {"query": text, "limit": MAX_FINDINGS}
        case "lcm_grep":
            return {"pattern": text, "mode": "full_text", "limit": MAX_FINDINGS}
        case _:
            assert_never(tool)


def read_answer(tool: SearchTool, body: object) -> Answer | None:
    """Return what the answer `body` of a search says, None when it is not in the agreed shape."""
    details = _details(body)
    read, entries = _entries(tool, details, body)
    if not isinstance(entries, list):
        return None
    findings = (finding for entry in entries[:MAX_FINDINGS] if (finding := read(entry)) is not None)
    return Answer(tuple(findings), is_usable=details.get("unavailable") is not True)


def _entries(
    tool: SearchTool, details: Mapping[str, Any], body: object
) -> tuple[Callable[[object], Finding | None], object]:
    match tool:
        case "memory_search":
            return _search_entry, details.get("results")
        case "memory_recall":
            # Without a hit it says no more than how many there are.
            return _stored_entry, details.get("memories", [] if "count" in details else None)
        case "lcm_grep":
            return _listed_entry, _lines(body)
        case _:
            assert_never(tool)


def read_lines(body: object, from_line: int) -> tuple[str, int | None] | None:
    """Return the text that `memory_get` read and the line to go on from; None when there is none."""
    details = _details(body)
    text = details.get("text")
    if details.get("status", "ok") != "ok" or not isinstance(text, str) or not text:
        return None
    following = details.get("nextFrom")
    is_cut = details.get("truncated") is True and isinstance(following, int) and following > from_line
    lines = (_MORE.sub("", text) if is_cut else text).split("\n")
    whole = _whole_lines(lines)
    if whole < len(lines):
        is_cut, following = True, from_line + whole
    return _clean("\n".join(lines[:whole])), following if is_cut else None


def _whole_lines(lines: Sequence[str]) -> int:
    """Return how many lines can be handed on whole; one in any case, of which the beginning is."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return max(sum(length - 1 <= MAX_TEXT_CHARS for length in lengths), 1)


def _search_entry(entry: object) -> Finding | None:
    match entry:
        case {"path": str(path), "snippet": str(text), "startLine": int(first), "endLine": int(last), **rest}:
            pass
        case _:
            return None
    citation = rest.get("citation")
    if isinstance(citation, str):
        text = text.rstrip().removesuffix(f"Source: {citation}")
    stores = (rest.get("source"), rest.get("corpus"))
    is_transcript = "sessions" in stores or path.startswith("sessions/")
    kind: Kind = "transcript" if is_transcript else "file"
    provenance = rest.get("provenance")
    origin, seen = _provenance(provenance if isinstance(provenance, Mapping) else {})
    if not all(store in _FILES for store in stores):
        # Whatever it is called: the rules of the workspace say nothing of it.
        origin = lowest((origin, Origin.AGENT))
    day = day_of_path(path) or (seen if is_transcript else None)
    found = _finding(kind, path, text, (first, last), origin, _share(rest.get("vectorScore")), day)
    return found and replace(found, projects=_projects(text, rest.get("projectKey")))


def _projects(text: str, key: object) -> Projects | None:
    """Return the projects of an entry by what the gateway says of it, and by its comments where they stand in it still."""
    said = listed(key) if isinstance(key, str) else EVERYWHERE if key is None else None
    shown = projects_of(text)
    return None if said is None or shown is None else said | shown


def _stored_entry(entry: object) -> Finding | None:
    match entry:
        case {"id": str(name), "text": str(text), **rest}:
            return _finding(
                "entry", f"memory_recall/{name}", text, (1, 1), Origin.AGENT, _share(rest.get("score"))
            )
        case _:
            return None


def _listed_entry(line: object) -> Finding | None:
    match = _LISTED.fullmatch(line) if isinstance(line, str) else None
    if match is None:
        return None
    return _finding("entry", f"lcm/{match['id']}", match["text"], (1, 1), Origin.AGENT, day=_day(match["at"]))


def _finding(
    kind: Kind,
    path: str,
    text: str,
    lines: tuple[int, int],
    origin: Origin,
    similarity: float = 0.0,
    day: date | None = None,
) -> Finding | None:
    text, (first, last) = _clean(text), lines
    if (
        not text
        or not path
        or len(path) > _MAX_PATH_CHARS
        or path != readable(path)
        or not 1 <= first <= last <= _LARGEST_LINE
    ):
        return None
    return Finding(kind, path, first, last, text, origin, similarity, day)


def _clean(text: str) -> str:
    """Return `text` bounded and without blocks of our own that somebody stored."""
    return head(block.strip(readable(text[: 2 * MAX_TEXT_CHARS])).strip(), MAX_TEXT_CHARS)


def _provenance(said: Mapping[str, Any]) -> tuple[Origin, date | None]:
    """Return the most that text may be trusted by what the gateway says of it, and when it was seen."""
    if not said:
        return Origin.OWNER, None
    stated = said.get("originClass")
    origin = _ORIGINS.get(stated, Origin.UNTRUSTED) if isinstance(stated, str) else Origin.UNTRUSTED
    if origin is not Origin.SYSTEM and said.get("sessionKind") not in _OWN_SESSIONS:
        origin = Origin.UNTRUSTED
    at = said.get("observedAt")
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 < at < 4e12:
        return origin, None
    return origin, datetime.fromtimestamp(at / 1000, UTC).date()


def _day(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        return None


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        return 0.0
    return float(value)


def _details(body: object) -> Mapping[str, Any]:
    """Return a tool's result as data: the part that is meant for programs, else its text read as JSON."""
    match body:
        case {"ok": True, "result": {"details": dict(details)}}:
            return details
        case {"ok": True, "result": {"content": [{"text": str(text)}, *_]}}:
            try:
                found = json.loads(text)
            except (ValueError, RecursionError):
                return {}
            return found if isinstance(found, dict) else {}
        case _:
            return {}


def _lines(body: object) -> list[str] | None:
    match body:
        case {"ok": True, "result": {"content": [{"text": str(text)}, *_]}}:
            return [line.strip() for line in text.split("\n") if line.startswith("- [")]
        case _:
            return None
