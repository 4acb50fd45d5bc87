"""The client with the real worker: streaming, leaving early, failures on the wire, keys, and recovery."""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from recall_sidecar.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelUnreachable
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.frames import MAX_FRAME_BYTES
from recall_sidecar.llm.port import (
    Finished,
    ModelChunk,
    ModelRef,
    ModelRequest,
    TextDelta,
    ToolCalls,
    ToolSpec,
    UserText,
)
from recall_sidecar.llm.supervisor import Timing
from recall_sidecar.settings import ProviderSettings
from tests.provider import Call, Cut, Hang, Raw, Reply, Say, Think, says
from tests.real_worker import BASES, Pair, real_pair
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

SEARCH = ToolSpec("memory_search", "Search.", {"type": "object", "properties": {"query": {"type": "string"}}})
SECRET = "the words of the prompt"
QUICK = Timing(ping_every_s=0.2, pong_within_s=2.0, first_wait_s=0.05)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Pair]:
    async with real_pair(QUICK) as pair:
        yield pair


@pytest_asyncio.fixture(loop_scope="module")
async def pair(shared: Pair) -> Pair:
    await until(lambda: shared.client.state == "ready", within_s=90)
    return shared.fresh()


def asks(provider: str = "openai", model: str = "gpt-4.1-mini") -> ModelRequest:
    return ModelRequest(ModelRef(provider, model), "system", (UserText(SECRET),), (SEARCH,))


async def whole(client: LiteLLMClient, request: ModelRequest) -> list[ModelChunk]:
    async with asyncio.timeout(60), client.stream(request) as chunks:
        return [chunk async for chunk in chunks]


def text_of(chunks: list[ModelChunk]) -> str:
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextDelta))


async def test_a_reply_arrives_in_pieces_with_its_usage_and_price(pair: Pair) -> None:
    pair.provider.enqueue(Reply((Think("hm"), Say("[1] "), Say("in May"))))

    chunks = await whole(pair.client, asks())

    assert [chunk.text for chunk in chunks if isinstance(chunk, TextDelta)] == ["[1] ", "in May"]
    assert isinstance(chunks[-1], Finished)
    usage = chunks[-1].usage
    assert (usage.input_tokens, usage.output_tokens, usage.reasoning_tokens, usage.cached_tokens) == (
        120,
        12,
        3,
        20,
    )
    assert usage.cost is not None
    assert usage.cost > 0


async def test_a_model_without_a_known_price_has_no_cost(pair: Pair) -> None:
    pair.provider.enqueue(says("ok"))

    chunks = await whole(pair.client, asks("plain", "my-own-model"))

    assert isinstance(chunks[-1], Finished)
    assert chunks[-1].usage.cost is None


async def test_a_provider_that_counts_nothing_is_taken_at_its_word(pair: Pair) -> None:
    end = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    last = {**end, "choices": [{"index": 0, "delta": {"content": "tea"}, "finish_reason": "stop"}]}
    wire = f"data: {json.dumps(last)}\n\ndata: [DONE]\n\n".encode()

    for provider in ("openai", "plain"):
        pair.provider.enqueue(Reply((Raw(wire), Cut(cleanly=True))))
        chunks = await whole(pair.client, asks(provider))

        assert text_of(chunks) == "tea"
        assert isinstance(chunks[-1], Finished)
        assert chunks[-1].usage.input_tokens == 0


async def test_a_tool_call_arrives_whole(pair: Pair) -> None:
    pair.provider.enqueue(Reply((Call("memory_search", '{"query": "May"}', id="call_9"),)))

    chunks = await whole(pair.client, asks())

    made = next(chunk for chunk in chunks if isinstance(chunk, ToolCalls)).calls[0]
    assert (made.id, made.name, made.arguments) == ("call_9", "memory_search", {"query": "May"})


@pytest.mark.parametrize("name", ["memory_search", "exec", "no such tool"])
async def test_a_call_with_broken_arguments_or_an_unknown_name_is_passed_on_to_be_judged(
    pair: Pair, name: str
) -> None:
    pair.provider.enqueue(Reply((Call(name, '{"query": '),)))

    chunks = await whole(pair.client, asks())

    made = next(chunk for chunk in chunks if isinstance(chunk, ToolCalls)).calls[0]
    assert (made.name, made.arguments) == (name, None)


async def test_leaving_in_the_middle_closes_the_connection_to_the_provider(pair: Pair) -> None:
    pair.provider.enqueue(Reply((Say("NONE\n"), Hang())))

    async with asyncio.timeout(30), pair.client.stream(asks()) as chunks:
        assert text_of([await anext(chunks)]) == "NONE\n"

    seen = await pair.provider.request()
    async with asyncio.timeout(10):
        await seen.hung_up.wait()
    assert pair.client.describe()["open_calls"] == 0


