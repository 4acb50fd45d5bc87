"""Decide whether memory could help with a message: trained weights in mode `auto`, fixed rules in the others."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never

import regex

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.need.signs import NeedQuery, signs_of
from recall_sidecar.recall.need.weights import Weights
from recall_sidecar.recall.phrases import is_small_talk, mentions_the_past, wants_reminding
from recall_sidecar.recall.plain import fold, lowered
from recall_sidecar.settings.tables import Eagerness, RecallMode

__all__ = ["FAINT_SHARE", "Need", "NeedReason", "asks_about_the_past", "is_trivial", "judge"]

NeedReason: TypeAlias = Literal[
    "could_help", "unlikely", "evidence", "about_the_past", "no_evidence", "no_recall_intent", "mode_off"
]

# Of the evidence floor: what the weights may still speak for when nothing reaches the floor itself. A question and the
# preference it touches are often no nearer.
FAINT_SHARE: Final = 0.25
# A longer message is never a mere acknowledgement.
_MAX_TRIVIAL_CHARS: Final = 80
# Of a long message the two ends are looked at: that is where a question stands.
_END_CHARS: Final = 500
_NOT_WORDS: Final = regex.compile(r"[^\p{L}\p{M}\p{N}']+")
# As many signs as explain a decision to a person.
_TOLD: Final = 6


@dataclass(frozen=True, slots=True)
class Need:
    """Whether memory could help, and what said so.

    Where weights decided: how likely they hold it and how likely it had to be, both 0 to 1, and the signs that weighed
    heaviest with what each added to the log odds.
    """

    helps: bool
    reason: NeedReason
    likely: float | None = None
    threshold: float | None = None
    because: tuple[tuple[str, float], ...] = ()

    def told(self) -> dict[str, str | float]:
        """Return the decision as fields of a trace: names and numbers, no text."""
        if self.likely is None or self.threshold is None:
            return {"reason": self.reason}
        return {
            "reason": self.reason,
            "likely": round(self.likely, 3),
            "threshold": round(self.threshold, 3),
            "because": ", ".join(f"{name} {added:+.1f}" for name, added in self.because),
        }


def judge(
    query: NeedQuery, hits: tuple[Hit, ...], mode: RecallMode, eagerness: Eagerness, weights: Weights
) -> Need:
    """Decide whether a model should look at `hits`, best first, which all lie above the evidence floor.

    `auto` goes by the message and the hits together, `always` by evidence alone; `escalate` also wants a message that
    asks about the past.
    """
    match mode:
        case "off":
            return Need(helps=False, reason="mode_off")
        case _ if not hits:
            return Need(helps=False, reason="no_evidence")
        case "always":
            return Need(helps=True, reason="evidence")
        case "auto":
            weighed = weights.weigh(signs_of(query, hits))
            threshold = weights.thresholds[eagerness]
            helps = weighed.likely >= threshold
            reason: NeedReason = "could_help" if helps else "unlikely"
            return Need(helps, reason, weighed.likely, threshold, weighed.because[:_TOLD])
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
