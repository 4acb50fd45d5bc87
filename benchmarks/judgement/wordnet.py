"""Make the list of English words that the verifier reads, out of WordNet 3.0.

`python -m benchmarks.judgement.wordnet FOLDER WORDS` reads WordNet's files in FOLDER and writes
recall_sidecar/recall/verify/lexicon/wordnet.txt: a line for each stem, `stem kinds meanings wider opposites` between tabs. Only words of the
list in the file WORDS (one a line; Debian's `wamerican` was taken), and those that WordNet has counted in texts, are kept.
Its meanings are numbers of synsets with those they are derived from, `wider` those above them, and `kinds` has
a letter for each file of nouns that it stands in, `N` in front when it is mostly a noun, `M` when it is as often as not.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from recall_sidecar.memory.stem import stem

__all__ = ["main"]

_OUT: Final = Path(__file__).parents[2] / "recall_sidecar" / "recall" / "verify" / "lexicon" / "wordnet.txt"
_FILES: Final = ("noun", "verb", "adj", "adv")
_SENSES: Final = 3
_KINDS: Final = 3
# Derived from, pertains to, like, of the same group.
_SAME: Final = frozenset("+&\\=<")
# A kind of, one of, a part of.
_ABOVE: Final = frozenset({"@", "@i", "#p", "#m", "#s"})
_LEVELS: Final = 2
# Verbs have opposites of too many kinds: who rides does not walk.
_QUALITIES: Final = "ar"
# As often a noun as anything else, to be one.
_MOSTLY: Final = 1.5
_ENDINGS: Final = (
    ("s", ""),
    ("es", ""),
    ("ies", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ied", "y"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
    ("er", "e"),
    ("est", ""),
)
# So wide that all things are some of it.
_TOO_WIDE: Final = (
    "entity object thing whole artifact person act state group abstraction attribute event measure relation location matter "
    "cause content unit process activity instrumentality structure organism collection region area substance food communication "
    "psychological_feature cognition change move make be have do get point way body part condition quality"
)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(slots=True)
class _Synset:
    file: int
    words: list[str]
    pointers: list[tuple[str, str, str]]


@dataclass(slots=True)
class _Entry:
    own: set[str] = field(default_factory=set)
    wider: set[str] = field(default_factory=set)
    kinds: str = ""
    counted: dict[str, tuple[int, int]] = field(default_factory=dict)
    opposites: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Net:
    synsets: dict[str, _Synset]
    index: dict[str, dict[str, tuple[int, list[str]]]]
    odd: dict[str, list[str]]
    counted: frozenset[str]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description="Make the verifier's list of English words.")
    parser.add_argument("folder", type=Path, help="folder of WordNet's files (data.noun, index.noun, …)")
    parser.add_argument("words", type=Path, help="words to keep, one a line")
    parser.add_argument("--out", type=Path, default=_OUT, help="file to write (default: the one that ships)")
    options = parser.parse_args(arguments)
    net = _net(options.folder)
    wanted = {*options.words.read_text(encoding="utf-8").split(), *net.counted}
    entries = _entries(net, (word for word in wanted if re.fullmatch(r"[a-z]{3,}", word)))
    options.out.write_text("\n".join(_lines(entries)) + "\n", encoding="utf-8")


def _rows(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            yield line.partition(" | ")[0].split()


def _net(folder: Path) -> _Net:
    synsets: dict[str, _Synset] = {}
    index: dict[str, dict[str, tuple[int, list[str]]]] = {}
    odd: dict[str, list[str]] = {}
    for name in _FILES:
        for row in _rows(folder / f"data.{name}"):
            size = int(row[3], 16)
            words = [re.sub(r"\(.*\)", "", word) for word in row[4 : 4 + 2 * size : 2]]
            rest = row[5 + 2 * size :]
            pointers = [
                (rest[at], _id(rest[at + 2], rest[at + 1]), rest[at + 3])
                for at in range(0, 4 * int(row[4 + 2 * size]), 4)
            ]
            synsets[_id(row[2], row[0])] = _Synset(int(row[1]), words, pointers)
        for row in _rows(folder / f"index.{name}"):
            counted, first = int(row[5 + int(row[3])]), 6 + int(row[3])
            ids = [_id(row[1], each) for each in row[first : first + int(row[2])]]
            index.setdefault(row[0], {})[row[1]] = (counted, ids)
        for form, base, *_ in _rows(folder / f"{name}.exc"):
            odd.setdefault(form, []).append(base)
    in_texts = frozenset(row[0].partition("%")[0] for row in _rows(folder / "cntlist.rev"))
    return _Net(synsets, index, odd, in_texts)


def _id(part: str, offset: str) -> str:
    return ("a" if part == "s" else part) + offset


def _lemmas(net: _Net, form: str) -> list[str]:
    bases = [form, *net.odd.get(form, [])]
    for ending, instead in _ENDINGS:
        if form.endswith(ending) and len(root := form.removesuffix(ending) + instead) > 1:
            bases.extend([root, root[:-1]] if len(root) > 3 and root[-1] == root[-2] else [root])
    return [base for base in dict.fromkeys(bases) if base in net.index]


def _entries(net: _Net, forms: Iterable[str]) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    wide = {
        ids[0]
        for word in _TOO_WIDE.split()
        for part, (_, ids) in net.index.get(word, {}).items()
        if part in "nv"
    }
    for form in sorted(forms):
        if lemmas := _lemmas(net, form):
            # "Wedding" is no form of a verb.
            root = form.removesuffix("s")
            stands = root.endswith("ing") and "n" in net.index.get(root, {})
            key, lemmas = (root, [root]) if stands else (stem(form), lemmas)
            _fill(entries.setdefault(key, _Entry()), net, lemmas, wide)
    return entries


def _fill(entry: _Entry, net: _Net, lemmas: Iterable[str], wide: set[str]) -> None:
    for lemma in lemmas:
        noun = other = 0
        for part, (counted, ids) in net.index[lemma].items():
            own = set(ids[:_SENSES])
            own |= {to for each in own for sign, to, _ in net.synsets[each].pointers if sign in _SAME}
            entry.own |= own
            entry.wider |= set().union(*(_above(net, each) for each in own if each[0] == "n")) - wide
            if part in _QUALITIES:
                entry.opposites |= {
                    stem(word) for each in ids[:_SENSES] for word in _opposites(net, each, lemma)
                }
            if part == "n":
                noun = counted + 1
                letters = (chr(94 + net.synsets[each].file) for each in ids[:_KINDS])
                entry.kinds = "".join(dict.fromkeys((*entry.kinds, *letters)))
            else:
                other += counted + 1
        entry.counted[lemma] = noun, other


def _above(net: _Net, synset: str) -> set[str]:
    found: set[str] = set()
    level = {synset}
    for _ in range(_LEVELS):
        level = {to for each in level for sign, to, _ in net.synsets[each].pointers if sign in _ABOVE}
        found |= level
    return found


def _opposites(net: _Net, synset: str, lemma: str) -> Iterator[str]:
    """Yield the opposites of a word in a meaning, or of the word that the meaning is like."""
    for sign, to, which in net.synsets[synset].pointers:
        if sign == "!" and net.synsets[synset].words[int(which[:2], 16) - 1].casefold() == lemma:
            yield net.synsets[to].words[int(which[2:], 16) - 1].casefold()


def _lines(entries: dict[str, _Entry]) -> Iterator[str]:
    used: dict[str, int] = {}
    for entry in entries.values():
        for each in entry.own:
            used[each] = used.get(each, 0) + 1
    above = set().union(*(entry.wider for entry in entries.values())) & used.keys()
    # What only one word means is of use where it is above others.
    kept = sorted(each for each in used if used[each] > 1 or each in above)
    number = {each: _written(place) for place, each in enumerate(kept)}
    for key, entry in sorted(entries.items()):
        own = sorted(number[each] for each in entry.own if each in number)
        wider = sorted(number[each] for each in entry.wider - entry.own if each in number)
        opposites = sorted(entry.opposites & entries.keys())
        nouns, others = map(sum, zip(*entry.counted.values(), strict=True))
        kinds = ("N" if nouns > others * _MOSTLY else "M" if nouns >= others else "") + entry.kinds
        yield "\t".join((key, kinds, " ".join(own), " ".join(wider), " ".join(opposites)))


def _written(number: int) -> str:
    text = ""
    while number or not text:
        number, rest = divmod(number, len(_DIGITS))
        text = _DIGITS[rest] + text
    return text


if __name__ == "__main__":
    main()
