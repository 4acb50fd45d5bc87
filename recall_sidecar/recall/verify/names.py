"""The names in a clause: of people, places, titles and brands, as far as writing shows that a word is one.

A capital shows it in most languages; in German, where nouns have one, only known places and given names count. In Chinese and
Japanese it is a title in its marks, a known place, a word in Latin letters, and who a sentence begins with.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.lexicon.given import GIVEN
from recall_sidecar.recall.verify.meanings import GUESSED, folded, in_run, keys_of, place_of
from recall_sidecar.recall.verify.senses import sense
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["Name", "foreign", "is_given", "names"]

_TITLE: Final = re.compile(r"《([^》]{1,40})》|「([^」]{1,40})」|『([^』]{1,40})』")
# Names of days, months and tongues have a capital in English, and say when or how, which others judge.
_NO_NAMES: Final = frozenset(
    ["i", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july", "august", "september", "januar", "februar", "märz", "marz", "mai", "juni", "juli", "oktober", "dezember", "anfang", "ende", "mitte", "uhr", "prozent", "jahr", "herr", "frau", "october", "november", "december", "english", "french", "german", "spanish", "chinese", "japanese", "korean", "italian", "russian", "portuguese", "user", "assistant", "the", "a", "an", "he", "she", "they", "it", "his", "her", "their", "nutzer", "benutzer", "nutzerin", "benutzerin", "utilisateur", "usuario", "usuária", "usuário", "usuaria", "utente", "пользователь", "ai", "tv", "ok", "christmas", "easter", "mr", "mrs", "ms", "dr", "dre", "dra", "sr", "sra", "mme", "prof", "dott", "am", "pm", "ceo", "phd", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec", "american", "european", "british", "asian", "african", "indian", "mexican"]
)  # fmt: skip
# What two capitals are short for is told in full elsewhere.
_SHORT_WORDS: Final = frozenset(
    ["pc", "us", "uk", "eu", "hr", "it", "id", "dj", "pr", "un", "la", "ny", "sf", "nz", "vs", "gp", "pe", "qa", "ux", "ui", "ki", "ia", "va", "dc", "km", "kg", "cm", "mm", "ml", "gb", "tb", "hd", "vr", "ar", "nj", "ca", "tx", "wa", "or", "ии"]
)  # fmt: skip
_SURNAMES: Final = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文宫焦欧葛殷俞柳裴"
)  # fmt: skip
# Characters that write the sounds of foreign names.
_FOREIGN: Final = frozenset(
    "拉根登堡顿森逊文特玫凯阿艾安奥巴贝比伯布查达戴丹德迪蒂杜多尔厄恩法菲费弗福盖戈格古哈海汉赫亨霍基吉加杰卡凯柯科克库拉莱兰劳勒雷里莉丽利琳林伦罗洛鲁马玛麦曼梅米密蒙莫姆穆纳娜内妮尼诺努帕佩皮普齐奇乔琼茹瑞若萨塞桑瑟沙莎莎什史斯苏索塔泰汤特提廷托瓦韦维温沃乌西希谢欣辛休雅亚娅伊尤约扎泽詹朱兹佐彼翰姆苔丝夫"
)
_SHORT: Final = 5
_OWNED: Final = re.compile(r"['’]s?$")
_BEHIND_NAMES: Final = frozenset(
    "的是在和与也有对很最不没已曾于将这那每常因从去今昨前正还都又再先近目向跟同让把被给得到过做买看想要打说推建"
)
_EAST: Final = re.compile(r"[\u30a0-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CJK: Final = re.compile(r"[\u3400-\u9fff]")
_KANA_NAME: Final = re.compile(r"^([\u30a0-\u30ff]{2,12})(?:さん|は|が|と|の|も)")
_HANGUL_NAME: Final = re.compile(r"^([\uac00-\ud7af]{2,6}?)(?:씨|님|은|는|이|가|의|와|과)?(?=\s)")


class Name(NamedTuple):
    """A name, where it stands, and the key of the place it names, empty when it is none. `is_sure` when writing shows it."""

    text: str
    start: int
    end: int
    place: str = ""
    is_sure: bool = True


@lru_cache(maxsize=1)
def _given() -> frozenset[str]:
    return frozenset(folded(name) for name in GIVEN.split())


def is_given(word: str) -> bool:
    """Return whether a word is a known given name."""
    return folded(word) in _given()


def names(
    text: str, words: Sequence[Token], in_language: str, *, begins: bool, known: Collection[str] = ()
) -> list[Name]:
    """Return the names in a clause.

    `begins` says whether a sentence begins with it, where each word has a capital; `known` are names that are known to be some.
    """
    found = [*_known(text, known), *_places(words)]
    taken = {place for name in found for place in range(name.start, name.end)}
    if in_language in {"zh", "ja", "ko"}:
        found.extend(name for name in _eastern(text, in_language) if name.start not in taken)
    for place, token in enumerate(words):
        if token.kind == "word" and token.start not in taken and token.text[0].isupper():
            near = [
                each
                for each in words[max(place - 1, 0) : place + 2]
                if each is not token and _beside(text, each, token)
            ]
            if _is_name(token, in_language, is_first=begins and not place, near=near):
                bare = _OWNED.sub("", token.text)
                found.append(Name(bare, token.start, token.start + len(bare)))
    return _together(text, sorted(found, key=lambda name: name.start))


def _together(text: str, found: Sequence[Name]) -> list[Name]:
    """Return names that stand side by side as one."""
    whole: list[Name] = []
    for name in found:
        before = whole[-1] if whole else None
        if (
            before is not None
            and not before.place
            and not name.place
            and name.start - before.end == 1
            and text[before.end] in " -"
        ):
            whole[-1] = Name(text[before.start : name.end], before.start, name.end, is_sure=before.is_sure)
        else:
            whole.append(name)
    return whole


def _known(text: str, known: Collection[str]) -> Iterator[Name]:
    """Yield the known names of scripts that do not show one by a capital."""
    for name in known:
        start = text.find(name) if _EAST.search(name) else -1
        if start >= 0:
            yield Name(name, start, start + len(name))


def _places(words: Sequence[Token]) -> Iterator[Name]:
    for place, token in enumerate(words):
        phrase = token
        for size in (3, 2, 1):
            group = words[place : place + size]
            if len(group) == size and group[0].text[0].isupper():
                key = place_of(" ".join(folded(each.text) for each in group))
                if key:
                    yield Name(" ".join(each.text for each in group), token.start, group[-1].end, key)
                    break
        else:
            keys = [key for key in phrase.keys if key.startswith("place:")]
            if keys and _EAST.search(phrase.text):
                yield Name(phrase.text, phrase.start, phrase.end, keys[0])


def _is_name(token: Token, in_language: str, *, is_first: bool, near: Sequence[Token]) -> bool:
    plain = folded(token.text)
    if plain in _NO_NAMES or len(plain) < 2:
        return False
    if len(plain) == 2 and token.text.isupper():
        return plain not in _SHORT_WORDS and not any(map(_has_capital, near))
    if in_language == "de":
        # Two nouns seldom stand side by side.
        is_known = is_first and _is_word(plain)
        is_noun = is_known or token.is_small
        return plain in _given() or (not is_noun and any(_has_capital(each) for each in near))
    if is_first:
        # Other languages have more words than are known here.
        is_new = in_language == "en" and not (_is_word(plain) or token.is_small or sense(plain))
        return (
            plain in _given()
            or is_new
            or (not token.is_small and not _is_only_done(plain, in_language) and any(map(_has_capital, near)))
        )
    return not token.is_small


def _is_only_done(plain: str, in_language: str) -> bool:
    """Return whether an English word is what somebody does, and no thing: "knows"."""
    said = sense(plain) if in_language == "en" else None
    return said is not None and not said.may_be_noun


def _is_word(plain: str) -> bool:
    """Return whether a folded word is known as an ordinary one."""
    keys = keys_of(plain)
    # The stem of a short word is the stem of many.
    is_sure = GUESSED not in keys or len(plain) > _SHORT
    return is_sure and any(not key.startswith("=") for key in keys)


def _beside(text: str, one: Token, other: Token) -> bool:
    return max(one.start, other.start) - min(one.end, other.end) == 1 and text[min(one.end, other.end)] == " "


def _has_capital(token: Token) -> bool:
    return token.text[0].isupper() and folded(token.text) not in _NO_NAMES and not token.is_small


def _eastern(text: str, in_language: str) -> Iterator[Name]:
    for title in _TITLE.finditer(text):
        inner = next(group for group in title.groups() if group)
        yield Name(inner, title.start() + 1, title.end() - 1, is_sure=in_language == "zh")
    if in_language == "ja" and (kana := _KANA_NAME.match(text)) is not None and not in_run(kana[1], 0)[0]:
        yield Name(kana[1], kana.start(1), kana.end(1), is_sure=False)
    elif (
        in_language == "ko"
        and (hangul := _HANGUL_NAME.match(text)) is not None
        and not in_run(hangul[1], 0)[0]
    ):
        yield Name(hangul[1], hangul.start(1), hangul.end(1), is_sure=False)
    elif in_language == "zh":
        yield from _chinese(text)


def foreign(text: str) -> Iterator[str]:
    """Yield the runs of a Chinese text that write foreign sounds."""
    start = -1
    for place, letter in enumerate(f"{text} "):
        if letter in _FOREIGN:
            start = place if start < 0 else start
        elif start >= 0:
            if place - start >= 2:
                yield text[start:place]
            start = -1


def _chinese(text: str) -> Iterator[Name]:
    """Yield who a Chinese clause begins with: a surname with one or two characters, or a run that writes foreign sounds."""
    start = len(text) - len(text.lstrip(" ，、"))
    end = start
    while end < len(text) and text[end] in _FOREIGN and not (end > start and in_run(text, end)[0] > 1):
        end += 1
    if end - start >= 2 and not in_run(text, start)[0] > 1:
        yield Name(text[start:end], start, end)
        return
    if text[start : start + 1] in _SURNAMES and not in_run(text, start)[0] > 1:
        end = next((end for end in (start + 3, start + 2) if _ends_name(text, start, end)), 0)
        if end:
            yield Name(text[start:end], start, end)


def _ends_name(text: str, start: int, end: int) -> bool:
    """Return whether a name that begins with a surname may end here: a word that is known, or none, follows."""
    if end > len(text) or not all(map(_CJK.match, text[start:end])):
        return False
    follows = text[end : end + 1]
    goes_on = follows and _CJK.match(follows) and follows not in _BEHIND_NAMES and not in_run(text, end)[0]
    return not goes_on and (end - start == 2 or in_run(text, start + 2)[0] < 2)
