"""What the model can see already: what was told to it, what stands in the conversation, and files that its host shows.

A statement is known by its words: letter case, punctuation and Markdown around them make no other statement, nor does
another file that holds it too. A short one ("On Friday.") may mean something else in another file.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from recall_sidecar.events import Message
from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.plain import lowered, sentences

__all__ = ["NOTHING_SEEN", "Conversation", "Seen", "Statement", "form", "statements"]

_WORD = re.compile(r"[^\W_]+")
_ASKS = re.compile(r"[?？؟][\"'”’»)\]」』）]*\Z")
# Words around a statement that take it back, or leave it open. Too many are no harm: then it may be told twice.
_DOUBT = re.compile(
    r"\b(?:not|no|never|don|doesn|didn|isn|wasn|aren|won|cannot|can t|whether|if|unless|unsure|maybe|perhaps|wrong|untrue|forget"
    r"|nicht|kein\w*|nie|ob|falls|wenn|vielleicht|falsch|ne|pas|jamais|si|peut être|faux|nunca|tal vez|quizás?|falso"
    r"|não|nem|se|talvez|non|mai|forse|falsa?|не|нет|ли|если|никогда|возможно|неверно)\b"
    r"|不|没|沒|未|否|如果|可能|也许|也許|别|錯|错|ない|ません|かどうか|もし|たぶん|아니|않|못|인지|만약|아마"
)
# A shorter statement stands in a longer one by chance. A letter of a script without spaces says about as much as two.
_SHORTEST = 12
_WIDE = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# The newest messages, which is more than a host sends for the query; together no more than these characters.
_MESSAGES = 80
_CHARS = 100_000


def form(statement: str) -> str:
    """Return the words of a statement, in one letter case and width, by which it is known."""
    return " ".join(_WORD.findall(lowered(statement)))


def _is_short(words: str) -> bool:
    return len(words) < _SHORTEST and len(words) + len(_WIDE.findall(words)) < _SHORTEST


class Statement(NamedTuple):
    """One sentence of a passage, and the file it stands in."""

    text: str
    path: str

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return _ASKS.search(self.text) is not None

    @property
    def mark(self) -> int:
        """What stands for it where its words shall not be kept."""
        return _mark(form(self.text), self.path)


def _mark(words: str, path: str) -> int:
    known_by = f"{words}\n{path}" if _is_short(words) else words
    digest = blake2b(known_by.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def statements(text: str, path: str = "") -> list[Statement]:
    """Return what a passage says, or a text that stands in no file, in order."""
    return [Statement(sentence, path) for sentence in sentences(text)]


class Conversation:
    """The messages before this turn, as people and assistant wrote them; each is read when somebody asks for its words."""

    def __init__(self, messages: Sequence[Message] = ()) -> None:
        self._messages = messages
        self._said: dict[int, list[tuple[str, bool]]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether there are no messages."""
        return next(iter(reversed(self._messages)), None) is None

    def says(self, words: str, *, asks: bool = False) -> bool:
        """Return whether a message says a statement, by its `form`; to doubt it is not to say it, nor to ask it, unless it `asks`."""
        if not words or _is_short(words):
            return False
        longest = max(words.split(" "), key=len)
        return any(
            words in sentence and (asks or not (is_asked or _DOUBT.search(sentence.replace(words, " "))))
            for number, (text, folded) in enumerate(self._texts)
            # To look for one word costs next to nothing; where letters have several forms it proves nothing.
            if longest in folded or not (longest.isascii() and folded.isascii())
            for sentence, is_asked in self._said_in(number, text)
        )

    @cached_property
    def _texts(self) -> list[tuple[str, str]]:
        """The newest messages, and each in one letter case."""
        room, texts = _CHARS, []
        for message in islice(reversed(self._messages), _MESSAGES):
            if room <= 0:
                break
            # A block of ours that a host keeps is escaped.
            text = html.unescape(message.text[:room])
            texts.append((text, text.casefold()))
            room -= len(text)
        return texts

    def _said_in(self, number: int, text: str) -> list[tuple[str, bool]]:
        """Return the sentences of a message, and which of them are questions."""
        if number not in self._said:
            self._said[number] = [(form(each.text), each.asks) for each in statements(text)]
        return self._said[number]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the model can see in one turn.

    `told` are marks of the statements that stand in an earlier block of ours, `files` those that the host shows whole, as
    `PATH` or `SOURCE/PATH`.
    """

    told: frozenset[int] = frozenset()
    conversation: Conversation = field(default_factory=Conversation)
    files: frozenset[str] = frozenset()

    @property
    def is_nothing(self) -> bool:
        """Whether nothing can be visible, so that nobody need look."""
        return not self.told and not self.files and self.conversation.is_empty

    def holds(self, statement: Statement) -> bool:
        """Return whether a statement is visible."""
        words = form(statement.text)
        is_told = _mark(words, statement.path) in self.told
        return is_told or self.conversation.says(words, asks=statement.asks)

    def holds_all(self, said: Sequence[Statement]) -> bool:
        """Return whether everything is visible that `said` says, which must be something."""
        return bool(said) and all(map(self.holds, said))

    def shows(self, hit: Hit) -> bool:
        """Return whether everything that a passage says is visible."""
        place = hit.passage
        if self.files and not self.files.isdisjoint((place.path, f"{place.source}/{place.path}")):
            return True
        return self.holds_all(statements(place.text, place.path))


NOTHING_SEEN = Seen()
