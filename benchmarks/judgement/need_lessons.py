"""Questions put to strangers, to learn from alone: no figure counts them.

To another person's memory a question about oneself sounds the same, so that the hits have to tell, and only rows of this kind can teach it.
`stranger` puts a question to people whose memory holds nothing that helps: the cases say who they are; of a set with several memories some
are chosen by a hash, and a set that has only one is parted into memories that share no answer. `taught` puts it to such a part that
answers it, or to its own memory among as much of somebody else's: a small memory has few chances to look right by accident.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.judgement.need_pairs import Asked, Kind, Memories, Put, answerable, hash_of
from benchmarks.quality.sets import Document

__all__ = ["Lesson", "among", "lessons", "parted"]

_PARTS: Final = 6
_STRANGERS: Final = 2
# What the parts of LongMemEval are written in.
_LANGUAGE: Final = "en"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A put, the set that holds its memory, and the documents of that memory."""

    holder: str
    put: Put
    documents: tuple[Document, ...]


def lessons(memories: Memories) -> Iterator[Lesson]:
    """Yield the questions of a set put to its own people."""
    parts = parted(memories)
    for asked in answerable(parts):
        if parts is not memories:
            yield _lesson("taught", parts, asked, asked.haystack, parts.documents[asked.haystack])
        others = asked.strangers
        if others is None:
            others = _some(f"{asked.id}:", parts.documents.keys() - {asked.haystack})
        for name in others:
            yield _lesson("stranger", parts, asked, name, parts.documents[name])


def among(cases: Memories, crowd: Memories) -> Iterator[Lesson]:
    """Yield the English questions of `cases` put to parts of the memory of `crowd`, alone and with what their person has noted."""
    parts = parted(crowd)
    names = sorted(parts.documents)
    people = sorted({each.haystack for each in cases.asked if each.category == _LANGUAGE})
    for asked in answerable(cases):
        if asked.haystack not in people:
            continue
        part = names[people.index(asked.haystack) % len(names)]
        both = (*cases.documents[asked.haystack], *parts.documents[part])
        yield _lesson("taught", cases, asked, f"{asked.haystack}+{part}", both, beside=crowd.name)
        for name in _some(asked.id, parts.documents.keys()):
            lesson = _lesson("stranger", cases, asked, name, parts.documents[name], beside=crowd.name)
            yield replace(lesson, holder=crowd.name)


def parted(memories: Memories) -> Memories:
    """Return `memories` as it is where it holds several, else as those of some people; what answers a question stays together."""
    if len(memories.documents) > 1:
        return memories
    ((name, documents),) = memories.documents.items()
    session = {each.id: each.session or each.id for each in documents}
    joined: dict[str, str] = {}

    def first_of(one: str) -> str:
        while (other := joined.get(one, one)) != one:
            one = other
        return one

    asked = answerable(memories)
    for each in asked:
        ends = [first_of(session[gold]) for gold in each.gold]
        joined.update((end, ends[0]) for end in ends if end != ends[0])
    person = {each.id: f"{name}-{hash_of(first_of(session[each.id])) % _PARTS}" for each in documents}
    parts = {
        part: tuple(each for each in documents if person[each.id] == part)
        for part in sorted({*person.values()})
    }
    return Memories(
        memories.name, parts, tuple(replace(each, haystack=person[each.gold[0]]) for each in asked)
    )


def _some(salt: str, names: Set[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: hash_of(f"{salt}{name}"))[:_STRANGERS])


def _lesson(
    kind: Kind, memories: Memories, asked: Asked, name: str, documents: tuple[Document, ...], beside: str = ""
) -> Lesson:
    of = memories.name
    put = Put(kind, of, name, asked.id, of, asked.text, date=asked.date, beside=beside)
    return Lesson(of, put, documents)
