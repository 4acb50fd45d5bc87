"""Read what the sub-agent answered: a note with its passages, nothing, or something that is no memory.

The agreed form is one line: `NONE`, or `[1,3] note`. Small slips are repaired (a fence or quotes around it, a
label, one bullet, wrapped lines, numbers at the end); whatever could bring words into a block that no passage
carries is refused.
"""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from recall_sidecar.recall import citations
from recall_sidecar.recall.plain import bounded, split_sentences, whole_sentences
from recall_sidecar.recall.shapes import ShapeKind, says_nothing, shape_of, shape_of_opening
from recall_sidecar.recall.wrapping import after_thinking, announces, unmarked, unwrapped

__all__ = [
    "MAX_REPLY_CHARS",
    "Judgement",
    "NotMemory",
    "NotMemoryKind",
    "Nothing",
    "ReplyReader",
    "ReplyVerdict",
    "Summary",
    "judge",
    "partial",
]

# Thinking included; what a reply says beyond this is not looked at.
MAX_REPLY_CHARS = 8_000
# How much longer than the longest note a reply may grow (numbers, label) before reading it stops.
_SLACK_CHARS = 120
# What a clause without its sentence must hold to be worth anything; CJK says more in fewer characters.
_MIN_CLAUSE_CHARS = 20
_MIN_CLAUSE_CJK_CHARS = 6

NotMemoryKind: TypeAlias = (
    Literal["blank", "code_fence", "markup", "label", "no_sources", "bad_sources"] | ShapeKind
)
ReplyVerdict: TypeAlias = Literal["open", "nothing", "enough"]


@dataclass(frozen=True, slots=True)
class Nothing:
    """The model says that nothing in memory helps."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A note, plain and on one line, and the numbers of the passages it rests on, in the order named."""

    text: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotMemory:
    """A reply that must not reach a prompt; `kind` goes into the trace, the text does not."""

    kind: NotMemoryKind


Judgement: TypeAlias = Nothing | Summary | NotMemory

_FENCE_LINE = re.compile(r"(?:```|~~~)[\w-]{0,20}[ \t]*")
_ITEM = re.compile(r"(?:[-*+•·]|\d{1,2}[.)])\s+")
# Two items of a list that was put on one line.
_NUMBERED = re.compile(r"1[.)]\s[^\n]{1,300}?\s2[.)]\s")
# Who speaks: a piece of a conversation, which a model played on or copied.
_SPEAKER = re.compile(
    r"(?:\*\*)?(?:(?:the )?(?:user|human|assistant|ai|bot)|用户|用戶|助手|助理|ユーザー|アシスタント"
    r"|사용자|benutzer|nutzer|assistent|utilisateur|usuario|usuário|utente|assistente|asistente|пользователь|ассистент)"
    r"(?:\*\*)?\s?[:：]",
    re.IGNORECASE,
)
_SOURCES_LINE = re.compile(
    r"(?:\*\*)?(?:sources?|references?|citations?|passages?|来源|來源|出典|quellen?|fuentes?|fontes?|fonti|источники)"
    r"(?:\*\*)?\s?[:：]",
    re.IGNORECASE,
)
_JSON = re.compile(r"\{|\[\s*(?:\[\s*)?[{\"']")
_JSON_WITHIN = re.compile(r"\{\s{0,9}\"[^\"\n]{1,80}\"\s{0,9}:")
_ERROR_FIELD = re.compile(r"[\"']error", re.IGNORECASE)
# Tags, template tokens and tables; and a tool call that came as text.
_MARKUP = re.compile(
    r"</\w|<[|｜]|^[ \t]*(?:<[!?/A-Za-z]|\|)|^[^\w\n]{0,9}(?:\d{1,2}\W{1,9})?memory_(?:search|get) ?\([^\n]*\)[ \t]*$",
    re.MULTILINE,
)
_CLAUSE_END = re.compile(r"[；，、](?=.)|[,;](?=\s)")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class ReplyReader:
    """Reads a reply as it streams and says when its fate is settled.

    `verdict` is `nothing` once the first line is NONE, in any spelling, and `enough` once more text could not be
    used; in both cases the call may end at once, and `judge(reader.text, …)` says what the reply is worth.
    """

    def __init__(self, max_chars: int) -> None:
        self._limit = max_chars + _SLACK_CHARS
        self.text = ""
        self.verdict: ReplyVerdict = "open"

    def feed(self, delta: str) -> None:
        """Take the next piece; pieces after a verdict are ignored."""
        if self.verdict == "open":
            self.text = (self.text + delta)[:MAX_REPLY_CHARS]
            self.verdict = self._look()

    def _look(self) -> ReplyVerdict:
        if len(self.text) >= MAX_REPLY_CHARS:
            return "enough"
        answer = after_thinking(self.text)
        if answer is None:
            return "open"
        first, newline, rest = answer.lstrip().partition("\n")
        if newline and _FENCE_LINE.fullmatch(first):
            first, newline, _ = rest.lstrip().partition("\n")
        if newline and _says_nothing(first):
            return "nothing"
        return "enough" if len(answer) >= self._limit else "open"


