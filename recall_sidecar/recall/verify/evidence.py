"""What the passages say, cut up so that a clause can be held against it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from recall_sidecar.memory import hanzi
from recall_sidecar.recall.plain import split_sentences
from recall_sidecar.recall.verify.clauses import pieces
from recall_sidecar.recall.verify.dates import Times, times
from recall_sidecar.recall.verify.languages import language
from recall_sidecar.recall.verify.meanings import folded, places_in
from recall_sidecar.recall.verify.moments import Moment, mentions_time
from recall_sidecar.recall.verify.names import foreign
from recall_sidecar.recall.verify.negation import Polarity, leaves_open, polarity
from recall_sidecar.recall.verify.numbers import Amount, amounts
from recall_sidecar.recall.verify.romanise import latin
from recall_sidecar.recall.verify.senses import Meant, meant
from recall_sidecar.recall.verify.tokens import keys_in

__all__ = ["Evidence", "Part", "Seen", "evidence"]

_MAX_CHARS: Final = 4000
_LABEL: Final = re.compile(r"^\s*(?:[-*]\s+)?(?:\*\*)?([^\W\d_][\w .'’-]{0,30}?)(?:\*\*)?\s?[:：]\s*(?=\S)")
_LETTERS: Final = re.compile(r"(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W_])+(?:['’][a-z]+)?")
_RUNS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SLASHED: Final = re.compile(r"(?<![\d/])0?(\d{1,2})/0?(\d{1,2})(?!\d)")
_SAME_AS_BEFORE: Final = 3
_NAME: Final = re.compile(
    r"(?<![A-Za-zÀ-ÿА-я])(?:[A-ZÀ-ÖØ-ÞА-Я][^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]*(?:['’-][A-Za-zÀ-ÿ]+)*|[\u30a0-\u30ff]+|[\u3400-\u9fff]+|[\uac00-\ud7af]+)"
)
_THIRD: Final = re.compile(
    r"^\W*(?:[Hh]e|[Ss]he|[Tt]hey|[Ee]r|[Ee]lle|[Ii]l|[Éé]l|[Ee]lla|[Ee]le|[Ee]la|[Ll]ui|[Ll]ei|[Оо]н[аи]?)\b|^\W*[他她彼]"
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A passage that the sub-agent read, under its number.

    `speaker` is who said it, empty where nobody knows; `is_owner` whether those are the user's own words. `newer` is the number
    of a passage that says otherwise since, 0 when it is not at hand; `is_older` that there is one.
    """

    number: int
    text: str
    day: date | None = None
    speaker: str = ""
    is_owner: bool = False
    is_older: bool = False
    newer: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a passage's sentence: the keys of its words, what it denies, and who said it.

    `is_carried` says that it goes on with a list, and denies with what stands before it.
    """

    keys: frozenset[str]
    polarity: Polarity
    speaker: str
    sentence: int
    text: str
    is_carried: bool = False


@dataclass(slots=True)
class Evidence:
    """A passage, cut up. `names` are its words with a capital and those of scripts without; `plain` is all of it, folded."""

    seen: Seen
    language: str
    parts: list[Part] = field(default_factory=list)
    keys: frozenset[str] = frozenset()
    plain: str = ""
    sentences: list[str] = field(default_factory=list)
    # Whether a sentence may speak of somebody, as far as that was asked.
    about: dict[tuple[int, str], bool] = field(default_factory=dict)
    _amounts: list[Amount] | None = None
    _times: Times | None = None
    _sentences: dict[int, list[Part]] = field(default_factory=dict)
    _sentence_keys: dict[int, frozenset[str]] = field(default_factory=dict)
    _words: frozenset[str] | None = None
    _sound: str | None = None
    _names: frozenset[str] | None = None
    _places: frozenset[str] | None = None
    _meant: Meant | None = None

    @property
    def speakers(self) -> frozenset[str]:
        """Who says something in it."""
        return frozenset(part.speaker for part in self.parts)

    @property
    def amounts(self) -> list[Amount]:
        """The numbers of the passage."""
        if self._amounts is None:
            self._amounts = amounts(self.seen.text[:_MAX_CHARS], self.language)
        return self._amounts

    @property
    def times(self) -> Times:
        """The times of the passage."""
        if self._times is None:
            told = "\n".join(sentence for sentence in self.sentences if mentions_time(sentence))
            self._times = times(told, self.seen.day)
        return self._times

    def holds_time(self, moment: Moment) -> bool:
        """Return whether a time may be one of the passage's; its own day is looked at first."""
        if moment.month and moment.day and self._is_slashed(moment.month, moment.day):
            return True
        is_of_day = moment.weekday is None and not moment.relation and self.seen.day is not None
        return (is_of_day and Times((), (), self.seen.day).hold(moment)) or self.times.hold(moment)

    def _is_slashed(self, month: int, day: int) -> bool:
        """Return whether a day stands in it as 7/10 or 10/7, which is one in each country."""
        return any(
            {(first, second), (second, first)} & {(str(month), str(day))}
            for first, second in _SLASHED.findall(self.seen.text[:_MAX_CHARS])
        )

    @property
    def names(self) -> frozenset[str]:
        """The words that may be names: those with a capital, and runs of scripts that have none."""
        if self._names is None:
            speakers = {part.speaker for part in self.parts if part.speaker} | {self.seen.speaker}
            text = self.seen.text[:_MAX_CHARS]
            self._names = frozenset(_NAME.findall(text)) | frozenset(foreign(text)) | (speakers - {""})
        return self._names

    @property
    def places(self) -> frozenset[str]:
        """The keys of the places that it names, also in several words: "New York City"."""
        if self._places is None:
            self._places = places_in([folded(word) for word in _LETTERS.findall(self.seen.text[:_MAX_CHARS])])
        return self._places

    @property
    def words(self) -> frozenset[str]:
        """Its words, folded, in scripts that have spaces."""
        if self._words is None:
            self._words = frozenset(folded(word) for word in _LETTERS.findall(self.seen.text[:_MAX_CHARS]))
        return self._words

    @property
    def meant(self) -> Meant:
        """What its words may mean, in English."""
        if self._meant is None:
            self._meant = meant(self.words)
        return self._meant

    @property
    def sound(self) -> str:
        """All of it in Latin letters, without spaces, when it is in a script that has no capitals."""
        if self._sound is None:
            self._sound = "" if self.seen.text.isascii() else latin("".join(_RUNS.findall(self.plain)))
        return self._sound

    def context(self, number: int) -> str:
        """Return a sentence, with the one before it where it only says "she"."""
        sentence = self.sentences[number]
        if number and _THIRD.match(sentence):
            return f"{self.sentences[number - 1]} {sentence}"
        return sentence

    def first_of(self, number: int) -> Part:
        """Return the first part of a sentence."""
        return self._by_sentence()[number][0]

    def keys_of_sentence(self, number: int) -> frozenset[str]:
        """Return the keys of all words of a sentence."""
        if number not in self._sentence_keys:
            self._sentence_keys[number] = frozenset().union(
                *(part.keys for part in self._by_sentence()[number])
            )
        return self._sentence_keys[number]

    def _by_sentence(self) -> dict[int, list[Part]]:
        if not self._sentences:
            for part in self.parts:
                self._sentences.setdefault(part.sentence, []).append(part)
        return self._sentences


