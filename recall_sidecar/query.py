"""What is asked of memory: a short search text, and the conversation as the model shall see it.

Both hold only words that a person or the assistant said. Everything is cut to a few thousand characters before any
pattern runs over it, so the cost does not grow with what a host sends.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from recall_sidecar import graphemes
from recall_sidecar.block import TAG, strip, visible
from recall_sidecar.envelope import unwrap, without_fences
from recall_sidecar.events import Message, Role, TurnEvent
from recall_sidecar.follow_up import follows
from recall_sidecar.settings import QuerySettings
from recall_sidecar.settings.tables import QueryMode

__all__ = ["Query", "WithoutEchoes", "build", "clean", "is_command", "told_apart"]

_HEADINGS: Final[dict[QueryMode, str]] = {
    "message": "",
    "recent": "Recent turns:",
    "full": "Conversation so far:",
}
_LATEST_HEADING: Final = "Latest user message:"
_LATEST_CHARS: Final = 4000
# A host's assembled prompt that is longer than a message is an envelope; the message stands at its end.
_ASSEMBLED_CHARS: Final = 800
_BORROWED_CHARS: Final = 120
_SHORTEST_LINE: Final = 40
# How much of a text is looked at, at its start and again at its end; and how many earlier messages. Of those
# together no more than a few times what can be used, however many say nothing.
_LOOKED_AT: Final = 4000
_EARLIER_LOOKED_AT: Final = 2000
_MESSAGES_LOOKED_AT: Final = 200
_IDLE_CHARS: Final = 20_000
# Takes out of an assistant's words what only repeats a block of ours.
WithoutEchoes: TypeAlias = Callable[[str], str]
_COMMAND: Final = re.compile(r"/[A-Za-z][\w-]{0,63}(?:@\w{1,64})?(?:[\s:]|$)")


@dataclass(frozen=True, slots=True)
class Query:
    """What one turn asks.

    Attributes:
        mode: How much of the conversation is in it.
        conversation: For the model; at most `max_chars`.
        search: For the search; one line, at most `search_chars`. Empty when there is nothing to search for.
        latest: The person's own words of this turn, cleaned and bounded.
    """

    mode: QueryMode
    conversation: str
    search: str
    latest: str


def build(turn: TurnEvent, settings: QuerySettings, without_echoes: WithoutEchoes = str) -> Query:
    """Return what `turn` asks of memory.

    A turn without words, or with a chat command, has an empty search text. What an assistant has from memory, and
    `without_echoes` takes out, asks for nothing.
    """
    latest = _latest(turn, settings.max_chars)
    return Query(
        settings.mode,
        _conversation(turn, settings, latest, without_echoes),
        _search(turn, settings, latest),
        latest,
    )


def _latest(turn: TurnEvent, max_chars: int) -> str:
    is_envelope = turn.text_is_assembled and len(turn.text) > _LATEST_CHARS
    cleaned = clean(turn.text, "user", _LOOKED_AT, end_only=is_envelope)
    if is_envelope:
        return graphemes.tail(cleaned, min(_ASSEMBLED_CHARS, max_chars))
    return _both_ends(cleaned, min(_LATEST_CHARS, max_chars), joint=f"{graphemes.ELLIPSIS}\n")


def _search(turn: TurnEvent, settings: QuerySettings, latest: str) -> str:
    if is_command(latest):
        return ""
    words = _words(latest)
    if words and follows(words):
        room = min(_BORROWED_CHARS, settings.search_chars - len(words) - 1)
        said = (_clean_earlier(each) for each in _earlier(turn, settings) if each.role == "user")
        earlier = (_words(text) for text in said if text and text != latest)
        borrowed = graphemes.head(next(filter(None, earlier), ""), room, mark="")
        words = f"{borrowed} {words}".strip()
    return _both_ends(words, settings.search_chars, joint=" ")


def is_command(text: str) -> bool:
    """Return whether a cleaned message is a chat command."""
    return _COMMAND.match(text) is not None


def _words(text: str) -> str:
    """Return `text` as one line for a search; fenced data goes unless there is nothing else."""
    return _one_line(without_fences(text)) or _one_line(text)


def _conversation(
    turn: TurnEvent, settings: QuerySettings, latest: str, without_echoes: WithoutEchoes
) -> str:
    heading = _HEADINGS[settings.mode]
    room = settings.max_chars - len(heading) - len(_LATEST_HEADING) - len(latest) - 3
    lines = list(_turn_lines(turn, settings, room, without_echoes)) if heading else []
    return "\n".join([heading, *reversed(lines), "", _LATEST_HEADING, latest]) if lines else latest


def _turn_lines(
    turn: TurnEvent, settings: QuerySettings, room: int, without_echoes: WithoutEchoes
) -> Iterator[str]:
    """Yield one line for each earlier turn, newest first, until number or room is used up."""
    chars: dict[Role, int] = {
        "user": settings.recent_user_chars,
        "assistant": settings.recent_assistant_chars,
    }
    left: dict[Role, int] = {"user": settings.recent_user_turns, "assistant": settings.recent_assistant_turns}
    is_full = settings.mode == "full"
    for message in _earlier(turn, settings):
        if room <= _SHORTEST_LINE or not (is_full or any(left.values())):
            return
        role = message.role
        if not (is_full or left[role]):
            continue
        cleaned = _clean_earlier(message)
        if said := _one_line(without_echoes(cleaned) if role == "assistant" else cleaned):
            line = graphemes.head(
                f"{role}: {said if is_full else graphemes.head(said, chars[role])}", room - 1
            )
            left[role] -= 1
            room -= len(line) + 1
            yield line


def _earlier(turn: TurnEvent, settings: QuerySettings) -> Iterator[Message]:
    """Yield earlier messages, newest first, as many as are worth looking at."""
    budget = 2 * settings.max_chars + _IDLE_CHARS
    for message in islice(reversed(turn.messages), _MESSAGES_LOOKED_AT):
        budget -= min(len(message.text), 2 * _EARLIER_LOOKED_AT)
        if budget < 0:
            return
        yield message


def _clean_earlier(message: Message) -> str:
    return clean(message.text, message.role, _EARLIER_LOOKED_AT)


def clean(text: str, role: Role, looked_at: int, *, end_only: bool = False) -> str:
    """Return what `role` said in `text`; of a long one only at its start and end, or at its end alone."""
    if len(text) <= 2 * looked_at and not end_only:
        return _said(text, role)
    end = _said(graphemes.tail(text, looked_at, mark=""), role, starts_cut=True)
    if end_only:
        return end
    start = _said(graphemes.head(text, looked_at, mark=""), role, ends_cut=True)
    return f"{start}\n{graphemes.ELLIPSIS}\n{end}" if start else end


def _said(text: str, role: Role, *, starts_cut: bool = False, ends_cut: bool = False) -> str:
    shown = visible(text)
    if starts_cut:
        before, _, after = shown.partition(f"</{TAG}>")
        shown = after if after and f"<{TAG}>" not in before else shown
    if ends_cut:
        before, opened, after = shown.rpartition(f"<{TAG}>")
        shown = before if opened and f"</{TAG}>" not in after else shown
    return unwrap(strip(shown), role, starts_cut=starts_cut, ends_cut=ends_cut)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _both_ends(text: str, max_chars: int, *, joint: str) -> str:
    """Return `text`, or its first two thirds and its end where it is longer than `max_chars`.

    A question stands before what was pasted, or behind it.
    """
    if len(text) <= max_chars:
        return text
    start = graphemes.head(text, max_chars * 2 // 3, mark="")
    return start + joint + graphemes.tail(text, max_chars - len(start) - len(joint), mark="")


def told_apart(conversation: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return the earlier turns, as role and words, and the latest message of a `Query.conversation`."""
    heading, opened, rest = conversation.partition("\n")
    if not opened or heading not in set(filter(None, _HEADINGS.values())):
        return (), conversation
    turns, found, latest = rest.partition(f"\n\n{_LATEST_HEADING}\n")
    if not found:
        return (), conversation
    said = (line.partition(": ") for line in turns.split("\n"))
    return tuple((role, words) for role, _, words in said if role in {"user", "assistant"}), latest
