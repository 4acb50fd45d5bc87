"""What leaves the machine: the request as the provider sees it, keys, `.env` files, connections elsewhere."""

import psutil
import pytest

from tests.e2e.calls import Caller
from tests.e2e.sidecar import KEY, KEY_NAME, Sidecar
from tests.provider import says

pytestmark = pytest.mark.asyncio(loop_scope="package")

# What the worker is told of the machine; a key never is in it.
WORKER_VARIABLES = {
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "PYTHONPATH",
    "LC_CTYPE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
}


def processes(sidecar: Sidecar) -> tuple[psutil.Process, psutil.Process]:
    """Return the daemon and its worker."""
    worker = sidecar.daemon.worker
    assert worker is not None
    return psutil.Process(sidecar.daemon.pid), worker


async def test_the_request_puts_the_system_first_and_the_executed_search_last(
    sidecar: Sidecar, host: Caller
) -> None:
    sidecar.provider.enqueue(says("NONE"))

    await host.turn("Which tea does Mara prefer?")

    (asked,) = sidecar.provider.seen
    body = asked.body
    assert asked.path == "/v1/chat/completions"
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool"]
    call = body["messages"][2]["tool_calls"][0]
    assert call["function"] == {
        "name": "memory_search",
        "arguments": '{"query": "Which tea does Mara prefer?"}',
    }
    assert body["messages"][3]["tool_call_id"] == call["id"]
    assert "Mara prefers oolong tea in the afternoon." in body["messages"][3]["content"]
    assert (body["model"], body["stream"]) == ("judge-1", True)
    assert set(body) == {
        "model",
        "messages",
        "tools",
        "stream",
        "stream_options",
        "max_completion_tokens",
    }


async def test_a_provider_nobody_configured_is_never_asked(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("NONE"))

    await host.turn(modelProviderId="openai", modelId="gpt-5")

    (asked,) = sidecar.provider.seen
    assert asked.body["model"] == "judge-1"


async def test_the_key_is_in_one_header_and_nowhere_else(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))

    answer = await host.turn()

    (asked,) = sidecar.provider.seen
    assert [name for name, value in asked.headers.items() if KEY in value] == ["Authorization"]
    told = (
        asked.body,
        answer.body,
        await host.trace(answer),
        await host.get("/v1/status"),
        sidecar.daemon.log,
    )
    assert KEY not in str(told)
    everything = sidecar.installation.folder.rglob("*")
    files = [file for file in everything if file.is_file() and file.name != ".env"]
    assert [file.name for file in files if KEY.encode() in file.read_bytes()] == []


async def test_no_process_shows_a_key_and_the_worker_inherits_none(sidecar: Sidecar, host: Caller) -> None:
    daemon, worker = processes(sidecar)

    everybody = [" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])]

    assert [line for line in everybody if KEY in line] == []
    assert daemon.environ()[KEY_NAME] == KEY
    inherited = {name for name in worker.environ() if not name.startswith("LITELLM_")}
    assert inherited <= WORKER_VARIABLES
    assert {name: value for name, value in worker.environ().items() if name.startswith("LITELLM_")} == {
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "LITELLM_OFFLINE_MODE": "true",
        "LITELLM_MODE": "PRODUCTION",
        "LITELLM_TELEMETRY": "False",
    }


async def test_nothing_is_asked_of_another_machine_unless_a_model_lives_there(
    sidecar: Sidecar, host: Caller
) -> None:
    sidecar.provider.enqueue(says("NONE"))

    await host.turn()
    before = list(sidecar.outside.asked)
    answer = await host.turn(agentId="elsewhere")

    assert before == []
    assert answer.ending == (200, "failed", "model")
    # The proxy of the environment is honoured, which shows that it would have seen any other request too.
    assert set(sidecar.outside.asked) == {"CONNECT models.invalid:443 HTTP/1.1"}


async def test_no_env_file_is_read(sidecar: Sidecar) -> None:
    assert [file.name for file in sidecar.env_files.opened()] == []

    # The watch does see whoever opens one.
    (sidecar.installation.work / ".env").read_text("utf-8")
    assert [file.name for file in sidecar.env_files.opened()] == [".env"]


async def test_every_connection_stays_on_this_machine(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("NONE"))
    await host.turn()

    remote = {
        connection.raddr.ip
        for process in processes(sidecar)
        for connection in process.net_connections("inet")
        if connection.raddr
    }
    listening = {
        connection.laddr.ip
        for process in processes(sidecar)
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }

    assert remote <= {"127.0.0.1"}
    assert listening == {"127.0.0.1"}
