"""One rule of masking: what a kind of text looks like, and the marker that takes its place."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["NOT_MASKED_YET", "TRAILING_MARKS", "Rule", "is_any"]

# Marks and joiners that would otherwise be left to hang on the marker.
TRAILING_MARKS: Final = "[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff\u200d\ufe00-\ufe0f]*"
NOT_MASKED_YET: Final = r"(?!\[[a-z ]{3,12} removed\])"

_NO_SECRETS: Final = re.compile(
    r"(?:1password|bitwarden|lastpass|keepass\w*|keychain|none|null|nil|true|false|undefined|changeme|redacted|example)"
    r"|[\[<{$*•.…].*|(?:os|process|import)\.\S*|\d{1,4}-?(?:chars?|characters|digits?|bits?|bytes|days?|x)",
    re.IGNORECASE,
)


def is_any(value: str) -> bool:
    """Return whether `value` is more than a placeholder or the name of the place where the secret is kept."""
    return not _NO_SECRETS.fullmatch(value)


@dataclass(frozen=True, slots=True)
class Rule:
    """What one kind of secret looks like; the group `value` is the secret, or the whole match is."""

    kind: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...]
    accepts: Callable[[str], bool] = is_any

    def mask(self, text: str, lowered: str) -> str:
        """Return `text`, which is `lowered` in lower case, with a marker for each match."""
        if not any(hint in lowered for hint in self.hints):
            return text
        return self.pattern.sub(self._replacement, text)

    def _replacement(self, match: re.Match[str]) -> str:
        group = "value" if "value" in match.re.groupindex else 0
        value = match[group].rstrip(".:!?") if group else match[0]
        if not self.accepts(value):
            return match[0]
        before = match[0][: match.start(group) - match.start()]
        return f"{before}{self.marker(value)}{match[0][len(before) + len(value) :]}"

    def marker(self, value: str) -> str:
        """Return what takes the place of `value`; every line stays a line, so that line numbers hold."""
        return f"[{self.kind} removed]" + "\n" * value.count("\n")
