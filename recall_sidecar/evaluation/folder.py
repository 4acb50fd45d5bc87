"""A folder of cases: every `.jsonl` and `.toml` file in it, and perhaps notes that the cases are put to."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from recall_sidecar.errors import CasesRefused
from recall_sidecar.evaluation.cases import Case, read_jsonl, read_toml

__all__ = ["Suite", "read_cases"]

_MAX_BYTES: Final = 50_000_000
_READERS: Final = {".jsonl": read_jsonl, ".toml": read_toml}
# Of a folder that brings memory of its own: as the agent keeps it, and as somebody else wrote it.
_NOTES: Final = "notes"
_UNTRUSTED: Final = "untrusted"


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of a folder, and the folders of notes beside them, none when the user's own memory is asked."""

    cases: tuple[Case, ...]
    notes: tuple[Path, ...] = ()
    place: Path | None = None

    def memory(self) -> list[dict[str, Any]]:
        """Return the notes as `memory.folders`."""
        return [
            {"path": str(folder), "name": folder.name}
            | ({"origin": "untrusted", "layout": "plain"} if folder.name == _UNTRUSTED else {})
            for folder in self.notes
        ]


def read_cases(place: Path) -> Suite:
    """Read a folder of cases, or a single file of them.

    Raises:
        CasesRefused: With every problem of every file, or because there is no case.
    """
    files = [place] if place.is_file() else sorted(file for file in _listed(place) if file.suffix in _READERS)
    cases: list[Case] = []
    problems: list[str] = []
    for file in files:
        found, wrong = _read(file)
        cases += found
        problems += wrong
    problems += _twice(cases)
    if problems:
        raise CasesRefused(tuple(problems))
    if not cases:
        message = f"{place} holds no case; `recall-sidecar eval --init FOLDER` writes an example"
        raise CasesRefused((message,))
    beside = [place / name for name in (_NOTES, _UNTRUSTED)] if place.is_dir() else []
    return Suite(tuple(cases), tuple(folder.resolve() for folder in beside if folder.is_dir()), place)


def _listed(place: Path) -> list[Path]:
    try:
        return [file for file in place.iterdir() if file.is_file()]
    except OSError as error:
        message = f"{place} cannot be read ({error.strerror}); name a folder of cases"
        raise CasesRefused((message,)) from error


def _read(file: Path) -> tuple[list[Case], list[str]]:
    try:
        if file.stat().st_size > _MAX_BYTES:
            return [], [f"{file.name}: is larger than {_MAX_BYTES // 1_000_000} MB; split it"]
        reader = _READERS.get(file.suffix)
        if reader is None:
            return [], [f"{file.name}: is neither .jsonl nor .toml"]
        return reader(file.read_text(encoding="utf-8"), file.name)
    except UnicodeDecodeError as error:
        return [], [f"{file.name}: is not UTF-8 text (byte {error.start}); save it as UTF-8"]
    except OSError as error:
        return [], [f"{file.name}: cannot be read ({error.strerror})"]


def _twice(cases: list[Case]) -> list[str]:
    seen: set[str] = set()
    twice = []
    for case in cases:
        if case.id in seen:
            twice.append(f"the id {case.id} stands twice; give each case its own, or none")
        seen.add(case.id)
    return twice
