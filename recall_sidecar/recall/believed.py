"""What of a model's note may be told: what the passages it names say, and no orders that they smuggle in."""

from collections.abc import Sequence
from dataclasses import replace

from recall_sidecar.block import visible
from recall_sidecar.masking import says_anything
from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Recalled
from recall_sidecar.recall import authority
from recall_sidecar.recall.ask import Ask, Mask, Progress, source_of
from recall_sidecar.recall.grounding import ground
from recall_sidecar.recall.links import without_made_up_links
from recall_sidecar.recall.plain import split_sentences
from recall_sidecar.recall.reply import Summary
from recall_sidecar.trace import ClauseTrace

__all__ = ["believed"]


def believed(summary: Summary, ask: Ask, progress: Progress, mask: Mask) -> Recalled | None:
    """Return what a note comes to, None when nothing of it may be told; `progress` learns how its clauses fared."""
    named = [progress.shown[number] for number in summary.numbers]
    texts = (f"{hit.passage.heading}\n{hit.passage.text}" for hit in named)
    said = without_made_up_links(visible(summary.text), texts)
    note = _grounded(replace(summary, text=mask(said)), ask, progress)
    if not says_anything(note.text):
        return None
    shown = tuple(progress.shown.values())
    hits = authority.sources_of(note.text, [progress.shown[number] for number in note.numbers], shown)
    others = _others(note, named, hits, progress)
    if not authority.may_be_told(note.text, (*hits, *others), ask.settings.recall.orders):
        return None
    return Recalled(
        note.text,
        tuple(source_of(hit) for hit in hits),
        trust=authority.trust_of(note.text, (*hits, *others)),
        perhaps_of=tuple(source_of(hit) for hit in others),
    )


def _others(note: Summary, named: Sequence[Hit], hits: Sequence[Hit], progress: Progress) -> tuple[Hit, ...]:
    """Return whoever else may have had the note written.

    Of all that it names, since what was left out may have coloured
    the rest, and of what the model had read, where the note has words of its own.
    """
    less = authority.trusted_less(named, hits)
    kept = [clause.text for clause in progress.clauses if clause.dropped is None] or split_sentences(
        note.text
    )
    return (*less, *authority.spoken_through(kept, (*hits, *less), progress.shown.values()))


def _grounded(note: Summary, ask: Ask, progress: Progress) -> Summary:
    if not ask.settings.recall.verify:
        return note
    clock = ask.deadline.clock
    begun = clock.monotonic()
    limit = ask.settings.inject.max_summary_chars
    found = ground(note, progress.shown, today=ask.now.date(), max_chars=limit)
    progress.clauses = tuple(ClauseTrace(each.text, each.reason, each.numbers) for each in found.clauses)
    progress.verify_ms = (clock.monotonic() - begun) * 1000
    return replace(note, text=found.text, numbers=found.numbers)
