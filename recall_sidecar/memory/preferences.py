"""Who asks for advice wants to hear what they prefer, avoid or cannot have, which shares few words with the question.

"Which restaurants would you recommend?" is answered by "I avoid gluten". So for such a question a passage that states a
preference gets a share of its own score on top: the order changes among what fits already, and nothing is found by this alone.
"""

import re
from typing import Final

from recall_sidecar.memory.port import ScorePart

__all__ = ["asks_for_advice", "preference_part", "states_preference"]

# Half and twice as much were about as good (docs/memory.md).
_SHARE: Final = 0.25
# A longer text is a paste, and a longer passage is not what the index stores.
_MAX_CHARS: Final = 2000

_ADVICE: Final = re.compile(
    r"\b(?:you (?:recommend|suggest|advise|think|help)"
    r"|(?:any|some|your|need) (?:\w{1,20} )?(?:tips?|advice|ideas?|suggestions?|recommendations?|options?)"
    r"|(?:should|can|could|do) I|for me|help me|must-\w{1,20}"
    r"|what (?:are|would be) (?:some|the best)|(?:what|which|who|where)(?:['’]s| is| are) (?:the best|a good|some)"
    r"|(?:soll|sollte|kann|könnte) ich|empf(?:iehl|ehl)\w{0,12}|schlägst du|vorschl[aä]g\w{0,6}|tipps?|hast du ideen"
    r"|recommand\w{1,8}|conseil\w{0,8}|suggér\w{1,6}|(?:dois|devrais|puis)-je|une idée"
    r"|recom[ie]e?nd\w{1,8}|aconsej\w{1,6}|sugier\w{1,4}|sugerencias?|debería|qué puedo"
    r"|sugest\w{1,4}|sugere\w{0,3}|devo|deveria|consigl\w{1,8}|suggeri\w{0,8}|dovrei|cosa posso)\b"
    r"|посовету|порекоменд|подскаж|стоит ли мне|推荐|推薦|建议|建議|有什么好|有什麼好|该不该|該不該"
    r"|おすすめ|お勧め|オススメ|アドバイス|どうすればいい|추천|조언|제안",
    re.IGNORECASE,
)
_PREFERENCE: Final = re.compile(
    r"\b(?:prefer(?:s|red|ences?)?|dislikes?|avoids?|hates?|refuses?|allerg(?:y|ic|ies)|vegan|vegetarian"
    r"|intoleran(?:t|ce)|aversion|averse|phobia|fear of|afraid of|(?:not |un)comfortable"
    r"|(?:can['’]?t|cannot|can not) (?:stand|eat|drink|tolerate)|(?:I|he|she|we|they|\w{1,20}s) (?:strictly|exclusively|only|never)"
    r"|(?:don['’]t|do not|doesn['’]t|does not) (?:like|eat|drink|want|use|enjoy|wear|watch|read)|not interested|no interest"
    r"|mag (?:kein|nicht|lieber)\w{0,2}|lieber|bevorzug\w{1,3}|vermeide[tn]?|hass(?:e|t)|allergi\w{2,6}|verträgt|vertrage"
    r"|vegetari\w{2,6}|isst kein\w{0,2}|trinkt kein\w{0,2}|préfère\w{0,3}|n['’]aime pas|déteste|évite|végétar\w{2,5}"
    r"|prefier\w{1,3}|no (?:me|le) gusta\w?|odia|odio|evit[ao]|alérgic\w|prefer(?:e|isce|isco)|não gost\w{1,3}|detesta"
    r"|non (?:mi|gli|le) piac\w{1,5})\b"
    r"|предпочит|не люб|не ест|избега|аллерги|喜欢|喜歡|讨厌|討厭|不吃|不喝|过敏|過敏|忌口|偏好|只吃|只喝"
    r"|好き|嫌い|苦手|アレルギー|食べられ|좋아|싫어|못 먹|안 먹|알레르기",
    re.IGNORECASE,
)


def asks_for_advice(text: str) -> bool:
    """Return whether `text` asks what would suit the person who asks."""
    return _ADVICE.search(text[:_MAX_CHARS]) is not None


def states_preference(text: str) -> bool:
    """Return whether `text` says what somebody prefers, avoids or cannot have."""
    return _PREFERENCE.search(text[:_MAX_CHARS]) is not None


def preference_part(relevance: float, text: str) -> tuple[ScorePart, ...]:
    """Return the part that a passage of `relevance` gets for the preference it states, none when it states none."""
    if not states_preference(text):
        return ()
    return (ScorePart("preference", min(_SHARE * relevance, max(1.0 - relevance, 0.0))),)
