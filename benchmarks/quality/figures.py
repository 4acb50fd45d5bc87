"""Figures of a ranking against what it should have found, and how far their mean may be trusted."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from recall_sidecar.evaluation.intervals import Interval, interval

__all__ = ["Interval", "Ranking", "Summary", "interval", "summary"]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Figures of one question's ranking; each lies between 0 and 1.

    `r5` and `r10` are the shares of the right documents among the first five and ten, `mrr` one divided by the rank of
    the first right one, `ndcg` the discounted gain of the first ten beside the best possible.
    """

    r5: float
    r10: float
    mrr: float
    ndcg: float

    @classmethod
    def of(cls, ranked: Sequence[str], gold: Collection[str]) -> "Ranking":
        """Measure `ranked`, best first, without repetitions; `gold` must not be empty."""
        right = {*gold}
        places = [place for place, document in enumerate(ranked[:10], 1) if document in right]
        gain = sum(1 / math.log2(place + 1) for place in places)
        best = sum(1 / math.log2(place + 1) for place in range(1, min(len(right), 10) + 1))
        return cls(
            sum(place <= 5 for place in places) / len(right),
            len(places) / len(right),
            1 / places[0] if places else 0.0,
            gain / best,
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over the questions of a set, with the interval of `r5`."""

    questions: int
    r5: float
    r10: float
    mrr: float
    ndcg: float
    r5_interval: Interval

    def as_json(self) -> dict[str, object]:
        """Return the figures under the names that readers of the JSON know."""
        return {
            "r5": round(self.r5, 4),
            "r10": round(self.r10, 4),
            "mrr": round(self.mrr, 4),
            "ndcg": round(self.ndcg, 4),
            "r5_interval": [round(self.r5_interval.low, 4), round(self.r5_interval.high, 4)],
            "questions": self.questions,
        }


def summary(rankings: Sequence[Ranking]) -> Summary:
    """Return the means of `rankings`, of which there must be at least one."""
    count = len(rankings)
    return Summary(
        count,
        sum(ranking.r5 for ranking in rankings) / count,
        sum(ranking.r10 for ranking in rankings) / count,
        sum(ranking.mrr for ranking in rankings) / count,
        sum(ranking.ndcg for ranking in rankings) / count,
        interval([ranking.r5 for ranking in rankings]),
    )
