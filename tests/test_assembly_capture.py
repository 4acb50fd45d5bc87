"""Conversations in the program as it is put together: kept, found, read, purged and forgotten over the wire."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.client import DaemonClient
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths
from tests.waiting import until

KEY = "agent:main:telegram:direct:42"
SAID = "My boat is called Pelican Nine, it lies in the old harbour."


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


@pytest.fixture
def settings(paths: Paths, tmp_path: Path) -> Path:
    """Switch capture on for everybody but one agent."""
    (tmp_path / "notes").mkdir()
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text(
        "[server]\ntcp = false\n[model]\nuse_turn_model = false\n[memory]\nembedding = {model = 'off'}\n[memory.capture]\n"
        "enabled = true\n[agents.quiet.memory.capture]\nenabled = false\n"
        f'[[memory.folders]]\npath = "{tmp_path}/notes"\n'
    )
    return paths.config_file


def ctx(session_id: str, agent: str = "main", **more: Any) -> dict[str, Any]:  # noqa: ANN401 -- the host's own fields
    key = KEY.replace("main", agent)
    return {
        "agentId": agent, "sessionKey": key, "sessionId": session_id, "runId": session_id, "trigger": "user",
        "messageProvider": "telegram", "channelId": "42", "senderId": "42", "senderIsOwner": True, **more,
    }  # fmt: skip


def hand_over(client: DaemonClient, text: str = SAID, **more: Any) -> str | None:  # noqa: ANN401
    messages = [{"role": "user", "content": text}, {"role": "assistant", "content": "What a fine name."}]
    answer = client.post("/v1/hooks/agent_end", {"event": {"messages": messages}, "ctx": ctx("s-1", **more)})
    client.post("/v1/memory/refresh", {})
    return answer.get("turn")


def holding(paths: Paths) -> list[Path]:
    """Return the files of the state folder that hold what was said; one may go while it is looked at."""
    found = []
    for file in paths.state_dir.rglob("*"):
        with suppress(FileNotFoundError, IsADirectoryError):
            if b"Pelican" in file.read_bytes():
                found.append(file)
    return found


def asked(client: DaemonClient, session_id: str) -> str:
    event = {"currentUserMessage": "what is my boat called?"}
    block = client.post("/v1/hooks/before_prompt_build", {"event": event, "ctx": ctx(session_id)})[
        "prependContext"
    ]
    return block or ""


@pytest.mark.usefixtures("settings")
def test_a_turn_is_found_in_the_next_session_and_read_by_its_path(paths: Paths) -> None:
    with in_process(paths) as client:
        assert hand_over(client) == "kept"
        assert "Pelican Nine" in asked(client, "s-2")
        assert "Pelican Nine" not in asked(client, "s-1")

        hits = client.post("/v1/memory/search", {"query": "what is my boat called?", "senderIsOwner": True})[
            "hits"
        ]
        read = client.post("/v1/memory/get", {"path": hits[0]["path"], "senderIsOwner": True})
        assert read["text"].splitlines()[1] == SAID
        assert client.get("/v1/status")["capture"]["turns"] == {"kept": 1}

    # The next run of the program has it too, and an index that is begun anew.
    with in_process(paths) as client:
        client.post("/v1/memory/refresh", {"rebuild": True})
        assert "Pelican Nine" in asked(client, "s-2")


@pytest.mark.usefixtures("settings")
def test_an_agent_whose_turns_are_not_kept_is_not_asked_for_them(paths: Paths) -> None:
    with in_process(paths) as client:
        assert client.get("/v1/hooks/needs?agentId=main")["turns"]
        assert not client.get("/v1/hooks/needs?agentId=quiet")["turns"]
        assert hand_over(client, agent="quiet") is None
        assert not paths.conversations_dir.exists()


@pytest.mark.usefixtures("settings")
def test_a_session_is_forgotten_over_the_wire(paths: Paths) -> None:
    with in_process(paths) as client:
        hand_over(client)
        assert "Pelican" in asked(client, "s-2")

        answer = client.post("/v1/memory/forget", {"session": KEY, "apply": True})

        assert answer["done"]
        assert "Pelican" not in asked(client, "s-3")
    assert holding(paths) == []


def test_what_is_past_its_days_goes_from_files_and_index_when_the_program_starts(
    paths: Paths, settings: Path
) -> None:
    with in_process(paths) as client:
        hand_over(client)
    (day,) = paths.conversations_dir.glob("*/*")
    day.rename(day.with_name(date(2020, 1, 1).isoformat()))

    with in_process(paths) as client:
        client.post("/v1/memory/refresh", {})
        asyncio.run(until(lambda: not holding(paths)))
        assert client.get("/v1/status")["capture"]["purgedOld"] == 1
    assert holding(paths) == []


@pytest.mark.usefixtures("settings")
def test_an_entry_is_remembered_and_found_over_the_wire(paths: Paths, tmp_path: Path) -> None:
    with in_process(paths) as client:
        written = client.post("/v1/memory/remember", {"text": "Jonas drinks oolong tea."})
        hits = client.post("/v1/memory/search", {"query": "what does Jonas drink?"})["hits"]

    assert written["file"] == f"{tmp_path}/notes/MEMORY.md"
    assert "oolong" in hits[0]["text"]
