"""How strongly a passage speaks to a query, from 0 to 1, with a meaning that does not depend on the memory's size.

Two parts, both shares of what the query could get at best:

* `coverage`: which of the query's terms the passage holds, each weighed by how rare it is in what the viewer sees;
* `bm25`: the same with term frequency and length, as Okapi BM25, divided by its upper limit.

A term that no passage holds counts as the rarest of all, so a question about something unknown scores low even if
its small words are everywhere. Long questions are measured by their ten best terms.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall_sidecar.memory.counting import Counted
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.terms import QueryTerm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Corpus", "Shares", "WeighedQuery", "WeighedTerm", "Yardstick", "score", "total", "weigh"]

_COVERAGE_SHARE = 0.7
_BM25_SHARE = 0.3
_BEST_TERMS = 10
_K1 = 1.2
_B = 0.75
# A memory of three notes says nothing about what is rare; it is counted as if it had some more.
_PRIOR_PASSAGES = 20


@dataclass(frozen=True, slots=True)
class Corpus:
    """What the viewer can see: number of passages and of terms in them."""

    passages: int
    terms: int

    @property
    def mean_terms(self) -> float:
        """Terms in a passage of mean length, at least one."""
        return max(self.terms / self.passages, 1.0) if self.passages else 1.0


@dataclass(frozen=True, slots=True)
class WeighedTerm:
    """A term with its weight in this query: rarity times how much the word says."""

    text: str
    weight: float
    found_in: int


@dataclass(frozen=True, slots=True)
class WeighedQuery:
    """Terms with their weights, and `best`, the weight that a perfect passage would collect."""

    terms: tuple[WeighedTerm, ...]
    best: float


@dataclass(frozen=True, slots=True)
class Shares:
    """The two parts of the scores of many passages, a column each."""

    coverage: "NDArray[np.float64]"
    bm25: "NDArray[np.float64]"


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A query weighed by what the viewer sees of the index: measures text from elsewhere as if it stood there too."""

    query: WeighedQuery
    corpus: Corpus

    def measure(self, passage_terms: Sequence[str]) -> tuple[ScorePart, ...]:
        """Return the parts of the score of a passage with these terms; see `score`."""
        return score(self.query, passage_terms, self.corpus)

    def measure_all(self, found: Counted) -> Shares:
        """Return the parts of the scores of many passages in which the query's terms were counted, in its order.

        They are those of `measure`, and many at once take a tenth of the time.
        """
        return _shares(self.query, found, self.corpus)


def weigh(terms: Sequence[QueryTerm], found_in: Mapping[str, int], corpus: Corpus) -> WeighedQuery:
    """Weigh `terms` by their rarity; `found_in` is how many visible passages hold each."""
    weighed = tuple(_weighed(term, found_in.get(term.text, 0), corpus) for term in terms)
    ranked = sorted((term.weight for term in weighed), reverse=True)
    # Never less than one telling word: small words alone are no evidence, however many are shared.
    best = max(sum(ranked[:_BEST_TERMS]), _rarity(0, corpus))
    return WeighedQuery(weighed, best)


def score(query: WeighedQuery, passage_terms: Sequence[str], corpus: Corpus) -> tuple[ScorePart, ...]:
    """Return the parts of the score of a passage with these terms; each is at least 0 and they add up to 1 at most."""
    held = set(passage_terms)
    length = _K1 * (1 - _B + _B * len(passage_terms) / corpus.mean_terms)
    covered = 0.0
    frequent = 0.0
    for term in query.terms:
        if term.text in held:
            count = passage_terms.count(term.text)
            covered += term.weight
            frequent += term.weight * count / (count + length)
    return (
        ScorePart("coverage", _COVERAGE_SHARE * min(covered / query.best, 1.0)),
        ScorePart("bm25", _BM25_SHARE * min(frequent / query.best, 1.0)),
    )


def _shares(query: WeighedQuery, found: Counted, corpus: Corpus) -> Shares:
    """Return what `score` does, for many passages."""
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    lengths = _K1 * (1 - _B + _B * found.lengths / corpus.mean_terms)
    if not query.terms:
        return Shares(np.zeros(len(lengths)), np.zeros(len(lengths)))
    weights = np.array([term.weight for term in query.terms])[:, None]
    # Added up term by term, as `score` does: any other order would end in other last digits.
    covered = np.add.accumulate(weights * (found.counts > 0))[-1]
    frequent = np.add.accumulate(weights * found.counts / (found.counts + lengths))[-1]
    return Shares(
        _COVERAGE_SHARE * np.minimum(covered / query.best, 1.0),
        _BM25_SHARE * np.minimum(frequent / query.best, 1.0),
    )


def total(parts: Sequence[ScorePart]) -> float:
    """Return the score that `parts` explain."""
    return sum([part[1] for part in parts])


def _weighed(term: QueryTerm, found_in: int, corpus: Corpus) -> WeighedTerm:
    share = 1.0 if found_in else term.unknown_share
    return WeighedTerm(term.text, term.weight * share * _rarity(found_in, corpus), found_in)


def _rarity(found_in: int, corpus: Corpus) -> float:
    passages = corpus.passages + _PRIOR_PASSAGES
    return math.log1p((passages - found_in + 0.5) / (found_in + 0.5))
