"""What of a model's note may be told: what the passages it names say, and no orders that they smuggle in."""

from dataclasses import replace

from recall_sidecar.block import visible
from recall_sidecar.outcomes import Recalled, lowest
from recall_sidecar.recall import authority
from recall_sidecar.recall.ask import Ask, Mask, Progress, source_of
from recall_sidecar.recall.grounding import ground
from recall_sidecar.recall.reply import Summary
from recall_sidecar.trace import ClauseTrace

__all__ = ["believed"]


def believed(summary: Summary, ask: Ask, progress: Progress, mask: Mask) -> Recalled | None:
    """Return what a note comes to, None when nothing of it may be told; `progress` learns how its clauses fared."""
    note = _grounded(replace(summary, text=mask(visible(summary.text))), ask, progress)
    if not note.text:
        return None
    cited = [progress.shown[number] for number in note.numbers]
    hits = authority.sources_of(note.text, cited, progress.shown.values())
    if not authority.may_be_told(note.text, hits, ask.settings.recall.orders):
        return None
    # Of all that it names: what was left out may have coloured the rest.
    named = (progress.shown[number].passage.origin for number in summary.numbers)
    return Recalled(
        note.text,
        tuple(source_of(hit) for hit in hits),
        trust=lowest((authority.trust_of(note.text, hits), *named)),
    )


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
