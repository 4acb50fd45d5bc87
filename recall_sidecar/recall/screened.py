"""What memory found, made fit to be told: its secrets masked, its orders marked, and trusted no further than they allow."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from recall_sidecar.block import visible
from recall_sidecar.masking import says_anything
from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Origin, Recalled, lowest
from recall_sidecar.screen.orders import Verdict, orders
from recall_sidecar.settings.tables import OrdersPolicy

__all__ = ["fit", "gives_orders", "screened"]

_PARTS_OF_NAME = dict.fromkeys(map(ord, "-_/."), " ")
# Whose words may be told without a model's judgement.
_QUOTABLE = (Origin.OWNER, Origin.AGENT)
_BEGINS_ENTRY = re.compile(r"\s*(?:$|#|[-*+•·>|]|\d{1,3}[.)]\s)")
# How to be answered, and what to see to, is what an owner's own notes are for; marks of a frame are inert in any block.
_OWN_WISHES = frozenset({"answer", "forgery", "request", "standing"})


def screened(hits: Iterable[Hit], mask: Callable[[str], str], policy: OrdersPolicy) -> tuple[Hit, ...]:
    """Return `hits` masked, and those that give orders marked and as words of somebody else; `drop` leaves them out.

    They are read before anything invisible is taken out of them, heading and path with the text: a model sees all three.
    """
    read = (_read(hit, mask) for hit in hits)
    return tuple(hit for hit in read if not (hit.orders and policy == "drop"))


def gives_orders(verdict: Verdict, origin: Origin) -> bool:
    """Return whether words from `origin` give orders that they have no right to give."""
    return bool(verdict) and (origin is not Origin.OWNER or not _OWN_WISHES.issuperset(verdict.kinds))


def fit(answer: Recalled | None, mask: Callable[[str], str]) -> Recalled | None:
    """Return an answer that no model has written as it may be told, None when it may not.

    Pieces that were harmless one by one, or with marks within, may be a secret or an order once they are put together.
    """
    if answer is None or gives_orders(orders(answer.summary), answer.trust):
        return None
    masked = mask(answer.summary)
    return replace(answer, summary=masked) if says_anything(masked) else None


def _read(hit: Hit, mask: Callable[[str], str]) -> Hit:
    passage = hit.passage
    # Signs that part the words of a file name would hide an order in it.
    around = f"{passage.path.translate(_PARTS_OF_NAME)}\n{passage.heading}\n"
    verdict = orders(around + passage.text)
    hit = replace(hit, superseded_by=mask(hit.superseded_by)) if hit.superseded_by else hit
    masked = replace(
        passage,
        path=mask(visible(passage.path)),
        heading=mask(visible(passage.heading)),
        text=mask(visible(passage.text)),
    )
    if not gives_orders(verdict, passage.origin):
        return hit if masked == passage else replace(hit, passage=masked)
    kept = _without(verdict, passage.text, len(around)) if passage.origin in _QUOTABLE else ""
    masked = replace(masked, origin=lowest((passage.origin, Origin.UNTRUSTED)))
    return replace(hit, passage=masked, orders=verdict.kinds, harmless=mask(visible(kept)))


def _without(verdict: Verdict, text: str, offset: int) -> str:
    """Return the entries of `text` that no mark touches; none when they give orders by themselves, or a mark lies before them."""
    if any(mark.start < offset for mark in verdict.marks):
        return ""
    kept, start = [], offset
    for entry in _entries(text):
        end = start + len(entry)
        if not any(mark.start < end and start < mark.end for mark in verdict.marks):
            kept.append(entry)
        start = end
    harmless = "".join(kept)
    return "" if orders(harmless) else harmless


def _entries(text: str) -> list[str]:
    """Return list items and paragraphs with their line ends; joined, they are `text`."""
    entries: list[str] = []
    for line in text.splitlines(keepends=True):
        if not entries or _BEGINS_ENTRY.match(line) or not entries[-1].strip():
            entries.append(line)
        else:
            entries[-1] += line
    return entries
