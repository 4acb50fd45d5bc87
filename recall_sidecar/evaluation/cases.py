"""A user's own cases in their file format: text in, cases and problems out. docs/eval.md tells the format.

A case says what somebody writes, and what memory ought to make of it. Every key is checked; a problem names file, line, key and
remedy, and never repeats a value: it may be the very secret that must not be told.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator

__all__ = ["Case", "Passage", "Said", "read_jsonl", "read_toml"]

_MAX_TEXT: Final = 20_000
_MAX_LIST: Final = 100
_HEADER: Final = re.compile(r"^[ \t]*\[\[[ \t]*case[ \t]*\]\]", re.MULTILINE)
_TAGS: Final = frozenset({"word", "list", ""})
_WHERE: Final = re.compile(r"line (\d+)")


class _Strict(BaseModel):
    # Made at first use, for the command line is to start quickly.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class Passage(_Strict):
    """A passage, by what is known of it: its place, a text that stands in it, or words that all do."""

    path: str = Field("", max_length=1024)
    lines: Annotated[tuple[int, int], Field(strict=False)] | None = None
    text: str = Field("", max_length=_MAX_TEXT)
    words: str = Field("", max_length=_MAX_TEXT)

    @model_validator(mode="after")
    def _names_something(self) -> "Passage":
        if not (self.path or self.text.strip() or self.words.strip()):
            message = "names no passage: give path, text or words"
            raise ValueError(message)
        if self.lines is not None and not self.path:
            message = "has lines of no file: give the path too"
            raise ValueError(message)
        return self


class Said(_Strict):
    """An earlier message of the conversation."""

    role: Literal["user", "assistant"]
    text: str = Field(max_length=_MAX_TEXT)


_Passages: TypeAlias = Annotated[tuple[Passage, ...], Field(strict=False, max_length=_MAX_LIST)]
_Texts: TypeAlias = Annotated[
    tuple[Annotated[str, Field(min_length=4, max_length=_MAX_TEXT)], ...],
    Field(strict=False, max_length=_MAX_LIST),
]


def _form(value: object) -> str:
    return "word" if isinstance(value, str) else "list"


class Case(_Strict):
    """One turn, and what is expected of it.

    Attributes:
        id: Its name in reports; file and line where none is given.
        before: Earlier messages, oldest first.
        chat: Cases with the same name are turns of one conversation, in the order of the files.
        lifetime: How long the host keeps a block: for the turn, or in the history.
        compacted: The host compacts the history before this turn.
        reply: What the assistant answered, for the later turns of the chat.
        expect: The passages that ought to be found and told, `nothing`, `something`, or None when it is not said.
        unwanted: _Passages that must not be told.
        secrets: _Texts that must not appear anywhere.
        canaries: _Texts out of orders that memory holds; they may be told as somebody else's words alone.
        said: What memory said when the turn was kept, for people.
        session: The session that the turn was kept in; it is forgotten with it.
        note: For people.
    """

    id: str = Field("", max_length=200)
    message: str = Field(min_length=1, max_length=_MAX_TEXT)
    before: Annotated[tuple[Said, ...], Field(strict=False, max_length=1000)] = ()
    agent: str = Field("main", pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")
    chat: str = Field("", max_length=200)
    kind: Literal["direct", "group"] = "direct"
    lifetime: Literal["turn", "session"] = "turn"
    compacted: bool = False
    reply: str = Field("", max_length=_MAX_TEXT)
    expect: (
        Annotated[
            Annotated[Literal["nothing", "something"], Tag("word")] | Annotated[_Passages, Tag("list")],
            Discriminator(_form),
        ]
        | None
    ) = None
    unwanted: _Passages = ()
    secrets: _Texts = ()
    canaries: _Texts = ()
    said: str = Field("", max_length=_MAX_TEXT)
    session: str = Field("", max_length=2048)
    note: str = Field("", max_length=_MAX_TEXT)

    @property
    def is_worthy(self) -> bool | None:
        """Whether memory ought to say something; None when the case does not tell."""
        if self.expect is None:
            return None
        return self.expect not in ("nothing", ())

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The passages that ought to be found, none when none are named."""
        return self.expect if isinstance(self.expect, tuple) else ()


