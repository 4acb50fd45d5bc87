"""What goes before the prompt: one short line, bounded and neutral, inside the block of the host's form.

Whatever is recalled is told as somebody's words: in quotation marks that it cannot close, behind the names of where it stands.
"""

import re
from typing import Final, assert_never

from recall_sidecar.block import BlockForm, neutralise
from recall_sidecar.block import render as render_block
from recall_sidecar.graphemes import ELLIPSIS, head, tail
from recall_sidecar.outcomes import (
    MAX_NOTE_CHARS,
    NothingRelevant,
    Origin,
    Recalled,
    RecallKind,
    RecallOutcome,
    Skipped,
    Source,
    TimedOut,
    Unavailable,
    lowest,
    trusted_least,
)
from recall_sidecar.screen.orders import orders
from recall_sidecar.settings import InjectSettings

__all__ = ["UNAVAILABLE_NOTE", "prepare", "render"]

# The same bytes every time and no detail: it helps prompt caches and tells a reader nothing about what broke.
UNAVAILABLE_NOTE: Final = (
    "Memory could not be looked at for this message. That does not mean that nothing is remembered."
)

_NOTE: Final = "note"
_KIND_WORDS: Final[dict[RecallKind, str]] = {"summary": "", "extract": "extract", "trigger": _NOTE}
_TRUST_WORDS: Final[dict[Origin, str]] = {
    Origin.OWNER: "",
    Origin.AGENT: "",
    Origin.UNTRUSTED: "words of somebody else",
    Origin.SYSTEM: "written by a program",
}
_MOST_NAMES: Final = 2
_MAX_NAME_CHARS: Final = 60
# Stands for a file whose very name gives orders.
_NAMELESS: Final = "a memory file"
# What would end a quotation or reads like it, what would end a name in its brackets, and colons that are none.
_QUOTES: Final = "“”„‟«»「」『』〝〞〟❝❞❠＂″‴⁗‶‷〃ˮʺ˝˶״⹂﹁﹂﹃﹄｢｣\u1cd3🙶🙷🙸"
_SINGLE: Final = "'‘’‚‛`´′‵ʹʼʻʽˈ❛❜❟"
_BRACKETS: Final = "()（）⁽⁾₍₎❨❩❪❫⟮⟯⦅⦆⸨⸩﴾﴿︵︶﹙﹚｟｠"
_COLONS: Final = ":：∶ː˸꞉︰﹕։׃"
_IN_TEXT: Final = dict.fromkeys(map(ord, _QUOTES), "'")
_IN_NAME: Final = dict.fromkeys(map(ord, _QUOTES + _SINGLE + _BRACKETS + _COLONS + '",;'), " ")
# Two single marks are read as a double one, and so is an accent that stands on no letter which has it.
_DOUBLED: Final = re.compile(rf"[{_SINGLE}]{{2,}}|(?<![OUou])\u030b+")
# Words that this module alone may write in front of a quotation.
_OUR_WORDS: Final = re.compile(
    r"\((?=(?:words of somebody else|written by a program|extract|note|cut short)\s?[,)])|(?<=from memory )\(",
    re.IGNORECASE,
)
# A name of few words can be read as nothing but one of a file; any other stands in quotation marks of its own.
_PLAIN_NAME: Final = re.compile(r"…?[A-Za-z0-9~@+%#._/\\-]+", re.ASCII)
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_MOST_WORDS: Final = 4
_PARTS_OF_NAME: Final = dict.fromkeys(map(ord, "-_/."), " ")
# More of a text than this cannot reach the block, so it is not looked at.
_MAX_LOOKED_AT: Final = 20_000


