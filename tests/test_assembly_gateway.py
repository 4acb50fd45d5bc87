"""A daemon made of its real parts asks an OpenClaw gateway beside its notes, and follows what the settings say of it."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.client import DaemonClient
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths
from tests.memory.openclaw.scripted import TOKEN, ScriptedGateway, body, entry, gateway

SESSION = "agent:main:telegram:direct:42"
SAID = "User: Ottilie keeps seventeen alpacas near Zwettl."


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedGateway]:
    """Return a gateway that remembers the conversation being answered and another one."""
    found = [entry(f"sessions/main/{name}.jsonl", SAID, source="sessions") for name in ("now", "then")]
    async with gateway(memory_search=body(results=found)) as serving:
        yield serving


def write(paths: Paths, tmp_path: Path, scripted: ScriptedGateway, *, enabled: bool) -> None:
    token = tmp_path / "gateway-token"
    token.write_text(TOKEN, "utf-8")
    token.chmod(0o600)
    paths.config_dir.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(
        "[server]\ntcp = false\n[model]\nuse_turn_model = false\n[memory.openclaw]\n"
        f'enabled = {str(enabled).lower()}\nurl = "{scripted.url}"\ntoken_file = "{token}"\n',
        "utf-8",
    )


def turn(client: DaemonClient, text: str, **more: object) -> dict[str, Any]:
    context = {
        "sessionKey": SESSION,
        "sessionId": "now",
        "trigger": "user",
        "messageProvider": "telegram",
        "channelId": "42",
        "senderIsOwner": True,
        **more,
    }
    return client.post(
        "/v1/hooks/before_prompt_build", {"event": {"currentUserMessage": text}, "ctx": context}
    )


async def test_a_turn_is_answered_from_another_conversation(
    paths: Paths, tmp_path: Path, scripted: ScriptedGateway
) -> None:
    write(paths, tmp_path, scripted, enabled=True)

    def ask() -> tuple[dict[str, Any], str]:
        with in_process(paths) as client:
            client.post("/v1/memory/refresh", {})
            answer = turn(client, "Where does Ottilie keep her alpacas?")
            return answer, str(client.get("/v1/status")) + str(client.get("/v1/traces"))

    answer, shown = await asyncio.to_thread(ask)

    assert "seventeen alpacas" in answer["prependContext"]
    assert scripted.calls[0]["sessionKey"] == SESSION
    assert TOKEN not in shown


async def test_a_gateway_that_is_switched_off_is_not_asked_any_more(
    paths: Paths, tmp_path: Path, scripted: ScriptedGateway
) -> None:
    write(paths, tmp_path, scripted, enabled=True)

    def ask() -> list[int]:
        with in_process(paths) as client:
            client.post("/v1/memory/refresh", {})
            asked = {"query": "alpacas", "sessionKey": SESSION}
            counts = []
            for enabled in (True, False):
                write(paths, tmp_path, scripted, enabled=enabled)
                client.post("/v1/reload", {})
                client.post("/v1/memory/search", asked)
                counts.append(len(scripted.calls))
            return counts

    assert await asyncio.to_thread(ask) == [1, 1]


async def test_a_silent_gateway_does_not_take_the_folders_from_a_turn_with_little_time(
    paths: Paths, tmp_path: Path, scripted: ScriptedGateway
) -> None:
    """The gateway may take 3 s by the settings, the host gives the turn one."""
    write(paths, tmp_path, scripted, enabled=True)
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("# Memory\nOttilie keeps her llamas near Zwettl.\n", "utf-8")
    with paths.config_file.open("a", encoding="utf-8") as config:
        config.write(f'[[memory.folders]]\npath = "{folder}"\n')
    scripted.next = [60.0]

    def ask() -> tuple[dict[str, Any], str]:
        with in_process(paths) as client:
            client.post("/v1/memory/refresh", {})
            answer = turn(client, "Where does Ottilie keep her llamas?", budgetMs=1000)
            return answer, str(client.get("/v1/traces"))

    answer, shown = await asyncio.to_thread(ask)

    assert (answer["status"], answer["reason"]) == ("ok", "no_model")
    assert "llamas near Zwettl" in answer["prependContext"]
    assert "the gateway did not answer within" in shown
