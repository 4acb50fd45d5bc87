"""Cut a text into words, in any script, each with the keys that tell what it means."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.memory import hanzi
from recall_sidecar.recall.verify.languages import is_function_word
from recall_sidecar.recall.verify.meanings import GUESSED, folded, in_run, keys_of, place_of

__all__ = ["SMALL_HAN", "Token", "keys_in", "tokens"]

_TOKEN: Final = re.compile(
    r"(?P<number>\d+(?:[.,:]\d+)*)"
    r"|(?P<run>[\u3005\u3040-\u309f\u3400-\u9fff]+|[\u30a0-\u30ff]+|[\uac00-\ud7af]+)"
    r"|(?P<word>(?:(?![\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W\d_])+"
    r"(?:['’](?:(?![\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W\d_])+)*)"
)
_ASCII: Final = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*|\d+")
# What holds Chinese and Japanese sentences together, and says little by itself.
_SMALL: Final = frozenset(
    "的了是在我你他她它有和与及也都就很这那个们吗呢吧啊着过到把被给对从向为以而但所其之或并还又再更最让使用户者中上下里内外时候些什么一会不没能可将得说个名位样种次"
    "のはがをにでとものへやからまでしたてですますいるあこそれさんなよねだっく"
)
_ELISION: Final = re.compile(r"^(?:[ldjmtscnLDJMTSCN]|qu|Qu|dell|Dell|all|nell|sull|un|quest)['’]")
# What follows a Korean word; the longest first.
_PARTICLES: Final = re.compile(
    r"(?:에서는|에게서|으로는|이라는|에서|에게|까지|부터|으로|이나|하고|이라|처럼|보다|은|는|이|가|을|를|의|에|도|와|과|로|만)$"
)


# Of Chinese clauses, also who asks and tells, and what is told of everything.
SMALL_HAN: Final = _SMALL | frozenset("问说觉请称谈提到怎样如何想做很最近月日天")


class Token(NamedTuple):
    """A word, where it stands and what it may mean. `is_small` says that it only holds the sentence together."""

    text: str
    start: int
    end: int
    keys: frozenset[str]
    kind: str
    is_small: bool = False


def tokens(text: str, in_language: str) -> list[Token]:
    """Return the words of `text` in order; numbers have no keys."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, word = match.start(), match.group()
        if match.lastgroup == "number":
            found.append(Token(word, start, match.end(), frozenset(), "number"))
        elif match.lastgroup == "word":
            found.append(_word(word, start, in_language))
        elif "\uac00" <= word[0] <= "\ud7af":
            found.append(_hangul(word, start))
        else:
            found.extend(_run(word, start))
    return found


def keys_in(text: str, in_language: str) -> tuple[frozenset[str], int]:
    """Return the keys of all words of `text` together, and how many words tell something."""
    keys: set[str] = set()
    count = 0
    if text.isascii():
        # Most passages by far, and twice as fast.
        for word in _ASCII.findall(text):
            if word.isdigit():
                count += 1
                continue
            _, its_own, is_small = _facts(word, in_language)
            if not is_small:
                keys |= its_own
                count += 1
    else:
        telling = [token for token in tokens(text, in_language) if not token.is_small]
        keys.update(*(token.keys for token in telling))
        count = len(telling)
    keys.discard(GUESSED)
    return frozenset(keys), count


def _word(word: str, start: int, in_language: str) -> Token:
    elided, keys, is_small = _facts(word, in_language)
    return Token(word[elided:], start + elided, start + len(word), keys, "word", is_small)


# Most words are among the commonest few thousand.
@lru_cache(maxsize=16384)
def _facts(word: str, in_language: str) -> tuple[int, frozenset[str], bool]:
    """Return how many letters in front are an article, the keys of the word, and whether it is a small one."""
    elision = _ELISION.match(word) if in_language in {"fr", "it"} else None
    elided = 0 if elision is None else elision.end()
    bare = word[elided:]
    plain = folded(bare)
    is_small = (
        len(plain) < 2
        or is_function_word(bare.casefold(), in_language)
        or is_function_word(plain, in_language)
    )
    place = place_of(plain)
    return elided, keys_of(plain) | {place} if place else keys_of(plain), is_small


def _hangul(word: str, start: int) -> Token:
    bare = _PARTICLES.sub("", word) if len(word) > 1 else word
    size, keys = in_run(bare, 0)
    if not size and len(bare) > 2:
        size, keys = in_run(bare, 1)
    return Token(word, start, start + len(word), keys | {f"={bare[:2]}"}, "word")


def _run(run: str, start: int) -> list[Token]:
    """Return the known words of a run, and what is between them as pairs of characters."""
    run = hanzi.folded(run)
    if "\u30a0" <= run[0] <= "\u30ff":
        size, keys = in_run(run, 0)
        known = keys if size == len(run) else frozenset()
        return [Token(run, start, start + len(run), known | {f"={run}"}, "kana")]
    found: list[Token] = []
    place, behind = 0, 0
    while place < len(run):
        size, keys = in_run(run, place)
        if not size:
            place += 1
            continue
        found.extend(_between(run, behind, place, start))
        keyed = keys | {f"={run[place : place + size]}"}
        found.append(Token(run[place : place + size], start + place, start + place + size, keyed, "word"))
        place += size
        behind = place
    found.extend(_between(run, behind, len(run), start))
    return found


def _between(run: str, first: int, after: int, start: int) -> list[Token]:
    found: list[Token] = []
    place = first
    while place < after:
        if run[place] in _SMALL or "\u3040" <= run[place] <= "\u309f":
            found.append(
                Token(run[place], start + place, start + place + 1, frozenset(), "word", is_small=True)
            )
            place += 1
            continue
        end = place
        while end < after and run[end] not in _SMALL and not "\u3040" <= run[end] <= "\u309f":
            end += 1
        for begin in range(place, max(end - 1, place + 1)):
            pair = run[begin : min(begin + 2, end)]
            found.append(
                Token(pair, start + begin, start + begin + len(pair), frozenset({f"={pair}"}), "pair")
            )
        place = end
    return found
