"""What a text says beneath its letters: encoded runs decoded, hidden characters read, split and reversed words put together.

Each reading is looked for only where the text has its form; whoever asks for them says when it is enough.
"""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from recall_sidecar.screen.folding import Folded
from recall_sidecar.screen.rendered import rendered

__all__ = ["Reading", "readings"]

_LEAST_LETTERS: Final = 8
_LEAST_SIGNS: Final = 16
_LONG_WORD: Final = 14
_LEAST_BREAKS: Final = 3
_SLIVER: Final = 2
_LEAST_SLIVERS: Final = 8
_DIGITS: Final = re.compile(r"[0-9A-Fa-f]{2}[^0-9A-Za-z]{0,3}(?:0?x)?[0-9]|\\\\x[0-9a-fA-F]")
_TAGS: Final = re.compile("[\U000e0020-\U000e007e]{4,2000}")
_SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,2000}")
_BITS_UNSEEN: Final = re.compile("[\u200b\u200c\u200d\u2060\ufeff]{24,4000}")
_TURNED: Final = re.compile("[\u202d\u202e\u2067]([^\u202c\u2069\n]{4,1000})")
_BASE64: Final = re.compile(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{14,4000}(?:\s[A-Za-z0-9+/_-]{8,4000}){0,60}={0,2}"
)
_BASE32: Final = re.compile(r"(?<![A-Z2-7])[A-Z2-7]{16,2000}={0,6}")
_HEX: Final = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[\s:,]?){8,1000}")
_BINARY: Final = re.compile(r"(?<!\d)(?:[01]{8}\s?){4,1000}")
_DECIMAL: Final = re.compile(
    r"(?<!\d)(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[\s,]{1,2}){8,1000}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])?"
)
_PERCENT: Final = re.compile(r"%[0-9A-Fa-f]{2}")
_ESCAPE: Final = re.compile(r"(?:\\u\{?|U\+)([0-9A-Fa-f]{4,6})\}?|\\x([0-9A-Fa-f]{2})|\\([0-7]{3})")
_BETWEEN_POINTS: Final = re.compile(r"[\s,]{1,2}(?=U\+[0-9A-F]{4})")
_ENTITY: Final = re.compile(r"&(?:#\d{2,7}|#x[0-9A-Fa-f]{2,6}|[A-Za-z]{2,12});")
_MORSE_RUN: Final = re.compile(r"(?:[.\-·−–]{1,6}[ /|]{1,3}){8,1000}[.\-·−–]{0,6}")
# Of the letters from a to z.
_CODES: Final = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
_MORSE: Final = dict(zip(_CODES.split(), "abcdefghijklmnopqrstuvwxyz", strict=True))
_SPACED: Final = re.compile(r"(?<![^\W_])(?:[^\W_][ \n.\-_*·|,/+]{1,2}){4,600}[^\W_](?![^\W_])")
_BROKEN: Final = re.compile(r"[-_.*·~^|/\\](?<=[^\W\d_].)(?=[^\W\d_])")
_BOLD_WITHIN: Final = re.compile(r"\*\*(?<=\w\*\*)(?=\w)")
# Two letters that stand alone: whether to look for more.
_ALONE: Final = re.compile(r"[ \n.\-_*·|,/+][^\W_][ \n.\-_*·|,/+]{1,2}[^\W_][ \n.\-_*·|,/+]")
# Words that give a whole text away that was turned round, or every letter of it moved by thirteen.
_BACKWARDS: Final = (
    "snoitcurtsni", "noitcurtsni", "suoiverp", "erongi", "drager", "tegrof", "tpmorp", "metsys", "drowssap", "selur", "negnusiewna", "seduog", "laever", "eriongi",
)  # fmt: skip
_ROT13: Final = (
    "vtaber", "qvfertneq", "sbetrg", "vafgehpgvba", "cerivbhf", "cebzcg", "flfgrz", "erirny", "cnffjbeq", "bireevqr", "ehyrf",
)  # fmt: skip
_GIVEAWAYS: Final = (*_BACKWARDS, *_ROT13)
# A blank line stays with what is before it.
_PARAGRAPH: Final = re.compile(r"(?<=\n\n)")
_MARKDOWN_COMMENT: Final = re.compile(
    r"\[//\]: # \(([^()\n]{4,1000})\)|\[[^\]\n]{0,40}\]: ?# ?[\"(]([^\")\n]{4,1000})"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What stands beneath the characters from `start` to `end`; `is_unseen` says that a reader cannot see it at all."""

    text: str
    start: int
    end: int
    is_unseen: bool = False


def readings(text: str, folded: Folded) -> Iterator[Reading]:
    """Yield what `text` says beneath its letters; `folded` is the text as it reads."""
    for reading in _all(text, folded):
        if sum(map(str.isalpha, reading.text)) >= _LEAST_LETTERS:
            yield reading


def _all(text: str, folded: Folded) -> Iterator[Reading]:
    if not text.isascii():
        yield from _unseen(text)
    has_long_word = max(map(len, text.split()), default=0) >= _LONG_WORD
    has_digits = _DIGITS.search(text) is not None
    for is_there, pattern, decode in (
        (has_long_word, _BASE64, _base64),
        (has_long_word, _BASE32, _base32),
        (has_digits, _HEX, _hex),
        (has_digits, _BINARY, _binary),
        (has_digits, _DECIMAL, _decimal),
        (text.count(".") + text.count("-") + text.count("−") >= _LEAST_SIGNS, _MORSE_RUN, _morse),
    ):
        for match in pattern.finditer(text) if is_there else ():
            if decoded := decode(match[0]):
                yield Reading(decoded, *match.span())
    yield from _escaped(text)
    yield from _comments(text)
    yield from _shown(text)
    yield from _by_line(folded)


def _shown(text: str) -> Iterator[Reading]:
    """Yield what paragraphs say once they are shown, each by itself, so that it hides no other."""
    start = 0
    for part in _PARAGRAPH.split(text):
        if (said := rendered(part)) != part:
            yield Reading(said, start, start + len(part))
        start += len(part)


def _by_line(folded: Folded) -> Iterator[Reading]:
    """Yield what lines say that are turned round, moved by thirteen letters or split; each by itself, so that it hides no other."""
    text = folded.text
    if not _may_be_undone(text):
        return
    lines = [*_lines(text)]
    if sum(end - start <= _SLIVER for start, end in lines) >= _LEAST_SLIVERS:
        # One letter below the other.
        lines.append((0, len(text)))
    for start, end in lines:
        for said in _undone(text[start:end]):
            yield Reading(said, *folded.span(start, end))


def _may_be_undone(text: str) -> bool:
    """Return whether any line may say something else; it spares most texts from being looked at line by line."""
    return (
        _BOLD_WITHIN.search(text) is not None
        or any(word in text for word in _GIVEAWAYS)
        or _ALONE.search(text) is not None
        or len(_BROKEN.findall(text)) >= _LEAST_BREAKS
    )


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        if line:
            yield start, start + len(line)
        start += len(line) + 1


def _undone(line: str) -> Iterator[str]:
    if any(word in line for word in _ROT13):
        yield codecs.encode(line, "rot13")
    if any(word in line for word in _BACKWARDS):
        yield line[::-1]
    if _ALONE.search(line) and (joined := _SPACED.sub(lambda run: _joined(run[0]), line)) != line:
        yield joined
    if _BOLD_WITHIN.search(line):
        yield line.replace("**", "")
    if len(_BROKEN.findall(line)) >= _LEAST_BREAKS:
        yield _BROKEN.sub("", line)


def _unseen(text: str) -> Iterator[Reading]:
    for match in _TAGS.finditer(text):
        yield Reading(
            "".join(chr(ord(character) - 0xE0000) for character in match[0]), *match.span(), is_unseen=True
        )
    for match in _SELECTORS.finditer(text):
        yield Reading(_printable(bytes(map(_of_selector, match[0]))), *match.span(), is_unseen=True)
    for match in _BITS_UNSEEN.finditer(text):
        first = match[0][0]
        for zero in {first, "\u200b"}:
            bits = "".join("0" if character == zero else "1" for character in match[0])
            yield Reading(_printable(_of_bits(bits)), *match.span(), is_unseen=True)
    for match in _TURNED.finditer(text):
        yield Reading(match[1][::-1], *match.span())


def _of_selector(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code <= 0xFE0F else code - 0xE0100 + 16


def _comments(text: str) -> Iterator[Reading]:
    start = text.find("<!--")
    while start >= 0:
        # One that nobody closed goes to the end.
        closed = text.find("-->", start)
        end = closed + 3 if closed >= 0 else len(text)
        yield Reading(text[start + 4 : end].removesuffix("-->"), start, end, is_unseen=True)
        start = text.find("<!--", end)
    if "]: #" in text or "]:#" in text:
        for match in _MARKDOWN_COMMENT.finditer(text):
            yield Reading(match[1] or match[2], *match.span(), is_unseen=True)


def _escaped(text: str) -> Iterator[Reading]:
    for is_there, pattern, decode in (
        # What stands around it in a link would make one word of it.
        ("%" in text, _PERCENT, lambda whole: re.sub(r"[?=&/:]", " ", unquote(whole))),
        (
            "\\" in text or "U+" in text,
            _ESCAPE,
            lambda whole: _ESCAPE.sub(_of_escape, _BETWEEN_POINTS.sub("", whole)),
        ),
        ("&" in text, _ENTITY, html.unescape),
    ):
        if is_there and (found := list(pattern.finditer(text))) and len(found) >= 3:
            start, end = found[0].start(), found[-1].end()
            yield Reading(decode(text), start, end)


def _of_escape(escape: re.Match[str]) -> str:
    code = int(escape[3], 8) if escape[3] else int(escape[1] or escape[2], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else " "


def _joined(run: str) -> str:
    """Return letters that stand apart as words: what is wider apart than the rest divides them."""
    words = re.split(r"[ \n.\-_*·|,/+]{2}", run)
    return " ".join("".join(filter(str.isalnum, word)) for word in words)


def _of_bits(bits: str) -> bytes:
    return bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits) - 7, 8))


def _printable(raw: bytes) -> str:
    """Return bytes as text when they are one."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return ""
    if text.count("\0") * 3 > len(text):
        # Every other byte of UTF-16.
        text = text.replace("\0", "")
    odd = sum(not (character.isprintable() or character.isspace()) for character in text)
    return text if text and odd * 20 <= len(text) else ""


def _base64(run: str) -> str:
    bare = re.sub(r"\s", "", run).rstrip("=").translate(str.maketrans("-_", "+/"))
    if bare.isdigit() or (bare.isalpha() and (bare.islower() or bare.isupper())):
        return ""
    for cut in range(2):
        try:
            found = _printable(base64.b64decode(bare[: len(bare) - cut] + "=" * (-(len(bare) - cut) % 4)))
        except binascii.Error:
            continue
        if found:
            return found
    return ""


def _base32(run: str) -> str:
    bare = run.rstrip("=")
    bare = bare[: len(bare) - {1: 1, 3: 1, 6: 1}.get(len(bare) % 8, 0)]
    return _printable(base64.b32decode(bare + "=" * (-len(bare) % 8)))


def _hex(run: str) -> str:
    digits = re.sub(r"0x|\\x|[\s:,]", "", run)
    return _printable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _binary(run: str) -> str:
    return _printable(_of_bits(re.sub(r"\s", "", run)))


def _decimal(run: str) -> str:
    return "".join(chr(int(number)) for number in re.findall(r"\d+", run))


def _morse(run: str) -> str:
    plain = run.translate(str.maketrans("·−–|", ".--/"))
    words = plain.split("/")
    return " ".join("".join(_MORSE.get(letter, "") for letter in word.split()) for word in words)