def render(outcome: RecallOutcome, settings: InjectSettings, *, form: BlockForm) -> str:
    """Return the block for `outcome`, or an empty string when nothing goes before the prompt.

    What a reader must know of the text stands in front of it, in words: where it stands, that it is an extract or was cut
    short, or that it repeats somebody else. These words do not count towards `max_summary_chars`, nor does what trigger
    phrases called: that has a bound of its own, and its words are the owner's or an agent's.
    """
    match outcome:
        case Recalled():
            text = _said(outcome, settings)
            return render_block(text, form=form) if text else ""
        case TimedOut() | Unavailable():
            return render_block(UNAVAILABLE_NOTE, form=form) if settings.note_when_unavailable else ""
        case NothingRelevant() | Skipped():
            return ""
        case _:
            assert_never(outcome)


def prepare(summary: str, limit: int) -> str:
    """Return `summary` as one neutral line of at most `limit` characters, the mark of a cut included.

    It is bounded before it is escaped, so that no entity is cut, and between words where there are any, so that a
    number is never cut into another number.
    """
    line = " ".join(neutralise(summary[:_MAX_LOOKED_AT]).split())
    if len(line) <= limit:
        return line
    bounded = head(line, limit)
    last_space = bounded.rfind(" ")
    cuts_a_word = not line.startswith(" ", len(bounded) - len(ELLIPSIS))
    if cuts_a_word and last_space >= limit // 2:
        return bounded[:last_space].rstrip(" ,;:") + ELLIPSIS
    return bounded


def _said(recalled: Recalled, settings: InjectSettings) -> str:
    """Return the note that trigger phrases called and the summary, each behind where it stands."""
    if recalled.kind == "trigger":
        return _told(recalled.summary, MAX_NOTE_CHARS, _label((_NOTE,), recalled.sources, recalled.trust))
    noted, others = recalled.sources[: recalled.noted], recalled.sources[recalled.noted :]
    trust = lowest(tuple(source.origin for source in noted)) if noted else Origin.OWNER
    note = _told(recalled.note, MAX_NOTE_CHARS, _label((_NOTE,), noted, trust))
    kinds = (_KIND_WORDS[recalled.kind], "cut short" if recalled.partial else "")
    summary = _told(
        recalled.summary,
        settings.max_summary_chars,
        _label(kinds, (*others, *recalled.perhaps_of), recalled.trust),
    )
    return " ".join(filter(None, (note, summary)))


def _told(text: str, limit: int, label: str) -> str:
    line = _OUR_WORDS.sub("[", _DOUBLED.sub("'", prepare(text, limit).translate(_IN_TEXT)))
    return f"{label}: “{line}”" if line else ""


def _label(kinds: tuple[str, ...], sources: tuple[Source, ...], trust: Origin) -> str:
    """Return whose words follow: `From memory (extract, notes.md)`, or `According to notes.md (words of somebody else)`."""
    # What the words stand in comes first, then whoever is trusted least.
    names = _names((*sources[:1], *trusted_least(sources[1:])))
    if words := _TRUST_WORDS[trust]:
        return f"According to {names or _NAMELESS} ({', '.join(filter(None, (words, *kinds)))})"
    said = ", ".join(filter(None, (*kinds, names)))
    return f"From memory ({said})" if said else "From memory"


def _names(sources: tuple[Source, ...]) -> str:
    """Return what the sources are called, and how many more there are."""
    names = list(dict.fromkeys(_name(source.path) for source in sources))
    more = [f"{len(names) - _MOST_NAMES} more"] if len(names) > _MOST_NAMES else []
    return " and ".join([*names[:_MOST_NAMES], *more])


def _name(path: str) -> str:
    """Return a path as it may stand in a label: one short line without marks, and never an order itself."""
    name = " ".join(neutralise(path).translate(_IN_NAME).split())
    if not name or orders(name.translate(_PARTS_OF_NAME)):
        return _NAMELESS
    name = tail(name, _MAX_NAME_CHARS)
    is_plain = _PLAIN_NAME.fullmatch(name) and all(
        len(_WORD.findall(part)) <= _MOST_WORDS for part in name.replace("\\", "/").split("/")
    )
    return name if is_plain else f"‘{name}’"
