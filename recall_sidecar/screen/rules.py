"""What an order to an agent looks like: patterns over the classes of words, by the kind of order.

A pattern is a row of items with blanks between them: a class, several (`A/B`), `^` where a sentence or line begins, `|` for a
mark that ends one, `..N` for at most N words within the sentence, `,,N` for as many that may cross into the next. `?` behind
an item makes it optional; `{A B C}` stands for its items in any order, with at most four words between.
Every gap is bounded, so that the cost grows with the length of a text and no faster.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Final, Literal, NamedTuple, TypeAlias

from recall_sidecar.screen.words import BREAK, LINE, Row, signs_of

__all__ = ["Found", "Kind", "found", "needed"]

Kind: TypeAlias = Literal[
    "override",
    "role",
    "prompt_leak",
    "exfiltration",
    "tool",
    "standing",
    "answer",
    "request",
    "forgery",
    "hidden",
    "encoded",
]

_START: Final = "^ PLEASE/STOP/NOW/DONE/CAN/YOU/WANT? PLEASE/STOP/NOW/DONE/CAN/YOU/WANT/MUST? "
_PATTERNS: Final[tuple[tuple[Kind, str], ...]] = (
    ("override", "{VOID ALL/PRIOR/YOUR RULES/PROMPT}"),
    ("override", "{VOID PRIOR/YOUR SAID}"),
    ("override", "VOID ..1 YOUR ..2 RULES/PROMPT/LAW"),
    ("override", _START + "VOID ..2 SAFETY ..2 LAW/RULES/OFF"),
    ("override", _START + "VOID ..1 EVERYTHING"),
    ("override", "VOID ..2 EVERYTHING ..2 PRIOR/SAID/NOW/SAY/REVEAL"),
    ("override", "^ EVERYTHING ..3 PRIOR ..3 VOID"),
    ("override", "^ RULES ,,1 VOID"),
    ("override", "NEW ..1 RULES/TASK | ..3 YOU/SAY/REVEAL/VOID/NOW/DO/OBEY"),
    ("override", "YOUR ..2 RULES ..2 NOW"),
    ("override", "YOUR ..1 REAL ..1 TASK"),
    ("override", "CHANGE ..1 YOUR ..1 RULES"),
    ("override", "SAFETY ..3 OFF"),
    ("override", "OFF ..2 SAFETY"),
    ("override", "WITHOUT/OFF ..1 ALL? ..2 SAFETY ..1 RULES/LAW"),
    ("override", "POWER VOID"),
    ("override", "OBEY ..3 FOLLOWING ..1 RULES/PROMPT"),
    ("prompt_leak", "{REVEAL YOUR/SYSTEM/INIT PROMPT}"),
    ("prompt_leak", "REVEAL ..4 YOUR/SYSTEM/PRIOR ..2 PROMPT"),
    ("prompt_leak", "REVEAL ,,8 YOUR/SYSTEM/INIT ..1 PROMPT"),
    ("prompt_leak", "YOUR/SYSTEM/INIT ..1 PROMPT ..4 REVEAL"),
    ("prompt_leak", "{WHAT YOUR/INIT PROMPT}"),
    ("prompt_leak", "WHAT ..1 WERE ..2 PRIOR ..2 SAID"),
    ("prompt_leak", "{REVEAL PRIOR SAID/PROMPT}"),
    ("role", "YOU ..1 BE? ..1 NOW ..3 MODE/POWER/FREE/WITHOUT/AGENT"),
    ("role", "^ YOU ..1 BE NOW"),
    ("role", "NOW YOU BE"),
    ("role", "NOW BE YOU"),
    ("role", "NOW ..1 ACT"),
    ("role", "YOU ..1 NOT ..2 AGENT"),
    ("role", "WANT ..1 YOU ..2 ACT"),
    ("role", "WANT ..3 YOU ..5 ACT"),
    ("role", "YOU ..1 MUST ..1 ACT"),
    ("role", _START + "ACT ..1 AS"),
    ("role", "^ ACT ..2 YOU"),
    ("role", "ACT ..4 AGENT/POWER"),
    ("role", "YOU ..4 WITHOUT ..3 LAW"),
    ("role", "YOU ..3 FREE ..2 LAW/AGENT"),
    ("role", "FREE ..1 AGENT/MODE"),
    ("role", "POWER MODE"),
    ("role", "YOU ..1 MUST? ..2 WITHOUT ..2 LAW"),
    ("role", "SAY ..4 WITHOUT ..3 LAW"),
    ("role", "{ADDRESS BOT}"),
    ("forgery", "^ ADDRESS ..1 SPEAKER |"),
    ("prompt_leak", "REVEAL ..3 INIT ADDRESS"),
    ("role", "ADDRESS ..3 AGENT |"),
    ("role", "NOW YOU ..6 MODE/POWER/FREE/WITHOUT/AGENT"),
    ("forgery", "^ SPEAKER ..1 | ,,8 YOU/USER/AGENT/MUST/VOID/CALL/OFF"),
    ("role", "IF ..1 YOU ..1 BE ..3 AGENT"),
    ("exfiltration", "SEND ..3 ALL? ..4 SECRET/PRIVATE ..10 LINK"),
    ("exfiltration", "SECRET/PRIVATE ,,10 SEND ..10 LINK"),
    ("exfiltration", "{SEND/REVEAL ALL/YOUR SECRET}"),
    ("exfiltration", _START + "REVEAL/SEND ..3 SECRET"),
    ("exfiltration", "LINK ..6 SEND"),
    ("exfiltration", "SEND ..4 MINE ..3 LINK"),
    ("exfiltration", _START + "SEND ..14 LINK"),
    ("tool", "INVOKE ..2 NAME"),
    ("tool", "{CALL TOOL NAME}"),
    ("tool", "CALL ..1 FOLLOWING ..1 TOOL"),
    ("tool", "CALL ..1 TOOL TOOL"),
    ("tool", "CALL ..2 NAME ..8 LINK"),
    ("tool", "{DECODE OBEY/CALL}"),
    ("tool", "DECODE ,,6 OBEY"),
    ("standing", "IF ..2 USER ..6 ASKS ..10 SAY/REVEAL/SEND"),
    ("standing", "USER ..8 ASKS ..2 IF ..8 SAY/REVEAL/SEND"),
    ("standing", "IF ..1 YOU ..1 BE? ..1 ASKS ..8 SAY/REVEAL/SEND"),
    ("standing", _START + "SAY ..1 ALWAYS"),
    ("standing", _START + "ALWAYS ..1 SAY/SEND/CHANGE"),
    ("standing", "YOU ..1 MUST/ALWAYS ..1 ALWAYS? ..2 SAY/SEND/CHANGE"),
    ("standing", "NOW ..3 ALWAYS/YOU/EVERY ..4 SAY/SEND/REVEAL/REPLY/MUST"),
    ("standing", "{SAY/CHANGE/REVEAL EVERY/FUTURE/ALWAYS REPLY}"),
    ("standing", "{REMEMBER FUTURE TASK/REPLY/MEMORY/ALL}"),
    ("standing", "{REMEMBER SYSTEM/YOUR RULES}"),
    ("standing", "REMEMBER ..6 ALWAYS ..3 SAY/SEND/CHANGE"),
    ("standing", "REMEMBER ..2 YOUR ..2 MEMORY"),
    ("answer", "CHANGE ,,14 YOUR ..2 REPLY/CODE"),
    ("answer", "^ IN YOUR ..1 REPLY"),
    ("answer", _START + "ONLY SAY"),
    ("answer", "NOT ..4 ONLY SAY"),
    ("answer", "^ STOP ,,1 SAY"),
    ("override", "^ DONE ,,8 NOW ..3 SAY/TASK"),
    ("answer", "YOUR ..2 REPLY/CODE ..3 MUST ..1 CHANGE/SAY"),
    ("answer", "YOUR ..1 REPLY ..4 LANGUAGE"),
    ("answer", _START + "SAY ..2 IN/AS ..3 LANGUAGE"),
    ("answer", "^ SAY ..1 IN/AS"),
    ("answer", "FOLLOWING ..1 CODE ..1 SNIPPET ..9 YOUR"),
    ("answer", "YOUR ..9 FOLLOWING ..1 CODE ..1 SNIPPET"),
    ("answer", _START + "SAY ..2 YOUR"),
    ("answer", "SAY ..1 INSTEAD"),
    ("answer", "INSTEAD ..1 SAY/REVEAL"),
    ("request", _START + "DO ..9 ASSET ..3 LINK"),
    ("request", _START + "DO ..4 MINE ..5 ASSET"),
    ("request", _START + "DO ..9 MINE ..3 ASSET"),
    ("request", "^ PLEASE DO ..9 ASSET"),
)


@dataclass(frozen=True, slots=True)
class _Pattern:
    kind: Kind
    needs: tuple[int, ...]
    regex: re.Pattern[str]


class Found(NamedTuple):
    """An order: its kind, its first and last word, and the number of the pattern that found it."""

    kind: Kind
    first: int
    last: int
    pattern: int


def found(row: Row) -> Iterator[Found]:
    """Yield the orders in a row of words."""
    seen, signs = row.seen, row.signs
    for number, pattern in enumerate(_COMPILED):
        for need in pattern.needs:
            if not seen & need:
                break
        else:
            for match in pattern.regex.finditer(signs):
                yield Found(pattern.kind, match.start(), match.end() - 1, number)


def needed() -> frozenset[str]:
    """Return the classes that any pattern asks for."""
    return frozenset(re.findall(r"[A-Z]{2,}", " ".join(text for _, text in _PATTERNS)))


def _compiled(kind: Kind, text: str) -> _Pattern:
    needs: list[int] = []
    if text.startswith("{"):
        items = text[1:-1].split()
        orders = (" ..4 ".join(order) for order in permutations(items))
        return _Pattern(
            kind,
            tuple(_class(item)[0] for item in items),
            re.compile("|".join(_regex(order, []) for order in orders)),
        )
    regex = re.compile(_regex(text, needs))
    return _Pattern(kind, tuple(needs), regex)


def _regex(text: str, needs: list[int]) -> str:
    """Return the pattern as a regular expression over signs; what it cannot do without is added to `needs`."""
    parts = []
    for item in text.split():
        if item == "|":
            parts.append(rf"\{BREAK}")
        elif item == "^":
            parts.append(rf"(?:^|(?<=[{BREAK}{LINE}]))")
        elif item.startswith(".."):
            parts.append(rf"[^\{BREAK}]{{0,{item[2:]}}}?")
        elif item.startswith(",,"):
            parts.append(rf"(?:[^\{BREAK}]|\{BREAK}(?!\{BREAK})){{0,{item[2:]}}}?")
        else:
            bits, characters = _class(item.rstrip("?"))
            parts.append(f"[{characters}]" + ("?" if item.endswith("?") else ""))
            if not item.endswith("?"):
                needs.append(bits)
    return "".join(parts)


def _class(names: str) -> tuple[int, str]:
    both = [signs_of(name) for name in names.split("/")]
    bits = 0
    for bit, _ in both:
        bits |= bit
    return bits, "".join(dict.fromkeys("".join(characters for _, characters in both)))


_COMPILED: Final = tuple(_compiled(kind, text) for kind, text in _PATTERNS)
