"""Conversations that come back to what they were about: questions with known answers, in the order somebody asks them."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from benchmarks.quality.sets import Question

__all__ = ["TURNS", "Step", "talk"]

TURNS: Final = 40
# The history is compacted before these turns.
_COMPACTED_AT: Final = (14, 29)
_QUESTIONS: Final = 14
_ASKED_AGAIN: Final = 0.45
_SMALL_TALK: Final = 0.1
_THANKS: Final = ("Thanks!", "ok", "谢谢", "great, thank you")


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: what is said, the question that it is, None for small talk, and what happens before it.

    `echoes` is whether the assistant repeats in its reply what the block told it.
    """

    text: str
    question: Question | None
    before: Literal["", "compaction"] = ""
    echoes: bool = False


def talk(name: str, questions: Sequence[Question]) -> list[Step]:
    """Return the turns of the conversation `name`, the same in every run: new questions, and such that were asked before."""
    draw = random.Random(hashlib.sha256(name.encode()).digest())  # noqa: S311 - a sample, not a secret
    new = draw.sample(list(questions), min(_QUESTIONS, len(questions)))
    asked: list[Question] = []
    steps = []
    for number in range(TURNS):
        before: Literal["", "compaction"] = "compaction" if number in _COMPACTED_AT else ""
        if draw.random() < _SMALL_TALK:
            steps.append(Step(draw.choice(_THANKS), None, before))
            continue
        if asked and (not new or draw.random() < _ASKED_AGAIN):
            question = draw.choice(asked)
        else:
            question = new.pop()
            asked.append(question)
        steps.append(Step(question.text, question, before, echoes=draw.random() < 0.5))
    return steps
