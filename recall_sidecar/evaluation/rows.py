"""A case as reports show it: bounded, and without secrets, those that the case itself names included. Pure."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from recall_sidecar.evaluation.judged import Judged, SeenHit
from recall_sidecar.evaluation.words import expectation
from recall_sidecar.graphemes import head

__all__ = ["MOST_ROWS", "Row", "rows"]

MOST_ROWS: Final = 500
_MAX_CHARS: Final = 200


@dataclass(frozen=True, slots=True)
class Row:
    """A case and what became of it, in texts that may be shown."""

    id: str
    message: str
    expected: str
    ended: str
    hits: tuple[SeenHit, ...]


def rows(judged: Iterable[Judged], mask: Callable[[str], str]) -> list[Row]:
    """Return the first so many cases as rows."""
    return [_row(each, mask) for each, _ in zip(judged, range(MOST_ROWS), strict=False)]


def _row(judged: Judged, mask: Callable[[str], str]) -> Row:
    case = judged.case

    def shown(text: str) -> str:
        for secret in sorted(case.secrets, key=len, reverse=True):
            text = re.sub(re.escape(secret), "[secret]", text, flags=re.IGNORECASE)
        return head(" ".join(mask(text).split()), _MAX_CHARS)

    ended = f"{judged.status} ({judged.reason})" if judged.reason else judged.status
    hits = tuple(replace(hit, place=shown(hit.place)) for hit in judged.hits)
    return Row(shown(case.id), shown(case.message), shown(expectation(case.expect)), ended, hits)
