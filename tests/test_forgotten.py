"""What repeats something that is to be forgotten: by the place of a hit, or by a line of it."""

import json
from typing import Any

import pytest

from recall_sidecar.forgotten import Forgotten
from recall_sidecar.memory.edits import Found
from recall_sidecar.memory.folders import Folder
from recall_sidecar.settings import FolderSettings

FOLDER = Folder("/notes", "notes", FolderSettings(path="/notes"))
LINE = "- The boat is called Pelican. <!-- trigger: boat name -->"


def mask(text: str) -> str:
    return text.replace("hunter2", "[password removed]")


def found(text: str = LINE, *, path: str = "MEMORY.md", folder: Folder | None = FOLDER) -> Found:
    return Found("/notes/MEMORY.md", path, 3, 4, text, False, folder, "MEMORY.md" if folder else "")


def record(text: str = "", **hit: Any) -> dict[str, Any]:  # noqa: ANN401 -- the fields of a hit
    hits = [{"source": "notes", "path": "MEMORY.md", "fromLine": 1, "toLine": 1, **hit}] if hit else []
    return {"sessionKey": "here", "summary": text, "hits": hits}


@pytest.mark.parametrize(
    ("hit", "is_in"),
    [
        pytest.param({"fromLine": 4, "toLine": 9}, True, id="the same lines"),
        pytest.param({"fromLine": 5, "toLine": 9}, False, id="the lines after them"),
        pytest.param({"fromLine": 1, "toLine": 2}, False, id="the lines before them"),
        pytest.param({"path": "notes/MEMORY.md", "toLine": 3}, True, id="with the folder's name"),
        pytest.param({"path": "x/MEMORY.md", "source": "x", "toLine": 3}, False, id="of another folder"),
        pytest.param({"path": "USER.md", "toLine": 3}, False, id="of another file"),
    ],
)
def test_a_turn_that_found_it_is_meant(hit: dict[str, Any], is_in: bool) -> None:
    assert Forgotten([found()], "", mask).is_in(record(**hit)) is is_in
    assert Forgotten([found(path="notes/MEMORY.md")], "", mask).is_in(record(**hit)) is is_in


def test_a_conversation_is_known_by_its_path_alone() -> None:
    talk = found("Ada, 2026-11-30:", path="conversations/a/b.jsonl", folder=None)

    assert Forgotten([talk], "", mask).is_in(record(path="conversations/a/b.jsonl", toLine=3))
    assert not Forgotten([talk], "", mask).is_in(record(path="MEMORY.md", toLine=3))


@pytest.mark.parametrize(
    ("line", "text", "repeats"),
    [
        pytest.param(LINE, "he said: The boat is called Pelican.", True, id="without its comment"),
        pytest.param(LINE, LINE, True, id="as it is written"),
        pytest.param(LINE, "The boat is called Heron.", False, id="something else"),
        pytest.param("- The code is hunter2!", "The code is [password removed]!", True, id="masked"),
        pytest.param("# Memory", "# Memory\n\n- tea", False, id="the heading of every note"),
        pytest.param("## 2026-11-30", "2026-11-30: tea", False, id="a day"),
        pytest.param("- tea", "She likes tea.", False, id="a line that says little"),
        pytest.param("- 他住在里斯本", "我记得他住在里斯本。", True, id="few signs that say much"),
        pytest.param('- It is "the one"\\x', 'It is "the one"\\x', True, id="marks that JSON escapes"),
    ],
)
def test_a_text_with_a_line_of_it_is_meant_however_often_it_was_put_into_json(
    line: str, text: str, repeats: bool
) -> None:
    meant = Forgotten([found(line)], "", mask)

    for _ in range(3):
        text = json.dumps({"text": text}, ensure_ascii=False)
        assert meant.repeats(text) is repeats
    assert meant.is_in(record(text)) is repeats


def test_a_session_that_is_forgotten_takes_its_turns_along() -> None:
    assert Forgotten([], "here", mask).is_in(record())
    assert not Forgotten([], "there", mask).is_in(record())
    assert not Forgotten([], "", mask).is_in({"hits": []})


@pytest.mark.parametrize(
    ("line", "is_in"),
    [
        pytest.param('{"message": "x", "said": "The boat is called Pelican."}', True, id="it repeats a line"),
        pytest.param('{"message": "x", "session": "here"}', True, id="it was kept in the session"),
        pytest.param('{"message": "x", "session": "there"}', False, id="it was kept in another"),
        pytest.param('{"message": "x"}', False, id="nobody says where"),
        pytest.param("[1]", False, id="no case"),
        pytest.param("{", False, id="no JSON"),
    ],
)
def test_a_kept_case_is_meant(line: str, is_in: bool) -> None:
    assert Forgotten([found()], "here", mask).is_in_case(line) is is_in


def test_a_case_without_a_session_is_not_of_no_session() -> None:
    assert not Forgotten([], "", mask).is_in_case('{"session": ""}')
