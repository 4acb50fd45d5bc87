"""What of a turn is kept: words of people and of the assistant, and nothing that a machine put around them.

Pure: a turn that has ended goes in, what is stored of it comes out, or the reason why nothing is.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recall_sidecar.events import Role, TurnEnd
from recall_sidecar.graphemes import head
from recall_sidecar.memory.conversations.port import NotKept
from recall_sidecar.memory.conversations.records import CapturedTurn, Said
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.terms import query_terms, tokens
from recall_sidecar.outcomes import Origin, lowest
from recall_sidecar.query import clean, is_command
from recall_sidecar.settings.capture import CaptureSettings

__all__ = ["NOTHING_TOLD", "Told", "captured"]

_LOOKED_AT: Final = 8_000
_SPEAKER_CHARS: Final = 60
# What an assistant says when it says nothing; at an end of its reply, as hosts look for it.
_SILENT: Final = r"(?:NO_REPLY|HEARTBEAT_OK|ANNOUNCE_SKIP|REPLY_SKIP)"
_SILENCE: Final = re.compile(rf"\W*{_SILENT}\b.*|.*\b{_SILENT}\W*", re.DOTALL)
# Words that make no memory by themselves, in the form that a search looks for.
_SMALL: Final = frozenset(
    tokens(
        "ok okay k thanks thank thx you ty cool great nice good fine perfect awesome yes yeah yep no nope sure got it hi hello"
        " hey bye morning night evening lol haha hmm please welcome well done danke ja nein gut super bitte merci oui non"
        " gracias sí si no hola grazie obrigado 好 好的 谢谢 嗯 你好 明白 はい ありがとう 네 감사합니다"
    )
)
# An answer to small talk that says less than this is small talk too.
_TELLING_REPLY: Final = 8


@dataclass(frozen=True, slots=True)
class Told:
    """What memory has told in a session: the origins of it, and what takes it out of an assistant's words."""

    origins: Sequence[Origin] = ()
    without_echoes: Callable[[str], str] = str


NOTHING_TOLD: Final = Told()


def captured(
    ended: TurnEnd,
    viewer: Viewer,
    settings: CaptureSettings,
    mask: Callable[[str], str],
    at: datetime,
    told: Told = NOTHING_TOLD,
) -> CapturedTurn | NotKept:
    """Return what is stored of a turn, or why nothing is.

    What the assistant has from memory is no new memory.

    The user's words have the origin of whoever said them: `owner` of the known owner in a private chat, else `untrusted`.
    An assistant answers in its own words, and repeats: what it said to anybody else, or after a tool had a result, is as little
    trusted as what it may repeat, and no answer is trusted more than what memory has `told`.
    """
    if not ended.is_whole:
        return "failed"
    if any(_SILENCE.fullmatch(text) for text in (ended.reply.strip(), ended.after_tools.strip())):
        return "silent"
    is_owner = viewer.sender_is_owner is True and viewer.chat == "private"
    own = Origin.OWNER if is_owner else Origin.UNTRUSTED
    answers = lowest((Origin.AGENT, *told.origins)) if is_owner else Origin.UNTRUSTED
    name = _name(ended.speaker) or _name(viewer.sender_id or "") or "User"
    parts: tuple[tuple[str, Role, Origin, str], ...] = (
        (name, "user", own, ended.turn.text),
        ("Assistant", "assistant", answers, ended.reply),
        ("Assistant", "assistant", Origin.UNTRUSTED, ended.after_tools),
    )
    said = tuple(_said(parts, settings, mask, told.without_echoes))
    asked = " ".join(each.text for each in said if each.role == "user")
    if not asked:
        return "no_words"
    if is_command(asked):
        return "command"
    if _is_small_talk(asked, " ".join(each.text for each in said if each.role == "assistant")):
        return "small_talk"
    return CapturedTurn(_id(ended), at, said)


def _said(
    parts: tuple[tuple[str, Role, Origin, str], ...],
    settings: CaptureSettings,
    mask: Callable[[str], str],
    without_echoes: Callable[[str], str],
) -> Iterator[Said]:
    for speaker, role, origin, text in parts:
        said = clean(text, role, _LOOKED_AT)
        # Masked whole, so that no cut leaves half a secret that nothing recognises.
        masked = mask(without_echoes(said) if role == "assistant" else said)
        kept = head(masked, settings.max_message_chars).strip()
        if kept:
            yield Said(mask(speaker), role, origin, kept)


def _is_small_talk(asked: str, answered: str) -> bool:
    telling = {term.text for term in query_terms(asked)} - _SMALL
    return not telling and len({term.text for term in query_terms(answered)} - _SMALL) < _TELLING_REPLY


def _name(text: str) -> str:
    return head(" ".join(clean(text, "user", _SPEAKER_CHARS * 2).split()), _SPEAKER_CHARS)


def _id(ended: TurnEnd) -> str:
    """Return what is the same when a host hands the turn over again, in another run of the daemon too."""
    turn = ended.turn
    which = turn.run_id or [ended.reply, ended.after_tools]
    text = json.dumps([turn.host, turn.agent_id, turn.session_key, turn.session_id, which, turn.text])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
