"""Whether a part of a sentence denies what it says: outright ("not", 不, kein), or by its verb ("avoids", 讨厌, stopped)."""

import re
from functools import lru_cache
from typing import Final, Literal

__all__ = ["Polarity", "is_unlike", "leaves_open", "of_word", "polarity"]

Polarity = Literal["plain", "dark", "narrow", "soft", "denied"]

# What holds a word of denial and denies nothing.
_IDLE: Final = re.compile(
    r"\b(?:(?:you )?won['’]t believe|(?:didn['’]t|did not|never) (?:know|realise|realize|expect)|(?:not|n['’]t) (?:really |quite |so |entirely )?(?:sure|certain)|no idea|(?:can|could)(?:n['’]?t| ?not) believe|(?:don['’]t|do not|didn['’]t) mind|not bad|not (?:too )?far|not least|not the only (?:one|person)|not only|not just|not to say|quite a few|a few|a little|a bit|can(?:['’]?t|not) wait|can(?:['’]?t|not) help|no (?:problem|worries|doubt|wonder)|why not|don['’]t (?:worry|forget|you)|isn['’]t it|aren['’]t they|"
    r"not to mention|if not|no matter|won['’]t regret|nicht nur|non seulement|no solo|no sólo|não só|não apenas|non solo|не только|could(?:n['’]t| not) (?:be|have been) (?:more|happier|prouder)|didn['’]t you|don['’]t you|doesn['’]t it)\b"
    r"|不仅|不但|不只|不错|不客气|不断|不过|不同|不久|不好意思|没关系|没问题|没错|不要紧|差不多|不管|不如|不妨|好不容易|了不起|忍不住|舍不得|不得不|不禁|不少|不论|无论|不知不觉|是不是|要不要|会不会|能不能|不知道(?=你|您|有没有|能不能|可不可以|大家|有什么)|有没有|不必客气|だけでなく|に違いない|かもしれない|なければ|ではないか|뿐만 아니라|없이는"
    r"|\bne\s+(?:\w+\s+)?que\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:not|no|never|none|neither|nor|nobody|nothing|without|cannot|\w+n['’]t|cant|dont|doesnt|didnt|isnt|wasnt|wont|no longer|hardly|barely|rarely|seldom|unable|"
    r"nicht|kein|keine|keinen|keiner|keinem|keines|nie|niemals|nichts|ohne|weder|"
    r"pas|jamais|aucun|aucune|rien|sans|ni|"
    r"nunca|jamás|ninguno|ninguna|ningún|nada|sin|tampoco|"
    r"não|nem|nenhum|nenhuma|sem|jamais|"
    r"non|mai|nessun|nessuna|nessuno|niente|nulla|senza|né|"
    r"не|нет|ни|никогда|без|нельзя|ничего)\b",
    re.IGNORECASE,
)
_DENIED_RUN: Final = re.compile(
    r"不(?![安满足动])|没|沒|未(?![来必婚知免尝])|无法|無法|从未|從未|(?<![特区级性类分个告离差])别(?!的|人|墅|名)|非(?!常|洲)|尚未|拒绝|ない(?!で)|なかった|ません|ず(?=に|、|。)|ぬ(?=。)|無し|なし|없|않|아니|안 (?=\S)|못"
)
_SOFT: Final = re.compile(
    r"\b(?:\w+-free|dislik\w+|hat(?:e|es|ed|ing)|avoid\w*|refus\w+|declin\w+|reject\w*|averse|aversion|detest\w*|loath\w+|stop(?:s|ped|ping)?|quits?|quitting|abandon\w*|"
    r"fail(?:s|ed|ing)?|lack(?:s|ed|ing)?|cancel\w*|forgot\w*|forget|los(?:e|es|ing)|lost|impossible|uncomfortable|uninterested|impractical|unhappy|unhealthy|unsafe|unreliable|inconvenient|unfamiliar|unwilling|dissatisfied|unfinished|"
    r"oppos\w+|object(?:s|ed|ion|ions)|steer\w*|shun\w*|boycott\w*|reluctan\w*|disagree\w*|den(?:y|ies|ied)|absent|skip\w*|left|leaves|leaving|miss(?:es|ed)?|dropped|drops|"
    r"hass\w*|hasst|meidet|vermeid\w+|abneigung|lehnt\w*|ablehn\w*|weiger\w*|aufgehört|aufgegeben|ungern|abgesagt|verloren|verlor|abgebrochen|"
    r"déteste\w*|évit\w+|refus\w+|arrêt\w+|cess\w+|horreur|annul\w+|perdu\w*|perd|rejet\w+|oppos\w+|"
    r"odi[ao]|detest[ao]|evit\w+|rechaz\w+|aversión|dej[óa]|cancel\w+|perdi\w+|opone|"
    r"odeia|recus\w+|aversão|parou|deixou|rejeit\w+|"
    r"rifiut\w+|avversione|smes\w+|annullat\w+|pers[oa]|"
    r"ненавид\w+|избега\w+|отказ\w+|отвращени\w+|неприязнь|бросил\w*|перестал\w*|прекратил\w*|отмен\w+|потерял\w*|проиграл\w*)\b",
    re.IGNORECASE,
)
_NARROW: Final = re.compile(
    r"\b(?:unsure|uncertain|undecided|unsicher|only|against|solely|exclusively|strictly|former(?:ly)?|instead|outside|besides|apart|rather|than|over|allerg\w+|intoleran\w+|except|unless|few|little|limit\w*|skeptic\w*|hesita\w+|"
    r"außerhalb|außer|nur|ausschließlich|allergi\w+|statt|anstatt|früher|kaum|"
    r"hors|sauf|seulement|uniquement|plutôt|lieu|"
    r"fuera|salvo|excepto|solo|sólo|solamente|únicamente|alérgic\w+|alergia|lugar|vez|"
    r"fora|exceto|fuori|tranne|só|somente|apenas|soltanto|allergic\w+|invece|"
    r"вне|кроме|только|аллерги\w+|вместо)\b",
    re.IGNORECASE,
)
_SOFT_RUN: Final = re.compile(
    r"讨厌|討厭|厌恶|避免|拒绝|反感|抗拒|停止|戒(?!指)|放弃|失去|失败|取消|忘记|很少|嫌|避け|苦手|拒否|やめ|止め|中止|싫|피하|거부|그만|끊|중단|취소"
)
_NARROW_RUN: Final = re.compile(
    r"以外|除|只|仅|过敏|不耐|而不是|だけ|のみ|アレルギー|만 (?=\S)|알레르기|대신|比(?![如较赛例喻])"
)
# What somebody else may call the want of its opposite: "in a low mood" is not in a good one.
_DARK: Final = re.compile(
    r"\b(?:worr\w+|afraid|fear\w*|scared|anxious|concern\w*|bad|badly|poor|poorly|low|sad|down|weak|wrong|worse|worst|hard|difficult\w*|struggl\w+|trouble\w*|problem\w*|too|"
    r"sorge\w*|angst|ängst\w+|schlecht\w*|niedrig\w*|traurig\w*|schwach\w*|schwer\w*|schwierig\w*|problem\w*|zu|"
    r"inqui\w+|peur|crain\w+|mauvais\w*|mal|triste\w*|faible\w*|dur\w*|difficile\w*|problème\w*|trop|"
    r"preocup\w+|miedo|temor|teme|malo|mala|difícil\w*|problema\w*|demasiado|"
    r"medo|receio|ruim|mau|má|demais|"
    r"preoccup\w+|paura|teme|cattiv\w+|male|debole|difficil\w+|problem\w+|troppo|"
    r"боит\w*|беспоко\w+|тревож\w+|плох\w+|груст\w+|трудн\w+|сложн\w+|проблем\w+|слишком)\b",
    re.IGNORECASE,
)
_DARK_RUN: Final = re.compile(
    r"担心|害怕|怕|坏|糟|差(?!不多)|低|难(?!得|忘)|困|弱|问题|太|心配|不安|恐|悪い|難し|걱정|두려|나쁜|나쁘|어려|힘들|문제|너무"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUNS: Final = re.compile(r"[\s。、\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def polarity(text: str, beside: str = "", in_language: str = "") -> Polarity:
    """Return whether a part of a sentence denies outright, denies by its verb, narrows what it says, is dark, or just says it.

    A verb or a narrowing word that stands in `beside` as well does not count: "never lost it" denies "lost it".
    """
    if in_language == "pt":
        text = _IN_THE.sub(" ", text)
    if any(word in text for word in _OFF_WORDS):
        text = _OFF.sub("abandon", text)
    found = _strongest(text, beside)
    # Phrases are looked for only where a word of them stands.
    return _strongest(_IDLE.sub(" ", text), beside) if found != "plain" else found


def is_unlike(text: str) -> bool:
    """Return whether a part of a sentence denies a bright word: what is 不方便 is 困难, and what is 不怕 is not."""
    return _UNLIKE.search(text) is not None and _DARK_RUN.search(text) is None


_UNLIKE: Final = re.compile(r"不[^不，。；]{1,2}")


def leaves_open(text: str) -> bool:
    """Return whether a part of a sentence ends in doubt of what comes next: "I'm not sure if …"."""
    return _OPEN.search(text) is not None


def _strongest(text: str, beside: str) -> Polarity:
    shared = frozenset(word.casefold() for word in _WORD.findall(beside)) if beside else frozenset()
    words = {
        said
        for word in _WORD.findall(text)
        if (said := of_word(word)) == "denied" or word.casefold() not in shared
    }
    if not text.isascii() and (run := "".join(_RUNS.findall(text))):
        words.add(_of_run(run))
    return next((each for each in _STRONGEST if each in words), "plain")


_OPEN: Final = re.compile(
    r"(?:(?:\bnot|n['’]t) (?:\w+ )?(?:sure|certain)(?: yet)?|\bunsure|\buncertain|\bdoubts?|\bhesita\w+|\bundecided|\bnicht sicher|\bunsicher|\bpas sûre?|"
    r"\bno (?:está |estoy )?segur[oa]|\bnão (?:tem |tenho )?certeza|\bnon (?:è )?sicur[oa]|\bне увере\w+|不确定|不知道|没想好)\s*$",
    re.IGNORECASE,
)
_OFF_WORDS: Final = (
    " plus",
    " guère",
    " personne",
    " progress",
    " up",
    " against",
    " away",
    " off",
    " clear",
)
_OFF: Final = re.compile(
    r"\b(?:n(?:e |['’])\w+ (?:\w+ )?(?:plus|guère|personne)|(?:give|gives|gave|given|giving) up|(?:advis|decid|warn|argu|vot|recommend)\w* against|call(?:s|ed)? off|(?:stay|stays|stayed|keep|keeps|kept) away|(?:is|was|are) put off|turned off|steers? clear)\b",
    re.IGNORECASE,
)
# Portuguese for "in the".
_IN_THE: Final = re.compile(r"\bno\b", re.IGNORECASE)
_STRONGEST: Final[tuple[Polarity, ...]] = ("denied", "soft", "narrow", "dark")


@lru_cache(maxsize=8192)
def of_word(word: str) -> Polarity:
    """Return what a single word does to what is said with it."""
    if _DENIED.fullmatch(word):
        return "denied"
    if _SOFT.fullmatch(word):
        return "soft"
    if _NARROW.fullmatch(word):
        return "narrow"
    return "dark" if _DARK.fullmatch(word) else "plain"


def _of_run(run: str) -> Polarity:
    if _DENIED_RUN.search(run):
        return "denied"
    if _SOFT_RUN.search(run):
        return "soft"
    if _NARROW_RUN.search(run):
        return "narrow"
    return "dark" if _DARK_RUN.search(run) else "plain"
