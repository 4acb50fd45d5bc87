"""The known kinds of secrets: keys, tokens, private keys, passwords, PINs, card numbers.

A rule runs only over text that holds one of its hints, so ordinary text costs a few look-ups. Hashes, commit ids, UUIDs, dates and
phone numbers are no secrets; a hash that is assigned to a password or token is one.
"""

import re
from typing import Final

from recall_sidecar.masking.rule import NOT_MASKED_YET, TRAILING_MARKS, Rule, is_any

__all__ = ["KEYS", "SECRETS"]

_STATES: Final = frozenset(
    ["required", "needed", "necessary", "wrong", "incorrect", "correct", "right", "fine", "good", "bad", "weak", "strong", "secure", "insecure", "safe", "unsafe", "stored", "hashed", "salted", "kept", "saved", "set", "unset", "changed", "unchanged", "reset", "expired", "expiring", "missing", "gone", "empty", "blank", "unknown", "known", "optional", "mandatory", "hidden", "shown", "same", "different", "written", "printed", "valid", "invalid", "long", "short", "random", "encrypted", "protected", "shared", "lost", "forgotten", "stolen", "leaked", "compromised", "here", "there", "below", "above", "attached", "inside", "outside", "case", "sensitive", "obvious", "guessable", "easy", "hard", "simple", "complex", "temporary", "permanent", "private", "public", "secret", "old", "older", "default", "unique", "enough", "accepted", "rejected", "ready", "done", "overdue", "deprecated", "disabled", "enabled", "nötig", "erforderlich", "falsch", "richtig", "sicher", "unsicher", "gespeichert", "geändert", "abgelaufen", "leer", "unbekannt", "bekannt", "geheim", "hier", "dort", "weg", "vergessen", "verloren", "gesetzt", "gültig", "ungültig", "stark", "schwach", "lang", "kurz", "alt", "neu", "requis", "nécessaire", "faux", "correct", "incorrect", "sûr", "enregistré", "changé", "expiré", "vide", "inconnu", "connu", "secret", "perdu", "oublié", "fort", "faible", "valide", "necesaria", "incorrecta", "correcta", "segura", "insegura", "guardada", "cambiada", "vacía", "desconocida", "secreta", "perdida", "olvidada", "fuerte", "débil", "válida", "obrigatória", "incorreta", "correta", "segura", "insegura", "salva", "alterada", "expirada", "vazia", "desconhecida", "secreta", "perdida", "esquecida", "forte", "fraca", "необходим", "неверный", "верный", "правильный", "сохранён", "изменён", "пустой", "неизвестен", "секретный", "утерян", "забыт"]
)  # fmt: skip
_VALUE: Final = (
    rf"[\"'`“‘「]?(?P<value>(?:{NOT_MASKED_YET}[^\s\"'`“”‘’「」,;。，；、()\]}}]){{4,4000}}{TRAILING_MARKS})"
)


def _is_unlike_a_word(value: str) -> bool:
    """Return whether `value` mixes letters with digits or signs, or is a number that is no date."""
    mixes = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return is_any(value) and (mixes or value.isdigit() or any(sign in "!@#$%^&*+=?~" for sign in value[:-1]))


def _is_told_word(value: str) -> bool:
    """Return whether a single word that ends a sentence about a password is one, and does not tell how the password is."""
    return is_any(value) and value.casefold() not in _STATES


def _is_token(value: str) -> bool:
    return len(value) >= 8 and any(map(str.isdigit, value)) and _is_unlike_a_word(value)


def _is_card(value: str) -> bool:
    """Return whether the digits carry a card issuer's prefix and length, and the check digit is right."""
    digits = re.sub(r"\D", "", value)
    issuer = r"4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6\d|35)\d{14}(?:\d{3})?"
    doubled = (int(digit) * (1 + position % 2) for position, digit in enumerate(reversed(digits)))
    return bool(re.fullmatch(issuer, digits)) and sum(n // 10 + n % 10 for n in doubled) % 10 == 0


def _key_rule(*prefixed: str) -> Rule:
    """Return the rule of keys that are known by their beginning; each `prefix body` pair is split at the space."""
    pairs = [entry.split(" ") for entry in prefixed]
    forms = "|".join(f"{re.escape(prefix)}{body}" for prefix, body in pairs)
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{forms})(?![A-Za-z0-9]){TRAILING_MARKS}")
    return Rule("api key", pattern, tuple(prefix.lower() for prefix, _ in pairs))


