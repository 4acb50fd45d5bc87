from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.conversations.records import CapturedTurn, Said, Session, read_turns
from recall_sidecar.memory.conversations.scopes import Scope
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.edits import Found, ToForget
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.forget import find, take_out
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings

AT = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)
NOTE = "# M\n\n- tea\n- coffee\n"


class Files:
    """A folder with a note, and conversations of two people."""

    def __init__(self, home: Path) -> None:
        self.root = home / "notes"
        self.root.mkdir()
        (self.root / "MEMORY.md").write_text(NOTE)
        (self.root / "AGENTS.md").write_text("not memory")
        self.folder = Folder(str(self.root), "notes", FolderSettings(path=str(self.root)))
        self.store = ConversationStore(home / "conversations")
        for letter, key in (("0", "ada"), ("1", "ben")):
            for name in "ab":
                said = (
                    Said(key, "user", Origin.OWNER, f"{key} {name}"),
                    Said("Assistant", "assistant", Origin.AGENT, "ok"),
                )
                turn = CapturedTurn(f"{key}-{name}", AT, said)
                self.store.add(Scope(f"p-{letter * 32}", "private"), Session("main", key, "s"), turn)

    def find(
        self, path: str = "", first: int | None = None, last: int | None = None, session: str = ""
    ) -> list[Found]:
        return find(ToForget(path, first, last, session), [self.folder], self.store, 100_000)

    def turns(self) -> list[str]:
        return [turn.id for _, _, text in self.store.sessions() for turn in read_turns(text)]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_lines_of_a_note_are_found_and_taken_out(files: Files) -> None:
    (found,) = files.find("MEMORY.md", 3, 3)

    assert (found.text, found.is_whole, found.file) == ("- tea", False, f"{files.root}/MEMORY.md")
    take_out([found], files.store)
    assert (files.root / "MEMORY.md").read_text() == "# M\n\n- coffee\n"


def test_more_lines_than_there_are_end_with_the_note(files: Files) -> None:
    (found,) = files.find("notes/MEMORY.md", 3, 99)

    assert (found.from_line, found.to_line) == (3, 4)


def test_a_note_is_found_whole_and_deleted(files: Files) -> None:
    (found,) = files.find("MEMORY.md")

    assert found.is_whole
    take_out([found], files.store)
    assert not (files.root / "MEMORY.md").exists()


def test_a_note_that_changed_since_it_was_looked_at_is_left(files: Files) -> None:
    found = files.find("MEMORY.md", 3, 3)
    (files.root / "MEMORY.md").write_text("# M\n\n- juice\n")

    with pytest.raises(MemoryStoreError, match="changed"):
        take_out(found, files.store)
    assert "juice" in (files.root / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    ("path", "first"),
    [
        pytest.param("AGENTS.md", None, id="a file that is no memory"),
        pytest.param("gone.md", None, id="no file"),
        pytest.param("MEMORY.md", 99, id="no such line"),
        pytest.param("../notes/MEMORY.md", None, id="a way out"),
        pytest.param("conversations/2026-11-30/x.jsonl", None, id="no such conversation"),
    ],
)
def test_nothing_is_found_at(files: Files, path: str, first: int | None) -> None:
    assert files.find(path, first) == []


def test_a_session_is_forgotten_and_another_is_not(files: Files) -> None:
    found = files.find(session="ada")

    assert all(each.is_whole for each in found)
    assert "ada a" in found[0].text
    take_out(found, files.store)
    assert files.turns() == ["ben-a", "ben-b"]


def test_the_turn_that_a_line_belongs_to_is_forgotten_whole(files: Files) -> None:
    path = files.find(session="ada")[0].path

    (found,) = files.find(path, 5)

    assert (found.from_line, found.to_line, found.is_whole) == (1, 6, False)
    assert "ada a" in found.text
    take_out([found], files.store)
    assert files.turns() == ["ada-b", "ben-a", "ben-b"]


def test_a_line_that_a_conversation_does_not_have_finds_nothing(files: Files) -> None:
    assert files.find(files.find(session="ada")[0].path, 99) == []


@pytest.mark.parametrize(
    ("written", "first", "last", "left"),
    [
        pytest.param(
            "\ufeff- tea\n- coffee\n", 1, 1, "- coffee\n", id="the first line after a byte-order mark"
        ),
        pytest.param(
            "\ufeff- tea\n- coffee\n", 2, 2, "\ufeff- tea\n", id="a line of a file with a byte-order mark"
        ),
        pytest.param("- tea\r\n- coffee\r\n", 1, 1, "- coffee\r\n", id="line ends of another system"),
        pytest.param("- tea\r\n- coffee\n", 2, 2, "- tea\r\n", id="line ends of two systems"),
        pytest.param("- tea\n- coffee", 2, 2, "- tea\n", id="no line end at the end"),
        pytest.param("- tea\n- tea\n", 1, 1, "- tea\n", id="one of two equal lines"),
        pytest.param("- tea\u2028x\n- coffee\n", 2, 2, "- tea\u2028x\n", id="a separator that ends no line"),
    ],
)
def test_a_line_goes_whatever_its_file_is_like(
    files: Files, written: str, first: int, last: int, left: str
) -> None:
    note = files.root / "MEMORY.md"
    note.write_bytes(written.encode())

    take_out(files.find("MEMORY.md", first, last), files.store)

    assert note.read_bytes().decode() == left


def test_a_file_that_is_no_utf_8_is_left_alone_and_can_go_as_a_whole(files: Files) -> None:
    note = files.root / "MEMORY.md"
    note.write_bytes(b"- t\xe9\n- coffee\n")

    with pytest.raises(MemoryStoreError, match="not UTF-8"):
        take_out(files.find("MEMORY.md", 2, 2), files.store)
    assert note.read_bytes() == b"- t\xe9\n- coffee\n"
    take_out(files.find("MEMORY.md"), files.store)

    assert not note.exists()


@pytest.mark.parametrize(
    "path",
    ["MEMORY.md\0", "\0", "memory/\ud800.md", "../MEMORY.md", "memory//a.md", "conversations/\0/x.jsonl"],
)
def test_a_path_that_can_be_none_names_nothing(files: Files, path: str) -> None:
    assert files.find(path) == []
    assert files.find(path, 1, 1) == []
