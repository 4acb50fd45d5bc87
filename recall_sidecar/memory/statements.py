"""The sentences of a text that somebody states.

What is asked, quoted, struck out, still to be done, or true under a condition or by somebody's guess only says nothing of how
things are; it is left out.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from recall_sidecar.memory.foretold import Foretold

__all__ = ["is_stated", "sentences", "statements"]

_MAX_STATEMENTS: Final = 40
_MAX_CHARS: Final = 200
_ENDS: Final = re.compile(r"([.!?;](?=\s|$)|[。！？；])")
_BULLET: Final = re.compile(r"^[\s#]*(?:[-*+]|\d{1,3}[.)])?\s*(?:\[[xX]\]\s*)?(?:\d{4}-\d\d-\d\d:?\s+)?")
# Another's words, and a task that is not done.
_NOT_SAID: Final = re.compile(r"^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:>|\[ \])")
_QUOTES: Final = "\"“”„«»「『'‘"
_ASKED: Final = frozenset("?？")
_ASKS: Final = re.compile(
    r"(?:does|do|did|is|are|was|has|have|should|why|who|what|when|where|which|how|¿.*)\b"
    r"|.*(?:吗|是不是|是否|有没有)",
    re.IGNORECASE,
)
_UNSURE: Final = Foretold(
    r"~~|\b(?:if|unless|whether|would|should|could|might|(?-i:may)|must|maybe|perhaps|probably|supposedly|allegedly|rumou?r\w*|planned"
    r"|wrong|false|untrue|mistake\w*|falls|wenn|ob|vielleicht|wahrscheinlich|soll(?:te|ten)?|würde|könnte|falsch"
    r"|peut-être|devrait|pourrait|faux|quizás?|tal vez|debería|podría|falso|forse|dovrebbe|potrebbe|talvez|deveria|poderia)\b"
    r"|如果|要是|假如|也许|可能|大概|应该|据说|возможно|может быть|если",
    "if unless whether would should could might may must maybe perhaps probably supposedly allegedly planned wrong false untrue"
    " falls wenn ob vielleicht wahrscheinlich soll sollte sollten falsch peut faux tal falso forse dovrebbe potrebbe talvez"
    " deveria poderia",
    ("~~", "rumor", "rumour", "mistake"),
)


def statements(text: str) -> Iterator[str]:
    """Yield what the sentences and list entries of `text` state, the short ones among the first forty."""
    return filter(is_stated, sentences(text))


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences and list entries of `text` that ask nothing, the short ones among the first forty."""
    for sentence, mark in islice(_sentences(text), _MAX_STATEMENTS):
        if len(sentence) <= _MAX_CHARS and mark not in _ASKED:
            yield sentence


def is_stated(sentence: str) -> bool:
    """Return whether one of the `sentences` states something: it is no quote, no question, and nobody's guess."""
    return not (sentence[0] in _QUOTES or _ASKS.match(sentence) or _UNSURE.search(sentence))


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    """Yield each sentence and the mark at its end, which may be missing."""
    for line in text.split("\n"):
        if _NOT_SAID.match(line):
            continue
        parts = _ENDS.split(_BULLET.sub("", line, count=1))
        for sentence, mark in zip(parts[::2], [*parts[1::2], ""], strict=True):
            if sentence.strip():
                yield sentence.strip(), mark