@dataclass(frozen=True, slots=True)
class _Row:
    place: str
    value: object


def read_jsonl(text: str, name: str) -> tuple[list[Case], list[str]]:
    """Return the cases of a JSON Lines file called `name`, and what is wrong with it."""
    rows: list[_Row] = []
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append(_Row(f"{name}:{number}", json.loads(line)))
        except (ValueError, RecursionError) as error:
            column = getattr(error, "colno", 1)
            problems.append(f"{name}:{number}: is no JSON object at column {column}; write one case a line")
    return _cases(rows, problems)


def read_toml(text: str, name: str) -> tuple[list[Case], list[str]]:
    """Return the cases of a TOML file called `name`, each a `[[case]]` table, and what is wrong with it."""
    try:
        tree = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = _WHERE.search(str(error))
        place = f"{name}:{found[1] if found else len(text.splitlines())}"
        return [], [
            f"{place}: is no TOML from here on; texts stand in quotes, and each case begins with [[case]]"
        ]
    tables = tree.pop("case", [])
    problems = [f"{name}: {_unknown(key, ('case',))}; put it below a [[case]]" for key in tree]
    if not isinstance(tables, list):
        return [], [*problems, f"{name}: case must be written [[case]], with two brackets"]
    lines = [text.count("\n", 0, header.start()) + 1 for header in _HEADER.finditer(text)]
    # A header within a long text would shift the others.
    told = lines if len(lines) == len(tables) else []
    places = [f"{name}:{told[at]}" if told else f"{name}, case {at + 1}" for at in range(len(tables))]
    return _cases([_Row(place, table) for place, table in zip(places, tables, strict=True)], problems)


def _cases(rows: list[_Row], problems: list[str]) -> tuple[list[Case], list[str]]:
    cases: list[Case] = []
    for row in rows:
        if not isinstance(row.value, dict):
            problems.append(f'{row.place}: is no object; a case is written {{"message": …}}')
            continue
        try:
            case = Case.model_validate(row.value)
        except ValidationError as error:
            problems += [f"{row.place}: {told}" for told in _told(error)]
        else:
            cases.append(case if case.id else case.model_copy(update={"id": row.place}))
    return cases, problems


def _told(error: ValidationError) -> Iterator[str]:
    for fault in error.errors(include_url=False, include_input=False):
        *above, name = fault["loc"] or ("",)
        # The tags of a choice are no keys.
        within = tuple(part for part in above if part not in _TAGS)
        if fault["type"] == "extra_forbidden":
            yield _within(within) + _unknown(str(name), _known(within))
        else:
            loc = within if name in _TAGS else (*within, name)
            yield f"{_within(loc)}{_words(fault['type'], fault['msg'], fault.get('ctx', {}))}"


def _within(loc: tuple[int | str, ...]) -> str:
    words = [f"item {part + 1}" if isinstance(part, int) else part for part in loc]
    return f"{', '.join(words)}: " if words else ""


def _known(loc: tuple[int | str, ...]) -> tuple[str, ...]:
    names = [part for part in loc if isinstance(part, str)]
    within: Mapping[str, type[BaseModel]] = {"before": Said, "expect": Passage, "unwanted": Passage}
    return tuple(within.get(names[-1] if names else "", Case).model_fields)


def _unknown(key: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(key.lower(), known, 1)
    remedy = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(known)}"
    return f"{key[:40]} is no key of a case; {remedy}"


def _words(kind: str, message: str, context: Mapping[str, Any]) -> str:
    match kind:
        case "missing":
            return "is missing; give it"
        case "value_error":
            return str(context["error"])
        case "string_too_short":
            return f"is too short to be looked for; give at least {context['min_length']} characters"
        case "string_pattern_mismatch":
            return "is no agent's id; write it in lower-case letters, digits, - and _"
        case _:
            return message.replace("Input should be", "must be").replace("Input should have", "must have")
