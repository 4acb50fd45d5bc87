"""What a model's cosines mean: where unrelated texts lie, and where a question and its answer do.

Models differ: unrelated texts have a cosine of 0.05 with one and of 0.78 with the next. Search was tuned on the first (MiniLM);
others embed the same few sentences once they are loaded, and their cosines are stretched onto its scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PASSAGES", "QUESTIONS", "Scale", "measured"]

# Everyday memory, each question answered by the passage of the same number and by no other, few words shared.
QUESTIONS = (
    "Which beverage should I order for Jonas?",
    "When does the car need its inspection?",
    "What instrument does Mira play?",
    "Where did we spend our holidays?",
    "How do I get into the admin page of the router?",
    "What must Anna not eat?",
    "Who takes care of the cat when we are away?",
    "Which database did the team choose?",
)
PASSAGES = (
    "Jonas drinks oolong tea and no coffee after two.",
    "The vehicle has to go to the garage for its safety test in March.",
    "Mira is a cellist in the city's orchestra.",
    "In summer we stayed in a small house near Lisbon for two weeks.",
    "Network settings are opened in the browser at the gateway's address; the login is on the sticker.",
    "Anna is allergic to walnuts and other nuts.",
    "The neighbour feeds Momo and empties the litter box during our trips.",
    "After comparing them, the developers decided to store everything in PostgreSQL.",
)
_UNRELATED = 0.045
_ANSWER = 0.522
# Below this the model cannot tell an answer from anything else, and stretching would only amplify noise.
_LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight line from a model's cosines to those that search was tuned on."""

    factor: float = 1.0
    offset: float = 0.0

    def of(self, cosine: float) -> float:
        """Return `cosine` on the scale of search, -1 to 1."""
        return min(max(self.factor * cosine + self.offset, -1.0), 1.0)

    def of_all(self, cosines: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return what `of` does, for many."""
        return (self.factor * cosines + self.offset).clip(-1.0, 1.0)


def measured(questions: Sequence[Sequence[float]], passages: Sequence[Sequence[float]]) -> Scale:
    """Return the scale of a model that made these vectors, of length 1, of `QUESTIONS` and `PASSAGES`.

    Raises:
        ValueError: It gives answers no higher cosine than unrelated passages.
    """
    cosines = {
        (i, j): fsum(map(mul, questions[i], passages[j]))
        for i, j in product(range(len(questions)), range(len(passages)))
    }
    answers = [cosine for (i, j), cosine in cosines.items() if i == j]
    others = [cosine for (i, j), cosine in cosines.items() if i != j]
    answer, unrelated = fsum(answers) / len(answers), fsum(others) / len(others)
    if answer - unrelated < _LEAST_SPREAD:
        message = "it does not tell an answer from an unrelated text"
        raise ValueError(message)
    factor = (_ANSWER - _UNRELATED) / (answer - unrelated)
    return Scale(factor, _UNRELATED - factor * unrelated)
