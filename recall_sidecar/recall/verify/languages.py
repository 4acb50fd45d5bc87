"""Which language a short text is in, by its script and by the small words that hold its sentences together."""

import re
from functools import lru_cache
from typing import Final

__all__ = ["LANGUAGES", "function_words", "is_function_word", "is_unknown_script", "language"]

# In the order of the columns of the lexicon.
LANGUAGES: Final = ("en", "zh", "ja", "ko", "de", "fr", "es", "pt", "it", "ru")
_FUNCTION_WORDS: Final = {
    "en": """a about all also am an and any are as at be been being both but by can could did do does doing during each else
    ever few for from had has have having he her here hers him his how i if in into is it its itself just let me more
    most much my no nor not of off on once one only or other our out over own per quite rather she should since so some such
    than that the their theirs them then there these they this those through to too under until up upon us very was we
    were what when where which while who whom whose why will with within without would you your i'm i've it's he's
    she's they're we're you're i'd i'll don't doesn't didn't isn't aren't wasn't weren't can't won't user user's users
    against despite towards throughout onto around across along among between because although though however etc via got get gets getting
    really actually still yet even thing things something anything lot bit way kind sort himself herself
    themselves whether both like-minded noted says said per regarding currently now may out date""",
    "de": """ich mich mir wir du dich dir uns euch man aber als also am an auch auf aus bei beim bis da dabei damit dann das dass dem den denn der des die dies diese
    diesem diesen dieser doch durch ein eine einem einen einer eines er es etwas für gegen hat hatte haben ihm ihn ihr ihre
    ihren ihrem ihrer im in ins ist ja kann kein keine mehr mit nach nicht noch nur ob oder schon sehr sein seine seinem
    seinen seiner seit sich sie sind so sowie über um und uns unter vom von vor war waren was weil wenn wer werden wie
    wird wo wurde würde während zu zum zur benutzer nutzer nutzerin benutzerin dort hier man können könnte soll""",
    "fr": """à au aux avec ce ces cet cette c'est comme dans de des du elle elles en est et être eu fait il ils je j'ai la le
    les leur leurs lui l l' d d' qu' ma mais me mes moi mon ne nos notre nous on ont ou où par pas plus pour qu que quel qui sa
    sans se ses si son sont sur ta te tes toi ton très un une vos votre vous y été était avait a utilisateur utilisatrice
    aussi ainsi dont lors chez entre vers depuis""",
    "es": """a al algo como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta está
    este esto fue ha había han hasta hay la las le les lo los más me mi mis muy ni no nos o para pero por porque que
    quien se ser si sí sin sobre son su sus también tan te tiene todo tu tus un una unas uno unos y ya yo usuario usuaria""",
    "pt": """a ao aos as às até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta está
    este eu foi há isso já lhe mais mas me meu minha muito na não nas nem no nos o os ou para pela pelo por porque
    quando que quem se sem ser seu sua são também te tem têm um uma você usuário usuária ter""",
    "it": """a ad al alla alle anche che chi ci come con da dal dalla de degli dei del della delle di e è ed era gli ha hanno
    ho i il in io l la le lei lo loro lui ma mi mia mio molto nei nel nella non o per perché più quando questa questo
    se sei si sia sono su sua sue sul sulla suo suoi tra un una uno utente è stato stata essere aveva""",
    "ru": """а без более бы был была были было быть в вам вас весь во вот все всё всего вы где да для до его ее её если есть
    еще ещё же за и из или им их к как ко когда кто ли мне может мы на над не него нее нет ни но о об он она они
    от по под при про с со свой своей своего своих свою так также там то того тоже только тут ты у уже что чтобы это эта
    этот я пользователь пользователя пользователю пользовательница который которая которые""",
}  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HANGUL: Final = re.compile(r"[\uac00-\ud7af]")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_CYRILLIC: Final = re.compile(r"[\u0400-\u04ff]")
_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f]")
_UNKNOWN: Final = re.compile(
    r"(?![A-Za-z\u00c0-\u024f\u0400-\u04ff\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W\d_]"
)


@lru_cache(maxsize=1)
def function_words() -> dict[str, frozenset[str]]:
    """Return the function words of each language that puts spaces between words."""
    return {name: frozenset(words.split()) for name, words in _FUNCTION_WORDS.items()}


@lru_cache(maxsize=1)
def _votes() -> dict[str, tuple[str, ...]]:
    votes: dict[str, list[str]] = {}
    for name, words in function_words().items():
        for word in words:
            votes.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in votes.items()}


def is_function_word(word: str, in_language: str) -> bool:
    """Return whether a folded `word` holds sentences of that language together."""
    return word in function_words().get(in_language, ())


def is_unknown_script(text: str) -> bool:
    """Return whether more letters are of a script that none of the languages has than are Latin."""
    unknown = len(_UNKNOWN.findall(text)) if not text.isascii() else 0
    return bool(unknown) and unknown > len(_LATIN.findall(text))


def language(text: str, default: str = "en") -> str:
    """Return the language of `text`; `default` where its small words do not tell, `other` in a script that is none of theirs."""
    if not text.isascii():
        if _KANA.search(text):
            return "ja"
        if len(_HANGUL.findall(text)) > 1:
            return "ko"
        if _HAN.search(text):
            return "zh"
        if _CYRILLIC.search(text):
            return "ru"
        if is_unknown_script(text):
            return "other"
    counted: dict[str, float] = {}
    for word in _WORD.findall(text[:400].casefold().replace("’", "'")):
        names = _votes().get(word, ())
        for name in names:
            counted[name] = counted.get(name, 0.0) + 1 / len(names)
    return max(counted, key=lambda name: (counted[name], name == default), default=default)
