"""Whom a command asks before it does something that cannot be undone."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Terminal"]


@dataclass(frozen=True, slots=True)
class Terminal:
    """Whom we talk to: whether somebody can be asked, and how."""

    is_attended: Callable[[], bool]
    ask: Callable[[str], str]
