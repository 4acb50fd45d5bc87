"""Put the hits of two stores into one list: best first, nothing twice."""

from collections.abc import Sequence
from dataclasses import replace

from recall_sidecar.memory.port import Hit, Passage

__all__ = ["merge"]


def merge(own: Sequence[Hit], others: Sequence[Hit], max_hits: int) -> tuple[Hit, ...]:
    """Return the best `max_hits` of both, ranked anew; of a passage that both have, our `own` hit stays.

    The same passage means lines of the same file that overlap, or the same text.
    """
    kept = list(own)
    texts = {_folded(hit.passage) for hit in own}
    for hit in others:
        text = _folded(hit.passage)
        if text not in texts and not any(_overlaps(hit.passage, known.passage) for known in kept):
            kept.append(hit)
            texts.add(text)
    # Stable: at equal scores our own come first.
    best = sorted(kept, key=lambda hit: -hit.score)[:max_hits]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(best, 1))


def _overlaps(passage: Passage, known: Passage) -> bool:
    overlap = passage.from_line <= known.to_line and known.from_line <= passage.to_line
    return overlap and passage.path in {known.path, known.path.removeprefix(f"{known.source}/")}


def _folded(passage: Passage) -> str:
    return " ".join(passage.text.split())