def judge(text: str, *, shown: int, max_chars: int) -> Judgement:
    """Judge a finished reply.

    Args:
        text: The reply as it came; any string is answered, none raises.
        shown: How many passages the model was shown; it may name the numbers from 1 to this.
        max_chars: The longest note, in characters. A longer one is cut after its last whole sentence that fits.
    """
    found = _read(text, shown)
    return Summary(bounded(found.text, max_chars), found.numbers) if isinstance(found, Summary) else found


def partial(text: str, *, shown: int, max_chars: int) -> Summary | None:
    """Return what can be used of a reply that the deadline cut off: its whole sentences, else its whole clauses.

    None when it names no passage, or one that was not shown, when it is no memory, or has no whole clause yet.
    """
    found = _read(text, shown)
    if not isinstance(found, Summary):
        return None
    whole = whole_sentences(found.text) or _whole_clauses(found.text)
    return Summary(bounded(whole, max_chars), found.numbers) if whole else None


def _read(text: str, shown: int) -> Judgement:
    answer = after_thinking(text[:MAX_REPLY_CHARS])
    if answer is None:
        return NotMemory("thinking")
    answer = unwrapped(answer)
    if not answer:
        return NotMemory("blank")
    lines = [line.strip() for line in answer.splitlines()]
    first = next((line for line in lines if not announces(line)), "")
    if _says_nothing(lines[0]) or _says_nothing(first):
        return Nothing()
    refused = _wrong_form(answer) or _wrong_shape(lines)
    return NotMemory(refused) if refused else _note(lines, shown)


def _says_nothing(line: str) -> bool:
    return says_nothing(unmarked(citations.without(line)))


def _wrong_form(answer: str) -> NotMemoryKind | None:
    if _JSON.match(answer) or _JSON_WITHIN.search(answer):
        return "failure" if _ERROR_FIELD.search(answer) else "markup"
    if "```" in answer or "~~~" in answer:
        return "code_fence"
    return "markup" if _MARKUP.search(answer) else None


def _wrong_shape(lines: list[str]) -> NotMemoryKind | None:
    """Return what is wrong with any sentence of the reply: one failure spoils the grounded text before it."""
    for line in lines:
        for sentence in split_sentences(citations.without(unmarked(line))):
            if kind := shape_of(sentence):
                return kind
    return None


def _note(lines: list[str], shown: int) -> Judgement:
    items = _items(lines)
    if isinstance(items, NotMemory):
        return items
    cited = [citations.split(unmarked(item)) for item in items]
    numbers = tuple(dict.fromkeys(number for found, _ in cited for number in found))
    notes = [unwrapped(words) for _, words in cited]
    if refused := next((kind for note in notes if (kind := _wrong_beginning(note))), None):
        return NotMemory(refused)
    body = " ".join(filter(None, map(unmarked, notes)))
    if not any(character.isalnum() for character in body):
        return NotMemory("blank")
    if kind := shape_of_opening(split_sentences(body)[0]):
        return NotMemory(kind)
    if not numbers:
        return NotMemory("no_sources")
    return Summary(body, numbers) if all(1 <= n <= shown for n in numbers) else NotMemory("bad_sources")


def _wrong_beginning(note: str) -> NotMemoryKind | None:
    """Return what is wrong with the words that follow passage numbers: a form that the whole reply only hid."""
    if _SOURCES_LINE.match(note) or any(map(_SPEAKER.match, split_sentences(note))):
        return "label"
    plain = unmarked(note)
    if _NUMBERED.match(plain):
        return "markup"
    return _wrong_form(plain)


def _items(lines: list[str]) -> list[str] | NotMemory:
    """Return the lines of the note: those that cite, each with the lines it wraps into.

    An announcement before them ("Here is the note:"), chatter after a blank line and a list of sources are left
    out. A list whose items cite nothing is refused, and so is reasoning before the first cited line.
    """
    first = next((i for i, line in enumerate(lines) if citations.begins_cited(unmarked(line))), 0)
    if not all(announces(line) for line in lines[:first]):
        return NotMemory("thinking")
    items = [lines[first]]
    follows = True
    for line in lines[first + 1 :]:
        if _SOURCES_LINE.match(line):
            break
        if citations.begins_cited(unmarked(line)):
            items.append(line)
        elif _ITEM.match(line):
            return NotMemory("markup")
        elif line and follows:
            items[-1] += " " + line
        follows = (follows or citations.is_cited(line)) if line else not citations.without(items[-1])
    return items


def _whole_clauses(text: str) -> str:
    """Return `text` up to its last whole clause; empty when that says too little to be of use."""
    whole = next((text[: mark.start()] for mark in reversed([*_CLAUSE_END.finditer(text)])), "")
    least = _MIN_CLAUSE_CJK_CHARS if _CJK.search(whole) else _MIN_CLAUSE_CHARS
    return whole if len(whole) >= least else ""
