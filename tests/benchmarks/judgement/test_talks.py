"""A conversation comes back to its questions, and is the same in every run."""

from benchmarks.judgement.talks import TURNS, talk
from benchmarks.quality.sets import Question

QUESTIONS = [Question(f"question {number}?", (f"d{number}",), None) for number in range(40)]


def test_a_conversation_is_the_same_in_every_run() -> None:
    assert talk("one", QUESTIONS) == talk("one", QUESTIONS)
    assert talk("one", QUESTIONS) != talk("two", QUESTIONS)


def test_questions_come_again_and_the_history_is_compacted() -> None:
    steps = talk("one", QUESTIONS)
    asked = [step.question for step in steps if step.question is not None]

    assert len(steps) == TURNS
    assert len(set(asked)) < len(asked)
    assert sum(step.before == "compaction" for step in steps) == 2
    assert any(step.question is None for step in steps)
