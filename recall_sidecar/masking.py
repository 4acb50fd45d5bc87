"""Take secrets out of text before it leaves: keys, tokens, private keys, passwords, card numbers.

A secret becomes a marker that keeps its kind, `[api key removed]`, so that the text still reads. A rule runs only
over text that holds one of its hints, so ordinary text costs a few look-ups. Hashes, commit ids, UUIDs, dates and
phone numbers are no secrets; a hash that is assigned to a password or token is one.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import regex

__all__ = ["SecretMasker"]

# A pattern that is any good is through a long text in a tenth of this; the event loop waits meanwhile.
_OWN_PATTERN_WITHIN_S: Final = 0.05
# Marks and joiners that would otherwise be left to hang on the marker.
_TRAILING_MARKS: Final = "[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff\u200d\ufe00-\ufe0f]*"
_NO_SECRETS: Final = re.compile(
    r"(?:1password|bitwarden|lastpass|keepass\w*|keychain|none|null|nil|true|false|undefined|changeme|redacted|example)"
    r"|[\[<{$*•.…].*|(?:os|process|import)\.\S*|\d{1,4}-?(?:chars?|characters|digits?|bits?|bytes|days?|x)",
    re.IGNORECASE,
)
_NOT_MASKED_YET: Final = r"(?!\[[a-z ]{3,12} removed\])"
_VALUE: Final = rf"[\"'`“‘「]?(?P<value>(?:{_NOT_MASKED_YET}[^\s\"'`“”‘’「」,;。，；、()\]}}]){{4,4000}}{_TRAILING_MARKS})"


def _is_any(value: str) -> bool:
    return not _NO_SECRETS.fullmatch(value)


def _is_unlike_a_word(value: str) -> bool:
    """Return whether `value` mixes letters with digits or signs, or is a number that is no date."""
    mixes = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return _is_any(value) and (mixes or value.isdigit() or any(sign in "!@#$%^&*+=?~" for sign in value[:-1]))


def _is_token(value: str) -> bool:
    return len(value) >= 8 and any(map(str.isdigit, value)) and _is_unlike_a_word(value)


def _is_card(value: str) -> bool:
    """Return whether the digits carry a card issuer's prefix and length, and the check digit is right."""
    digits = re.sub(r"\D", "", value)
    issuer = r"4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6\d|35)\d{14}(?:\d{3})?"
    doubled = (int(digit) * (1 + position % 2) for position, digit in enumerate(reversed(digits)))
    return bool(re.fullmatch(issuer, digits)) and sum(n // 10 + n % 10 for n in doubled) % 10 == 0


@dataclass(frozen=True, slots=True)
class _Rule:
    """What one kind of secret looks like; the group `value` is the secret, or the whole match is."""

    kind: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...]
    accepts: Callable[[str], bool] = _is_any

    def mask(self, text: str, lowered: str) -> str:
        if not any(hint in lowered for hint in self.hints):
            return text
        return self.pattern.sub(self._replacement, text)

    def _replacement(self, match: re.Match[str]) -> str:
        group = "value" if "value" in match.re.groupindex else 0
        value = match[group].rstrip(".:!?") if group else match[0]
        if not self.accepts(value):
            return match[0]
        before = match[0][: match.start(group) - match.start()]
        return f"{before}[{self.kind} removed]{match[0][len(before) + len(value) :]}"


def _key_rule(*prefixed: str) -> _Rule:
    """Return the rule of keys that are known by their beginning; each `prefix body` pair is split at the space."""
    pairs = [entry.split(" ") for entry in prefixed]
    forms = "|".join(f"{re.escape(prefix)}{body}" for prefix, body in pairs)
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{forms})(?![A-Za-z0-9]){_TRAILING_MARKS}")
    return _Rule("api key", pattern, tuple(prefix.lower() for prefix, _ in pairs))


_WORD_OF_ENTRY: Final = r"(?=[pkmcswhп])(?:pass(?:word|wd|phrase|code)|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль)"
_ENTRY_HINTS: Final = ("pass", "kennwort", "contraseña", "senha", "wachtwoord", "hasło", "пароль", "pwd")
_WORD_OF_KEY: Final = r"(?=[aspetc])(?:api[ _-]?key|(?:access|account|auth|private|secret|signing|encryption)[ _-]?key|secret|token|credential)"
_KEY_HINTS: Final = ("key", "secret", "token", "credential")
_IS: Final = r"(?:is|was|now|ist|lautet|est|es|é|è|jest|это)"
_OF: Final = r"(?:\s(?:for|of|to|on|at|für|von|vom|zum|pour|de|du|del|da|do|na|voor|для|от)(?:\s[^\s.:=]{1,30}){1,4}?)?"

