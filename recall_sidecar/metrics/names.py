"""Values of a label that come from outside: as many as fit, and `other` for the rest.

Each value of a label is a series that a scraper keeps for months. Hosts and models are named by requests, so their number is
bounded here, and what does not look like a name is none.
"""

import re

__all__ = ["OTHER", "Names"]

OTHER = "other"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,99}")


class Names:
    """The values that one label has had, at most `limit` of them: the first ones stay."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Return what stands for `name` in the label."""
        if name in self._taken:
            return name
        if len(self._taken) >= self._limit or not _NAME.fullmatch(name):
            return OTHER
        self._taken.add(name)
        return name
