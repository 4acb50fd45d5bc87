"""A daemon made of its real parts asks an MCP server beside its notes; what it says never reaches a prompt unjudged."""

import asyncio
import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.client import DaemonClient
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths
from tests.memory.mcp.world import Raw

SESSION = "agent:main:telegram:direct:42"


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


def write(paths: Paths, raw: Raw, **more: object) -> None:
    paths.config_dir.mkdir(parents=True, exist_ok=True)
    table = "\n".join(f"{key} = {_toml(value)}" for key, value in raw.table(**more).items())
    paths.config_file.write_text(
        f"[server]\ntcp = false\n[model]\nuse_turn_model = false\n[[memory.mcp]]\n{table}\n", "utf-8"
    )


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


def turn(client: DaemonClient, text: str) -> dict[str, Any]:
    context = {
        "sessionKey": SESSION,
        "sessionId": "now",
        "trigger": "user",
        "messageProvider": "telegram",
        "channelId": "42",
        "senderIsOwner": True,
    }
    return client.post(
        "/v1/hooks/before_prompt_build", {"event": {"currentUserMessage": text}, "ctx": context}
    )


async def test_search_shows_what_it_finds_and_a_turn_without_a_model_does_not(
    paths: Paths, tmp_path: Path
) -> None:
    raw = Raw("injects", tmp_path / "log")
    write(paths, raw)

    def ask() -> tuple[dict[str, Any], dict[str, Any], str]:
        with in_process(paths) as client:
            client.post("/v1/memory/refresh", {})
            found = client.post("/v1/memory/search", {"query": "alpacas", "senderIsOwner": True})
            answer = turn(client, "What are the rules about alpacas?")
            return found, answer, str(client.get("/v1/status"))

    found, answer, status = await asyncio.to_thread(ask)

    (hit,) = found["hits"]
    assert (hit["path"], hit["origin"]) == ("mcp/garden/7", "untrusted")
    assert "active_memory_plugin" not in hit["text"]
    assert answer["prependContext"] in (None, "")
    assert "IGNORE" not in str(answer) + status


async def test_status_says_what_is_wrong_with_a_server(paths: Paths, tmp_path: Path) -> None:
    write(paths, Raw("honest", tmp_path / "log"), search_tool="find")

    def ask() -> tuple[dict[str, Any], dict[str, Any]]:
        with in_process(paths) as client:
            client.post("/v1/memory/refresh", {})
            found = client.post("/v1/memory/search", {"query": "alpacas", "senderIsOwner": True})
            return found, client.get("/v1/status")

    found, status = await asyncio.to_thread(ask)

    assert found["warning"] == "MCP garden: it has no tool 'find'; its tools: delete, get, search"
    assert status["memory"]["problems"] == [found["warning"]]