_WORD_OF_ENTRY: Final = r"(?=[pkmcswhп])(?:pass(?:word|wd|phrase|code)|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль)"
_ENTRY_HINTS: Final = ("pass", "kennwort", "contraseña", "senha", "wachtwoord", "hasło", "пароль", "pwd")
_WORD_OF_KEY: Final = r"(?=[aspetc])(?:api[ _-]?key|(?:access|account|auth|private|secret|signing|encryption)[ _-]?key|secret|token|credential)"
_KEY_HINTS: Final = ("key", "secret", "token", "credential")
_IS: Final = r"(?:is|was|now|ist|lautet|est|es|é|è|jest|это)"
# After a password that is a plain word: the end of what is said, or what it is for.
_TOLD: Final = (
    r"(?=[.!,;)\"”]*(?:\s*(?:\n|$)|\s(?:for|and|but|on|at|für|und|pour|et|para|por|y|e)\s)|[.!,;)]+\s)"
)
# What is told of the present; of "was" mostly a state is told.
_IS_NOW: Final = r"(?:is(?: now)?|ist(?: jetzt)?|lautet|est|es|é|è|jest|это)"
_OF: Final = r"(?:\s(?:for|of|to|on|at|für|von|vom|zum|pour|de|du|del|da|do|na|voor|для|от)(?:\s[^\s.:=]{1,30}){1,7}?)?"

