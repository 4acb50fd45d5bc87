"""Turn written text into plain text: markdown flattened, sentences found in any script.

Every pattern here runs in linear time and on at most `MAX_TEXT_CHARS` characters.
"""

import re
import unicodedata

from recall_sidecar.graphemes import head

__all__ = [
    "MAX_TEXT_CHARS",
    "bounded",
    "flatten",
    "fold",
    "lowered",
    "sentences",
    "split_sentences",
    "squeeze",
    "whole_sentences",
]

MAX_TEXT_CHARS = 20_000

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_UNCLOSED = re.compile(r"<!--[^\n]*")
_LINK = re.compile(r"!?\[([^\[\]]{1,300})\]\([^()]{0,600}\)")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]{1,300}\|)?([^\[\]|]{1,300})\]\]")
_AUTO_LINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]{1,600})>")
_MARKS = re.compile(r"\*\*|~~|`+")
_EMPHASIS = re.compile(r"(?<!\w)\*(?=\S)([^*\n]{1,200})(?<=\S)\*(?!\w)")
_UNDERLINE = re.compile(r"(?<!\w)_(?=[^\s_])([^_\n]{1,200})(?<=\S)_(?!\w)")
_LINE_MARK = re.compile(r"\s*(?:>\s*)*(?:#{1,6}\s+|(?:[-*+•·]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?)")
_HEADING = re.compile(r"\s*#{1,6}\s")
_ITEM = re.compile(r"\s*(?:>\s*)*(?:[-*+•·]|\d{1,3}[.)])\s")
_ORNAMENT = re.compile(r"[-*_=|: \t]*|(?:```|~~~).*")

# A CJK end mark ends a sentence by itself; a Latin one only before white space.
_BOUNDARY = re.compile(r"[。！？｡]+[」』”’）\"]*\s*|(?<![.!?…])[.!?…]+[\"'”’»)\]]*\s+")
_FINISHED = re.compile(r"(?:(?<!\d)[.!?…]|[。！？｡])[\"'”’»)\]」』）]*\s*\Z")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'“„«])(?:[^\W\d_]|\d{1,2}|e\.g|i\.e|z\.\s?b|u\.a|d\.h|p\.\s?ex|dr|mr|mrs|ms|prof|sr|jr|st|vs|bzw|ca|approx|inc|sra|dra|av)$",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans("‘’‛´“”„«»", '\'\'\'\'"""""')


def squeeze(text: str) -> str:
    """Return `text` as one line, runs of white space folded into one space."""
    return " ".join(text.split())


def lowered(text: str) -> str:
    """Return `text` as one line in one letter case, with plain widths and straight quotes."""
    text = text[:MAX_TEXT_CHARS]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_STRAIGHT))
    return squeeze(text.casefold().replace("`", "'"))


def fold(text: str) -> str:
    """Return `text` in the form that whole phrases are compared in: `lowered`, and nothing around it.

    Punctuation, symbols and emoji at both ends are gone, so that `"NONE."` and `none` are the same.
    """
    folded = lowered(text)
    start, end = 0, len(folded)
    while start < end and not folded[start].isalnum():
        start += 1
    while end > start and not folded[end - 1].isalnum():
        end -= 1
    # A vowel sign belongs to its letter: without it a Hindi or Thai word is another one.
    while end < len(folded) and unicodedata.category(folded[end]).startswith("M"):
        end += 1
    return folded[start:end]


def flatten(text: str) -> str:
    """Return a piece of markdown as one line of plain text: links become their words, marks and comments go."""
    text = _without_comments(text[:MAX_TEXT_CHARS])
    text = _WIKI_LINK.sub(r"\1", _LINK.sub(r"\1", text))
    text = _MARKS.sub("", _AUTO_LINK.sub(r"\1", text))
    text = _UNDERLINE.sub(r"\1", _EMPHASIS.sub(r"\1", text))
    return squeeze(text)


def _without_comments(text: str) -> str:
    """Return `text` without comments; one that nobody closed ends with its line, so that it hides no other."""
    # Up to here every comment is closed, so that the pattern never looks in vain.
    end = text.rfind("-->") + len("-->") if "-->" in text else 0
    return _COMMENT.sub(" ", text[:end]) + _UNCLOSED.sub(" ", text[end:])


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a line of plain text; joined, they hold every word of it."""
    ends = _sentence_ends(text)
    found = (text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True))
    return [sentence for sentence in found if sentence]


def whole_sentences(text: str) -> str:
    """Return `text` up to the end of its last finished sentence; empty when none is finished.

    A full stop after a number at the very end does not finish one: more digits may have been on their way.
    """
    if _FINISHED.search(text) and not _ABBREVIATION.search(text.rstrip(".")[-12:]):
        return text
    ends = _sentence_ends(text)
    return text[: ends[-1]].rstrip() if ends else ""


def bounded(text: str, max_chars: int) -> str:
    """Cut `text` after the last sentence that fits, or inside one where that would lose more than half."""
    if len(text) <= max_chars:
        return text
    ends = [end for end in _sentence_ends(text[: max_chars + 1]) if end <= max_chars]
    return text[: ends[-1]].rstrip() if ends and ends[-1] * 2 >= max_chars else head(text, max_chars)


def sentences(passage: str) -> list[str]:
    """Return the sentences of a markdown passage as plain text, in order.

    A list item or table row begins a sentence of its own, wrapped lines are joined. Headings, rules, code fence
    lines and comments are left out; a passage that is nothing but headings gives those.
    """
    lines = _without_comments(passage[:MAX_TEXT_CHARS]).splitlines()
    body = [line for line in lines if not _HEADING.match(line)]
    found = [s for block in _blocks(body) for s in split_sentences(block)]
    return found or [s for block in _blocks(lines) for s in split_sentences(block)]


def _sentence_ends(text: str) -> list[int]:
    """Return where the sentences of `text` end that are followed by another, white space included."""
    marks = (mark for mark in _BOUNDARY.finditer(text) if mark.end() < len(text))
    return [mark.end() for mark in marks if not (mark.group()[0] == "." and _goes_on(text, mark))]


def _goes_on(text: str, mark: re.Match[str]) -> bool:
    """Tell whether a full stop belongs to an abbreviation, an initial or a number."""
    before = text[max(0, mark.start() - 12) : mark.start()]
    following = text[mark.end()]
    return following.islower() or following.isdigit() or _ABBREVIATION.search(before) is not None


def _blocks(lines: list[str]) -> list[str]:
    """Return list items, table rows and paragraphs, each as one flat line."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if _ORNAMENT.fullmatch(line.strip()):
            blocks.append([])
        elif _HEADING.match(line) or _ITEM.match(line) or line.lstrip().startswith("|"):
            blocks.append([_without_line_mark(line)])
        else:
            blocks[-1].append(_without_line_mark(line))
    return [flat for block in blocks if (flat := flatten(" ".join(block)))]


def _without_line_mark(line: str) -> str:
    stripped = line.strip()
    if stripped.startswith("|"):
        return ", ".join(cell for cell in (part.strip() for part in stripped.split("|")) if cell)
    mark = _LINE_MARK.match(line)
    return line[mark.end() if mark else 0 :]
