"""What is said to a server and what is not: it is greeted, its tools are listed and called, and nothing else is asked of it."""

import logging
from pathlib import Path

import pytest

from recall_sidecar.memory.beside.rests import Failure
from recall_sidecar.memory.mcp.session import Talk, converse
from recall_sidecar.memory.mcp.wire import Wire
from tests.memory.mcp.world import Raw


class Heard:
    """What came of a session with one call."""

    def __init__(self) -> None:
        self.answer: object = None
        self.tools: object = None

    async def use(self, talk: Talk) -> None:
        self.tools = await talk.tools()
        self.answer = await talk.call("search", {"query": "alpacas"})


async def hold(raw: Raw) -> tuple[Heard, Failure]:
    heard = Heard()
    return heard, await converse(raw.settings(), {}, {}, Wire(), heard.use)


async def test_nothing_is_asked_but_tools_and_no_capability_is_offered(tmp_path: Path) -> None:
    raw = Raw("asks", tmp_path / "log")

    heard, over = await hold(raw)

    methods = [message["method"] for message in raw.heard() if "method" in message]
    assert {*methods} == {"initialize", "notifications/initialized", "tools/list", "tools/call"}
    (greeting,) = raw.heard("initialize")
    assert greeting["params"]["capabilities"] == {}
    assert greeting["params"]["clientInfo"]["name"] == "recall-sidecar"
    assert over == Failure("it ended")
    assert isinstance(heard.answer, dict)


async def test_all_pages_of_tools_are_listed(tmp_path: Path) -> None:
    heard, _ = await hold(Raw("honest", tmp_path / "log"))

    assert isinstance(heard.tools, dict)
    assert [*heard.tools] == ["search", "get", "delete"]


async def test_a_server_of_the_newest_kind_is_understood(tmp_path: Path) -> None:
    heard, _ = await hold(Raw("modern", tmp_path / "log"))

    assert isinstance(heard.answer, dict)


@pytest.mark.parametrize("behaviour", ["babbles", "refuses", "nonsense", "huge", "injects", "crashes"])
async def test_nothing_that_a_server_says_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, behaviour: str
) -> None:
    with caplog.at_level(logging.DEBUG):
        await hold(Raw(behaviour, tmp_path / "log"))

    assert [record for record in caplog.records if record.name.startswith(("mcp", "client", "httpx"))] == []
    assert "alpacas" not in caplog.text
