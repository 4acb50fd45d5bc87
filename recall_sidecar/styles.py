"""Load the prompt styles: the six that ship, and the user's own, which replace a shipped one of the same name.

A style that cannot be used stops the load, with every problem of every file: a sub-agent told nonsense would fail
turn by turn, in silence.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from recall_sidecar.errors import PromptStyleError
from recall_sidecar.prompts import PromptStyle
from recall_sidecar.settings.tables import QueryMode

__all__ = ["AUTO", "STYLE_OF_MODE", "Styles", "load_styles"]

AUTO = "auto"
STYLE_OF_MODE: Mapping[QueryMode, str] = {"message": "strict", "recent": "balanced", "full": "contextual"}
_MAX_FILE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Styles:
    """The prompt styles that exist; `user_dir` is where the user's own live."""

    by_name: Mapping[str, PromptStyle]
    user_dir: Path

    def names(self) -> tuple[str, ...]:
        """Return every name, sorted."""
        return tuple(sorted(self.by_name))

    def get(self, name: str) -> PromptStyle:
        """Return the style of that name.

        Raises:
            PromptStyleError: There is none; the message lists those there are.
        """
        if name not in self.by_name:
            message = (
                f"there is no prompt style {name!r}; set recall.prompt_style to one of {AUTO}, "
                f"{', '.join(self.names())}, or write {self.user_dir / f'{name}.toml'}"
            )
            raise PromptStyleError(message)
        return self.by_name[name]

    def resolve(self, prompt_style: str, query_mode: QueryMode) -> PromptStyle:
        """Return the style that `recall.prompt_style` means; `auto` goes by the query mode."""
        return self.get(STYLE_OF_MODE[query_mode] if prompt_style == AUTO else prompt_style)


def load_styles(shipped_dir: Path, user_dir: Path) -> Styles:
    """Read every `*.toml` of both folders; a user folder that does not exist holds none. Blocks on the disk.

    Raises:
        PromptStyleError: One line per problem: file, line where it is known, what is wrong and what to write.
    """
    problems: list[str] = []
    by_name: dict[str, PromptStyle] = {}
    for path in [*_style_files(shipped_dir), *_style_files(user_dir)]:
        try:
            style = _read(path)
        except PromptStyleError as error:
            problems.append(str(error))
        else:
            by_name[style.name] = style
    if missing := sorted(set(STYLE_OF_MODE.values()) - by_name.keys()) if not problems else []:
        problems.append(f"{shipped_dir}: {', '.join(missing)} not found; install the program again")
    if problems:
        raise PromptStyleError("\n".join(problems))
    return Styles(by_name, user_dir)


def _style_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.toml") if path.is_file() and not path.name.startswith("."))


def _read(path: Path) -> PromptStyle:
    text = _text_of(path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"{path}: not TOML: {error}"
        raise PromptStyleError(message) from error
    try:
        style = PromptStyle.model_validate(table)
    except ValidationError as error:
        raise PromptStyleError("\n".join(_problems(path, text, error))) from error
    if style.name != path.stem:
        where = f"{path}:{_line_of(text, 'name')}"
        message = f"{where}: name is {style.name!r}, the file is {path.name!r}; make them the same"
        raise PromptStyleError(message)
    return style


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
        if len(content) <= _MAX_FILE_BYTES:
            return content.decode()
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror}; mend its permissions or delete it"
        raise PromptStyleError(message) from error
    except UnicodeDecodeError as error:
        message = f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8"
        raise PromptStyleError(message) from error
    message = f"{path}: larger than {_MAX_FILE_BYTES} bytes; a prompt style is a few lines"
    raise PromptStyleError(message)


def _problems(path: Path, text: str, error: ValidationError) -> Iterable[str]:
    for problem in error.errors(include_url=False, include_input=False):
        key = str(problem["loc"][0])
        line = _line_of(text, _culprit(problem, key))
        where = f"{path}:{line}" if line else f"{path}"
        yield f"{where}: {key}: {_advice(problem, key)}"


def _culprit(problem: Mapping[str, Any], key: str) -> str:
    """Return what to look for in the file: the first variable that a message names, else the key."""
    variable = re.search(r"unknown variable (\{\w+\})", problem["msg"])
    return variable[1] if variable else key


def _advice(problem: Mapping[str, Any], key: str) -> str:
    fields = ", ".join(PromptStyle.model_fields)
    match problem["type"]:
        case "missing":
            return f'it is missing; add {key} = "…"'
        case "extra_forbidden":
            return f"unknown key; a prompt style has {fields}"
        case "string_pattern_mismatch":
            return "use lower-case letters, digits and -, beginning with a letter"
        case _:
            return str(problem["msg"]).removeprefix("Value error, ")


def _line_of(text: str, culprit: str) -> int | None:
    """Return the line, from 1, of a key or a variable; None when it is not written as such."""
    name = re.escape(culprit.strip("{}"))
    pattern = rf"\{{\s*{name}\s*\}}" if culprit.startswith("{") else rf"^\s*\[*[\"']?{name}[\"']?\s*[=\].]"
    found = re.search(pattern, text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else None
