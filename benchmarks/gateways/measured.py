"""What one turn came to: from the stopwatch's marks and the requests that its model provider saw."""

import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Marks", "MeasuredTurn", "Seen", "marks_of", "measure"]


class Seen(Protocol):
    """A request as the provider saw it; `arrived_at` is seconds of the monotonic clock."""

    @property
    def kind(self) -> str:
        """`main` for the agent's own; `peer` and `ours` for a recall."""

    @property
    def arrived_at(self) -> float:
        """When its first byte was there."""

    @property
    def tokens(self) -> int:
        """A quarter of the characters of its body."""

    @property
    def message(self) -> str:
        """The user message of the turn, with what was put in front of it."""


@dataclass(frozen=True, slots=True)
class Marks:
    """When the two phases of the hook began and ended, in milliseconds of the monotonic clock."""

    ordinary_begin: float
    ordinary_end: float
    authorised_begin: float
    authorised_end: float

    @property
    def in_hook_ms(self) -> float:
        """What the recall plugin took: nobody else has a handler in the authorised phase."""
        return self.authorised_end - self.authorised_begin

    @property
    def ordinary_ms(self) -> float:
        """What all handlers of the ordinary phase took; in it the gateway's own memory plugin works, and nobody recalls."""
        return self.ordinary_end - self.ordinary_begin


@dataclass(frozen=True, slots=True)
class MeasuredTurn:
    """One turn.

    `in_hook_ms` and `ordinary_ms` are as in `Marks`, `to_main_ms` is the time from sending until the main model request arrived, `own_ms` what the recall plugin says
    of itself (None when it said nothing), `calls` and `tokens` are those of the recall alone.
    """

    in_hook_ms: float
    ordinary_ms: float
    to_main_ms: float
    own_ms: float | None
    calls: int
    tokens: int
    is_right: bool


def marks_of(lines: Iterable[str]) -> dict[str, Marks]:
    """Return the marks by run id; lines that are not whole are left out."""
    found: dict[str, Marks] = {}
    for line in lines:
        try:
            said = json.loads(line)
            found[said["runId"]] = Marks(
                said["ordinaryBegin"], said["ordinaryEnd"], said["authorisedBegin"], said["authorisedEnd"]
            )
        except (ValueError, KeyError):
            continue
    return found


def measure(
    sent_at: float, requests: Sequence[Seen], marks: Marks, *, fact: str, own_ms: float | None = None
) -> MeasuredTurn:
    """Put a turn together.

    `sent_at` is seconds of the monotonic clock, `fact` what the agent should have been told. Raises `ValueError`
    when no main request arrived.
    """
    main = next((request for request in requests if request.kind == "main"), None)
    if main is None:
        message = "the turn reached no model"
        raise ValueError(message)
    recall = [request for request in requests if request.kind in ("peer", "ours")]
    return MeasuredTurn(
        in_hook_ms=marks.in_hook_ms,
        ordinary_ms=marks.ordinary_ms,
        to_main_ms=(main.arrived_at - sent_at) * 1000,
        own_ms=own_ms,
        calls=len(recall),
        tokens=sum(request.tokens for request in recall),
        # A date may stand between its last word and the full stop.
        is_right=fact.rstrip(".") in html.unescape(main.message),
    )
