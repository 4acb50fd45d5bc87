"""What a statement says of a thing that has one value at a time, and what it denies.

"Staging runs on 3.11" and "Jonas stopped drinking coffee" are such. Two of them about the same
thing cannot both be true, and the later one is.

Careful rather than clever: whatever is not surely of this kind is no fact here, for calling a true one old is worse than
showing an old one.
"""

import re
from dataclasses import dataclass
from typing import Final

from recall_sidecar.memory.countries import is_country
from recall_sidecar.memory.foretold import Foretold
from recall_sidecar.memory.terms import query_terms

__all__ = ["Fact", "contradicts", "fact", "makes_old", "sketch"]

_MAX_VALUE_TERMS: Final = 6
# Words below this weight only hold sentences together (memory/terms.py).
_TELLING: Final = 0.3
_CLAUSE: Final = re.compile(
    r",|，|\(|（| (?:since|because|and|but|instead|seit|weil|und|aber|depuis|porque|perché)\b", re.IGNORECASE
)
# Where somebody lives or works and what something runs on is one thing at a time; other words say so of numbers, and of what
# a subject of that kind has.
_RELATIONS: Final = Foretold(
    r"(?P<home>\b(?:lives? (?:in|at)|moved to|relocated to|wohnt in|zog nach|habite à|vive (?:en|a|in)|mora em)\b|住在|搬到了?)"
    r"|(?P<work>\b(?:works? (?:at|for)|arbeitet (?:bei|für)|travaille chez|trabaja (?:en|para)|lavora (?:per|a))\b)"
    r"|(?P<base>\b(?:runs? on|running on|(?:switched|migrated|upgraded) to|läuft (?:auf|mit)|tourne sur|corre en|gira su)\b"
    r"|跑在|运行在)"
    r"|(?P<label>(?<=[^\s\d])(?::\s|：|\s?=\s?))"
    r"|(?P<value>\b(?:is now|is|are|was changed to|changed to|(?:is )?set to|became|costs?|has|uses?|ist|sind|kostet|est|es|é|è)(?=\s)|改为|改成|现在是|是|为)",
    "live lives moved relocated wohnt zog habite vive mora work works arbeitet travaille trabaja lavora run runs running switched"
    " migrated upgraded tourne corre gira is are was changed set became cost costs has use uses ist sind kostet est es",
    ":=",
)
_ONE_VALUED: Final = re.compile(
    r"favou?rite|address|phone|password|passcode|port|version|birthday|deadline|due date|lieblings|adresse|passwort|geburtstag"
    r"|préféré|favorit[oa]|contraseña|地址|电话|密码|端口|版本|生日|最喜欢",
    re.IGNORECASE,
)
_DENIAL: Final = Foretold(
    r"\b(?:no longer|not(?! (?:only|just|merely))|never|(?:has |have )?(?:stopped|quit|given up|gave up)|stops|(?:does|do|is|are|did)n['’]t|any ?more"
    r"|nicht mehr|kein(?:en?|er|em)?|mehr|nicht(?! nur)|ne|n['’]|plus|pas|ya no|dejó de|non|più|não|já|parou de|deixou de)\b"
    r"|\bne\b|不再|不(?![仅但只错过断管])|没有|(?<![淹沉埋吞])没|(?<![特区级性类分个告离差])别(?![人的墅])|戒(?![指备严律])了?|больше не|\bне\b|перестала?|бросила?",
    "no not never stopped quit given gave stops does doesn do don is isn are aren did didn any anymore nicht mehr kein keine keinen"
    " keiner keinem ne n plus pas ya non parou deixou",
)
_AT_THE_TIME: Final = re.compile(
    r"\b(?:now|currently|again|these days|today|any ?more|jetzt|aktuell|wieder|mehr|maintenant|plus|ahora|ya|más|adesso|più"
    r"|agora|já|mais|больше)\b|现在|已经|目前|了",
    re.IGNORECASE,
)
# What did not happen once may happen another day.
# Words that tell of a change: without one, what is said later may be true beside what was said before.
_CHANGED: Final = re.compile(
    r"\b(?:moved|relocated|(?:is|are) now|switched|migrated|upgraded|was changed|changed to|(?:is )?set to|became|raised to|lowered to"
    r"|zog|umgezogen|ist jetzt|wurde|déménagé|est désormais|se mudó|ahora es|mudou-se|agora é|si è trasferit[oa])\b|搬到|改为|改成|现在是",
    re.IGNORECASE,
)
_EVENT: Final = re.compile(r"\b(?:did|had|has|have)(?:n['’]t| not)\b", re.IGNORECASE)
_SPEAKER: Final = re.compile(
    r"\b(?:I|I['’]\w+|my|me|we|our|ich|mein\w{0,2}|wir|unser\w{0,2}|je|j['’]|mon|ma|yo|mi|io|eu|meu|minha|я|мой|моя)\b|我",
    re.IGNORECASE,
)
# "In a flat" and "at night" name no place and no employer; a name begins in capitals, or in a script that has none.
_NAME: Final = re.compile(r"\s*(?:(?:the|der|die|das|la|le|el|il|o|a) )?[^a-zà-ÿ\s]")
_OTHERS: Final = re.compile(
    r"\b(?:he|she|they|it|his|hers?|him|their|its|er|sie|sein\w{0,2}|ihr\w{0,2}|il|elle|ils|elles|él|ella|lui|lei|ele|ela|он|она|они|его|её|их)\b"
    r"|他|她|它",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement, taken apart.

    `relation` and `value` are empty when it states no value; `said` is all of it but its denial, which `denies` tells of, in
    order: who trusts whom matters.
    """

    subject: frozenset[str]
    relation: str
    value: frozenset[str]
    said: tuple[str, ...]
    denies: bool
    is_one_valued: bool
    tells_change: bool = False


def sketch(statement: str) -> tuple[bool, str]:
    """Return whether `statement` denies something, and the kind of value it may state: what is cheap to know of it."""
    found = _RELATIONS.search(statement)
    kind = "" if found is None else found.lastgroup or ""
    states = kind not in {"value", "label"} or _DIGIT.search(statement) or _ONE_VALUED.search(statement)
    return _DENIAL.search(statement) is not None, kind if states else ""


def fact(statement: str, under: str) -> Fact:
    """Return what `statement`, one of `statements`, says; `under` is the heading over it, which tells who "I" is, and whose a label."""
    bare = " ".join(_AT_THE_TIME.sub(" ", statement).split())
    speaker = (f"@{under}",) if _SPEAKER.search(bare) else ()
    about = _about(under)
    # Of whom, nobody can say; of him who stands over it, perhaps.
    is_other = _OTHERS.search(bare) is not None
    whose = (*speaker, *sorted(about if is_other else ()))
    is_unknown = is_other and not about
    said = () if is_unknown or _EVENT.search(bare) else (*_ordered(_DENIAL.pattern.sub(" ", bare)), *whose)
    denies = _DENIAL.search(bare) is not None
    found = _RELATIONS.search(bare)
    if found is None or denies or is_unknown:
        return Fact(frozenset(), "", frozenset(), said, denies, is_one_valued=False)
    subject, value = bare[: found.start()], _CLAUSE.split(bare[found.end() :], maxsplit=1)[0]
    relation = found.lastgroup or ""
    # "Port" is one of many.
    is_bare = not _ordered(_ONE_VALUED.sub(" ", subject)) and not whose
    return Fact(
        frozenset(_ordered(subject)).union(whose, about if is_bare or relation == "label" else ()),
        "" if (is_bare and not about) or not _may_be_one(relation, value) else relation,
        frozenset(_ordered(value)),
        said,
        denies=False,
        is_one_valued=_ONE_VALUED.search(subject) is not None,
        tells_change=_CHANGED.search(statement) is not None,
    )


def _about(heading: str) -> frozenset[str]:
    """Return the words of a heading, marked as such, without days."""
    return frozenset(f"#{term}" for term in _words(frozenset(_ordered(heading))))


def _may_be_one(relation: str, value: str) -> bool:
    return relation not in {"home", "work"} or _NAME.match(value) is not None


def contradicts(one: Fact, other: Fact) -> bool:
    """Return whether both cannot be true at the same time."""
    if one.denies != other.denies:
        return len(one.said) > 1 and one.said == other.said
    if not one.relation or one.relation != other.relation or one.subject != other.subject or not one.subject:
        return False
    if not 0 < len(one.value) <= _MAX_VALUE_TERMS or not 0 < len(other.value) <= _MAX_VALUE_TERMS:
        return False
    if one.value <= other.value or other.value <= one.value:
        return False
    if one.relation == "base" and _has_numbers(one.value) != _has_numbers(other.value):
        # A port is no system, whatever runs on both.
        return False
    if one.is_one_valued or one.relation in {"home", "work", "base"}:
        return True
    return one.relation == "value" and _differ_in_numbers(one.value, other.value)


def makes_old(newer: Fact, older: Fact) -> bool:
    """Return whether `newer` says that `older`, which contradicts it, is surely true no more.

    Somebody lives in a town and in its country, a server runs on a system and at a provider, and there are two invoices: where
    both may be meant, the newer one must tell of a change.
    """
    if not contradicts(older, newer):
        return False
    if newer.denies or older.denies or newer.tells_change or newer.is_one_valued:
        return True
    match newer.relation:
        case "home":
            return is_country(newer.value) == is_country(older.value)
        case "base":
            return _differ_in_numbers(newer.value, older.value)
        case relation:
            return relation == "work"


def _differ_in_numbers(one: frozenset[str], other: frozenset[str]) -> bool:
    return _words(one) == _words(other) and _has_numbers(one) and _has_numbers(other)


def _has_numbers(terms: frozenset[str]) -> bool:
    return _words(terms) < terms


def _words(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in terms if not any(character.isdigit() for character in term))


def _ordered(text: str) -> tuple[str, ...]:
    """Return the words of `text` that say something; of Chinese its characters, since pairs reach over what was taken out."""
    words = (term.text for term in query_terms(_HAN.sub(" ", text)) if term.weight >= _TELLING)
    return (*words, *_HAN.findall(text))