_RULES: Final = (
    _Rule(
        "private key",
        re.compile(
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----(?:(?:(?!-----)[\s\S]){0,20000}-----END [A-Z ]{0,40}-----"
            r"|(?:(?:\s|\\n)[A-Za-z0-9+/=]{20,100})*)"
        ),
        ("private key",),
    ),
    _Rule(
        "password",
        re.compile(
            r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/@:\"'<>]{0,100}:(?P<value>[^\s/\"'<>]{1,2000})@(?=[\w.\[-])"
        ),
        ("://",),
    ),
    _key_rule(
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
    ),
    _Rule("api key", re.compile(rf"(?<![\w:])\d{{8,10}}:AA[\w-]{{30,40}}(?![\w-]){_TRAILING_MARKS}", re.ASCII), (":aa",)),
    _Rule(
        "token",
        re.compile(
            rf"(?<![\w-])[MNO][\w-]{{22,27}}\.[\w-]{{6}}\.[\w-]{{27,40}}(?![\w-]){_TRAILING_MARKS}", re.ASCII
        ),
        (".",),
        _is_token,
    ),
    _Rule(
        "token",
        re.compile(rf"(?<![\w-])eyJ[\w-]{{8,2000}}\.eyJ[\w-]{{8,4000}}\.[\w-]{{10,2000}}{_TRAILING_MARKS}", re.ASCII),
        ("eyj",),
    ),
    _Rule(
        "token",
        re.compile(r"\b(?:bearer|basic)\s{1,3}(?P<value>[A-Za-z0-9._~+/=-]{16,2000}" + _TRAILING_MARKS + ")", re.IGNORECASE),
        ("bearer", "basic"),
        _is_token,
    ),
    _Rule(
        "password",
        re.compile(rf"(?:{_WORD_OF_ENTRY}|pwd)[\"']?(?:\s?[:=]|{_OF}\s{_IS})\s{{0,3}}[\"“](?P<value>[^\"“”\n]{{4,1000}})[\"”]", re.IGNORECASE),
        _ENTRY_HINTS,
    ),
    _Rule(
        "password",
        re.compile(rf"(?:{_WORD_OF_ENTRY}|pwd)[\"']?\s?=\s?{_VALUE}", re.IGNORECASE),
        _ENTRY_HINTS,
    ),
    _Rule(
        "password",
        re.compile(rf"{_WORD_OF_ENTRY}[\"']?(?:\s?:|{_OF}(?:\s?:|\s{_IS}))\s{{0,3}}{_VALUE}", re.IGNORECASE),
        _ENTRY_HINTS,
        _is_unlike_a_word,
    ),
    _Rule(
        "password",
        re.compile(r"(?:密码|密碼|口令|パスワード|비밀번호)\s?(?:就?是|为|為|设为|改成|は|는|은|[:：=])\s?[“「\"']?(?P<value>(?:" + _NOT_MASKED_YET + "[!-~]){4,4000}" + _TRAILING_MARKS + ")"),
        ("密码", "密碼", "口令", "パスワード", "비밀번호"),
    ),
    _Rule("pin", re.compile(r"\bpin(?:[ -]?code)?(?:\sis|\sist|:|\s=)\s?(?P<value>\d{4,8}\b" + _TRAILING_MARKS + ")", re.IGNORECASE), ("pin",)),
    _Rule(
        "token",
        re.compile(rf"{_WORD_OF_KEY}[\"']?(?:\s?(?::|=>?)|{_OF}\s{_IS})\s{{0,3}}{_VALUE}", re.IGNORECASE),
        _KEY_HINTS,
        _is_token,
    ),
    _Rule("card number", re.compile(rf"(?<![\w+.-])\d(?:[ -]?\d){{12,18}}(?![\w-]){_TRAILING_MARKS}", re.ASCII), tuple("23456"), _is_card),
)  # fmt: skip

_OWN_MARKER: Final = "[secret removed]"
_MARKER: Final = re.compile(rf"\[(?:{'|'.join(sorted({rule.kind for rule in _RULES}))}|secret) removed\]")


class SecretMasker:
    """Masks the known kinds of secrets and those of a user's own patterns.

    Masking masked text changes nothing. Extra patterns must compile; settings check that. Nobody has checked what they
    cost: when one has not been through a text after `within_s`, the whole text is masked, since it cannot be known to
    hold no secret. `on_slow` is told the number of such a pattern, counted from 1, the first time.
    """

    def __init__(
        self,
        extra_patterns: tuple[str, ...] = (),
        *,
        on_slow: Callable[[int], None] = lambda _: None,
        within_s: float = _OWN_PATTERN_WITHIN_S,
    ) -> None:
        # No group around the user's pattern: it may count groups of its own.
        self._extra = tuple(
            regex.compile(f"{_MARKER.pattern}|(?:{pattern})", regex.VERSION0) for pattern in extra_patterns
        )
        self._on_slow = on_slow
        self._within_s = within_s
        self._slow: set[int] = set()

    def mask(self, text: str) -> str:
        """Return `text` with each secret replaced by a marker of its kind."""
        text = _without_known_kinds(text)
        for number, pattern in enumerate(self._extra, 1):
            try:
                text = pattern.sub(_own_marker, text, timeout=self._within_s)
            except TimeoutError:
                self._report(number)
                return _OWN_MARKER
        return text

    def _report(self, number: int) -> None:
        if number not in self._slow:
            self._slow.add(number)
            self._on_slow(number)


def _without_known_kinds(text: str) -> str:
    """Mask until nothing is left to mask: a marker is a boundary, so it can lay bare what stood glued to a secret.

    It ends, because markers are never masked and each pass that changes something leaves less that is none.
    """
    before = None
    while text != before:
        before, lowered = text, text.lower()
        for rule in _RULES:
            text = rule.mask(text, lowered)
    return text


def _own_marker(match: regex.Match[str]) -> str:
    return match[0] if not match[0] or _MARKER.fullmatch(match[0]) else _OWN_MARKER
