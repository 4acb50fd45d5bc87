"""A host without an API key lends its own model: the daemon as a process, the host as a script."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.e2e.calls import TURN, Answer, Caller, over_tcp, over_unix, turn_body
from tests.e2e.installation import Daemon, Installation

pytestmark = pytest.mark.asyncio(loop_scope="package")

ANSWER = "[1] Mara prefers oolong tea."
TABLES: dict[str, Any] = {
    "server": {"port": 0, "max_turns_in_flight": 4},
    "model": {"name": "host"},
    "agents": {
        # Nothing is quoted, so that what became of the model call is what became of the turn.
        "bare": {"recall": {"extract": False}},
        "hasty": {"recall": {"extract": False, "timeout_ms": 600}},
        "soft": {"recall": {"soft_budget_ms": 200}},
    },
}


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Installation, Daemon]]:
    installation = made(tmp_path_factory.mktemp("lending"))
    async with installation.serving() as daemon:
        yield installation, daemon


@pytest_asyncio.fixture(loop_scope="package")
async def host(running: tuple[Installation, Daemon]) -> AsyncIterator[Caller]:
    """Return a host on the Unix socket."""
    async with over_unix(running[0].paths) as caller:
        yield caller


def made(folder: Path) -> Installation:
    installation = Installation(folder)
    installation.note("MEMORY.md", "# People\n\n- Mara prefers oolong tea in the afternoon.\n")
    installation.configure(TABLES)
    return installation


def lending(text: str = "Which tea does Mara prefer?", **changes: Any) -> dict[str, Any]:  # noqa: ANN401
    return {**turn_body(text, **changes), "plugin": {"version": "0.1.0"}, "lends": ["model"]}


async def wanted(host: Caller, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Send a turn that wants the host's model, and return the order."""
    order = (await host.post(TURN, body or lending())).body
    assert order["status"] == "model_wanted", order
    return order


async def bring(host: Caller, order: dict[str, Any], **body: Any) -> Answer:  # noqa: ANN401
    return await host.post(f"/v1/model-replies/{order['ticket']}", {"v": 1, **body})


async def test_the_hosts_reply_becomes_the_block(host: Caller) -> None:
    order = await wanted(host)
    usage = {"inputTokens": 700, "outputTokens": 9, "costUsd": 0.001}

    answer = await bring(host, order, text=ANSWER, stopReason="stop", model="mock/mock-1", usage=usage)

    assert "oolong tea in the afternoon" in order["model"]["prompt"]
    assert 2_000 < order["waitMs"] <= 4_000
    assert answer.ending == (200, "ok", None)
    assert "Mara prefers oolong tea." in answer.body["prependContext"]
    assert answer.body["traceId"] == order["traceId"]
    [call] = (await host.trace(answer))["modelCalls"]
    assert (call["model"], call["inputTokens"], call["cost"]) == ("host (mock/mock-1)", 700, 0.001)


async def test_no_model_worker_runs_and_nothing_is_missing(
    running: tuple[Installation, Daemon], host: Caller
) -> None:
    _, daemon = running

    state = await host.status()
    said = await host.post(
        "/v1/commands", {"text": "/active-memory status", "sessionKey": "agent:main:telegram:direct:1"}
    )

    assert daemon.worker is None
    assert (state["model"], "model" in state["readiness"]) == ("host", False)
    assert said.body["text"] == "Active Memory: on for this session."


async def test_the_whole_exchange_works_on_tcp_with_the_hook_token(
    running: tuple[Installation, Daemon],
) -> None:
    paths = running[0].paths
    async with over_tcp(paths, paths.hook_token_file.read_text("utf-8").strip()) as host:
        answer = await bring(host, await wanted(host), text="NONE")

    assert answer.ending == (200, "empty", None)


async def test_a_ticket_outlives_its_connection(running: tuple[Installation, Daemon]) -> None:
    async with over_unix(running[0].paths) as first:
        order = await wanted(first)
    async with over_unix(running[0].paths) as second:
        answer = await bring(second, order, text=ANSWER)

    assert answer.ending == (200, "ok", None)


async def test_a_ticket_is_good_once(host: Caller) -> None:
    order = await wanted(host)
    await bring(host, order, text=ANSWER)

    assert (await bring(host, order, text=ANSWER)).error == (404, "not_found", "ticket")
    assert (await bring(host, {"ticket": "x" * 43}, text=ANSWER)).error == (404, "not_found", "ticket")


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        pytest.param("timeout", (200, "timeout", "model"), id="too slow"),
        pytest.param("refused", (200, "failed", "model"), id="refused"),
        pytest.param("failed", (200, "failed", "model"), id="failed"),
    ],
)
async def test_a_host_that_cannot_is_told_what_became_of_the_turn(
    host: Caller, error: str, ending: tuple[int, str, str]
) -> None:
    order = await wanted(host, lending(agentId="bare"))

    assert (await bring(host, order, error=error, detail="E_CODE")).ending == ending


async def test_an_abort_ends_the_recall(host: Caller) -> None:
    order = await wanted(host)

    answer = await bring(host, order, error="aborted")

    assert answer.ending == (200, "unavailable", "aborted")
    assert (await host.trace(answer))["status"] == "cancelled"
    await host.at_rest()


async def test_a_host_that_never_comes_back_costs_its_own_turn_alone(host: Caller) -> None:
    asked = [await wanted(host, lending(agentId="hasty")) for _ in range(4)]
    full = await host.post(TURN, lending())

    await host.at_rest()

    assert full.ending == (200, "unavailable", "overloaded")
    late = await bring(host, asked[0], text=ANSWER)
    assert late.ending == (200, "timeout", "model")


async def test_a_host_that_is_late_gets_the_quotation_its_turn_ended_with(host: Caller) -> None:
    order = await wanted(host, lending(agentId="soft"))
    await asyncio.sleep(order["waitMs"] / 1000)

    answer = await bring(host, order, error="timeout")

    assert answer.ending == (200, "ok", "soft_budget")
    assert "Mara prefers oolong tea in the afternoon." in answer.body["prependContext"]
    await host.at_rest()


async def test_of_two_equal_turns_the_second_asks_when_the_first_is_aborted(host: Caller) -> None:
    first, second = lending(agentId="bare"), lending(agentId="bare")
    for name in ("sessionKey", "senderId"):
        second["ctx"][name] = first["ctx"][name]
    order = await wanted(host, first)
    joining = asyncio.get_running_loop().create_task(wanted(host, second))
    await host.at_rest(turns=2)

    await bring(host, order, error="aborted")

    assert (await bring(host, await joining, text=ANSWER)).ending == (200, "ok", None)


async def test_a_turn_whose_host_lends_nothing_is_quoted_and_explained(host: Caller) -> None:
    body = turn_body()

    answer = await host.post(TURN, body)
    why = await host.post("/v1/commands", {"text": "/recall why", "sessionKey": body["ctx"]["sessionKey"]})

    assert answer.ending == (200, "ok", "no_model")
    assert "is not lent by this turn's host" in why.body["text"]
    assert "oolong" not in why.body["text"]


async def test_a_daemon_that_stops_does_not_wait_for_a_host(tmp_path: Path) -> None:
    installation = made(tmp_path)
    async with installation.serving() as daemon, over_unix(installation.paths) as host:
        await wanted(host, lending(agentId="bare"))
        begun = time.monotonic()
        daemon.process.terminate()
        code = await daemon.ended()

    assert code == 0
    # The turn itself had nearly fifteen seconds left.
    assert time.monotonic() - begun < 10
    assert "Traceback" not in daemon.log
