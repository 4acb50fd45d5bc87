"""A server is asked like a memory: what it is told, what it finds, and what is read of it."""

import asyncio
from pathlib import Path

import pytest

from recall_sidecar.memory.port import Viewer
from recall_sidecar.outcomes import Origin
from tests.memory.mcp.conftest import Ask
from tests.memory.mcp.world import alive
from tests.waiting import until

MAIN = Viewer("main")


async def test_what_it_finds_is_untrusted_and_private_whatever_it_says(ask: Ask) -> None:
    (hit,) = await ask().hits()

    assert (hit.passage.source, hit.passage.path, hit.passage.heading) == ("mcp", "mcp/garden/7", "Garden")
    assert (hit.passage.origin, hit.passage.visibility) == (Origin.UNTRUSTED, "private")
    assert sum(part.value for part in hit.parts) == pytest.approx(hit.score)


async def test_the_tool_is_told_what_is_looked_for_and_how_much_without_secrets(ask: Ask) -> None:
    asked = ask(max_hits=4)

    await asked.texts("alpacas hunter2 {limit} " + "x" * 5000)

    (call,) = asked.raw.calls()
    assert call["arguments"]["query"].startswith("alpacas [password] {limit} xxx")
    assert len(call["arguments"]["query"]) == 2000
    assert (call["name"], call["arguments"]["limit"]) == ("search", 4)


async def test_one_process_serves_many_searches_at_once(ask: Ask) -> None:
    asked = ask()

    found = await asyncio.gather(*(asked.texts() for _ in range(8)))

    assert len({*map(tuple, found)}) == 1
    assert len(asked.raw.heard("initialize")) == 1
    assert len(asked.raw.calls()) == 8


async def test_secrets_in_what_it_finds_are_masked(ask: Ask) -> None:
    (text,) = await ask("leaks").texts("alpacas key")

    assert text == "alpacas, and the key is [password]"


async def test_what_only_repeats_the_question_is_left_out(ask: Ask) -> None:
    assert await ask("echoes").texts("alpacas hunter2") == []


async def test_warming_starts_it_once_and_leaves_what_failed_alone(ask: Ask) -> None:
    asked, broken = ask(), ask("dies")

    for each in (asked, broken, asked, broken):
        await each.store.warm()

    assert len(asked.raw.heard("initialize")) == len(broken.raw.heard("initialize")) == 1
    assert asked.store.problems == ()
    assert (asked.store.state, broken.store.state) == ("ready", "")


async def test_it_inherits_nothing_that_is_not_named(ask: Ask) -> None:
    asked = ask("environment", pass_env=["NOTES_KEY"], env={"MODE": "quiet"}, max_chars=4000)

    (text,) = await asked.texts("alpacas")

    assert "sk-ours" not in text
    assert all(name in text for name in ('"NOTES_KEY": "n-1"', '"MODE": "quiet"', '"HOME": "/nowhere"'))


async def test_a_hit_is_read_by_its_own_id_in_its_own_kind(ask: Ask) -> None:
    asked = ask(get_tool="get")
    await asked.texts()

    found = await asked.store.read("mcp/garden/7", MAIN, from_line=2, lines=1)

    assert found is not None
    assert (found.from_line, found.to_line, found.next_line) == (2, 2, 3)
    assert found.text == "Ottilie keeps seventeen alpacas near Zwettl."
    assert found.origin is Origin.UNTRUSTED
    assert asked.raw.calls()[1] == {"name": "get", "arguments": {"id": 7}}


@pytest.mark.parametrize(
    ("more", "path", "line"),
    [
        pytest.param(
            {"get_tool": "get"}, "mcp/garden/my-password", 1, id="what was in no hit, whoever asks for it"
        ),
        pytest.param({}, "mcp/garden/7", 1, id="no tool to read with"),
        pytest.param({"get_tool": "get"}, "mcp/garden/7", 99, id="lines behind the end"),
    ],
)
async def test_nothing_is_read(ask: Ask, more: dict[str, object], path: str, line: int) -> None:
    asked = ask(**more)
    await asked.texts()

    assert await asked.store.read(path, MAIN, from_line=line, lines=9) is None
    assert "password" not in str(asked.raw.heard())


async def test_only_ids_that_were_shown_lately_are_remembered(ask: Ask) -> None:
    asked = ask("many", get_tool="get")
    first = (await asked.hits())[0].passage.path
    assert await asked.store.read(first, MAIN, from_line=1, lines=9) is not None

    shown = [(await asked.hits())[0].passage.path for _ in range(13)]

    assert await asked.store.read(first, MAIN, from_line=1, lines=9) is None
    assert await asked.store.read(shown[-1], MAIN, from_line=1, lines=9) is not None


@pytest.mark.parametrize(
    ("agents", "agent", "expected"),
    [
        pytest.param(["*"], "anybody", True, id="everybody's"),
        pytest.param(["Main"], "main", True, id="its agent"),
        pytest.param(["main"], "main:work", False, id="a name that begins alike"),
    ],
)
async def test_it_is_asked_for_its_agents_alone(
    ask: Ask, agents: list[str], agent: str, *, expected: bool
) -> None:
    assert ask(agents=agents).store.is_asked_for(agent) is expected


async def test_closing_ends_the_server_and_what_it_started_however_stubborn(ask: Ask) -> None:
    asked = ask("stubborn")
    assert await asked.texts()
    pids = [int(pid) for pid in Path(f"{asked.raw.log}.pids").read_text("utf-8").split()]
    assert all(alive(pid) for pid in pids)

    await asked.store.aclose()

    await until(lambda: not any(alive(pid) for pid in pids))
    assert "it was closed" in await asked.problem()
