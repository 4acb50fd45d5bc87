"""The composition root: real parts, put together, over real notes; and what becomes of them as settings change."""

import gc
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from recall_sidecar.client import DaemonClient
from recall_sidecar.errors import PromptStyleError, SettingsError
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths

SESSION = "agent:main:telegram:direct:42"
GROUP = "agent:main:telegram:group:77"
QUESTION = "which tea does Mara like?"
Write = Callable[..., None]


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return a workspace with one note."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("# Drinks\n\nMara likes oolong tea in the morning.\n", encoding="utf-8")
    return folder


@pytest.fixture
def write(paths: Paths, notes: Path) -> Write:
    """Return a way to write the settings: tables that follow the folder of notes."""

    def _write(text: str = "", *, folder: Path = notes) -> None:
        paths.config_dir.mkdir(parents=True, exist_ok=True)
        memory = f'[[memory.folders]]\npath = "{folder}"\n'
        paths.config_file.write_text(
            f"[server]\ntcp = false\n[model]\nuse_turn_model = false\n{text}\n{memory}", encoding="utf-8"
        )

    _write()
    return _write


def _turn(client: DaemonClient, text: str = QUESTION, **context: Any) -> dict[str, Any]:  # noqa: ANN401
    """Send one turn, which is a new one each time."""
    return client.post(
        "/v1/hooks/before_prompt_build",
        {
            "event": {"currentUserMessage": text},
            "ctx": {
                "sessionKey": SESSION,
                "trigger": "user",
                "messageProvider": "telegram",
                "channelId": "42",
                "senderIsOwner": True,
                "runId": uuid4().hex,
                **context,
            },
        },
    )


def _say(client: DaemonClient, text: str, **fields: Any) -> str:  # noqa: ANN401
    reply = client.post(
        "/v1/commands", {"text": text, "sessionKey": SESSION, "senderIsOwner": True, **fields}
    )
    return str(reply["text"])


def _refreshed(client: DaemonClient) -> DaemonClient:
    client.post("/v1/memory/refresh", {})
    return client


def test_an_agent_finds_its_own_folder_however_host_and_settings_spell_it(paths: Paths, write: Write) -> None:
    write('[gate]\nagents = ["MAIN"]')
    paths.config_file.write_text(
        f'{paths.config_file.read_text("utf-8")}agents = ["Main"]\n', encoding="utf-8"
    )

    with in_process(paths) as client:
        answer = _turn(_refreshed(client), agentId="mAIN")

    assert answer["status"] == "ok"
    assert "oolong" in answer["prependContext"]


def test_a_turn_is_answered_from_real_notes_without_a_model(paths: Paths, write: Write) -> None:
    with in_process(paths) as client:
        answer = _turn(_refreshed(client))

    assert (answer["status"], answer["reason"]) == ("ok", "no_model")
    assert "Mara likes oolong tea in the morning." in answer["prependContext"]
    assert answer["trust"] == "owner"


def test_the_trace_of_a_turn_can_be_read_afterwards(paths: Paths, write: Write) -> None:
    with in_process(paths) as client:
        answer = _turn(_refreshed(client))
        listed = client.get("/v1/traces")["traces"]
        shown = client.get(f"/v1/traces/{answer['traceId']}")

    assert [trace["traceId"] for trace in listed] == [answer["traceId"]]
    assert "oolong" in str(shown)


def test_secrets_are_masked_in_what_memory_routes_and_turns_answer(
    paths: Paths, write: Write, notes: Path
) -> None:
    (notes / "USER.md").write_text("The locker of Mara opens with code zebra-4711.\n", encoding="utf-8")
    write("[privacy]\nsecret_patterns = ['zebra-[0-9]+']")

    with in_process(paths) as client:
        _refreshed(client)
        found = client.post("/v1/memory/search", {"query": "locker code", "senderIsOwner": True})
        answer = _turn(client, "what is the code of the locker of Mara?")

    assert found["hits"]
    assert answer["status"] == "ok"
    assert "4711" not in f"{found} {answer}"


def test_a_known_non_owner_in_a_private_chat_finds_and_reads_nothing(paths: Paths, write: Write) -> None:
    stranger = {"senderId": "7", "senderIsOwner": False}

    with in_process(paths) as client:
        _refreshed(client)
        found = client.post("/v1/memory/search", {"query": "oolong tea", "minScore": 0, **stranger})
        read = client.post("/v1/memory/get", {"path": "MEMORY.md", **stranger}, also=(404,))

    assert (found["hits"], found["belowFloor"]) == ([], 0)
    assert read["error"]["code"] == "not_found"


