"""What a question names to the letter: quoted words, identifiers, file names, acronyms and names.

The index compares words by their stems and without case, so that `v2.3.1` is as near to `v2.3.2`, and Mark the man to
a mark, as they are to themselves. A passage that holds what was named as it was written gets a part of the score for it.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recall_sidecar.memory.stopwords import FAINT, STOP
from recall_sidecar.memory.terms import tokens

__all__ = ["Needle", "held", "may_hold", "needles"]

# A longer text is a paste, and a longer passage is not what the index stores.
_MAX_CHARS: Final = 2000
_MAX_NEEDLES: Final = 8
_MAX_NAME_WORDS: Final = 4
_NAME_WEIGHT: Final = 0.5
_MIN_PRECISE_CHARS: Final = 4

# Bounded within, so that an opening mark without its end costs no more than that.
_QUOTED = re.compile(
    r"“([^“”\n]{2,80})”|„([^„“”\n]{2,80})[“”]|«\s?([^«»\n]{2,80}?)\s?»|「([^「」\n]{2,80})」|『([^『』\n]{2,80})』"
    r"|《([^《》\n]{2,80})》|`([^`\n]{2,80})`|\"([^\"\n]{2,80})\"|(?<![\w'])'([^'\n]{2,80})'(?!\w)|(?<!\w)‘([^‘’\n]{2,80})’(?!\w)"
)
_TOKEN = re.compile(r"[^\s\"“”„«»「」『』《》‘`,;!?()\[\]{}<>|]+")
_CAMEL = re.compile(r"[a-z][A-Z]")
_LETTER_DIGIT = re.compile(r"[A-Za-z][A-Za-z_.\-]{0,40}\d")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,7}")
_NAME = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)?")
_PART = re.compile(r"[a-z0-9]+", re.IGNORECASE)
_AROUND: Final = "\"'’“”«»(),.;:!?…-"
_COMMON: Final = STOP | FAINT


@dataclass(frozen=True, slots=True)
class Needle:
    """Something to be found as it is written. `weight` is below 1 for names, which capitals alone give away."""

    text: str
    weight: float = 1.0
    cased: bool = False

    @property
    def is_precise(self) -> bool:
        """Whether it calls a passage by itself; a name or an acronym of few letters may mean another."""
        return not self.cased and (len(self.text) >= _MIN_PRECISE_CHARS or not self.text.isascii())

    @property
    def words(self) -> tuple[str, ...] | None:
        """Index terms that a passage has which holds it; None where they cannot be told: of other scripts, and around apostrophes."""
        if not self.text.isascii() or "'" in self.text:
            return None
        return tuple(term for part in _PART.findall(self.text) for term in tokens(part))


def needles(text: str) -> tuple[Needle, ...]:
    """Return what `text` names to the letter, at most eight."""
    shown = unicodedata.normalize("NFKC", text[:_MAX_CHARS])[:_MAX_CHARS]
    found: dict[str, Needle] = {}
    rest = shown
    for match in _QUOTED.finditer(shown):
        quoted = " ".join(match.group(match.lastindex or 0).split())
        # Who puts the whole message in quotes names nothing by it.
        if quoted and (2 * len(quoted) < len(shown) or len(quoted.split()) <= 3):
            found.setdefault(quoted.casefold(), Needle(quoted.casefold()))
            rest = rest.replace(match.group(), " " * len(match.group()))
    for needle in (*_identifiers(rest), *_names(rest)):
        found.setdefault(needle.text, needle)
    return tuple(found.values())[:_MAX_NEEDLES]


def held(wanted: Sequence[Needle], text: str) -> float:
    """Return which share of `wanted`, by weight, `text` holds; a name alone never makes more than a half."""
    if not wanted:
        return 0.0
    shown = text if text.isascii() else unicodedata.normalize("NFKC", text)
    # What is named may go on in the next line; most names have no space, and this is half of the cost.
    if any(" " in needle.text for needle in wanted):
        shown = " ".join(shown.split())
    folded = shown.casefold()
    hit = sum([each.weight for each in wanted if _stands(each.text, shown if each.cased else folded)])
    return hit / max(sum([each.weight for each in wanted]), 1.0) if hit else 0.0


def may_hold(wanted: Sequence[Needle], text: str) -> bool:
    """Return whether `text`, or one of several that stand in it one behind the other, may hold any of `wanted`; False is certain."""
    if not wanted:
        return False
    if not text.isascii():
        return True
    folded = text.lower()
    return any(all(word in (text if each.cased else folded) for word in each.text.split()) for each in wanted)


def _identifiers(text: str) -> Iterator[Needle]:
    shouted = text.isupper()
    for match in _TOKEN.finditer(text):
        if match.group().isalpha() and match.group()[1:].islower():
            # A word, as most are.
            continue
        token = match.group().strip("'’").rstrip(".:-…。")
        if _is_identifier(token):
            yield Needle(token.casefold())
        elif not shouted and _ACRONYM.fullmatch(token) and len(token) > 1:
            yield Needle(token, cased=True)


def _is_identifier(token: str) -> bool:
    """Whether `token` is no word of a language: code, a file, a version, an address, a number to order by."""
    inner = token.strip("_./@:#-\\~$+")
    if len(token) < 2 or not inner.isascii() or not inner:
        return False
    if inner.isdigit():
        return len(inner) >= 5 or (token.startswith("#") and len(token) > 2)
    if not any(letter.isalpha() for letter in inner):
        return inner.count(".") == 3
    parts = re.split(r"[./\\]", inner)
    return (
        "_" in inner
        or "@" in token
        or "::" in inner
        or token.startswith(("--", "$", "~/", "./", "../"))
        or (token.startswith(".") and inner.isalpha())
        or token.endswith(("++", "#"))
        or bool(_CAMEL.search(inner))
        or bool(_LETTER_DIGIT.match(inner))
        or (len(parts) > 1 and min(map(len, parts)) >= 2 and ("." in inner or len(parts) > 2))
    )


def _names(text: str) -> Iterator[Needle]:
    """Yield names of several words, and those that the index leaves out as common words ("Will", "May").

    Other names of one word are found by their letters well enough.
    """
    for name in _capitalised(text):
        if " " in name or name.casefold() in _COMMON:
            yield Needle(name, _NAME_WEIGHT, cased=True)


def _capitalised(text: str) -> Iterator[str]:
    """Yield runs of words with a capital that is not due to the start of a sentence."""
    run: list[str] = []
    starts = True
    for word in text.split():
        core = word.strip(_AROUND).removesuffix("'s").removesuffix("’s")
        is_name = not starts and bool(_NAME.fullmatch(core)) and core[0].isupper() and not core.isupper()
        if run and (not is_name or word[0] == "(" or len(run) == _MAX_NAME_WORDS):
            yield " ".join(run)
            run = []
        if is_name:
            run.append(core)
        starts = word[-1] in ".!?:…"
        if run and (starts or word[-1] in ",;)"):
            yield " ".join(run)
            run = []
    if run:
        yield " ".join(run)


def _stands(needle: str, text: str) -> bool:
    place = text.find(needle)
    while place >= 0:
        if _is_border(text, place, needle, len(needle)):
            return True
        place = text.find(needle, place + 1)
    return False


def _is_border(text: str, place: int, needle: str, size: int) -> bool:
    before, behind = text[:place][-1:], text[place + size : place + size + 2]
    if _joins(before, needle[0]) or _joins(needle[-1], behind[:1]):
        return False
    # 2.3.1 is not 2.3.1.4
    return not (needle[-1].isdigit() and behind[:1] in {".", "-"} and behind[1:].isdigit())


def _joins(left: str, right: str) -> bool:
    return _is_letter(left) and _is_letter(right)


def _is_letter(character: str) -> bool:
    return character == "_" or (character.isalnum() and not "\u3005" <= character <= "\ud7af")
