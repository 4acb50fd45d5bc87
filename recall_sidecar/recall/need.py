"""Decide whether memory could help with a message: by fixed rules, until something trained takes their place."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, assert_never

import regex

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.phrases import is_small_talk, mentions_the_past, wants_reminding
from recall_sidecar.recall.plain import fold, lowered
from recall_sidecar.settings.tables import RecallMode

__all__ = ["Need", "NeedQuery", "NeedReason", "asks_about_the_past", "is_trivial", "judge"]

NeedReason: TypeAlias = Literal["evidence", "about_the_past", "no_evidence", "no_recall_intent", "mode_off"]

# A longer message is never a mere acknowledgement.
_MAX_TRIVIAL_CHARS = 80
# Of a long message the two ends are looked at: that is where a question stands.
_END_CHARS = 500
_NOT_WORDS = regex.compile(r"[^\p{L}\p{M}\p{N}']+")


class NeedQuery(Protocol):
    """What is read of a turn's query: the user's latest words, and the text that was searched with."""

    @property
    def latest(self) -> str:
        """The user's latest message, cleaned."""

    @property
    def search(self) -> str:
        """The search query."""


@dataclass(frozen=True, slots=True)
class Need:
    """Whether memory could help, and the rule that said so."""

    helps: bool
    reason: NeedReason


def judge(query: NeedQuery, hits: tuple[Hit, ...], mode: RecallMode) -> Need:
    """Decide whether a model should look at `hits`, which all lie above the evidence floor.

    `auto` and `always` go by evidence alone; `escalate` also wants a message that asks about the past.
    """
    match mode:
        case "off":
            return Need(helps=False, reason="mode_off")
        case _ if not hits:
            return Need(helps=False, reason="no_evidence")
        case "auto" | "always":
            return Need(helps=True, reason="evidence")
        case "escalate":
            asks = asks_about_the_past(query.latest)
            return Need(helps=asks, reason="about_the_past" if asks else "no_recall_intent")
        case _:
            assert_never(mode)


def asks_about_the_past(latest: str) -> bool:
    """Tell whether a message asks about something the user did, said or told before.

    A reminder for later ("remind me tomorrow to …") does not.
    """
    ends = latest if len(latest) <= 2 * _END_CHARS else f"{latest[:_END_CHARS]} {latest[-_END_CHARS:]}"
    words = lowered(ends)
    return mentions_the_past(words) or wants_reminding(words)


def is_trivial(latest: str) -> bool:
    """Tell whether a message needs no memory at all, so that nothing is searched.

    True for acknowledgements, thanks, greetings and pings alone, and for messages without a letter or digit. A
    short question ("why?", "and hers?", 猫) is not trivial.
    """
    if not any(character.isalnum() for character in latest):
        return True
    if len(latest) > _MAX_TRIVIAL_CHARS:
        return False
    return is_small_talk(_NOT_WORDS.sub(" ", fold(latest)))
