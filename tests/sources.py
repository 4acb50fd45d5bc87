"""The files of this project as the tests of its shape see them."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

__all__ = ["PACKAGE", "ROOT", "Source", "modules", "python_tests", "tracked"]

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "recall_sidecar"


@dataclass(frozen=True)
class Source:
    """One Python file; `name` is its path below the root, as messages show it."""

    path: Path

    @property
    def name(self) -> str:
        """Return the path below the root."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def module(self) -> str:
        """Return the dotted name that it is imported by."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def text(self) -> str:
        """Return what it says."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """Return its syntax tree."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """Return how many lines it has."""
        return len(self.text.splitlines())

    @property
    def docstring(self) -> str | None:
        """Return what it says of itself."""
        return ast.get_docstring(self.tree)

    def exported(self) -> list[str] | None:
        """Return its `__all__`, None when it has none."""
        for statement in self.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name("__all__")], value=value):
                    return list(ast.literal_eval(value))
                case ast.AnnAssign(target=ast.Name("__all__"), value=ast.expr() as value):
                    return list(ast.literal_eval(value))
                case _:
                    continue
        return None

    def defined(self) -> set[str]:
        """Return the public names that its own statements make; type variables belong to signatures and are none."""
        return {name for statement in self.tree.body for name in _made_by(statement) if name[0] != "_"}

    def imported(self) -> set[str]:
        """Return the dotted names that its top level and its functions import; `from a import b` is `a` and `a.b`."""
        names: set[str] = set()
        for node in ast.walk(self.tree):
            match node:
                case ast.Import(names=aliases):
                    names.update(alias.name for alias in aliases)
                case ast.ImportFrom(module=str(module), names=aliases):
                    names.update({module, *(f"{module}.{alias.name}" for alias in aliases)})
                case _:
                    continue
        return names

    def functions(self) -> Iterator[tuple[str, int]]:
        """Yield each function's name and the lines of its body, without its docstring."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                last = body[-1].end_lineno if body else None
                yield node.name, 0 if last is None else last - body[0].lineno + 1


def modules() -> list[Source]:
    """Return every file of the package."""
    return [Source(path) for path in sorted(PACKAGE.rglob("*.py"))]


def python_tests() -> list[Source]:
    """Return every Python file of the tests."""
    return [Source(path) for path in sorted((ROOT / "tests").rglob("*.py"))]


def tracked() -> list[Path]:
    """Return the files that belong to the project: those that git knows, or would take up."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def _made_by(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(value=ast.Call(func=ast.Name("TypeVar"))):
            return
        case ast.Assign(targets=targets):
            for target in targets:
                yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(name)):
            yield name
        case _:
            return
