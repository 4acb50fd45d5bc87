"""Whether a text tries to give orders to an agent, of which kinds, and where.

The verdict holds kinds and places, never words of the text: it may stand in a trace.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from recall_sidecar.screen import rules, words
from recall_sidecar.screen.disguises import readings
from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.rules import Kind

__all__ = ["CLEAN", "Mark", "Verdict", "orders"]

# What is longer is looked at in its first and its last half of this.
_MOST_CHARS: Final = 24_000
# What decoded text may hide again.
_DEPTH: Final = 2
# The marks of a conversation's frame, which no memory needs: chat templates, tags and lines that play another speaker.
_FRAME: Final = re.compile(
    r"<\|?\s{0,2}/?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|end_header_id|eot_id|begin_of_text|developer|human)\s{0,2}\|?>"
    r"|\[/?(?:inst|system|sys)\]|<</?sys>>|<(?:start|end)_of_turn>|</?(?:system|active_memory_plugin|instructions?|information|important|admin|untrusted|context|relevant-memories)\b[^<>\n]{0,80}>"
    r"|<<\s{0,2}(?:passage|end|conversation)\b"
    r"|^[^\w\n]{0,8}(?:system|systemhinweis|systemnachricht|systeme|sistema|nota di sistema|nota del sistema|note systeme|assistant|developer|система|系统|系統|システム|시스템)"
    r"(?: (?:message|note|prompt|override|update|notice|instruction|alert))?[^\w\n:：]{0,4}[:：](?=\s{0,3}\S)"
    r"|^[^\w\n]{0,12}(?:end of (?:user )?(?:input|prompt|context|document|message)|begin (?:system|new) (?:prompt|instructions?))"
    r"|^[^\n:]{0,20}\((?:assistant|system|ai)\)\s?[:：]"
    r"|\b(?:for|to|attention|dear|hey|hello) (?:all |any |the )?(?:ai|llm|gpt|chatgpt|claude)\b[\w ]{0,24}[:)]"
    r"|\[\w{0,20}memory\s?=[^\]\n]{1,80}\]",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """An order of `kind` that stands from `start` to `end` in the text."""

    kind: Kind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a text; empty when it gives no orders."""

    marks: tuple[Mark, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of orders, sorted, each once."""
        return tuple(sorted({mark.kind for mark in self.marks}))

    def __bool__(self) -> bool:
        return bool(self.marks)


CLEAN: Final = Verdict()


def orders(text: str) -> Verdict:
    """Return what orders `text` gives; any string is answered, none raises, in time that grows with its length."""
    half = _MOST_CHARS // 2
    if len(text) <= _MOST_CHARS:
        marks = list(_marks(text, _DEPTH))
    else:
        behind = len(text) - half
        marks = list(_marks(text[:half], _DEPTH))
        marks += [Mark(mark.kind, mark.start + behind, mark.end + behind) for mark in _marks(text[behind:], _DEPTH)]
    return Verdict(tuple(dict.fromkeys(marks))) if marks else CLEAN


def _marks(text: str, depth: int) -> Iterator[Mark]:
    folded = fold(text)
    found = words.row(folded.text)
    open_kinds: set[Kind] = set()
    for kind, first, last in rules.found(found):
        open_kinds.add(kind)
        yield Mark(kind, *folded.span(found.spans[first][0], found.spans[last][1]))
    for frame in _FRAME.finditer(folded.text):
        open_kinds.add("forgery")
        yield Mark("forgery", *folded.span(*frame.span()))
    if depth:
        for reading in readings(text, folded.text):
            beneath = {mark.kind for mark in _marks(reading.text, depth - 1)}
            # Words that are merely put together say openly what they say.
            if not reading.is_unseen:
                beneath -= open_kinds
            if beneath:
                beneath |= {"hidden" if reading.is_unseen else "encoded"}
            yield from (Mark(kind, reading.start, reading.end) for kind in sorted(beneath))
