"""Write what is documented of the settings from the tree itself.

`python -m recall_sidecar.settings.document` rewrites `config/config.default.toml`, and the part of docs/settings.md
and the READMEs that stands between the markers. A test holds them equal to the code.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

import tomli_w
from pydantic.fields import FieldInfo

from recall_sidecar.settings.keys import Path as KeyPath
from recall_sidecar.settings.keys import join, tables
from recall_sidecar.settings.shared import SHARED
from recall_sidecar.settings.table import Table

__all__ = [
    "BEGIN",
    "END",
    "Section",
    "between_markers",
    "default_file",
    "reference",
    "rewrite",
    "sections",
    "toml_value",
    "values",
]

BEGIN = "<!-- settings:begin -->"
END = "<!-- settings:end -->"
_WIDTH = 100
_HEADER = """\
# Settings of recall-sidecar, every key at its default. Copy this file to the place that
# `recall-sidecar config show` names, and take the # away in front of what you change.
# Lines that begin with ## are examples of tables that you may add.
# Checked as a whole: `recall-sidecar config check FILE` names every key that is wrong.
"""
_AGENT_EXAMPLE = """\
# One agent's own settings: any table again, below the agent's name.
## [agents.work.query]
## mode = "full"
"""
# Values for keys that have no default, or whose default would show nothing.
_EXAMPLES: Mapping[KeyPath, object] = MappingProxyType(
    {
        ("memory", "folders", "path"): "~/.openclaw/workspace",
        ("memory", "folders", "rules", "paths"): "memory/imports/**",
        ("memory", "folders", "rules", "origin"): "untrusted",
        ("memory", "folders", "rules", "visibility"): "private",
        ("memory", "mcp", "name"): "notes",
        ("memory", "mcp", "command"): "uvx",
        ("memory", "mcp", "args"): ["my-notes-mcp"],
        ("memory", "mcp", "search_tool"): "search_notes",
        ("model", "providers", "kind"): "openai",
        ("model", "providers", "api_base"): "http://127.0.0.1:8000/v1",
        ("model", "providers", "api_key_env"): "MY_SERVER_API_KEY",
    }
)


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the file. `optional` tables may be left out or written several times."""

    path: KeyPath
    header: str
    table: type[Table]
    optional: bool = False

    def fields(self) -> Iterator[tuple[str, FieldInfo]]:
        """Yield the keys that are no tables of their own."""
        return ((name, field) for name, field in self.table.model_fields.items() if _table_in(field) is None)


def sections() -> Iterator[Section]:
    """Yield every table, those inside others after them."""
    for name, table in tables():
        yield from _with_nested(Section((name,), f"[{name}]", table))


def default_file() -> str:
    """Return the default file: each key with its meaning, its values and its default, commented out."""
    parts = [_HEADER]
    for section in sections():
        mark = "## " if section.optional else "# "
        lines = _comment(_text(section.table.__doc__))
        lines.append(f"{'## ' if section.optional else ''}{section.header}")
        for name, field in section.fields():
            lines += ["", *_comment(_text(field.description)), *_comment(f"Values: {values(field)}.")]
            lines.append(f"{mark}{_toml(name, _example(section, name, field))}")
        parts.append("\n".join(lines) + "\n")
    return "\n".join([*parts, _AGENT_EXAMPLE])


def reference() -> str:
    """Return the tables of every key as Markdown, and which of them an agent cannot set."""
    parts = []
    for section in sections():
        rows = [
            f"### `{section.header}`",
            "",
            _text(section.table.__doc__),
            "",
            "| key | default | values | meaning |",
        ]
        rows.append("|---|---|---|---|")
        for name, field in section.fields():
            default = (
                "" if field.is_required() or field.default is None else f"`{toml_value(_default(field))}`"
            )
            rows.append(f"| `{name}` | {default} | {values(field)} | {_cell(_text(field.description))} |")
        parts.append("\n".join(rows) + "\n")
    shared = [f"- `{join(path)}`: {why}" for path, why in SHARED.items()]
    heading = "### `[agents.NAME]`\n\nAny of these tables again, for one agent, except:\n"
    return "\n".join([*parts, heading, *shared]) + "\n"


def between_markers(page: str, body: str) -> str:
    """Return `page` with `body` between the markers; a page without them as it is."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{body}\n{END}{after}" if begin and end else page


def values(field: FieldInfo) -> str:
    """Return in words what may stand in a field."""
    kind = field.annotation
    if kind is bool:
        return "true or false"
    if get_origin(kind) is tuple:
        return f"a list of {_one_of(get_args(kind)[0])}" + _at_most(field, "items")
    if kind in {int, float}:
        return f"{_bound(field, 'ge'):.15g} to {_bound(field, 'le'):.15g}"
    return _one_of(kind) + _at_most(field, "characters")


def toml_value(value: object) -> str:
    """Spell a value as TOML does, on one line but for a list of tables."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f" {join((name,))} = {toml_value(item)}" for name, item in value.items()) + " }"
        )
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        return "[\n" + "".join(f"  {toml_value(item)},\n" for item in value) + "]"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def rewrite(root: Path) -> None:
    """Rewrite the generated files of the checkout in `root`; pages that do not exist are not made."""
    (root / "config" / "config.default.toml").write_text(default_file(), encoding="utf-8")
    for page in (root / "docs" / "settings.md", root / "README.md", root / "README.zh-CN.md"):
        if page.exists():
            text = page.read_text(encoding="utf-8")
            page.write_text(between_markers(text, reference()), encoding="utf-8")


def _with_nested(section: Section) -> Iterator[Section]:
    yield section
    for name, field in section.table.model_fields.items():
        if (inner := _table_in(field)) is None:
            continue
        path = (*section.path, name)
        if not get_args(field.annotation):
            # Within a table that may be left out it may be left out too.
            yield from _with_nested(Section(path, f"[{join(path)}]", inner, section.optional))
            continue
        header = f"[[{join(path)}]]" if get_origin(field.annotation) is tuple else f"[{join(path)}.NAME]"
        yield from _with_nested(Section(path, header, inner, optional=True))


def _table_in(field: FieldInfo) -> type[Table] | None:
    """Return the table that a field is, or that a list or a mapping of tables holds."""
    for kind in (field.annotation, *get_args(field.annotation)):
        if isinstance(kind, type) and issubclass(kind, Table):
            return kind
    return None


def _one_of(kind: Any) -> str:  # noqa: ANN401 -- a type annotation is any object
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if kind is str:
        return "text"
    if get_origin(kind) is dict:
        return "a table"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ", ".join(kind)
    # An annotated kind, or a union with None: its first part says it.
    return _one_of(get_args(kind)[0])


def _at_most(field: FieldInfo, of: str) -> str:
    most = _bound(field, "max_length")
    return f", at most {most} {of}" if most is not None else ""


def _bound(field: FieldInfo, name: str) -> Any:  # noqa: ANN401 -- a number, or None without a bound
    return next((getattr(each, name) for each in field.metadata if hasattr(each, name)), None)


def _example(section: Section, name: str, field: FieldInfo) -> object:
    return _EXAMPLES.get((*section.path, name), _default(field))


def _default(field: FieldInfo) -> object:
    return field.get_default(call_default_factory=True, validated_data={})


def _toml(name: str, value: object) -> str:
    return f"{name} = {toml_value(value)}"


def _text(docstring: str | None) -> str:
    return " ".join((docstring or "").split())


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, _WIDTH - 2)]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":  # pragma: no cover -- its one line is `rewrite`, which is tested
    rewrite(Path(__file__).parents[2])