@pytest.mark.parametrize(
    "reply", [Reply((Say("a"), Hang())), Reply(wait_s=600)], ids=["in the middle", "before the headers"]
)
async def test_cancelling_the_caller_closes_the_connection_to_the_provider(pair: Pair, reply: Reply) -> None:
    pair.provider.enqueue(reply)
    async with asyncio.TaskGroup() as group:
        caller = group.create_task(whole(pair.client, asks()))
        seen = await pair.provider.request()

        caller.cancel()

        async with asyncio.timeout(10):
            await seen.hung_up.wait()
    assert pair.client.describe()["open_calls"] == 0


@pytest.mark.parametrize(
    ("reply", "error", "says_so"),
    [
        pytest.param(Reply(status=401, body=b'{"error": {"message": "bad key sk-openai"}}'), ModelRefused, "check OPENAI_KEY", id="401"),
        pytest.param(Reply(status=403, body=b'{"error": {"message": "no"}}'), ModelRefused, "HTTP 403", id="403"),
        pytest.param(Reply(status=404, body=b'{"error": {"message": "no"}}'), ModelRefused, "check model.name", id="404"),
        pytest.param(Reply(status=429, body=b'{"error": {"message": "no"}}'), ModelRefused, "rate limit", id="429"),
        pytest.param(Reply(status=400, body=json.dumps({"error": {"message": SECRET}}).encode()), ModelRefused, "HTTP 400", id="400"),
        pytest.param(Reply(status=500, body=b'{"error": {"message": "no"}}'), ModelUnreachable, "HTTP 500", id="500"),
        pytest.param(Reply(status=503, body=b"<html>busy</html>", content_type="text/html"), ModelUnreachable, "HTTP 503", id="503, not JSON"),
        pytest.param(Reply((Say("[1] in"), Cut())), ModelUnreachable, "openai/gpt-4.1-mini", id="broken in the middle"),
        pytest.param(Reply((Say("[1] in"), Cut(cleanly=True))), ModelUnreachable, "openai/gpt-4.1-mini", id="ended too early"),
        pytest.param(Reply((Raw(b"data: {not json\n\n"), Cut(cleanly=True))), (ModelUnreachable, ModelReplyInvalid), "openai/gpt-4.1-mini", id="garbage"),
        pytest.param(Reply(body=b"<html>hello</html>", content_type="text/html"), (ModelUnreachable, ModelReplyInvalid), "openai/gpt-4.1-mini", id="wrong content type"),
    ],
)  # fmt: skip
async def test_a_failing_provider_is_one_error_after_one_request(
    pair: Pair, reply: Reply, error: type[ModelError], says_so: str
) -> None:
    pair.provider.enqueue(reply)

    with pytest.raises(error, match=says_so) as raised:
        await whole(pair.client, asks())

    assert len(pair.provider.seen) == 1
    assert SECRET not in str(raised.value)
    assert "sk-openai" not in str(raised.value)
    assert pair.client.describe()["open_calls"] == 0


async def test_a_refused_connection_is_told_without_a_second_try(pair: Pair) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        pair.client.reconfigure({**pair.client._providers, "gone": ProviderSettings(api_base=base)})

        with pytest.raises(ModelUnreachable, match=r"gone/m.*api_base"):
            await whole(pair.client, asks("gone", "m"))


async def test_twenty_calls_run_at_the_same_time(pair: Pair) -> None:
    pair.provider.enqueue(
        *(Reply((Say(f"reply {n}"),), wait_s=0.2, when=f"question {n}.") for n in range(20))
    )
    requests = [
        ModelRequest(ModelRef("openai", "gpt-4.1-mini"), "system", (UserText(f"question {n}."),))
        for n in range(20)
    ]

    replies = await asyncio.gather(*(whole(pair.client, request) for request in requests))

    assert [text_of(chunks) for chunks in replies] == [f"reply {n}" for n in range(20)]


async def test_calls_to_several_providers_leave_the_worker_below_its_budget_of_memory(pair: Pair) -> None:
    providers = {
        "openai": "gpt-4.1-mini",
        "anthropic": "claude-haiku-4-5",
        "google": "gemini-2.5-flash",
        "plain": "m",
    }
    pair.provider.enqueue(*(says("[1] tea") for _ in providers))

    for provider, model in providers.items():
        await whole(pair.client, asks(provider, model))

    held = psutil.Process(pair.client.describe()["pid"]).memory_info().rss
    assert held < 240 * 1024 * 1024


async def test_the_key_goes_into_the_header_and_nowhere_else(pair: Pair) -> None:
    pair.provider.enqueue(says("ok"))
    await whole(pair.client, asks())

    worker = psutil.Process(pair.client.describe()["pid"])
    assert pair.provider.seen[0].headers["Authorization"] == "Bearer sk-openai"
    held = [worker.environ(), worker.cmdline(), repr(pair.client), pair.client.describe()]
    assert "sk-openai" not in str(held)