KEYS: Final = _key_rule(
    "sk- (?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{20,300}", "csk- [A-Za-z0-9]{30,100}", "gsk_ [A-Za-z0-9]{30,100}",
    "xai- [A-Za-z0-9]{30,120}", "pplx- [A-Za-z0-9]{30,100}", "hf_ [A-Za-z0-9]{30,60}", "r8_ [A-Za-z0-9]{30,60}",
    "nvapi- [A-Za-z0-9_-]{40,100}", "tvly- [A-Za-z0-9-]{20,60}", "lsv2_ [A-Za-z0-9_]{30,100}",
    "AIza [A-Za-z0-9_-]{35}", "GOCSPX- [A-Za-z0-9_-]{20,60}", "ya29. [A-Za-z0-9_-]{20,300}",
    "AKIA [A-Z0-9]{16}", "ASIA [A-Z0-9]{16}", "BSA [A-Za-z0-9_-]{27,40}",
    "ghp_ [A-Za-z0-9]{30,255}", "gho_ [A-Za-z0-9]{30,255}", "ghu_ [A-Za-z0-9]{30,255}", "ghs_ [A-Za-z0-9]{30,255}",
    "ghr_ [A-Za-z0-9]{30,255}", "github_pat_ [A-Za-z0-9_]{40,255}", "glpat- [A-Za-z0-9_.-]{20,100}",
    "npm_ [A-Za-z0-9]{30,60}", "pypi- [A-Za-z0-9_-]{50,300}", "SG. [A-Za-z0-9_-]{16,40}\\.[A-Za-z0-9_-]{16,60}",
    "xoxb- [A-Za-z0-9-]{10,200}", "xoxp- [A-Za-z0-9-]{10,200}", "xoxa- [A-Za-z0-9-]{10,200}",
    "xoxs- [A-Za-z0-9-]{10,200}", "xoxe. [A-Za-z0-9.-]{10,300}", "xapp- [A-Za-z0-9-]{20,200}",
    "sk_live_ [A-Za-z0-9]{16,200}", "sk_test_ [A-Za-z0-9]{16,200}", "rk_live_ [A-Za-z0-9]{16,200}",
    "whsec_ [A-Za-z0-9+/=]{20,100}", "dop_v1_ [a-f0-9]{64}", "tskey- [a-z]{3,12}-[A-Za-z0-9]{6,40}-[A-Za-z0-9]{10,60}",
    "ntn_ [A-Za-z0-9]{40,60}", "lin_api_ [A-Za-z0-9]{30,60}", "figd_ [A-Za-z0-9_-]{30,60}", "shpat_ [a-f0-9]{32}",
    "sbp_ [a-f0-9]{40}", "dapi [a-f0-9]{32}", "hvs. [A-Za-z0-9_-]{24,200}", "sntrys_ [A-Za-z0-9_+/=-]{40,300}",
    "ATATT3 [A-Za-z0-9_=-]{40,300}", "AGE-SECRET-KEY-1 [A-Z0-9]{50,70}",
)  # fmt: skip
SECRETS: Final = (
    Rule(
        "private key",
        re.compile(
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----(?:(?:(?!-----)[\s\S]){0,20000}-----END [A-Z ]{0,40}-----"
            r"|(?:(?:\s|\\n)[A-Za-z0-9+/=]{20,100})*)"
        ),
        ("private key",),
    ),
    Rule(
        "password",
        re.compile(
            r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/@:\"'<>]{0,100}:(?P<value>[^\s/\"'<>]{1,2000})@(?=[\w.\[-])"
        ),
        ("://",),
    ),
    KEYS,
    Rule("api key", re.compile(rf"(?<![\w:])\d{{8,10}}:AA[\w-]{{30,40}}(?![\w-]){TRAILING_MARKS}", re.ASCII), (":aa",)),
    Rule(
        "token",
        re.compile(
            # The look behind comes second, so that the search leaps to one of the three letters.
            rf"[MNO](?<![\w-].)[\w-]{{22,27}}\.[\w-]{{6}}\.[\w-]{{27,40}}(?![\w-]){TRAILING_MARKS}", re.ASCII
        ),
        (".",),
        _is_token,
    ),
    Rule(
        "token",
        re.compile(rf"(?<![\w-])eyJ[\w-]{{8,2000}}\.eyJ[\w-]{{8,4000}}\.[\w-]{{10,2000}}{TRAILING_MARKS}", re.ASCII),
        ("eyj",),
    ),
    Rule(
        "token",
        re.compile(r"\b(?:bearer|basic)\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{16,2000}" + TRAILING_MARKS + ")", re.IGNORECASE),
        ("bearer", "basic"),
        _is_token,
    ),
    Rule(
        "password",
        re.compile(rf"(?:{_WORD_OF_ENTRY}|pwd)[\"']?(?:\s?[:=]|{_OF}\s{_IS})\s{{0,3}}[\"“](?P<value>[^\"“”\n]{{4,1000}})[\"”]", re.IGNORECASE),
        _ENTRY_HINTS,
    ),
    Rule(
        "password",
        re.compile(rf"(?:{_WORD_OF_ENTRY}|pwd)[\"']?\s?=\s?{_VALUE}", re.IGNORECASE),
        _ENTRY_HINTS,
    ),
    Rule(
        "password",
        re.compile(rf"{_WORD_OF_ENTRY}[\"']?(?:\s?:|{_OF}(?:\s?:|\s{_IS}))\s{{0,3}}{_VALUE}", re.IGNORECASE),
        _ENTRY_HINTS,
        _is_unlike_a_word,
    ),
    Rule(
        "password",
        re.compile(rf"{_WORD_OF_ENTRY}{_OF}\s{_IS_NOW}\s(?P<value>[^\W\d_]{{4,40}}){TRAILING_MARKS}{_TOLD}", re.IGNORECASE),
        _ENTRY_HINTS,
        _is_told_word,
    ),
    Rule(
        "password",
        re.compile(r"(?:密码|密碼|口令|パスワード|비밀번호)\s?(?:就?是|为|為|设为|改成|は|는|은|[:：=])\s?[“「\"']?(?P<value>(?:" + NOT_MASKED_YET + "[!-~]){4,4000}" + TRAILING_MARKS + ")"),
        ("密码", "密碼", "口令", "パスワード", "비밀번호"),
    ),
    Rule(
        "password",
        re.compile(rf"<(?:[\w.-]{{1,40}}[._:-])?(?:{_WORD_OF_ENTRY}|pwd|{_WORD_OF_KEY})>\s{{0,8}}(?P<value>[^<>\s]{{4,1000}})\s{{0,8}}</", re.IGNORECASE),
        ("</",),
    ),
    Rule(
        "password",
        re.compile(rf"(?:{_WORD_OF_ENTRY}|pwd)[\"']?\s?:[ \t]{{0,4}}\n[ \t]{{0,12}}(?:[-*+>|][ \t]{{1,4}})?{_VALUE}(?=[ \t]*(?:\n|$))", re.IGNORECASE),
        _ENTRY_HINTS,
        _is_unlike_a_word,
    ),
    Rule(
        "password",
        re.compile(r"\b(?:curl|wget|http)\b[^\n]{0,200}?\s(?:-u|--user)[ =][\"']?[^\s:\"']{1,64}:(?P<value>[^\s\"']{4,200})"),
        ("-u", "--user"),
    ),
    Rule(
        "password",
        re.compile(r"\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n]{0,200}?\s-p(?P<value>[^\s\"'-][^\s\"']{3,200})"),
        ("mysql", "mariadb", "sshpass"),
    ),
    Rule(
        "token",
        re.compile(r"\bcookie:\s{0,3}[\w.-]{1,60}=(?P<value>[^\s;,]{12,2000})", re.IGNORECASE),
        ("cookie",),
        _is_token,
    ),
    Rule("pin", re.compile(r"\bpin(?:[ -]?code)?(?:\sis|\sist|:|\s=)\s?(?P<value>\d{4,8}\b" + TRAILING_MARKS + ")", re.IGNORECASE), ("pin",)),
    Rule(
        "token",
        re.compile(rf"{_WORD_OF_KEY}[\"']?(?:\s?(?::|=>?)|{_OF}\s{_IS})\s{{0,3}}{_VALUE}", re.IGNORECASE),
        _KEY_HINTS,
        _is_token,
    ),
    Rule("id number", re.compile(r"\b(?:SSN|social security (?:number|no\.?))[\"']?(?:\s(?:is|was)|\s?[:=#])?\s{0,3}[\"']?(?P<value>\d{3}[- ]?\d{2}[- ]?\d{4})\b", re.IGNORECASE), ("ssn", "social security")),
    Rule("card number", re.compile(rf"[2-6](?<![\w+.-].)(?:(?:[ -]|\s?\n\s{{0,8}})?\d){{12,18}}(?![\w-]){TRAILING_MARKS}", re.ASCII), tuple("23456"), _is_card),
)  # fmt: skip
