"""Made-up notes of any size, and questions to them: some that a fact answers, some that nothing answers."""

import random
from pathlib import Path

__all__ = ["common_question", "fact_question", "unanswered_question", "write_notes"]

_PASSAGES_A_FILE = 50
_WORDS = 12_000
_SYLLABLES = (
    "ba", "cor", "del", "fi", "gan", "hol", "in", "ka", "lum", "mer", "no", "pel", "qua", "ris", "sto", "tam", "ul",
    "ven", "wer", "zo",
)  # fmt: skip


def write_notes(folder: Path, *, passages: int, chars: int) -> int:
    """Write that many passages of about so many characters each below `folder`, and return the bytes written.

    Every tenth passage holds the fact that `fact_question` asks for.
    """
    rng = random.Random(7)  # noqa: S311 -- text that is the same in each run, nothing secret
    words = [_word(number) for number in range(_WORDS)]
    # A few words are everywhere and most are rare, as in any language.
    weights = [1 / (rank + 3) for rank in range(_WORDS)]
    notes = folder / "memory"
    notes.mkdir(parents=True, exist_ok=True)
    written = 0
    for first in range(0, passages, _PASSAGES_A_FILE):
        numbers = range(first, min(first + _PASSAGES_A_FILE, passages))
        text = "\n\n".join(_passage(number, rng, words, weights, chars) for number in numbers)
        written += (notes / f"note-{first // _PASSAGES_A_FILE:05}.md").write_bytes(text.encode())
    return written


def fact_question(number: int) -> str:
    """Return a question that one passage answers; up to a tenth of the passages differ."""
    return f"Who leads the project {_name(number)} and where does it meet?"


def unanswered_question(number: int) -> str:
    """Return a question with words that notes hold, about things that none does."""
    known = " ".join(_word((number * 7919 + step * 613) % _WORDS) for step in range(4))
    unknown = " ".join(f"{name}{number}" for name in ("Qxivey", "Zyqol", "Wqanti", "Jyzzo", "Xiqua", "Vyqre"))
    return f"What do we know about {known} with {unknown}?"


def common_question(rng: random.Random) -> str:
    """Return a question of four to ten words as notes have them, so that most are common ones."""
    words = (_word(min(int(3 * 4000 ** rng.random()) - 3, _WORDS - 1)) for _ in range(rng.randint(4, 10)))
    return f"What about {' '.join(words)}?"


def _passage(number: int, rng: random.Random, words: list[str], cumulative: list[float], chars: int) -> str:
    lines = []
    if number % 10 == 0:
        name = _name(number // 10)
        lines.append(
            f"The project {name} is led by {_word(number + 5).title()} and meets in room {number % 97}."
        )
    # Words have six letters and a space on the average.
    filler = rng.choices(words, weights=cumulative, k=chars // 7)
    lines.extend(" ".join(filler[at : at + 14]).capitalize() + "." for at in range(0, len(filler), 14))
    return f"- {' '.join(lines)}"


def _name(number: int) -> str:
    return f"Vex{_word(number * 3 + 11)}{number}"


def _word(number: int) -> str:
    base = len(_SYLLABLES)
    return (
        _SYLLABLES[number % base]
        + _SYLLABLES[number // base % base]
        + _SYLLABLES[(number // base**2 + number) % base]
    )
