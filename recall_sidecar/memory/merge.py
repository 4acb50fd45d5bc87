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
    for hit in others:
        if not any(_is_same(hit.passage, known.passage) for known in kept):
            kept.append(hit)
    # Stable: at equal scores our own come first.
    best = sorted(kept, key=lambda hit: -hit.score)[:max_hits]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(best, 1))


def _is_same(passage: Passage, known: Passage) -> bool:
    if _folded(passage.text) == _folded(known.text):
        return True
    overlap = passage.from_line <= known.to_line and known.from_line <= passage.to_line
    return overlap and passage.path in {known.path, known.path.removeprefix(f"{known.source}/")}


def _folded(text: str) -> str:
    return " ".join(text.split())