async def test_a_key_file_is_read_for_the_call(pair: Pair, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("sk-file\n", encoding="utf-8")
    file.chmod(0o600)
    own = ProviderSettings(kind="openai", api_base=f"{pair.provider.url}/v1", api_key_file=str(file))
    pair.client.reconfigure({**pair.client._providers, "filed": own})
    pair.provider.enqueue(says("ok"))

    await whole(pair.client, asks("filed"))

    assert pair.provider.seen[0].headers["Authorization"] == "Bearer sk-file"


@pytest.mark.parametrize(
    "kind", ["openai", "anthropic", "google", "mistral", "groq", "deepseek", "ollama", ""]
)
async def test_a_server_on_this_machine_needs_no_key_whatever_it_speaks(pair: Pair, kind: str) -> None:
    base = pair.provider.url + BASES[kind or "plain"]
    own = ProviderSettings(kind=kind, api_base=base)
    pair.client.reconfigure({**pair.client._providers, "local": own})
    pair.provider.enqueue(says("ok"))

    assert text_of(await whole(pair.client, asks("local", "m1"))) == "ok"

    assert "sk-" not in str(pair.provider.seen[0].headers)


async def test_ollama_is_not_asked_about_a_model_behind_our_back(pair: Pair) -> None:
    pair.provider.enqueue(says("one"), says("two"))

    await whole(pair.client, asks("ollama", "qwen3:8b"))
    await whole(pair.client, asks("ollama", "qwen3:8b"))

    assert pair.provider.shown == []


async def test_a_killed_worker_is_an_error_and_then_there_is_another(pair: Pair) -> None:
    pair.provider.enqueue(Reply((Say("a"), Hang())), says("back"))
    killed = pair.client.describe()["pid"]

    async with asyncio.timeout(120):
        async with pair.client.stream(asks()) as chunks:
            await anext(chunks)
            os.kill(killed, signal.SIGKILL)
            with pytest.raises(ModelUnreachable, match="the model worker ended during the call"):
                await anext(chunks)
        await until(lambda: pair.client.state == "ready", within_s=90)

        assert text_of(await whole(pair.client, asks())) == "back"


async def test_a_hung_worker_is_an_error_and_is_replaced(pair: Pair) -> None:
    pair.provider.enqueue(Reply((Say("a"), Hang())))
    stopped = pair.client.describe()["pid"]

    async with asyncio.timeout(120), pair.client.stream(asks()) as chunks:
        await anext(chunks)
        os.kill(stopped, signal.SIGSTOP)
        with pytest.raises(ModelUnreachable):
            await anext(chunks)

    await until(lambda: pair.client.describe()["last_failure"] == "hung")
    await until(lambda: not psutil.pid_exists(stopped))


ORPHAN = """
import asyncio
from recall_sidecar.llm.client import LiteLLMClient

async def main():
    client = LiteLLMClient({}, {})
    await client.start()
    while client.describe()["pid"] is None:
        await asyncio.sleep(0.01)
    print(client.describe()["pid"], flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_worker_whose_daemon_is_killed_ends_by_itself() -> None:
    daemon = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ORPHAN, stdout=asyncio.subprocess.PIPE
    )
    assert daemon.stdout is not None
    worker = int(await daemon.stdout.readline())
    assert psutil.pid_exists(worker)

    daemon.kill()
    await daemon.wait()

    await until(lambda: not _runs(worker), within_s=60)


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


async def test_an_interrupt_at_the_terminal_leaves_the_worker_to_its_daemon(pair: Pair) -> None:
    pair.provider.enqueue(says("still here"))

    os.kill(pair.client.describe()["pid"], signal.SIGINT)

    assert text_of(await whole(pair.client, asks())) == "still here"


async def test_a_request_too_large_to_send_is_refused(pair: Pair) -> None:
    request = ModelRequest(ModelRef("openai", "gpt-4.1-mini"), "x" * MAX_FRAME_BYTES, (UserText("?"),))

    with pytest.raises(ModelUnreachable, match="larger than"):
        await whole(pair.client, request)


async def test_a_model_without_a_way_is_refused_with_the_remedy(pair: Pair) -> None:
    with pytest.raises(ModelRefused, match="acme is not a known provider"):
        await whole(pair.client, asks("acme"))


async def test_what_can_be_reached_is_told_before_a_call(pair: Pair) -> None:
    assert pair.client.can_reach(ModelRef("openai", "gpt-4.1-mini"))
    assert pair.client.is_local(ModelRef("ollama", "qwen3:8b"))
    assert pair.client.obstacle(ModelRef("xai", "grok-4")) == "xai needs a key: set XAI_API_KEY"
    assert not pair.client.can_reach(ModelRef("acme", "x"))
    assert pair.client.takes_tools(ModelRef("openai", "gpt-4.1-mini"))
    assert not pair.client.takes_tools(ModelRef("plain", "x"))
    assert not pair.client.takes_tools(ModelRef("acme", "x"))


async def test_a_client_that_was_not_started_is_off_and_refuses_calls() -> None:
    client = LiteLLMClient({}, {"OPENAI_API_KEY": "sk"})

    assert client.state == "off"
    with pytest.raises(ModelUnreachable, match="the model worker is off"):
        await whole(client, asks())
    await client.aclose()