def evidence(seen: Seen) -> Evidence:
    """Cut a passage up."""
    text = hanzi.folded(seen.text[:_MAX_CHARS])
    found = Evidence(seen, language(text), plain=text.casefold())
    keys: set[str] = set()
    number = 0
    for speaker, line in _lines(text, seen.speaker):
        for sentence in split_sentences(line):
            parts = list(_parts(sentence, speaker, number, found.language))
            if not parts:
                continue
            found.parts.extend(parts)
            keys.update(*(part.keys for part in parts))
            found.sentences.append(sentence)
            number += 1
    found.keys = frozenset(keys)
    return found


def _lines(text: str, speaker: str) -> Iterator[tuple[str, str]]:
    """Yield each line with who says it: a name and a colon before a line say so."""
    for line in text.split("\n"):
        if not line.strip():
            continue
        label = _LABEL.match(line)
        if (
            label is not None
            and (label[1].istitle() or label[1].casefold() in _ROLES or not label[1].isascii())
            and len(label[1].split()) < 4
        ):
            speaker = label[1]
            yield speaker, line[label.end() :]
        else:
            yield speaker, line


_ROLES: Final = frozenset({"user", "assistant", "ai", "me", "human"})


def _parts(sentence: str, speaker: str, number: int, in_language: str) -> Iterator[Part]:
    before: Polarity = "plain"
    is_open = False
    for goes_on, text in pieces(sentence):
        was_open, is_open = is_open, leaves_open(text)
        keys, words = keys_in(text, in_language)
        if not words:
            continue
        said = polarity(text, in_language=in_language)
        if was_open and said == "plain":
            yield Part(keys, "soft", speaker, number, text, is_carried=True)
            continue
        # "I do not eat meat, fish or eggs"
        is_item = _FOR_EXAMPLE.match(text) is not None or (
            goes_on and words < _SAME_AS_BEFORE and not _is_own(text)
        )
        is_carried = is_item and said == "plain" and before in {"denied", "soft"}
        before = before if is_carried else said
        yield Part(keys, before, speaker, number, text, is_carried)


_FOR_EXAMPLE: Final = re.compile(
    r"\s*(?:including|such as|e\.g\.|for example|zum Beispiel|wie etwa|comme|como|come|например|例如|比如|包括)",
    re.IGNORECASE,
)


def _is_own(text: str) -> bool:
    """Return whether a part has somebody who acts in it, so that it says something of its own."""
    return _ACTS.search(text) is not None


_ACTS: Final = re.compile(
    r"\b(?:i|we|he|she|they|you|it|ich|wir|er|sie|je|nous|il|elle|yo|eu|io|я|мы|он|она)\b|['’](?:m|ve|ll|d|re)\b|我|他|她|你",
    re.IGNORECASE,
)
