"""A folder of cases is read whole, with the notes beside them."""

from pathlib import Path

import pytest

from recall_sidecar.errors import CasesRefused
from recall_sidecar.evaluation.folder import Suite, read_cases
from recall_sidecar.paths import shipped


def _file(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def test_every_file_of_cases_is_read_by_name(tmp_path: Path) -> None:
    _file(tmp_path, "b.jsonl", '{"message": "one"}\n\n{"message": "two"}\n')
    _file(tmp_path, "a.toml", '[[case]]\nmessage = "zero"\n')
    _file(tmp_path, "readme.md", "not a case")

    suite = read_cases(tmp_path)

    assert [case.message for case in suite.cases] == ["zero", "one", "two"]
    assert suite == Suite(suite.cases, (), tmp_path)
    assert suite.memory() == []


def test_a_single_file_is_enough(tmp_path: Path) -> None:
    _file(tmp_path, "a.jsonl", '{"message": "one"}')
    (tmp_path / "notes").mkdir()

    assert read_cases(tmp_path / "a.jsonl").notes == ()


def test_notes_beside_the_cases_are_their_memory(tmp_path: Path) -> None:
    _file(tmp_path, "a.jsonl", '{"message": "one"}')
    for name in ("notes", "untrusted"):
        (tmp_path / name).mkdir()

    notes, untrusted = read_cases(tmp_path).memory()

    assert notes == {"path": str((tmp_path / "notes").resolve()), "name": "notes"}
    assert (untrusted["name"], untrusted["origin"], untrusted["layout"]) == (
        "untrusted",
        "untrusted",
        "plain",
    )


def test_the_example_that_ships_can_be_read() -> None:
    suite = read_cases(shipped("config") / "examples" / "cases")

    assert len(suite.cases) > 10
    assert [folder.name for folder in suite.notes] == ["notes", "untrusted"]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        pytest.param({}, "holds no case; `recall-sidecar eval --init FOLDER` writes an example", id="an empty folder"),
        pytest.param({"a.jsonl": "", "b.toml": ""}, "holds no case", id="empty files"),
        pytest.param({"a.jsonl": '{"id": "x", "message": "a"}\n{"id": "x", "message": "b"}'}, "the id x stands twice", id="an id twice"),
        pytest.param({"a.jsonl": "{", "b.jsonl": "{"}, "a.jsonl:1: is no JSON object at column 2; write one case a line\nb.jsonl:1", id="every problem"),
    ],
)  # fmt: skip
def test_what_cannot_be_measured(tmp_path: Path, files: dict[str, str], told: str) -> None:
    for name, text in files.items():
        _file(tmp_path, name, text)

    with pytest.raises(CasesRefused) as refused:
        read_cases(tmp_path)

    assert told in str(refused.value)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xff")
    (tmp_path / "b.txt").write_text("x")
    with (tmp_path / "c.jsonl").open("wb") as file:
        file.truncate(50_000_001)

    told = {}
    for name in ("a.jsonl", "b.txt", "c.jsonl", "none"):
        with pytest.raises(CasesRefused) as refused:
            read_cases(tmp_path / name)
        told[name] = str(refused.value)

    assert told["a.jsonl"].startswith("a.jsonl: is not UTF-8 text (byte 0)")
    assert told["b.txt"] == "b.txt: is neither .jsonl nor .toml"
    assert told["c.jsonl"].startswith("c.jsonl: is larger than 50 MB")
    assert told["none"].endswith("cannot be read (No such file or directory); name a folder of cases")
