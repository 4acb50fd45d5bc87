"""A complaint names what it is about and says nothing of it: "you forgot my dentist again", "that is wrong, I told you".

Who asks about the dentist would find it before the note that says where he is. So a passage that mostly complains loses up to half
of its score, and no more: it stays found, and one that says something else as well loses nothing. Told in English, German, French, Spanish,
Portuguese, Italian, Russian, Chinese, Japanese and Korean; in others a complaint counts as any text.
"""

import re
from typing import Final

from recall_sidecar.memory.port import ScorePart

__all__ = ["complaint_part", "complaint_share"]

_SHARE: Final = 0.5
# A longer text says something else too.
_MAX_CHARS: Final = 600
_SENTENCE: Final = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；]*")
# Quick to look for, and each complaint below holds one; the others in a text that has more than plain letters.
_CUES: Final = (
    "forg", "misrem", "not remember", "t remember", "never remember", "you remember", "listen", "told you", "already",
    "just told", "just said", "said it", "said this", "said that", "said so", "i told", "how often", "how many times",
    "wrong", "not right", "not true", "not correct", "not what i", "sorry", "apolog", "vergess", "vergiss", "schon",
    "doch", "bereits", "wie oft", "falsch", "oubli", "combien de fois", "olvid", "te dije", "lo dije", "esque",
    "disse", "quantas vezes", "dimentic", "detto", "quante volte",
)  # fmt: skip
_OTHER_CUES: Final = (
    "déjà dit", "había dicho", "cuántas veces", "забы", "говорил", "сколько раз", "忘", "不记", "不記", "记不", "記不", "没记",
    "沒記", "说过", "说過", "說過", "言っ", "何度", "잊", "까먹", "말했",
)  # fmt: skip
_COMPLAINT: Final = re.compile(
    # Of the one who speaks to the assistant: it forgets, does not listen, is wrong.
    r"\b(?:you(?:['’](?:ve|re))?(?: \w+){0,2} (?:forg[eo]t\w*|misremember\w*)"
    r"|you (?:still |even )?(?:never|don['’]?t|do not|didn['’]?t|did not|can['’]?t|cannot) (?:even |ever )?(?:remember|listen)"
    r"|(?:why|how) (?:can|could|do|did|don['’]?t|didn['’]?t|can['’]?t) you (?:\w+ )?(?:forget|remember|not remember)"
    r"|i(?:['’](?:ve|d)| have| had)?(?: \w+)? told you|i(?:['’]ve| have)? (?:already|just) (?:said|told|mentioned|explained)"
    r"|i(?:['’]ve| have)? (?:said|told|mentioned|explained) (?:it|this|that|so)? ?(?:\w+ )?(?:already|before|again|twice|times)"
    r"|how (?:many times|often) (?:do|must|have|did|should) i"
    r"|(?:that|this|it)(?:['’]s| is| was) (?:just |still |completely |again )?(?:wrong|not (?:right|true|correct|what i (?:said|told|asked)))(?=\W*$|,)"
    r"|you(?:['’]re| are| were| got (?:it|that|this))(?: \w+)? wrong"
    # Of an assistant that has been told so.
    r"|(?:sorry|apolog\w+)[^.!?]{0,60}(?:forg[eo]t\w*|confusi\w+|mistake|remember)"
    r"|(?:du|sie) (?:hast|haben|vergisst|vergessen)\b[^.!?]{0,60}(?:vergess\w+|vergisst|wieder)|schon wieder vergessen|wie oft (?:muss|soll|noch)"
    r"|(?:hab\w?|hatte) (?:ich )?(?:\w+ ){0,2}(?:doch|schon|bereits) (?:\w+ ){0,3}gesagt|(?:das|es) (?:ist|war) (?:doch )?falsch(?=\W*$|,)"
    r"|(?:tu|vous)(?: \w+)? (?:as|avez|oublie[sz]?)\b[^.!?]{0,30}oubli\w+|tu oublies|(?:l['’]ai|avais) déjà dit|combien de fois"
    r"|(?:olvidaste|te olvidas|has olvidado|se te olvid\w+)|ya te (?:lo )?(?:dije|había dicho)|cuántas veces"
    r"|(?:você|tu) (?:\w+ )?esque\w+|já (?:te|lhe) disse|quantas vezes"
    r"|(?:hai|ti sei) (?:\w+ ){0,2}dimentic\w+|te l['’]ho (?:già )?detto|quante volte)"
    r"|\b(?:ты|вы) (?:\w+ )?забы\w+|\bя (?:же |уже |тебе ){1,3}говорил|сколько раз"
    r"|[你您](?:怎么|怎麼|又|总是|總是|老是|还是|還是|都){0,3}(?:忘(?:记|記|了|掉)|又忘|不记得|不記得|记不住|記不住|没记住|沒記住)|说过(?:多少|很多|好几|几)[次遍]|我不是.{0,4}[说說][过過]"
    r"|また忘れ|忘れたの|忘れて(?:る|いる)(?:よ|じゃ)|言った(?:でしょ|じゃない|はず|よね)|何度(?:も)?言"
    r"|또 ?(?:잊|까먹)|(?:몇 ?번|벌써|이미) ?말했",
)


def complaint_share(text: str) -> float:
    """Return how much of `text` complains, 0 to 1."""
    if len(text) > _MAX_CHARS:
        return 0.0
    text = text.lower()
    cues = [cue for cue in (_CUES if text.isascii() else (*_CUES, *_OTHER_CUES)) if cue in text]
    if not cues:
        return 0.0
    sentences = list(filter(None, map(str.strip, _SENTENCE.findall(text))))
    complaints = (
        len(each) for each in sentences if any(cue in each for cue in cues) and _COMPLAINT.search(each)
    )
    return sum(complaints) / max(sum(map(len, sentences)), 1)


def complaint_part(relevance: float, text: str) -> tuple[ScorePart, ...]:
    """Return the part, below 0, of a passage of `relevance` for what it complains, none when it does not."""
    mostly = 2.0 * complaint_share(text) - 1.0
    return (ScorePart("complaint", -_SHARE * mostly * relevance),) if mostly > 0.0 else ()
