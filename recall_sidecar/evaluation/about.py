"""What a report says of the run beside its figures."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["About"]


@dataclass(frozen=True, slots=True)
class About:
    """The run: what was put to what, when and by which version. `mask` takes the secrets out of every text that a report repeats."""

    place: str
    when: str
    version: str
    model: str
    memory: str
    mask: Callable[[str], str]
