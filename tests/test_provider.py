"""The scripted provider itself: its script, its command, and what it notes."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.provider import Call, Cut, Hang, Raw, Reply, Say, ScriptedProvider, Think, Wait, read_script, says
from tests.waiting import until

BODY: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "When is the birthday?"}]}


async def ask(url: str, path: str = "/v1/chat/completions", **extra: object) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(url + path, json={**BODY, **extra}) as response,
    ):
        return response.status, await response.text()


def test_a_script_is_read_into_replies() -> None:
    steps = [
        {"say": "a"}, {"think": "b"}, {"call": {"name": "f", "arguments": {}}}, {"wait": 1}, {"raw": "x"},
        {"hang": True}, {"cut": True},
    ]  # fmt: skip
    script = [
        {"steps": steps, "when": "w", "repeat": True, "wait": 0.5},
        {"status": 429, "body": {"error": "no"}},
    ]

    first, second = read_script(json.dumps(script))

    assert first.steps == (Say("a"), Think("b"), Call("f", "{}"), Wait(1.0), Raw(b"x"), Hang(), Cut())
    assert (first.when, first.repeat, first.wait_s) == ("w", True, 0.5)
    assert (second.status, second.body) == (429, b'{"error": "no"}')


def test_a_step_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="sya"):
        read_script('[{"steps": [{"sya": "a"}]}]')


async def test_a_reply_can_wait_for_its_question() -> None:
    async with ScriptedProvider() as provider:
        provider.enqueue(Reply((Say("other"),), when="nothing of this"), says("[1] in May"))

        status, text = await ask(provider.url)

    assert status == 200
    assert json.loads(text)["choices"][0]["message"]["content"] == "[1] in May"


async def test_a_request_beyond_the_script_is_a_fault_that_is_noted() -> None:
    async with ScriptedProvider() as provider:
        assert (await ask(provider.url))[0] == 500
        assert provider.unscripted == 1


@pytest.mark.parametrize(
    ("path", "stream", "part"),
    [
        ("/v1/chat/completions", True, '"content": "hello"'),
        ("/v1/messages", True, '"text_delta"'),
        ("/v1beta/models/m:streamGenerateContent", False, '"parts": [{"text": "hello"}]'),
        ("/api/chat", True, '"content": "hello"'),
    ],
)
async def test_each_provider_is_spoken_for(path: str, stream: bool, part: str) -> None:
    async with ScriptedProvider() as provider:
        provider.enqueue(says("hello"))

        assert part in (await ask(provider.url, path, stream=stream))[1]


async def test_it_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    script, port_file = tmp_path / "script.json", tmp_path / "port"
    script.write_text('[{"steps": [{"say": "hello"}], "repeat": true}]', encoding="utf-8")
    command = [sys.executable, "-m", "tests.provider", "--port-file", str(port_file), "--script", str(script)]
    process = await asyncio.create_subprocess_exec(*command)
    try:
        await until(port_file.exists)
        url = f"http://127.0.0.1:{port_file.read_text(encoding='utf-8')}"

        assert "hello" in (await ask(url))[1]
        assert "hello" in (await ask(url))[1]
    finally:
        process.kill()
        await process.wait()
