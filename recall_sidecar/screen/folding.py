"""Text as it reads: invisible characters gone, look-alikes as the letters they look like, one letter case.

What is folded keeps the place of each character, so that what is found in it can be shown in the text it came from.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

__all__ = ["Folded", "fold", "latin_of", "plain_word"]

# Marks that pile up on letters, joiners, fillers, controls, direction marks, selectors and tag characters: a reader sees none of
# them, and `block.visible` takes them out.
_UNSEEN: Final = re.compile(
    "(?:\x1b\\[[0-?]{0,40}[ -/]{0,4}[@-~]|\x1b[]PX^_][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\\\)|\x1b|[\x00-\x08\x0e-\x1a\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\udfff\U00013430-\U0001345f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f])+"
)
# Where marks of scripts stand that Latin letters never carry.
_MARKED_BLOCKS: Final = (
    range(0x0590, 0x1DC0),
    range(0x302A, 0x309B),
    range(0xA66F, 0xABFF),
    range(0xFB1E, 0xFB1F),
)
_BLOCKS: Final = (
    range(0x00A0, 0x0250),
    range(0x0386, 0x0500),
    range(0x1E00, 0x2000),
    range(0x2070, 0x2190),
    range(0x2460, 0x2500),
    range(0x3000, 0x3001),
    range(0xFB00, 0xFB07),
    range(0xFE50, 0xFFF0),
    range(0x1D400, 0x1D800),
    range(0x1F110, 0x1F18A),
)
_SMALL_CAPITALS: Final = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True))
# Letters of other scripts that pass for Latin ones, in lower case; then letters with strokes and tails, and turned ones.
_LATIN: Final = str.maketrans(
    "авекмнорстухіјѕԁɡһӏԛԝьгαβεηικνορτυχγωօսոռգհւյաքցƽøłɨđħŧıȷɑɩʋŀɇɍɏƀƈƌƒɓɗɠƙɲƥƭƴɐǝɔɟƃɥᴉɾʞɯɹʇʌʍʎꞁᗅ",
    "abekmhopctyxijsdghlqwbrabenikvoptuxywounnghljmpgsolidhtijaivlerybcdfbdgknptyaecfghijkmrtvwyla",
)
_LEET: Final = (str.maketrans("013457@$!|86", "oieastasiibg"), str.maketrans("013457@$!|86", "oleastasllbg"))


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` as it reads; `places` gives for each of its characters where it stood, None where nothing has moved."""

    text: str
    places: tuple[int, ...] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the characters from `start` to `end` stood."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def fold(text: str) -> Folded:
    """Return `text` as it reads."""
    places = None
    for unseen in (_UNSEEN,) if text.isascii() else (_UNSEEN, _FOREIGN_MARKS):
        if unseen.search(text):
            kept = _left(text, unseen)
            text = "".join(text[place] for place in kept)
            places = tuple(kept) if places is None else tuple(places[place] for place in kept)
    return Folded(text.lower() if text.isascii() else text.translate(_TABLE), places)


def _left(text: str, unseen: re.Pattern[str]) -> list[int]:
    """Return the places of the characters that `unseen` leaves."""
    kept: list[int] = []
    done = 0
    for run in unseen.finditer(text):
        kept.extend(range(done, run.start()))
        done = run.end()
    kept.extend(range(done, len(text)))
    return kept


def latin_of(word: str) -> str:
    """Return a word of a mixed or foreign script as the Latin one it may pass for."""
    return word.translate(_LATIN)


def plain_word(word: str) -> tuple[str, ...]:
    """Return what a word spelt with digits and signs may stand for; nothing where it has none, or no letter."""
    if word.isalpha() or not any(map(str.isalpha, word)):
        return ()
    return tuple(dict.fromkeys(word.translate(table) for table in _LEET))


def _made() -> dict[int, str]:
    """Return what characters fold to that fold to one other."""
    table = {ord(capital): letter for capital, letter in _SMALL_CAPITALS.items()}
    table |= {code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)}
    for block in _BLOCKS:
        for code in block:
            form = unicodedata.normalize("NFKD", chr(code)).casefold()
            bare = "".join(character for character in form if not unicodedata.combining(character))
            if len(bare) == 3 and bare[0] == "(":
                bare = bare[1]
            if len(bare) == 1:
                table[code] = bare
    table |= {0x1F1E6 + place: chr(ord("a") + place) for place in range(26)}
    # A sign of its own: without it a word reads as another.
    del table[ord("й")], table[ord("Й")]
    table[ord("Й")] = "й"
    return table


def _marks() -> re.Pattern[str]:
    """Return the pattern of marks of other scripts that stand on Latin letters."""
    codes = (code for block in _MARKED_BLOCKS for code in block)
    marks = "".join(chr(code) for code in codes if unicodedata.category(chr(code))[0] == "M")
    return re.compile(f"(?<=[A-Za-z])[{marks}]+")


_TABLE: Final = _made()
_FOREIGN_MARKS: Final = _marks()
