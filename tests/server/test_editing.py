"""The routes that write memory and take out of it, over real sockets."""

from datetime import date

import pytest

from recall_sidecar.memory.edits import Found, ToRemember
from recall_sidecar.memory.folders import Folder
from recall_sidecar.settings import FolderSettings
from tests.server.fakes import HOOKS, House, Served

NOTES = Folder("/notes", "notes", FolderSettings(path="/notes"))
LINES = Found(
    "/notes/MEMORY.md", "MEMORY.md", 3, 4, "- hunter2", is_whole=False, folder=NOTES, relative="MEMORY.md"
)
WHOLE = Found("/notes/old.md", "old.md", 1, 9, "all", is_whole=True, folder=NOTES, relative="old.md")
TALK = Found("/state/x.jsonl", "conversations/2026-11-30/x.jsonl", 1, 9, "Ada: x", is_whole=True)
FORGET = "/v1/memory/forget"
REMEMBER = "/v1/memory/remember"


async def test_an_entry_is_remembered_for_its_agent(daemon: Served, house: House) -> None:
    body = {
        "text": " tea ",
        "agentId": "Work",
        "triggers": ["order"],
        "importance": 8,
        "date": "2026-11-30",
        "file": "USER.md",
    }

    answer = await daemon.post(REMEMBER, body)

    assert answer == (
        200,
        {"v": 1, "file": "/notes/MEMORY.md", "path": "MEMORY.md", "line": 7, "isNew": True},
    )
    assert house.editor.remembered == [
        (ToRemember("tea", ("order",), 8, date(2026, 11, 30), "USER.md"), "work")
    ]


async def test_a_secret_is_refused_unless_it_is_wanted(daemon: Served, house: House) -> None:
    status, answer = await daemon.post(REMEMBER, {"text": "it is hunter2"})
    assert (status, answer["error"]["field"]) == (409, "text")
    assert "hunter2" not in str(answer)
    assert house.editor.remembered == []

    assert (await daemon.post(REMEMBER, {"text": "it is hunter2", "force": True}))[0] == 200


@pytest.mark.parametrize(
    "body", [{}, {"text": " "}, {"text": "x", "importance": 11}, {"text": "x", "date": "soon"}]
)
async def test_what_cannot_be_remembered_is_refused(daemon: Served, body: dict[str, object]) -> None:
    assert (await daemon.post(REMEMBER, body))[0] == 400


async def test_what_would_go_is_shown_without_secrets_and_nothing_goes(daemon: Served, house: House) -> None:
    house.editor.found = [LINES]

    status, answer = await daemon.post(FORGET, {"path": "MEMORY.md", "from": 3, "to": 4})

    assert (status, answer["done"], answer["turns"]) == (200, False, 0)
    assert answer["found"][0]["text"] == "- [password removed]"
    assert house.editor.forgotten == []


@pytest.mark.parametrize(
    ("found", "body"),
    [
        pytest.param(LINES, {"path": "MEMORY.md", "from": 3}, id="lines"),
        pytest.param(WHOLE, {"path": "old.md", "deleteFile": True}, id="a note"),
        pytest.param(TALK, {"session": "agent:main:main"}, id="a session"),
    ],
)
async def test_what_is_applied_is_forgotten(
    daemon: Served, house: House, found: Found, body: dict[str, object]
) -> None:
    house.editor.found = [found]

    status, answer = await daemon.post(FORGET, {**body, "apply": True})

    assert (status, answer["done"], answer["turns"]) == (200, True, 2)
    assert answer["found"][0]["captured"] is (found is TALK)
    assert house.editor.forgotten == [([found], body.get("session", ""))]


async def test_a_whole_note_is_deleted_only_when_that_is_said(daemon: Served, house: House) -> None:
    house.editor.found = [WHOLE]

    assert (await daemon.post(FORGET, {"path": "old.md"}))[0] == 200
    status, answer = await daemon.post(FORGET, {"path": "old.md", "apply": True})

    assert (status, answer["error"]["field"]) == (409, "deleteFile")
    assert house.editor.forgotten == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param({}, 400, id="nothing"),
        pytest.param({"path": "a.md", "session": "k"}, 400, id="two things"),
        pytest.param({"path": "gone.md"}, 404, id="what is not there"),
        pytest.param({"path": "a.md", "from": 0}, 400, id="line 0"),
    ],
)
async def test_what_cannot_be_forgotten_is_refused(
    daemon: Served, body: dict[str, object], status: int
) -> None:
    assert (await daemon.post(FORGET, body))[0] == status


@pytest.mark.parametrize("route", [FORGET, REMEMBER])
async def test_a_hook_may_neither_write_nor_forget(daemon: Served, house: House, route: str) -> None:
    house.editor.found = [LINES]

    status, _ = await daemon.post(
        route, {"text": "x", "path": "MEMORY.md", "from": 3, "apply": True}, **HOOKS
    )

    assert status == 403
    assert house.editor.remembered == []
    assert house.editor.forgotten == []
