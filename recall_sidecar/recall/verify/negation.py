"""Whether a part of a sentence denies what it says: outright ("not", 不, kein), or by its verb ("avoids", 讨厌, stopped)."""

import re
from functools import lru_cache
from typing import Final, Literal

__all__ = ["Polarity", "polarity"]

Polarity = Literal["plain", "soft", "denied"]

# What holds a word of denial and denies nothing.
_IDLE: Final = re.compile(
    r"\b(?:not only|not just|can(?:['’]?t|not) wait|can(?:['’]?t|not) help|no (?:problem|worries|doubt|wonder)|why not|don['’]t (?:worry|forget|you)|isn['’]t it|aren['’]t they|"
    r"not to mention|if not|no matter|won['’]t regret|nicht nur|non seulement|no solo|no sólo|não só|não apenas|non solo|не только|could(?:n['’]t| not) (?:be|have been) (?:more|happier|prouder)|didn['’]t you|don['’]t you|doesn['’]t it)\b"
    r"|不仅|不但|不只|不错|不客气|不断|不过|不同|不久|不好意思|没关系|没问题|不要紧|差不多|不管|不如|不妨|好不容易|了不起|忍不住|舍不得|不得不|不禁|不少|不论|无论|不知不觉|是不是|要不要|会不会|能不能|有没有|不必客气|だけでなく|に違いない|かもしれない|なければ|ではないか|뿐만 아니라|없이는"
    r"|\bne\s+(?:\w+\s+)?que\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:not|no|never|none|neither|nor|nobody|nothing|without|cannot|\w+n['’]t|cant|dont|doesnt|didnt|isnt|wasnt|wont|no longer|hardly|barely|rarely|seldom|unable|"
    r"nicht|kein|keine|keinen|keiner|keinem|keines|nie|niemals|nichts|ohne|weder|"
    r"ne|pas|jamais|aucun|aucune|rien|sans|ni|"
    r"nunca|jamás|ninguno|ninguna|ningún|nada|sin|tampoco|"
    r"não|nem|nenhum|nenhuma|sem|jamais|"
    r"non|mai|nessun|nessuna|nessuno|niente|nulla|senza|né|"
    r"не|нет|ни|никогда|без|нельзя|ничего|n['’]\w+)\b",
    re.IGNORECASE,
)
_DENIED_RUN: Final = re.compile(
    r"不|没|沒|未曾|无法|無法|从未|從未|别(?!的|人|墅|名)|非(?!常|洲)|尚未|拒绝|ない(?!で)|なかった|ません|ず(?=に|、|。)|ぬ(?=。)|無し|なし|없|않|아니|안 (?=\S)|못"
)
_SOFT: Final = re.compile(
    r"\b(?:dislik\w+|hat(?:e|es|ed|ing)|avoid\w*|refus\w+|declin\w+|rejects?|rejected|averse|aversion|detest\w*|loath\w+|stop(?:s|ped)?|quits?|quitting|gave up|given up|giving up|"
    r"fail(?:s|ed)?|lacks?|lacking|missing|cancel\w*|forgot\w*|loses?|lost|unable|impossible|uncomfortable|uninterested|only|solely|exclusively|strictly|just|former(?:ly)?|used to|instead of|rather than|"
    r"too (?:\w+ )to|free of|-free|allergic|allergy|allergies|intoleran\w+|against|opposed|steer|shun\w*|boycott\w*|except|unless|few|little|limit\w*|difficult\w*|hard|struggl\w+|trouble|skeptic\w*|reluctan\w*|hesita\w+|"
    r"hass\w*|meidet|vermeid\w+|abneigung|lehnt|weiger\w*|aufgehört|aufgegeben|nur|ausschließlich|allergi\w+|ungern|statt|anstatt|früher|"
    r"déteste|évit\w+|refus\w+|aversion|arrêt\w+|cess\w+|seulement|uniquement|allergi\w+|horreur|plutôt|au lieu|"
    r"odi[ao]|detest[ao]|evit\w+|rechaz\w+|aversión|dej[óa]|solo|sólo|solamente|únicamente|alérgic\w+|alergia|en lugar|en vez|"
    r"odeia|recus\w+|aversão|parou|deixou|só|somente|apenas|em vez|"
    r"rifiut\w+|avversione|smes\w+|soltanto|solamente|allergic\w+|invece|"
    r"ненавид\w+|избега\w+|отказ\w+|отвращени\w+|неприязнь|бросил\w*|перестал\w*|прекратил\w*|только|аллерги\w+|вместо)\b",
    re.IGNORECASE,
)
_SOFT_RUN: Final = re.compile(
    r"讨厌|討厭|厌恶|避免|拒绝|反感|抗拒|停止|戒|放弃|失去|失败|取消|忘记|只|仅|过敏|不耐|而不是|嫌|避け|苦手|拒否|やめ|止め|だけ|のみ|アレルギー|싫|피하|거부|그만|끊|중단|만 (?=\S)|알레르기|대신|困难|难"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUNS: Final = re.compile(r"[\s。、\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def polarity(text: str) -> Polarity:
    """Return whether a part of a sentence denies outright, denies by its verb or narrows, or just says."""
    found = _strongest(text)
    # Phrases are looked for only where a word of them stands.
    return _strongest(_IDLE.sub(" ", text)) if found != "plain" else found


def _strongest(text: str) -> Polarity:
    words = {_of_word(word) for word in _WORD.findall(text)}
    if not text.isascii() and (run := "".join(_RUNS.findall(text))):
        words.add(_of_run(run))
    return "denied" if "denied" in words else "soft" if "soft" in words else "plain"


@lru_cache(maxsize=8192)
def _of_word(word: str) -> Polarity:
    if _DENIED.fullmatch(word):
        return "denied"
    return "soft" if _SOFT.fullmatch(word) else "plain"


def _of_run(run: str) -> Polarity:
    if _DENIED_RUN.search(run):
        return "denied"
    return "soft" if _SOFT_RUN.search(run) else "plain"
