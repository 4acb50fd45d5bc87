"""What curated entries say by themselves, because the message mentions one of their trigger phrases: no model judges it.

What a message names exactly counts as a phrase of one word.

The rule is OpenClaw's: four fifths how much of a phrase the message holds, one fifth how relevant the entry is to the
search; what reaches 0.65 is strong. A phrase of one word counts 0.85 of a longer one, since one word says less.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

from recall_sidecar.graphemes import head
from recall_sidecar.memory.port import Hit, ScorePart, TriggerHit
from recall_sidecar.outcomes import (
    MAX_NOTE_CHARS,
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    Source,
    TimedOut,
    Unavailable,
    lowest,
)
from recall_sidecar.recall.extract import closed
from recall_sidecar.recall.plain import sentences

__all__ = ["MAX_ENTRIES", "beside", "joined", "note", "strong"]

MAX_ENTRIES: Final = 3
_PHRASE_SHARE: Final = 0.8
_RELEVANCE_SHARE: Final = 0.2
_ONE_WORD: Final = 0.85
# A hair below, because sums of tenths are not exact.
_STRONG: Final = 0.65 - 1e-9
_TRUSTED: Final = (Origin.OWNER, Origin.AGENT)


def strong(found: Sequence[TriggerHit]) -> tuple[Hit, ...]:
    """Return the entries that a message calls strongly, best first, at most `MAX_ENTRIES`, the same words once."""
    scored = (_scored(each) for each in found if each.hit.passage.origin in _TRUSTED)
    called = sorted(
        (hit for hit in scored if hit.score >= _STRONG),
        key=lambda hit: (-hit.score, hit.passage.path, hit.passage.from_line),
    )
    once = {hit.passage.text: hit for hit in reversed(called)}
    best = sorted(once.values(), key=called.index)[:MAX_ENTRIES]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(best, 1))


def note(hits: Sequence[Hit], sources: Sequence[Source]) -> Recalled | None:
    """Return what `hits` say, whole entries while there is room; None when they say nothing. `sources` go with `hits`."""
    said: list[str] = []
    kept: list[Source] = []
    for hit, source in zip(hits, sources, strict=True):
        text = " ".join(sentences(hit.passage.text))
        if text and (not said or len(" ".join([*said, closed(text)])) <= MAX_NOTE_CHARS):
            said.append(closed(text))
            kept.append(source)
    if not said:
        return None
    trust = lowest(tuple(source.origin for source in kept))
    return Recalled(head(" ".join(said), MAX_NOTE_CHARS), tuple(kept), "trigger", trust=trust)


def joined(called: Recalled | None, outcome: RecallOutcome) -> RecallOutcome:
    """Return `outcome` with the note that trigger phrases called: in front of a summary, else in its place."""
    if called is None:
        return outcome
    match outcome:
        case Recalled():
            return beside(called, outcome)
        case NothingRelevant() | Skipped():
            return called
        case TimedOut():
            return replace(called, fallback="timeout")
        case Unavailable():
            return replace(called, fallback=outcome.reason.value)
        case _:
            assert_never(outcome)


def beside(called: Recalled | None, recalled: Recalled) -> Recalled:
    """Return `recalled` with the note in front of it, once."""
    if called is None or recalled.kind == "trigger" or recalled.note:
        return recalled
    return replace(
        recalled,
        note=called.summary,
        noted=len(called.sources),
        sources=(*called.sources, *recalled.sources),
        trust=lowest((called.trust, recalled.trust)),
    )


def _scored(found: TriggerHit) -> Hit:
    overlap = _ONE_WORD if found.terms == 1 else found.held / found.terms
    phrase = _PHRASE_SHARE * overlap
    relevance = _RELEVANCE_SHARE * found.hit.score
    parts = (ScorePart("exact" if found.exact else "phrase", phrase), ScorePart("relevance", relevance))
    return replace(found.hit, score=phrase + relevance, parts=parts)
