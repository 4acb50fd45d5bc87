"""What can be seen of a message by itself, as numbers: who speaks of what, in what form.

Words of ten languages are counted, and no single one decides: a message in another language has fewer signs, not wrong ones.
"""

import math
from collections.abc import Mapping
from typing import Final

import regex

from recall_sidecar.memory.preferences import asks_for_advice
from recall_sidecar.recall.plain import lowered

__all__ = ["names_in", "signs"]

# Of a long message the two ends are looked at: that is where a request stands.
_END_CHARS: Final = 500
_LONG_CHARS: Final = 4000

_SELF: Final = regex.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our|ours"
    r"|ich|mir|mich|mein\p{L}{0,2}|wir|uns|unser\p{L}{0,2}"
    r"|je|j'\p{L}+|j’\p{L}+|moi|mon|ma|mes|nous|notre|nos|yo|mí|mi|mis|nosotr[oa]s|nuestr[oa]s?|conmigo"
    r"|eu|mim|meu|meus|minha|minhas|nós|nosso|nossa|io|mio|mia|miei|mie|noi|nostro|nostra|я|мне|меня|мой|моя|моё|мои|моего|мою|мы|нам|нас|наш\p{L}{0,2})\b"
    r"|我|咱|俺|私|僕|うち|(?:^|\s)(?:나|내|저|제|우리)(?:는|가|를|의|도|랑|한테|에게)?(?=\s|$)"
)
_SELF_MATTER: Final = regex.compile(
    r"\b(?:my|our|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|meus?|minhas?|noss[oa]s?|mio|mia|miei|mie|nostr[oaie]|мо[йяёиюе]|моего|наш\p{L}{0,2})\b"
    r"|我的|我们|我家|我們|私の|僕の|うちの|(?:^|\s)(?:내|제|우리)(?=\s)"
)
_YOU: Final = regex.compile(
    r"\b(?:you|your|u|du|dir|dich|dein\p{L}{0,2}|sie|ihnen|tu|te|toi|ton|ta|vous|votre|tú|ti|usted|você|voce|lei|ты|тебе|тебя|вы|вам|вас)\b|你|您|あなた|君|당신|너"
)
_ASKED_OF_SELF: Final = regex.compile(
    r"\b(?:for (?:me|us)|suits? (?:me|us)|(?:should|can|could|do|did|am|was|have|had|would|will) (?:i|we)|(?:i|we)(?:'m| am| are|'re) (?:looking|planning|thinking|considering|trying|going|interested|hoping)"
    r"|i (?:want|need|would like|like|wish|plan)|i'd (?:like|love)|help me|für mich|für uns|(?:soll|sollte|kann|könnte|muss|habe|hatte|bin|zahle|komme) ich|(?:sollen|haben|feiern|wollen|gehen) wir"
    r"|pour moi|pour nous|(?:dois|puis|peux|devrais|est-ce que) je|aide-moi|para mí|(?:puedo|debo|debería|tengo|podría|podríamos|pago)|para mim|devo|posso|tenho|dovrei|potrei|pago|per me|consigliami|suggeriscimi"
    r"|мне|у меня|сколько я|что я)\b|适合我|適合我|帮我|幫我|我(?:该|應|应|可以|要|能|想|有)|してくれ|私に|(?:추천|알려|골라)"
)
_TASK: Final = regex.compile(
    r"\b(?:write|rewrite|translate|summari[sz]e|explain|describe|classify|generate|compose|implement|solve|convert|calculate|compute|identify|proofread"
    r"|paraphrase|extract|determine|categori[sz]e|compare|design|imagine|pretend|act as|evaluate|invent"
    r"|schreib\p{L}{0,2}|übersetz\p{L}{0,2}|fasse|erklär\p{L}{0,2}|berechne\p{L}?|écri[st]|traduis|résume|explique|calcule"
    r"|escrib[ea]|traduce|resume|explica|calcula|escreve|escreva|traduz|resuma|explique|scrivi|traduci|riassumi|spiega|calcola"
    r"|напиши\p{L}{0,2}|переведи\p{L}{0,2}|объясни\p{L}{0,2}|перескажи|составь)\b"
    r"|写|寫|翻译|翻譯|总结|總結|概括|解释|解釋|描述|生成|列出|计算|計算|改写|分析|编写|造句|给出|给定|提取|分类|判断|書いて|訳して|翻訳|要約|説明して|計算して|써|번역|요약|설명|작성"
)
# Within a sentence these are other words as often: "the name of", "my list", "the answer".
_TASK_AT_START: Final = regex.compile(
    r"(?:please |can you |could you |bitte |por favor |per favore |пожалуйста,? |请|請)?(?:create|list|give|name|edit|correct|complete|fill|develop|provide|answer|output|print|sort|choose|select|rate|turn|make|fix"
    r"|nenn\p{L}{0,2}|gib|erzähl\p{L}{0,2}|donne|raconte|dame|cuéntame|dá-me|conta|dammi|raccontami|назови|расскажи|реши|讲|挙げて)\b"
)
_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{N}'’]+")
# A key or an identifier is full of digits and holds no number.
_NUMBER: Final = regex.compile(r"(?<![\p{Latin}\p{N}_])\p{N}+(?:[.,:]\p{N}+)*(?![\p{Latin}\p{N}_])")
_CODE: Final = regex.compile(r"[{}<>\\|=;`_$\[\]#^*]|\(\)|->|::")
_NAME: Final = regex.compile(r"(?<=[\p{Ll}\p{N},;:'’)\"] )\p{Lu}\p{Ll}[\p{L}\p{M}\-]+")
_QUOTED: Final = regex.compile(r"[\"“”„«»「『《]|(?:^|\s)['‘]\S")
_ASKS: Final = regex.compile(r"[?？¿]|吗|嗎|呢")
_PAIRED: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
_SENTENCE: Final = regex.compile(r"[.!?。！？]+(?=\s|$|[\p{Han}\p{Hiragana}\p{Katakana}])")


