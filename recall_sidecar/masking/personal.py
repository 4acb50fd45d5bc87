"""What says who and where somebody is: e-mail, telephone, address, home folder, numbers of accounts and identity papers.

Masked when `privacy.level` is `strict`. It rather takes a number too many than one too few; dates, times, amounts, versions and
network addresses stay.
"""

import re
from typing import Final

from recall_sidecar.masking.rule import TRAILING_MARKS, Rule

__all__ = ["PERSONAL", "without_homes"]

_DIGITS: Final = tuple("0123456789")
_DATE: Final = re.compile(r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:[ T].*)?")
_LEAST_DIGITS: Final = 7
_MOST_DIGITS: Final = 15
_SEP: Final = r"[ \u00a0./()-]{0,3}"


def _is_phone(value: str) -> bool:
    """Return whether `value` has as many digits as a telephone number and is no date, amount or network address."""
    digits = sum(map(str.isdigit, value))
    is_address = re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}", value)
    return _LEAST_DIGITS <= digits <= _MOST_DIGITS and not _DATE.fullmatch(value.strip()) and not is_address


def _is_iban(value: str) -> bool:
    """Return whether the check digits of an account number are right (ISO 13616)."""
    compact = value.replace(" ", "").upper()
    return int("".join(str(int(sign, 36)) for sign in compact[4:] + compact[:4])) % 97 == 1


_NUMBER: Final = rf"\+?\(?\d(?:{_SEP}\d){{5,14}}"
_PHONE_WORD: Final = (
    r"(?:tele(?:phone|fon|foon)|phone|mobile|cell|handy(?:nummer)?|fax|whatsapp|signal|tel(?:\.|efonnummer)?|téléphone|portable|teléfono|móvil"
    r"|celular|telefone|telemóvel|telefono|cellulare|телефон|тел|电话|電話|手机|手機|携帯|전화|휴대폰)"
)
_HOUSE: Final = r"\d{1,5}[a-zA-Z]?"
_CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ][\w'’.-]{0,30}"
# How streets are written, by the words that give them away.
_STREETS: Final = (
    (
        (
            rf"\b{_HOUSE}\s(?:{_CAPITAL}\s){{1,4}}(?i:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|square|sq|terrace"
            r"|way|highway|hwy|parkway|pkwy)\b\.?(?:,?\s(?i:apt|apartment|suite|unit|#)\.?\s?\w{1,6})?"
        ),
        "street st avenue ave road rd lane ln drive dr boulevard blvd court ct place pl square sq terrace way highway parkway pkwy",
    ),
    (
        rf"\b(?:{_CAPITAL}[ -]){{0,2}}[A-ZÄÖÜ][a-zäöüß-]{{0,30}}\s?(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Gg]asse|[Aa]llee|[Pp]latz|[Uu]fer|[Dd]amm)\s{_HOUSE}\b",
        "straße strasse str. weg gasse allee platz ufer damm",
    ),
    (
        rf"\b(?:{_HOUSE},?\s)?(?i:rue|avenue|boulevard|place|allée|chemin|quai|impasse)\s(?:(?:de|du|des|la|le|les|d'|l')\s?){{0,3}}{_CAPITAL}(?:\s{_CAPITAL}){{0,3}}(?:,?\s{_HOUSE}\b)?",
        "rue avenue boulevard place allée chemin quai impasse",
    ),
    (
        rf"\b(?i:calle|avenida|plaza|paseo|carrera|via|viale|piazza|corso|rua|travessa|praça|alameda)\s(?:(?:de|del|della|dei|da|do|das|dos|la|el|los)\s){{0,2}}{_CAPITAL}(?:\s(?:de\s)?{_CAPITAL}){{0,3}},?\s(?:n[.º°]?\s?)?{_HOUSE}\b",
        "calle avenida plaza paseo carrera via viale piazza corso rua travessa praça alameda",
    ),
    (
        rf"\b(?i:ул(?:ица|\.)|проспект|пр-т|переулок|пер\.)\s?[А-ЯЁ][\w-]{{1,30}}(?:\s[А-ЯЁ][\w-]{{1,30}}){{0,2}},?\s(?:д(?:ом|\.)\s?)?{_HOUSE}(?:,?\sкв\.?\s?\d{{1,4}})?",
        "ул проспект пр-т пер",
    ),
    (
        r"(?>(?:[\u4e00-\u9fff]{2,10}[省市区區县縣]){0,3})[\u4e00-\u9fff]{1,12}(?:路|街|巷|弄|大道|胡同)\s?\d{1,5}\s?(?:号|號|弄)(?:\d{1,4}[室楼樓栋棟]){0,3}",
        "路 街 巷 弄 大道 胡同",
    ),
    (
        r"[\u4e00-\u9fff]{1,3}[都道府県][\u4e00-\u9fff\u3041-\u30ff]{1,12}\d{1,3}(?:丁目\d{1,3}(?:番地?|-)\d{0,3}号?|-\d{1,3}-\d{1,3})",
        "都 道 府 県",
    ),
    (r"[\uac00-\ud7a3]{1,12}(?:로|길)\s?\d{1,4}(?:-\d{1,4})?(?=\D|$)", "로 길"),
)


def _names_a_house(value: str) -> bool:
    """Return whether there is a number in an address: a street without one is a place like others."""
    return any(map(str.isdigit, value))


PERSONAL: Final = (
    Rule(
        "email",
        re.compile(rf"[A-Za-z0-9À-ɏ._%+-]{{1,64}}@[A-Za-z0-9À-ɏ-]{{1,63}}(?:\.[A-Za-z0-9À-ɏ-]{{1,63}}){{1,8}}{TRAILING_MARKS}"),
        ("@",),
    ),
    Rule(
        "account",
        re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"),
        _DIGITS,
        _is_iban,
    ),
    Rule("id number", re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])"), ("-",)),
    Rule("id number", re.compile(r"(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx](?!\d)"), _DIGITS),
    Rule(
        "phone number",
        re.compile(rf"{_PHONE_WORD}(?:[^\W\d]| ){{0,12}}[:：.是は는]?\s{{0,2}}(?P<value>{_NUMBER})", re.IGNORECASE),
        _DIGITS,
        _is_phone,
    ),
    Rule("phone number", re.compile(rf"\+(?<![\w).].)\d{{1,3}}(?:{_SEP}\d){{6,13}}"), ("+",), _is_phone),
    Rule(
        "phone number",
        re.compile(
            r"(?<![\w.,/-])(?:\(?0\d{1,5}\)?[ /-]{0,3}(?:\d[ -]?){4,10}\d|\(?[2-9]\d{2}\)?[ .-]{1,2}\d{3}[ .-]\d{4}|[6-9]\d{2}[ -]\d{3}[ -]\d{3})(?![\w-]|[.,]\d)",
            re.ASCII,
        ),
        _DIGITS,
        _is_phone,
    ),
    Rule("phone number", re.compile(r"(?<![\d.-])1[3-9]\d{9}(?![\d.-])", re.ASCII), ("1",)),
    *(Rule("address", re.compile(pattern), tuple(words.split()), _names_a_house) for pattern, words in _STREETS),
)  # fmt: skip

_HOME: Final = re.compile(
    r"(?<![\w/])(?:/home|/Users|[A-Za-z]:[\\/]{1,2}Users)[\\/]{1,2}(?!Shared\b|Public\b)[^\s\\/:\"'`<>|]{1,64}"
)


def without_homes(text: str) -> str:
    """Return `text` with `~` for each path of a home folder: the folder's name is somebody's."""
    return _HOME.sub("~", text) if "home" in text or "sers" in text else text
