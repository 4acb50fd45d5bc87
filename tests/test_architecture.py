"""The project guards itself: directions, sizes, names, a test beside each source, and what lies at the root."""

import importlib
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from recall_sidecar import __version__
from tests.sources import ROOT, Source, modules, python_tests, tracked

# Modules without a test file of their name, each with the reason.
UNMIRRORED = {
    "recall_sidecar/__main__.py": "three lines; every test that starts the command runs through it",
    "recall_sidecar/evaluation/about.py": "values without behaviour",
    "recall_sidecar/events.py": "values without behaviour",
    "recall_sidecar/memory/conversations/port.py": "a protocol and its values; tests/server and test_keeper.py hold its sides",
    "recall_sidecar/memory/embedding/port.py": "a protocol and an error; the tests of both embedders hold its sides",
    "recall_sidecar/memory/reading.py": "values without behaviour",
    "recall_sidecar/turn_services.py": "values without behaviour",
    **{
        f"recall_sidecar/recall/verify/lexicon/{name}.py": "words; tests/recall/verify/test_meanings.py and test_numbers.py hold their form"
        for name in (
            "cities",
            "countries",
            "doings",
            "english",
            "exclusive",
            "given",
            "held",
            "ideas",
            "numerals",
            "opposites",
            "people",
            "things",
        )
    },
    "recall_sidecar/memory/port.py": "a protocol and its values; tests/contract/test_memory_source.py holds both sides",
}
# What may lie at the root; anything else is a loose end.
AT_ROOT = {
    ".ci", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "LICENSE", "Makefile", "README.md",
    "README.zh-CN.md", "SECURITY.md", "benchmarks", "config", "docs", "prompt_styles", "pyproject.toml",
    "recall_sidecar", "requirements-dev.lock", "requirements.lock", "tests",
}  # fmt: skip
# A library that a deciding step has no business with: it reads, writes, waits, or looks at the machine.
DOES_IO = {
    "aiohttp", "asyncio", "concurrent", "contextvars", "ctypes", "fcntl", "filelock", "http", "importlib", "json5", "litellm",
    "logging", "os", "pathlib", "platformdirs", "resource", "secrets", "signal", "site", "socket", "sqlite3", "stat", "subprocess",
    "sys", "tempfile", "threading", "time", "tomllib",
}  # fmt: skip
# Folders in which only one particular machine keeps anything.
MACHINE_PATH = re.compile(r"(?<![\w.~\-/])/(?:root|work|workspace|Users|builds|runner|private)/\w[^\s\"'`]*")


def _contract(name: str) -> dict[str, list[str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (found,) = [entry for entry in settings["tool"]["importlinter"]["contracts"] if entry["id"] == name]
    return dict(found)


def test_the_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]

    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_module_that_does_no_io_is_listed_as_a_deciding_step() -> None:
    sources = {source.module: source for source in modules()}
    impure = {name for name, source in sources.items() if _outside(source) & DOES_IO}
    while grown := {
        name for name, source in sources.items() if name not in impure and source.imported() & impure
    }:
        impure |= grown

    listed = _contract("pure")["source_modules"]
    missing = [
        name
        for name, source in sources.items()
        if name not in impure
        and any(True for _ in source.functions())
        and not any(name == step or name.startswith(f"{step}.") for step in listed)
    ]

    assert missing == []


def _outside(source: Source) -> set[str]:
    return {name.split(".")[0] for name in source.imported()}


def test_every_module_has_a_test_file_of_its_name() -> None:
    without = {
        source.name for source in modules() if source.path.name != "__init__.py" and not _tests_of(source)
    }

    assert without == set(UNMIRRORED), "write the test file, or take the name off UNMIRRORED"


def _tests_of(source: Source) -> list[Path]:
    """Return the test files of a module: `test_<module>.py`, or `test_<module>_<aspect>.py` where one is too long."""
    folder = ROOT / "tests" / source.path.parent.relative_to(ROOT / "recall_sidecar")
    stem = source.path.stem
    return [
        path
        for path in folder.glob("test_*.py")
        if fnmatch(path.stem, f"test_{stem}") or _is_aspect(path, source)
    ]


def _is_aspect(path: Path, source: Source) -> bool:
    """Whether `path` tests one side of `source`, and not a module whose longer name begins the same way."""
    whole = path.stem.removeprefix("test_")
    owner = max(
        (other.stem for other in source.path.parent.glob("*.py") if f"{whole}_".startswith(f"{other.stem}_")),
        key=len,
        default="",
    )
    return owner == source.path.stem


def test_files_and_functions_stay_small() -> None:
    long_files = [f"{s.name}: {s.lines} lines" for s in modules() if s.lines > 300]
    long_tests = [f"{s.name}: {s.lines} lines" for s in python_tests() if s.lines > 400]
    long_functions = [
        f"{s.name}: {name} has {lines} lines"
        for s in modules()
        for name, lines in s.functions()
        if lines > 40
    ]

    assert long_files + long_tests + long_functions == []


def test_every_module_says_what_it_is() -> None:
    silent = [source.name for source in modules() if not source.docstring]

    assert silent == []


def test_every_module_names_what_it_offers() -> None:
    wrong = []
    for source in modules():
        if source.path.name in {"__init__.py", "__main__.py"} and not source.defined():
            continue
        exported = source.exported()
        if exported is None:
            wrong.append(f"{source.name}: no __all__")
        elif missing := source.defined() - set(exported):
            wrong.append(f"{source.name}: {sorted(missing)} is public and not in __all__")

    assert wrong == []


def test_every_name_that_a_module_offers_exists() -> None:
    wrong = []
    for source in modules():
        module = importlib.import_module(source.module)
        wrong += [f"{source.name}: {name}" for name in source.exported() or () if not hasattr(module, name)]

    assert wrong == []


def test_the_root_holds_only_what_belongs_there() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in tracked()}

    assert found - AT_ROOT == set()


def test_no_file_names_a_place_of_one_machine() -> None:
    places = [re.escape(str(ROOT)), re.escape(sys.prefix), MACHINE_PATH.pattern]
    pattern = re.compile("|".join(places))

    wrong = []
    for path in tracked():
        text = path.read_text(encoding="utf-8", errors="replace")
        wrong += [f"{path.relative_to(ROOT)}: {found[0]}" for found in pattern.finditer(text)]

    assert wrong == []


def test_the_locked_packages_name_no_index() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")

        assert not re.search(r"(?m)^\s*--(extra-)?index-url|://", text), name


def test_one_version_is_told_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"(?m)^## \[?(\d+\.\d+\.\d+)", changes)

    assert newest is not None
    assert __version__ == project["version"] == newest[1]
