"""Leave out what the model can see already.

Passages of which everything is visible are left out before anybody judges them. What then answers is looked at once more:
of a long passage only a part may have been told, and it is a new answer when it tells another part.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import (
    NothingRelevant,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    Source,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.recall.extract import Extract, extract
from recall_sidecar.recall.seen import Seen, Statement
from recall_sidecar.recall.told import own_words, told_by

__all__ = ["Found", "Shown", "agrees", "fresh_extract", "question", "split", "without_repeats"]

# What ends a recall for want of a model: with nothing new to quote it ends because all of it is visible.
_WITHOUT_MODEL = frozenset(
    {
        UnavailableReason.NO_MODEL,
        UnavailableReason.WARMING,
        UnavailableReason.BREAKER_OPEN,
        UnavailableReason.MODEL,
        UnavailableReason.SPEND_LIMIT,
    }
)


@dataclass(frozen=True, slots=True)
class Found:
    """What a recall has found: `offered` may answer, `visible` was left out, `note` is what trigger phrases called.

    `repeats` are those of which an extract would tell what is visible, and nothing else. `query` is what was asked.
    """

    offered: tuple[Hit, ...] = ()
    visible: tuple[Hit, ...] = ()
    note: Recalled | None = None
    repeats: tuple[Hit, ...] = ()
    query: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands ready for an answer without a model; `repeats` is what it would repeat, where it tells nothing new."""

    extract: Extract | None
    repeats: tuple[Hit, ...] = ()


def split(hits: Iterable[Hit], seen: Seen) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Return the hits that say something new, and those of which the model can see everything."""
    found = tuple(hits)
    if not found or seen.is_nothing:
        return found, ()
    visible = tuple(hit for hit in found if seen.shows(hit))
    return tuple(hit for hit in found if hit not in visible), visible


def question(query: str, hits: Iterable[Hit]) -> int:
    """Return the mark of a question and what was found for it: asked again with the same found, it has the same answer."""
    found = sorted(f"{hit.passage.path}\n{hit.passage.text}" for hit in hits)
    return Statement("\n".join([query, *found]), "?").mark


def fresh_extract(
    hits: Sequence[Hit], visible: Sequence[Hit], query: str, *, max_chars: int, seen: Seen
) -> Shown:
    """Return the extract of `hits` without what is visible.

    It is chosen from all that was found, the `visible` ones too: what would not have been said beside them is no answer
    now that they are left out.
    """
    everything = tuple(sorted((*hits, *visible), key=lambda hit: hit.rank))
    found = extract(everything, query, max_chars=max_chars)
    if found is None or seen.is_nothing:
        return Shown(found)
    said = [(hit, told_by(found.text, [_text_of(hit)], query)) for hit in found.hits]
    new = [(hit, _new(told, seen) if hit not in visible else ()) for hit, told in said]
    if [len(told) for _, told in said] == [len(told) for _, told in new]:
        return Shown(found)
    rest = tuple(_saying(hit, told) for hit, told in new if told)
    return Shown(extract(rest, query, max_chars=max_chars)) if rest else Shown(None, repeats=found.hits)


def without_repeats(outcome: RecallOutcome, found: Found, seen: Seen) -> RecallOutcome:
    """Return `outcome` without what the model can see: what is new of it, or that everything is visible already."""
    match outcome:
        case Recalled():
            if seen.is_nothing or not _is_visible(outcome, found, seen):
                return outcome
            note = found.note if outcome.note else None
            rest = note if note is not None and not _is_visible(note, found, seen) else None
            return rest or Skipped(SkipReason.ALREADY_VISIBLE)
        case Unavailable(reason) if found.repeats and reason in _WITHOUT_MODEL:
            return Skipped(SkipReason.ALREADY_VISIBLE)
        case NothingRelevant() if _best_is_visible(found):
            return Skipped(SkipReason.ALREADY_VISIBLE)
        case NothingRelevant() | Skipped() | TimedOut() | Unavailable():
            return outcome
        case _:
            assert_never(outcome)


def agrees(outcome: RecallOutcome, found: Found, seen: Seen) -> bool:
    """Return whether an answer that was kept says what a new one would: what was left out for it is visible still.

    An answer that is visible in part is none; one that is visible as a whole is, as `without_repeats` says of it.
    """
    if not all(map(seen.shows, found.visible)):
        return False
    if not isinstance(outcome, Recalled) or seen.is_nothing:
        return True
    told = told_by(f"{outcome.note} {outcome.summary}", _texts(outcome.sources, found), found.query)
    return seen.holds_all(told) or not any(map(seen.holds, told))


def _is_visible(recalled: Recalled, found: Found, seen: Seen) -> bool:
    if seen.holds(own_words(recalled)):
        return True
    return seen.holds_all(
        told_by(recalled.summary, _texts(_own_sources(recalled, found), found), found.query)
    )


def _own_sources(recalled: Recalled, found: Found) -> Sequence[Source]:
    """Return the sources of the summary alone, without those of a note that stands in front of it."""
    called = found.note.sources if recalled.note and found.note is not None else ()
    return [source for source in recalled.sources if source not in called]


def _texts(sources: Iterable[Source], found: Found) -> list[tuple[str, str]]:
    named = {source.place for source in sources}
    return [_text_of(hit) for hit in found.offered if _place(hit) in named]


def _new(told: Sequence[Statement], seen: Seen) -> Sequence[Statement]:
    return [each for each in told if not seen.holds(each)]


def _best_is_visible(found: Found) -> bool:
    return any(hit.rank == 1 for hit in found.visible)


def _place(hit: Hit) -> tuple[str, str, int]:
    return hit.passage.source, hit.passage.path, hit.passage.from_line


def _text_of(hit: Hit) -> tuple[str, str]:
    return hit.passage.path, hit.passage.text


def _saying(hit: Hit, told: Sequence[Statement]) -> Hit:
    text = "\n".join(f"- {each.text}" for each in told)
    return replace(hit, passage=replace(hit.passage, text=text))
