"""The marks of a conversation's frame, which no memory needs: chat templates, tags, lines that play another speaker."""

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["frames"]

_ANGLED: Final = re.compile(
    r"<\|?\s{0,2}/?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|end_header_id|eot_id|begin_of_text|developer|human)\s{0,2}\|?>"
    r"|<</?sys>>|<(?:start|end)_of_turn>"
    r"|</?(?:system|active_memory_plugin|relevant-memories|instructions?|information|important|admin|untrusted|context)\b[^<>\n]{0,80}>"
    r"|<<\s{0,2}(?:passage|end|conversation)\b"
)
_BRACKETED: Final = re.compile(r"\[/?(?:inst|system|sys)\]|\[\w{0,20}memory\s?=[^\]\n]{1,80}\]")
# What stands in front of our own blocks, and nowhere else.
_LABEL: Final = re.compile(
    r"\bfrom memory ?\([^()\n]{0,200}\) ?:|\((?:words of somebody else|written by a program)[^()\n]{0,60}\)|\brecalled from memory\b"
)
# At the beginning of a line.
_LED: Final = re.compile(
    r"[^\w\n]{0,12}(?:"
    r"(?:end of (?:user )?(?:input|prompt|context|document|message)|begin (?:system|new) (?:prompt|instructions?))"
    r"|\w{0,20}\s?\((?:assistant|system|ai)\)\s?[:：])"
)
_SPOKEN_TO: Final = re.compile(
    r"\b(?:for|to|attention|dear|hey|hello) (?:all |any |the )?(?:ai|llm|gpt|chatgpt|claude)\b[\w ]{0,24}[:)]"
)
_NAMES: Final = (" ai", " llm", " gpt", " chatgpt", " claude")


def frames(folded: str) -> Iterator[tuple[int, int]]:
    """Yield where marks of a frame stand in a folded text."""
    if "<" in folded:
        yield from (found.span() for found in _ANGLED.finditer(folded))
    if "memory" in folded or "somebody" in folded or "program" in folded:
        yield from (found.span() for found in _LABEL.finditer(folded))
    if "[" in folded:
        yield from (found.span() for found in _BRACKETED.finditer(folded))
    if any(name in folded for name in _NAMES):
        yield from (found.span() for found in _SPOKEN_TO.finditer(folded))
    start = 0
    while start >= 0:
        if found := _LED.match(folded, start):
            yield found.span()
        start = folded.find("\n", start) + 1 or -1
