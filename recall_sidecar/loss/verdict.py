"""Where a fact was lost and what to change, and what of that a chat may be told."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from recall_sidecar.traced import TurnTrace

__all__ = ["LOST_AT", "Explained", "Loss", "LostAt", "Verdict", "discreet"]

LostAt: TypeAlias = Literal[
    "told", "gate", "not_indexed", "masked", "not_visible", "later", "no_match", "below_floor", "below_cut", "cached",
    "screened", "superseded", "already_visible", "need", "deadline", "breaker", "model", "none", "unsupported", "characters",
    "left_out", "unavailable", "unknown",
]  # fmt: skip
LOST_AT: Final[tuple[LostAt, ...]] = get_args(LostAt)
# A step with what happened there, and what to do.
Loss: TypeAlias = tuple[LostAt, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Where a fact was lost. `what` happened and what to `do` are clauses; they hold names, numbers and places, never what memory says.

    `place` is where the fact stands, `rank` and `score` how it was found, beside `best_place` and `best_score`; 0 and empty
    where nothing is known of that. `by_meaning` says that no passage has the words of the fact, and this one about its meaning.
    """

    step: LostAt
    what: str
    do: str
    place: str = ""
    rank: int = 0
    score: float = 0.0
    best_place: str = ""
    best_score: float = 0.0
    by_meaning: bool = False

    @property
    def line(self) -> str:
        """The verdict as a sentence."""
        first, _, _ = self.what.partition(" ")
        # A path keeps its letters.
        what = self.what[:1].upper() + self.what[1:] if first.isalpha() else self.what
        return f"{what}: {self.do}."


@dataclass(frozen=True, slots=True)
class Explained:
    """A turn, what became of it in words, and where it lost what was expected; `verdict` is None when nothing was."""

    turn: TurnTrace
    told: str
    verdict: Verdict | None = None


def discreet(verdict: Verdict) -> Verdict:
    """Return what may be told in a chat that must not learn of what it may not see: that there is such a thing, or none."""
    if verdict.step not in {"not_indexed", "masked", "not_visible"}:
        return verdict
    return Verdict(
        step="not_indexed",
        what="nothing that this chat may see says that",
        do="ask its owner, or run `recall-sidecar why` on the computer itself, which sees all of memory",
    )