def test_a_pattern_that_a_message_makes_endless_holds_nobody_up_and_is_told_once(
    paths: Paths, write: Write, caplog: pytest.LogCaptureFixture
) -> None:
    write("[privacy]\nsecret_patterns = ['zebra', '(a|aa)+$']\n[recall]\nmode = 'always'")

    with caplog.at_level(logging.WARNING, "recall_sidecar"), in_process(paths) as client:
        _refreshed(client)
        found = client.post("/v1/memory/search", {"query": "oolong"})
        answers = [_turn(client, f"favourite oolong tea of Mara {'a' * 60}! {n}") for n in "12"]

    assert found["hits"]
    assert [answer["status"] for answer in answers] == ["ok", "ok"]
    said = [record.__dict__["pattern"] for record in caplog.records if record.msg == "secret_pattern_slow"]
    assert said == [2]


def test_changed_settings_reach_every_part_that_they_concern(
    paths: Paths, write: Write, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "MEMORY.md").write_text("Mara likes green tea, zebra-4711.\n", encoding="utf-8")

    with in_process(paths) as client:
        before = _turn(_refreshed(client))
        write("[privacy]\nsecret_patterns = ['zebra-[0-9]+']\n[trace]\nring_turns = 10", folder=other)
        assert client.post("/v1/reload", {})["problems"] == []
        after = _turn(_refreshed(client))

    assert "oolong" in before["prependContext"]
    assert "green tea" in after["prependContext"]
    assert "4711" not in after["prependContext"]


def test_wrong_settings_leave_the_old_ones_in_force_and_are_told(paths: Paths, write: Write) -> None:
    with in_process(paths) as client:
        _refreshed(client)
        write("[gate]\nenabled = 7")
        (problem,) = client.post("/v1/reload", {})["problems"]
        answer = _turn(client)
        told = client.get("/v1/status")["settingsProblems"]

    assert problem["key"] == "gate.enabled"
    assert told == [problem]
    assert answer["status"] == "ok"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("[gate]\nenabled = 7", SettingsError, id="a value of another type"),
        pytest.param(
            '[recall]\nprompt_style = "shouting"', PromptStyleError, id="a style that does not exist"
        ),
        pytest.param(
            '[agents.cook.recall]\nprompt_style = "shouting"',
            PromptStyleError,
            id="such a style of one agent",
        ),
    ],
)
def test_settings_that_cannot_be_used_stop_the_start(
    paths: Paths, write: Write, text: str, error: type[Exception]
) -> None:
    write(text)

    with pytest.raises(error), in_process(paths):
        pass


def test_off_for_everyone_is_remembered_and_holds_at_once(paths: Paths, write: Write) -> None:
    with in_process(paths) as client:
        _say(_refreshed(client), "/active-memory off --global")
        off = _turn(client)
    with in_process(paths) as client:
        still_off = _turn(client)
        _say(_refreshed(client), "/active-memory on --global")
        on = _turn(client)

    assert (off["status"], off["reason"]) == ("skipped", "disabled")
    assert (still_off["status"], still_off["reason"]) == ("skipped", "disabled")
    assert on["status"] == "ok"


def test_off_for_one_session_leaves_the_others(paths: Paths, write: Write) -> None:
    with in_process(paths) as client:
        _say(_refreshed(client), "/active-memory off")
        here = _turn(client)
        there = _turn(client, sessionKey="agent:main:telegram:direct:43")

    assert (here["status"], here["reason"]) == ("skipped", "session_off")
    assert there["status"] == "ok"


@pytest.mark.parametrize(
    ("key", "words"),
    [
        pytest.param(SESSION, "on", id="a direct chat"),
        pytest.param(GROUP, "group", id="a chat whose kind is not allowed"),
        pytest.param("agent:main:main", "on", id="a main session, whose kind the key does not tell"),
    ],
)
def test_the_status_of_a_session_is_told_after_its_kind_of_chat(
    paths: Paths, write: Write, key: str, words: str
) -> None:
    with in_process(paths) as client:
        told = _say(_refreshed(client), "/active-memory status", sessionKey=key)

    assert words in told


def test_the_status_says_what_the_parts_are_doing(paths: Paths, write: Write) -> None:
    with in_process(paths) as client:
        _turn(_refreshed(client))
        status = client.get("/v1/status")
        ready = client.get("/readyz")

    assert status["memory"]["files"] == 1
    assert status["breakers"] == []
    assert set(status["cache"]) == {"entries", "inFlight"}
    assert {"memory", "gate"} <= set(ready["parts"])
    assert "model" not in ready["parts"]


def test_turns_are_kept_on_disk_when_asked_for(paths: Paths, write: Write) -> None:
    write("[trace]\nhistory = true")

    with in_process(paths) as client:
        trace_id = _turn(_refreshed(client))["traceId"]

    with closing(sqlite3.connect(paths.history_file)) as connection:
        assert trace_id in str(connection.execute("SELECT * FROM turns").fetchall())


def test_nothing_runs_on_once_it_is_over(paths: Paths, write: Write) -> None:
    before = set(threading.enumerate())

    with in_process(paths) as client:
        _turn(_refreshed(client))

    assert set(threading.enumerate()) == before
