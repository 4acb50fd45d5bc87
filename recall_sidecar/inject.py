"""What goes before the prompt: one short line, bounded and neutral, inside the block of the host's form."""

from typing import Final, assert_never

from recall_sidecar.block import BlockForm, neutralise
from recall_sidecar.block import render as render_block
from recall_sidecar.graphemes import ELLIPSIS, head
from recall_sidecar.outcomes import (
    MAX_NOTE_CHARS,
    NothingRelevant,
    Origin,
    Recalled,
    RecallKind,
    RecallOutcome,
    Skipped,
    TimedOut,
    Unavailable,
)
from recall_sidecar.settings import InjectSettings

__all__ = ["UNAVAILABLE_NOTE", "prepare", "render"]

# The same bytes every time and no detail: it helps prompt caches and tells a reader nothing about what broke.
UNAVAILABLE_NOTE: Final = (
    "Memory could not be looked at for this message. That does not mean that nothing is remembered."
)

_NOTE: Final = "note"
_KIND_WORDS: Final[dict[RecallKind, str]] = {"summary": "", "extract": "extract", "trigger": _NOTE}
_TRUST_WORDS: Final[dict[Origin, str]] = {
    Origin.OWNER: "",
    Origin.AGENT: "",
    Origin.UNTRUSTED: "repeats untrusted text",
    Origin.SYSTEM: "repeats machine-made text",
}
# More of a text than this cannot reach the block, so it is not looked at.
_MAX_LOOKED_AT: Final = 20_000


def render(outcome: RecallOutcome, settings: InjectSettings, *, form: BlockForm) -> str:
    """Return the block for `outcome`, or an empty string when nothing goes before the prompt.

    What a reader must know of the text stands in front of it, in words: that it is an extract or was cut short, or
    whose words it repeats. These words do not count towards `max_summary_chars`, nor does what trigger phrases called: that
    has a bound of its own, and its words are the owner's or an agent's.
    """
    match outcome:
        case Recalled():
            text = _said(outcome, settings)
            return render_block(text, form=form) if text else ""
        case TimedOut() | Unavailable():
            return render_block(UNAVAILABLE_NOTE, form=form) if settings.note_when_unavailable else ""
        case NothingRelevant() | Skipped():
            return ""
        case _:
            assert_never(outcome)


def prepare(summary: str, limit: int) -> str:
    """Return `summary` as one neutral line of at most `limit` characters, the mark of a cut included.

    It is bounded before it is escaped, so that no entity is cut, and between words where there are any, so that a
    number is never cut into another number.
    """
    line = " ".join(neutralise(summary[:_MAX_LOOKED_AT]).split())
    if len(line) <= limit:
        return line
    bounded = head(line, limit)
    last_space = bounded.rfind(" ")
    cuts_a_word = not line.startswith(" ", len(bounded) - len(ELLIPSIS))
    if cuts_a_word and last_space >= limit // 2:
        return bounded[:last_space].rstrip(" ,;:") + ELLIPSIS
    return bounded


def _said(recalled: Recalled, settings: InjectSettings) -> str:
    """Return the note that trigger phrases called and the summary, each with its label."""
    called = recalled.summary if recalled.kind == "trigger" else recalled.note
    note = prepare(called, MAX_NOTE_CHARS)
    noted = f"From memory ({_NOTE}): {note}" if note else ""
    if recalled.kind == "trigger":
        return noted
    text = prepare(recalled.summary, settings.max_summary_chars)
    # Behind a note a summary says what it is, so that one does not run into the other.
    label = _label(recalled) or ("From memory: " if noted else "")
    return " ".join(filter(None, (noted, label + text if text else "")))


def _label(recalled: Recalled) -> str:
    words = (
        _KIND_WORDS[recalled.kind],
        "cut short" if recalled.partial else "",
        _TRUST_WORDS[recalled.trust],
    )
    said = ", ".join(filter(None, words))
    return f"From memory ({said}): " if said else ""
