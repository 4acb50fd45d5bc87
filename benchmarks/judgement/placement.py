"""Where each host puts a block among what it sends to its model, and how much of that stays the same from turn to turn.

A provider keeps what a prompt begins with: what is the same as in the turn before, from the first character on, costs a tenth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = ["PLACES", "Past", "Prompt", "identical"]


@dataclass(frozen=True, slots=True)
class Past:
    """A turn that is over: what was said, the block that came with it, the reply."""

    text: str
    block: str
    reply: str


# From system prompt, past turns, block and message to the whole prompt.
Prompt: TypeAlias = Callable[[str, Sequence[Past], str, str], str]
# OpenClaw puts it behind every message.
_RUNTIME: Final = "\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\n…"


def _in_the_message_for_the_turn(system: str, past: Sequence[Past], block: str, text: str) -> str:
    """OpenClaw's `prependContext`: before the user's words, and gone from the history in the next turn."""
    said = "".join(f"\nuser: {each.text}\nassistant: {each.reply}" for each in past)
    return f"{system}{said}\nuser: {_joined(block, text)}{_RUNTIME}"


def _behind_the_message_for_the_turn(system: str, past: Sequence[Past], block: str, text: str) -> str:
    """Gemini CLI's `additionalContext`: appended to the prompt, for this turn alone."""
    said = "".join(f"\nuser: {each.text}\nassistant: {each.reply}" for each in past)
    return f"{system}{said}\nuser: {_joined(text, block)}"


def _kept_in_the_history(system: str, past: Sequence[Past], block: str, text: str) -> str:
    """`additionalContext` of Claude Code and Codex: a message of its own beside the user's, which stays."""
    said = "".join(f"\nuser: {_joined(each.text, each.block)}\nassistant: {each.reply}" for each in past)
    return f"{system}{said}\nuser: {_joined(text, block)}"


def _in_the_system_prompt(system: str, past: Sequence[Past], block: str, text: str) -> str:
    """OpenClaw's `prependSystemContext`, which the plugin does not use."""
    return _in_the_message_for_the_turn(_joined(block, system), past, "", text)


PLACES: Final[dict[str, Prompt]] = {
    "openclaw": _in_the_message_for_the_turn,
    "claude-code": _kept_in_the_history,
    "codex": _kept_in_the_history,
    "gemini": _behind_the_message_for_the_turn,
    "system prompt": _in_the_system_prompt,
}


def identical(before: str, now: str) -> int:
    """Return how many characters two prompts have in common from the first on."""
    low, high = 0, min(len(before), len(now))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if before[low:middle] == now[low:middle] else (low, middle - 1)
    return low


def _joined(first: str, second: str) -> str:
    return "\n\n".join(filter(None, (first, second)))