def signs(message: str) -> Mapping[str, float]:
    """Return the signs of `message`, each 0 to about 2; the names are those of the weights.

    What else was tried (how often it speaks of oneself, whether it names the past) added nothing to these.
    """
    text = message[:_LONG_CHARS]
    ends = text if len(text) <= 2 * _END_CHARS else f"{text[:_END_CHARS]} {text[-_END_CHARS:]}"
    low = lowered(ends)
    words = max(len(_WORD.findall(ends)) + len(_PAIRED.findall(ends)) / 2, 1.0)
    numbers = len(_NUMBER.findall(ends))
    return {
        "length": math.log1p(len(message)) / math.log(100),
        "lines": min(text.count("\n"), 6) / 3,
        "sentences": min(max(len(_SENTENCE.findall(ends)) - 1, 0), 6) / 3,
        "numbers": min(numbers, 6) / 3,
        "number_share": min(2 * numbers / words, 1.0),
        "code": min(len(_CODE.findall(ends)) / 4, 2.0),
        "quoted": float(_QUOTED.search(ends) is not None),
        "colon": float(":" in ends or "：" in ends),
        "self": float(_SELF.search(low) is not None),
        "self_matter": float(_SELF_MATTER.search(low) is not None),
        "asked_of_self": float(_ASKED_OF_SELF.search(low) is not None),
        "you": float(_YOU.search(low) is not None),
        "task": float(_TASK.search(low) is not None),
        "task_first": float(_TASK.match(low) is not None or _TASK_AT_START.match(low) is not None),
        "ends_asking": float(_ASKS.search(ends.rstrip()[-3:]) is not None),
        "advice": float(asks_for_advice(ends)),
    }


def names_in(message: str) -> frozenset[str]:
    """Return the words within sentences of `message` that begin with a capital letter, casefolded."""
    return frozenset(name.casefold() for name in _NAME.findall(message[:_LONG_CHARS]))
