"""What English words mean, by WordNet: which say the same, which say it more widely, and which say the opposite."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from recall_sidecar.memory.stem import stem as stem_of

__all__ = ["Meant", "Sense", "meant", "sense", "stem"]

_FILE: Final = "wordnet.txt"
_NOUN: Final = "N"
_MAY_BE: Final = "M"
# The file of people.
_PERSON: Final = "p"
_DOERS: Final = ("er", "or", "ist", "ers", "ors", "ists")
_STANDING: Final = ("ing", "ings")
_LEAST_DOING: Final = 4


class Sense(NamedTuple):
    """What a word may mean. `own` and `wider` are numbers of meanings, `kinds` a letter for each sort of things it may be.

    `opposites` are stems.
    """

    own: frozenset[str]
    wider: frozenset[str]
    kinds: str
    is_noun: bool
    may_be_noun: bool
    opposites: frozenset[str]

    @property
    def is_person(self) -> bool:
        """Whether it is a word for people."""
        return self.may_be_noun and self.kinds[:1] == _PERSON


@dataclass(frozen=True, slots=True)
class Meant:
    """What the words of a text may mean, all of them together."""

    stems: frozenset[str]
    own: frozenset[str]
    wider: frozenset[str]
    people: frozenset[str]

    def says(self, word: str) -> bool:
        """Return whether the text says `word`, or something that is a kind of it."""
        if stem(word) in self.stems:
            return True
        found = sense(word)
        if found is None:
            return False
        if found.is_person:
            # "Helps" says nothing of a friend, who is a helper; "teaches" does of a teacher.
            is_doing = word.endswith(_DOERS) and any(
                each.startswith(word[:_LEAST_DOING]) for each in self.stems
            )
            return is_doing or not found.own.isdisjoint(self.people)
        return not (found.own.isdisjoint(self.own) and found.own.isdisjoint(self.wider))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the stem of a folded word; most words are among the commonest few thousand."""
    return stem_of(word)


def meant(words: Iterable[str]) -> Meant:
    """Return what folded `words` may mean."""
    every = frozenset(words)
    stems = frozenset(stem(word) for word in every)
    senses = [found for word in every if (found := sense(word)) is not None]
    return Meant(
        stems,
        frozenset().union(*(found.own for found in senses)),
        frozenset().union(*(found.wider for found in senses)),
        frozenset().union(*(found.own | found.wider for found in senses if found.kinds[:1] == _PERSON)),
    )


@lru_cache(maxsize=8192)
def sense(word: str) -> Sense | None:
    """Return what a folded word may mean, None when it is in no list. "Wedding" stands for itself, others by their stem."""
    line = _lines().get(word.removesuffix("s")) if word.endswith(_STANDING) else None
    line = line or _lines().get(stem(word))
    if line is None:
        return None
    kinds, own, wider, opposites = line.split("\t")
    return Sense(
        frozenset(own.split()),
        frozenset(wider.split()),
        kinds.removeprefix(_NOUN).removeprefix(_MAY_BE),
        kinds.startswith(_NOUN),
        kinds.startswith((_NOUN, _MAY_BE)),
        frozenset(opposites.split()),
    )


@lru_cache(maxsize=1)
def _lines() -> dict[str, str]:
    text = (files("recall_sidecar.recall.verify.lexicon") / _FILE).read_text(encoding="utf-8")
    return {root: rest for root, _, rest in (line.partition("\t") for line in text.splitlines())}
