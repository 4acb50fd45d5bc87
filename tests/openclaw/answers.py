"""What the stand-in model answers: pure, a request's body in, a text or a tool call out.

It is no model. It tells who asks by the shape of the request, and where a recall asks it quotes the line of the best
passage that shares most words with the question: what an obliging model would do at the least.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Answer", "Kind", "ToolCall", "answer", "current_message", "kind_of", "text_of"]

# Who asks: the agent itself, the bundled plugin's recall, our recall (from the daemon or lent), or anything else.
Kind = Literal["main", "peer", "ours", "other"]

_MEMORY_TOOLS = {"memory_search", "memory_get", "memory_recall"}
_OURS = "You look into memory for another agent."
# The gateway puts a message of its own behind the user's.
_INTERNAL = re.compile(r"\s*<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>")
_PASSAGE = re.compile(
    r"<<passage (?P<number>\d+) (?P<mark>[0-9a-zA-Z]+)>>\n\(.*?\)\n(?P<text>.*?)\n<<end (?P=mark)>>",
    re.DOTALL,
)
_CONVERSATION = re.compile(
    r"<<conversation (?P<mark>[0-9a-zA-Z]+)>>\n(?P<text>.*?)\n<<end (?P=mark)>>", re.DOTALL
)
_MARKER = re.compile(r"\[\[tool:(?P<name>[\w-]+)\s*(?P<arguments>\{.*?\})?\]\]", re.DOTALL)
_PEER_QUERY = re.compile(
    r"(?:search query|query)[^\n]*:\s*\n?(?P<text>.+?)(?:\n\n|\Z)", re.IGNORECASE | re.DOTALL
)
_WORD = re.compile(r"\w{3,}")
_LINE_MARK = re.compile(r"^(?:[-*#>\s]+|(?:User|Assistant): )+")


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool that the request offers."""

    name: str
    arguments: Mapping[str, Any]


Answer = str | ToolCall


def text_of(content: object) -> str:
    """Return the text of a message's content, in either of its forms."""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return ""


def kind_of(body: Mapping[str, Any]) -> Kind:
    """Tell who asks."""
    tools = set(_tools(body))
    if any(_OURS in text_of(message.get("content")) for message in body["messages"]):
        return "ours"
    if tools and tools <= _MEMORY_TOOLS:
        return "peer"
    return "main" if tools else "other"


def current_message(body: Mapping[str, Any]) -> str:
    """Return the user message of the turn as the provider received it, with whatever stands in front of it."""
    return text_of(body["messages"][_current(body)].get("content"))


def answer(body: Mapping[str, Any]) -> Answer:
    """Return what the stand-in says to that request."""
    match kind_of(body):
        case "ours":
            return _note(body)
        case "peer":
            return _peer(body)
        case "main":
            return _main(body)
        case "other":
            return "Noted."


def _main(body: Mapping[str, Any]) -> Answer:
    """Call the tool that the message names as `[[tool:NAME {…}]]`, once; else say a few words."""
    results = _results(body)
    if results:
        return f"The tool said: {results[-1][:200]}"
    asked = _MARKER.search(current_message(body))
    if asked and asked["name"] in _tools(body):
        return ToolCall(asked["name"], json.loads(asked["arguments"] or "{}"))
    return "Noted, thank you."


def _note(body: Mapping[str, Any]) -> str:
    """Answer in our own form: the numbers of the passages, then the note."""
    text = "\n".join(text_of(message.get("content")) for message in body["messages"])
    asked = _CONVERSATION.search(text)
    passage = _PASSAGE.search(text)
    if asked is None or passage is None:
        return "NONE"
    line = _best_line(passage["text"], asked["text"].strip().splitlines()[-1])
    return f"[{passage['number']}] {line}" if line else "NONE"


def _peer(body: Mapping[str, Any]) -> Answer:
    asked = current_message(body)
    found = _PEER_QUERY.search(asked)
    query = " ".join((found["text"] if found else asked.strip().splitlines()[-1]).split())[:400]
    results = _results(body)
    if not results:
        return ToolCall("memory_search", {"query": query})
    try:
        hits = json.loads(results[-1]).get("results") or []
    except ValueError:
        return "NONE"
    return _best_line(str(hits[0].get("snippet", "")), query) or "NONE" if hits else "NONE"


def _best_line(text: str, question: str) -> str:
    """Return the line that shares most words with the question, headings last; the first of equals."""
    wanted = {word.lower() for word in _WORD.findall(question)}
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return ""
    best = max(lines, key=lambda line: len(wanted & {word.lower() for word in _WORD.findall(line)}))
    return _LINE_MARK.sub("", best)[:200]


def _tools(body: Mapping[str, Any]) -> list[str]:
    return [str(tool["function"]["name"]) for tool in body.get("tools") or ()]


def _current(body: Mapping[str, Any]) -> int:
    """Return where the user message of this turn stands."""
    users = [number for number, message in enumerate(body["messages"]) if message.get("role") == "user"]
    own = [n for n in users if not _INTERNAL.match(text_of(body["messages"][n].get("content")))]
    return (own or users or [0])[-1]


def _results(body: Mapping[str, Any]) -> list[str]:
    """Return what the tools of this turn said."""
    later = body["messages"][_current(body) + 1 :]
    return [text_of(message.get("content")) for message in later if message.get("role") == "tool"]
