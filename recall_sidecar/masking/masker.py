"""Mask a text: known secrets, personal matters where they are asked for, and a user's own patterns."""

import re
from collections.abc import Callable
from typing import Final

import regex

from recall_sidecar.block import visible
from recall_sidecar.masking.broken import without_broken_keys
from recall_sidecar.masking.encoded import without_encoded
from recall_sidecar.masking.personal import PERSONAL, without_homes
from recall_sidecar.masking.rule import Rule
from recall_sidecar.masking.secrets import SECRETS

__all__ = ["SecretMasker", "says_anything", "without_known_secrets"]

# A pattern that is any good is through a long text in a tenth of this; the event loop waits meanwhile.
_OWN_PATTERN_WITHIN_S: Final = 0.05
_OWN_MARKER: Final = "[secret removed]"
_MARKER: Final = re.compile(
    rf"\[(?:{'|'.join(sorted({rule.kind for rule in (*SECRETS, *PERSONAL)}))}|secret) removed\]"
)


class SecretMasker:
    """Masks the known kinds of secrets and those of a user's own patterns, with `is_strict` also what is personal.

    Masking masked text changes nothing. Extra patterns must compile; settings check that. Nobody has checked what they
    cost: when one has not been through a text after `within_s`, the whole text is masked, since it cannot be known to
    hold no secret. `on_slow` is told the number of such a pattern, counted from 1, the first time.
    """

    def __init__(
        self,
        extra_patterns: tuple[str, ...] = (),
        *,
        is_strict: bool = False,
        on_slow: Callable[[int], None] = lambda _: None,
        within_s: float = _OWN_PATTERN_WITHIN_S,
    ) -> None:
        # No group around the user's pattern: it may count groups of its own.
        self._extra = tuple(
            regex.compile(f"{_MARKER.pattern}|(?:{pattern})", regex.VERSION0) for pattern in extra_patterns
        )
        self._is_strict = is_strict
        self._on_slow = on_slow
        self._within_s = within_s
        self._slow: set[int] = set()

    def mask(self, text: str) -> str:
        """Return `text` with each secret replaced by a marker of its kind."""
        text = _without_hidden(without_known_secrets(text))
        if self._is_strict:
            text = _without(PERSONAL, without_homes(text))
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


def says_anything(masked: str) -> bool:
    """Return whether a masked text holds any word besides its markers."""
    return any(map(str.isalnum, _MARKER.sub("", masked)))


def without_known_secrets(text: str) -> str:
    """Return `text` with each secret of a known kind replaced by a marker, also one in another spelling."""
    return _without(SECRETS, without_encoded(without_broken_keys(text), _holds_secret))


def _without_hidden(text: str) -> str:
    """Return `text` without secrets that something invisible broke up, and then without anything invisible."""
    shown = visible(text)
    return without_known_secrets(shown) if shown != text and without_known_secrets(shown) != shown else text


def _holds_secret(text: str) -> bool:
    return bool(text) and _without(SECRETS, text) != text


def _without(rules: tuple[Rule, ...], text: str) -> str:
    """Mask until nothing is left to mask: a marker is a boundary, so it can lay bare what stood glued to a secret.

    It ends, because markers are never masked and each pass that changes something leaves less that is none.
    """
    before = None
    while text != before:
        before, lowered = text, text.lower()
        for rule in rules:
            text = rule.mask(text, lowered)
    return text


def _own_marker(match: regex.Match[str]) -> str:
    return match[0] if not match[0] or _MARKER.fullmatch(match[0]) else _OWN_MARKER
