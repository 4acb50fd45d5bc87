"""The gateway's tools are asked at once, left alone when they fail, and never raise."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from recall_sidecar.memory.openclaw.gateway import Gateway
from recall_sidecar.memory.port import Viewer
from recall_sidecar.settings import GatewayMemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.openclaw.scripted import TOKEN, ScriptedGateway, body, entry, gateway
from tests.waiting import until

MAIN = Viewer("main")
BOTH = ("memory_search", "memory_recall")


@pytest.fixture
async def scripted() -> AsyncIterator[ScriptedGateway]:
    """Return a gateway that remembers one note."""
    async with gateway(memory_search=body(results=[entry("MEMORY.md", "tea")])) as serving:
        yield serving


class Asked:
    """A gateway with short words for what tests do with it."""

    def __init__(self, scripted: ScriptedGateway) -> None:
        self.scripted = scripted
        self.clock = FakeClock()
        self.settings = GatewayMemorySettings(url=scripted.url, config="", timeout_ms=5000)
        self.gateway = Gateway(self.settings, {"OPENCLAW_GATEWAY_TOKEN": TOKEN}, self.clock)

    async def search(self, viewer: Viewer = MAIN, **settings: object) -> tuple[list[str], tuple[str, ...]]:
        found = await self.gateway.search("tea", viewer, self.settings.model_copy(update=settings))
        return [finding.text for finding in found.findings], found.problems

    async def read(self, path: str) -> tuple[str, int | None] | None:
        return await self.gateway.read(path, MAIN, from_line=3, lines=10, settings=self.settings)


@pytest.fixture
async def asked(scripted: ScriptedGateway) -> AsyncIterator[Asked]:
    """Return a gateway that is asked through our client."""
    asked = Asked(scripted)
    yield asked
    await asked.gateway.aclose()


async def test_a_tool_finds(asked: Asked) -> None:
    assert await asked.search() == (["tea"], ())


@pytest.mark.parametrize(
    ("viewer", "sent"),
    [
        pytest.param(
            Viewer("main", session_key="agent:main:telegram:direct:42"),
            {"sessionKey": "agent:main:telegram:direct:42"},
            id="a session of the gateway's",
        ),
        pytest.param(
            Viewer("main", session_key="claude:abc"), {"agentId": "main"}, id="another host's session"
        ),
        pytest.param(
            Viewer("main", session_key="agent:work:main"), {"agentId": "main"}, id="another agent's"
        ),
        pytest.param(Viewer("main"), {"agentId": "main"}, id="no session"),
    ],
)
async def test_the_session_goes_along_so_that_its_policy_holds(
    asked: Asked, viewer: Viewer, sent: dict[str, str]
) -> None:
    await asked.search(viewer)

    assert asked.scripted.calls == [
        {"tool": "memory_search", "args": {"query": "tea", "maxResults": 20}, **sent}
    ]


async def test_one_tool_that_is_denied_leaves_the_other(asked: Asked) -> None:
    texts, problems = await asked.search(search_tools=BOTH)

    assert texts == ["tea"]
    assert [problem.partition(":")[0] for problem in problems] == ["memory_recall"]


async def test_a_denied_tool_is_not_asked_again_for_a_while(asked: Asked) -> None:
    first = await asked.search(search_tools=("memory_recall",))
    second = await asked.search(search_tools=("memory_recall",))
    asked.clock.advance(31)
    await asked.search(search_tools=("memory_recall",))

    assert first == second
    assert len(asked.scripted.calls) == 2


async def test_a_limit_is_kept_to(asked: Asked) -> None:
    asked.scripted.next = [web.Response(status=429, headers={"Retry-After": "9"})]

    await asked.search()
    asked.clock.advance(8.9)
    assert await asked.search() == ([], ("the gateway wants fewer calls",))
    asked.clock.advance(0.2)

    assert await asked.search() == (["tea"], ())
    assert len(asked.scripted.calls) == 2


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        pytest.param(
            body(results=[], unavailable=True, error="their words"), "cannot be searched", id="paused"
        ),
        pytest.param({"ok": True, "result": {}}, "not in the agreed shape", id="another shape"),
    ],
)
async def test_an_answer_that_says_nothing_is_a_problem(
    asked: Asked, answer: dict[str, Any], says: str
) -> None:
    asked.scripted.says["memory_search"] = answer

    texts, (problem,) = await asked.search()
    again = await asked.search()

    assert texts == []
    assert says in problem
    assert "their words" not in problem
    assert again == ([], (problem,))
    assert asked.gateway.problems == (problem,)
    assert len(asked.scripted.calls) == 1


async def test_recovery_is_told(asked: Asked) -> None:
    asked.scripted.next = [web.Response(status=500)]
    await asked.search()
    assert asked.gateway.problems == ("the gateway answered 500",)
    asked.clock.advance(2)

    assert await asked.search() == (["tea"], ())
    assert not asked.gateway.problems
    assert asked.gateway.changes == 2


async def test_a_file_is_read(asked: Asked) -> None:
    asked.scripted.says["memory_get"] = body(status="ok", text="tea", truncated=True, nextFrom=13)

    assert await asked.read("MEMORY.md") == ("tea", 13)
    assert asked.scripted.calls[0]["args"] == {"path": "MEMORY.md", "from": 3, "lines": 10}


async def test_a_file_that_cannot_be_read_is_none(asked: Asked) -> None:
    assert await asked.read("MEMORY.md") is None


async def test_no_file_is_read_while_the_gateway_is_left_alone(asked: Asked) -> None:
    asked.scripted.next = [web.Response(status=500)]
    await asked.search()

    assert await asked.read("MEMORY.md") is None
    assert len(asked.scripted.calls) == 1


async def test_a_tool_that_says_it_cannot_search_is_asked_ever_more_rarely(asked: Asked) -> None:
    asked.scripted.says["memory_search"] = body(results=[], unavailable=True)
    changes = []
    for _ in range(4):
        await asked.search()
        changes.append(asked.gateway.changes)
        asked.clock.advance(2.5)

    assert len(asked.scripted.calls) == 3
    assert changes == [1, 1, 1, 1]


async def test_an_answer_of_no_use_still_ends_what_was_wrong_with_the_gateway(asked: Asked) -> None:
    asked.scripted.next = [web.Response(status=500)]
    await asked.search()
    asked.clock.advance(2)
    asked.scripted.says["memory_search"] = body(results=[], unavailable=True)

    await asked.search()

    (problem,) = asked.gateway.problems
    assert "cannot be searched" in problem


HURRY_MS = 50
LATE = "the gateway did not answer within 50 ms"
BUSY = "memory_search: the gateway is still at work on an earlier search"


async def opening(asked: Asked) -> asyncio.Event:
    """Let a search run out of time at a gateway that opens its memory first; the event ends that."""
    opened = asyncio.Event()
    asked.scripted.next = [opened]
    assert await asked.search(timeout_ms=HURRY_MS) == ([], (LATE,))
    await until(lambda: len(asked.scripted.calls) == 1)
    return opened


async def ended(asked: Asked, opened: asyncio.Event, *, rest_s: float = 2) -> None:
    before = asked.gateway.changes
    opened.set()
    await until(lambda: asked.gateway.changes > before)
    asked.clock.advance(rest_s)


async def test_a_search_that_ran_out_of_time_goes_on_and_the_next_finds_the_gateway_warm(
    asked: Asked,
) -> None:
    opened = await opening(asked)

    await ended(asked, opened)

    assert await asked.search() == (["tea"], ())
    assert asked.scripted.given_up == 0
    assert asked.gateway.problems == ()


async def test_meanwhile_no_second_one_is_begun_for_that_agent(asked: Asked) -> None:
    await opening(asked)
    asked.clock.advance(1000)

    assert await asked.search() == ([], (BUSY,))
    assert len(asked.scripted.calls) == 1


async def test_another_agent_does_not_wait_for_it(asked: Asked) -> None:
    await opening(asked)
    asked.clock.advance(2)

    assert await asked.search(Viewer("work")) == (["tea"], ())


async def test_a_gateway_that_is_late_each_time_is_asked_ever_more_rarely(asked: Asked) -> None:
    """It answers, but never in time: each turn would wait for it in vain."""
    waits = []
    for _ in range(4):
        count, began = len(asked.scripted.calls), asked.clock.monotonic()
        asked.scripted.next = [late := asyncio.Event()]
        while len(asked.scripted.calls) == count:
            asked.clock.advance(0.5)
            await asked.search(timeout_ms=HURRY_MS)
        waits.append(asked.clock.monotonic() - began)
        await ended(asked, late, rest_s=0)

    assert waits == [0.5, 1, 2, 4]


async def test_closing_ends_a_search_that_is_late(asked: Asked) -> None:
    await opening(asked)

    await asked.gateway.aclose()

    await until(lambda: asked.scripted.given_up == 1)


async def test_what_a_late_answer_says_of_the_tool_is_minded(asked: Asked) -> None:
    asked.scripted.says.clear()

    await ended(asked, await opening(asked))

    texts, (problem,) = await asked.search()
    assert texts == []
    assert "no such tool" in problem
    assert len(asked.scripted.calls) == 1
