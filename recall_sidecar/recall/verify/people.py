"""Who a clause speaks of, and whose words a part of a passage are."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from recall_sidecar.recall.verify.evidence import Part
from recall_sidecar.recall.verify.names import Name
from recall_sidecar.recall.verify.romanise import alike

__all__ = ["ASSISTANT", "USER", "begins_with_thing", "is_about", "role_of", "subject"]

USER: Final = "@user"
ASSISTANT: Final = "@assistant"
_USER: Final = re.compile(
    r"^(?:(?:the|der|die|dem|den|des|l['’]|el|la|o|a|lo|il)\s?)?(?:user|owner|human|nutzer(?:in|s)?|benutzer(?:in|s)?|utilisat(?:eur|rice)|usuari[oa]|usuári[oa]|utente|пользовател\w+)\b"
    r"|^(?:用户|用戶|使用者|ユーザー|사용자)",
    re.IGNORECASE,
)
_ASSISTANT: Final = re.compile(
    r"^(?:(?:the|der|die|dem|den|dell['’]|all['’]|l['’]|el|la|o|a|lo|il|an|un|ein)\s?)?(?:assistant|ai|ki|ia|ии|bot|chatbot|model|assistent(?:in)?|assistante?|asistente|assistente|ассистент\w*|помощник\w*)\b"
    r"|^(?:助手|助理|AI|ai|人工智能|アシスタント|어시스턴트|비서|AI伴侣)",
    re.IGNORECASE,
)
_PRONOUN: Final = re.compile(
    r"^(?:he|she|they|it|who|er|sie|il|elle|ils|elles|él|ella|ellos|ele|ela|eles|lui|lei|loro|он|она|они|который|которая)\b"
    r"|^(?:他|她|它|他们|她们|彼|彼女|그는|그녀는|그들)",
    re.IGNORECASE,
)
_THING: Final = re.compile(
    r"(?:the|an?|this|that|these|those|its|his|her|their|der|die|das|eine?|sein\w*|ihre?|le|la|les|une?|son|sa|ses|leurs?|el|los|las|una|su|sus|os?|as?|uma?|seus?|suas?|il|lo|gli|i|suo|sua|эта?|это|его|её|ее)\s+\w",
    re.IGNORECASE,
)
# After a possessive comes whose it is, not who: "the user's sister".
_OWNED: Final = re.compile(r"^['’]s\b|^s?['’](?=\s)|^的(?!是)|^の(?!は)|^의\s")
_FIRST: Final = re.compile(
    r"\b(?:i|i['’]\w+|me|my|mine|myself|we|we['’]\w+|us|our|ours|ich|mich|mir|mein\w*|wir|uns|unser\w*|je|j['’]\w*|moi|mon|ma|mes|nous|notre|nos|yo|mi|mis|me|nosotros|nuestr\w+|eu|meu|minha|meus|minhas|nós|noss\w+|io|mio|mia|miei|noi|nostr\w+|я|мне|меня|мой|моя|мои|моё|мы|нас|нам|наш\w*)\b"
    r"|我|咱|俺|私|僕|俺|나는|내가|저는|제가|우리",
    re.IGNORECASE,
)
_SECOND: Final = re.compile(
    r"\b(?:you|your|yours|du|dich|dir|dein\w*|ihr|euch|sie|tu|toi|ton|ta|tes|vous|votre|vos|tú|usted|você|voi|ты|вы|вам|твой|ваш)\b|你|您|あなた|당신|너",
    re.IGNORECASE,
)
_THIRD: Final = re.compile(
    r"^\W*(?:he|she|they|er|elle|il|él|ella|ele|ela|lui|lei|он|она|они)\b|^\W*(?:他|她|彼|彼女)",
    re.IGNORECASE,
)
_OTHER_ROLES: Final = {
    "user": USER,
    "me": USER,
    "human": USER,
    "owner": USER,
    "assistant": ASSISTANT,
    "ai": ASSISTANT,
    "bot": ASSISTANT,
}


def begins_with_thing(text: str, begins_at: int) -> bool:
    """Return whether a clause begins with a thing or somebody unnamed, such as "the script", of whom nothing else is said."""
    return _THING.match(text[begins_at:]) is not None


@lru_cache(maxsize=1024)
def role_of(speaker: str) -> str:
    """Return who a speaker is: the user, the assistant, or the name itself."""
    plain = speaker.strip().casefold()
    if _USER.match(plain):
        return USER
    return ASSISTANT if _ASSISTANT.match(plain) else _OTHER_ROLES.get(plain, speaker.strip())


def subject(text: str, found: Sequence[Name], begins_at: int) -> list[str]:
    """Return whom a clause speaks of, as far as it begins with them, at `begins_at`; empty when it does not say.

    "Anna and Ben like tea" speaks of two; "she likes tea" of whom the clause before spoke of; "Anna's tea" of Anna.
    """
    shown = text[begins_at:].lstrip(" \"'“(")
    for pattern, role in ((_USER, USER), (_ASSISTANT, ASSISTANT)):
        if pattern.match(shown) is not None:
            return [role]
    spoken: list[str] = []
    end = begins_at
    for name in found:
        if name.place or name.start < begins_at or not _JOINS.fullmatch(text[end : name.start]):
            break
        spoken.append(name.text)
        end = name.end
        if _OWNED.match(text[end:]):
            break
    # "Oolong, from the blue cup" says nothing that Oolong does.
    return [] if text[end:].lstrip().startswith((",", "，")) else spoken


_JOINS: Final = re.compile(r"\s*(?:,|and|und|et|y|e|и|和|与|、|と|와|과|&)?\s*(?:auch\s)?")


def is_about(part: Part, who: str, context: str) -> bool:
    """Return whether a part of a passage may speak of `who`; `context` is the sentence that it stands in.

    Words in the first person speak of who says them, "you" of whom they are said to, and a name of itself, unless it only
    calls ("Hey Anna, I …"). What somebody asks may be about both.
    """
    speaker = role_of(part.speaker) if part.speaker else ""
    if who not in {USER, ASSISTANT} and _names(context, who):
        return True
    if speaker == who or (
        speaker not in {USER, ASSISTANT, ""}
        and who not in {USER, ASSISTANT}
        and (_share_a_word(speaker, who) or alike(speaker, who))
    ):
        return speaker in {USER, ASSISTANT} or _FIRST.search(context) is not None or _is_own(context)
    if who == USER and not speaker:
        return True
    if who == ASSISTANT:
        # "Have you tried …?" says nothing that it did.
        return _SECOND.search(context) is not None and _FIRST.search(context) is None and "?" not in context
    return _SECOND.search(context) is not None and (_FIRST.search(context) is None or "?" in context)


def _is_own(context: str) -> bool:
    """Return whether a sentence without "I" may be about who says it: not one about "her", nor one only about "you"."""
    to_you = _SECOND.search(_WITH_YOU.sub(" ", context)) is not None
    return not _THIRD.match(context) and (not to_you or "?" in context or "？" in context)


# Who speaks does something with whom it is said to: "和你聊天很开心", "thank you".
_WITH_YOU: Final = re.compile(
    r"(?:和|跟|与|同|对|给|向|谢谢|感谢|多谢|祝|陪|听|问|告诉|麻烦)[你您](?:的\w{0,4}?(?=[，,。!！]))?|\b(?:with|thank|thanks to|to|for|tell|ask|from) you\b",
    re.IGNORECASE,
)


def _share_a_word(one: str, other: str) -> bool:
    return any(alike(first, second) for first in one.split() for second in other.split())


def _names(context: str, who: str) -> bool:
    """Return whether a sentence speaks of a name, and does not only call it."""
    shown = _CALLED.sub(
        lambda called: " " if any(alike(word, called[1]) for word in who.split()) else called[0], context
    )
    plain = shown.casefold()
    return who.casefold() in plain or any(
        len(word) > 2 and alike(word, part) for word in _CAPITAL.findall(shown) for part in who.split()
    )


# A name between marks, or behind a greeting.
_CALLED: Final = re.compile(
    r"(?:(?:^|(?<=[,.!?]))\s*(?:(?:hey|hi|hello|thanks|thank you|yeah|yep|yes|no|wow|oh|sure|bye|congrats|ok|okay|sorry|so|well|and|aw+|haha)\s*,?\s+){0,2}|,\s*(?=\w+\s*[.!?]))"
    r"([A-ZÀ-Ý][\w]+)(?=\s*[,.!?—–-]|\s*$)(?!,\s+(?:is|was|has|had|who|and|are|were)\b)",
    re.IGNORECASE,
)
_CAPITAL: Final = re.compile(r"[^\W\d_a-zа-я\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][^\W\d_]+")
