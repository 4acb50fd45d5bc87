"""Turns and notices over real sockets."""

import asyncio
import io
from typing import Any, get_args

import pytest

from recall_sidecar.block import GUIDANCE
from recall_sidecar.events import HookNotice, NoticeKind
from recall_sidecar.outcomes import Recalled
from recall_sidecar.server.calls import CALLS
from recall_sidecar.server.slots import TURN_SLOTS
from tests.server.fakes import FULL, LIMIT, FakeAnswer, House, Served, prompt_body, turn_body
from tests.waiting import until

TURN = "/v1/hooks/before_prompt_build"
BODY = turn_body()


async def test_a_turn_is_answered_in_the_hosts_words(daemon: Served, house: House) -> None:
    house.pipeline.answer = FakeAnswer(
        Recalled("tea", (), fallback=None), block="<block/>", debug_line="debug"
    )

    status, answer = await daemon.post(TURN, BODY)

    assert status == 200
    assert answer == {
        "v": 1,
        "status": "ok",
        "reason": None,
        "traceId": "01TRACE",
        "prependContext": "<block/>",
        "statusLine": "status",
        "debugLine": "debug",
        "trust": "agent",
        "sources": [],
        "queryMode": "recent",
    }


@pytest.mark.parametrize(("agent", "mode"), [("main", "recent"), ("Work", "full")])
async def test_a_host_can_ask_what_the_turns_of_an_agent_have_to_send(
    daemon: Served, agent: str, mode: str
) -> None:
    assert await daemon.get(f"/v1/hooks/needs?agentId={agent}") == (
        200,
        {"v": 1, "version": "0.1.0", "queryMode": mode, "turns": False},
    )


async def test_a_turn_is_kept_before_its_notice_is_acknowledged(daemon: Served, house: House) -> None:
    house.keeper.agents.add("main")
    messages = [
        {"role": "user", "content": "I moved to Lisbon"},
        {"role": "assistant", "content": "How nice."},
    ]
    body = {
        "v": 1,
        "event": {"messages": messages},
        "ctx": {"agentId": "main", "trigger": "user", "senderName": "Ada"},
    }

    assert (await daemon.get("/v1/hooks/needs?agentId=main"))[1]["turns"]
    answer = await daemon.post("/v1/hooks/agent_end", body)

    assert answer == (200, {"v": 1, "status": "ok", "turn": "kept"})
    ((ended),) = house.keeper.kept
    assert (ended.turn.text, ended.reply, ended.speaker) == ("I moved to Lisbon", "How nice.", "Ada")


@pytest.mark.parametrize(
    ("kind", "agent", "event"),
    [
        pytest.param("agent_end", "quiet", {"messages": [{"role": "user", "content": "x"}]}, id="of an agent whose turns are not kept"),
        pytest.param("agent_end", "main", {}, id="of a notice without a turn"),
        pytest.param("session_end", "main", {"messages": [{"role": "user", "content": "x"}]}, id="of another notice"),
    ],
)  # fmt: skip
async def test_nothing_is_kept(
    daemon: Served, house: House, kind: str, agent: str, event: dict[str, Any]
) -> None:
    house.keeper.agents.add("main")

    answer = await daemon.post(f"/v1/hooks/{kind}", {"v": 1, "event": event, "ctx": {"agentId": agent}})

    assert answer == (200, {"v": 1, "status": "ok"})
    assert house.keeper.kept == []


async def test_the_budget_begins_when_the_request_arrives(daemon: Served, house: House) -> None:
    await daemon.post(TURN, BODY)

    [(turn, started_at)] = house.pipeline.turns
    assert turn.text == "when is my dentist"
    assert started_at == house.clock.monotonic()


async def test_a_turn_is_answered_on_the_unix_socket_without_a_token(daemon: Served) -> None:
    async with daemon.unix.post("http://localhost" + TURN, json=BODY) as response:
        assert response.status == 200


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini"])
async def test_each_host_has_its_route(daemon: Served, house: House, host: str) -> None:
    house.pipeline.answer = FakeAnswer(Recalled("tea", ()), block="<block/>")

    status, answer = await daemon.post(f"/v1/hooks/{host}", prompt_body(host))

    assert status == 200
    assert answer["hookSpecificOutput"]["additionalContext"] == "<block/>"
    assert [turn.host for turn, _ in house.pipeline.turns] == [host]


async def test_a_turn_beyond_the_limit_is_answered_at_once(daemon: Served, house: House) -> None:
    house.pipeline.gate = asyncio.Event()
    waiting = [asyncio.get_running_loop().create_task(daemon.post(TURN, BODY)) for _ in range(LIMIT)]
    await until(lambda: daemon.app[TURN_SLOTS].full)

    status, answer = await daemon.post(TURN, BODY)

    assert (status, answer["status"], answer["reason"]) == (200, "unavailable", "overloaded")
    assert len(house.pipeline.refused) == 1
    house.pipeline.gate.set()
    assert [reply[0] for reply in await asyncio.gather(*waiting)] == [200] * LIMIT
    assert daemon.app[TURN_SLOTS].taken == 0


async def test_a_caller_that_goes_away_cancels_its_turn(daemon: Served, house: House) -> None:
    house.pipeline.gate = asyncio.Event()
    waiting = asyncio.get_running_loop().create_task(daemon.post(TURN, BODY))
    await house.pipeline.entered.wait()

    waiting.cancel()

    await until(lambda: house.pipeline.cancelled == 1)
    await until(lambda: daemon.app[TURN_SLOTS].taken == 0)


async def test_parallel_sessions_do_not_mix(house: House, daemon: Served) -> None:
    house.pipeline.echoes = True

    replies = await asyncio.gather(*(daemon.post(TURN, turn_body(f"fact {n}")) for n in range(20)))

    assert [answer["prependContext"] for _, answer in replies] == [f"fact {n}" for n in range(20)]


@pytest.mark.parametrize("kind", get_args(NoticeKind))
async def test_a_notice_is_taken(daemon: Served, house: House, kind: NoticeKind) -> None:
    status, answer = await daemon.post(f"/v1/hooks/{kind}", {"ctx": {"sessionId": "1", "agentId": "work"}})

    assert (status, answer) == (200, {"v": 1, "status": "ok"})
    assert house.pipeline.notices == [HookNotice(kind=kind, host="openclaw", agent_id="work", session_id="1")]


async def test_calls_are_counted_by_host_event_and_kind_of_session(daemon: Served) -> None:
    await daemon.post(TURN, BODY)
    await daemon.post(TURN, turn_body(host="hermes", ctx={"sessionKey": "agent:main:cron:1"}))
    await daemon.post("/v1/hooks/agent_end", {"host": "openclaw"})
    await daemon.post("/v1/hooks/agent_end", {})

    calls = daemon.app[CALLS]
    assert calls.events == {("openclaw", "turn"): 1, ("hermes", "turn"): 1, ("openclaw", "agent_end"): 2}
    assert calls.kinds == {"direct": 1, "cron": 1}


async def test_a_hook_that_must_not_break_its_host_gets_an_empty_object(daemon: Served, house: House) -> None:
    headers = FULL | {"Content-Type": "application/json"}
    for body in (b"{", b'{"prompt": []}', b"x" * (house.limits.max_body_bytes + 1)):
        async with daemon.session.post(
            daemon.url("/v1/hooks/claude-code"), data=io.BytesIO(body), headers=headers
        ) as response:
            assert (response.status, await response.json()) == (200, {})

    assert daemon.app[CALLS].refused == {"bad_request": 2, "too_large": 1}


async def test_a_fault_of_ours_stays_away_from_such_a_host(daemon: Served, house: House) -> None:
    house.pipeline.fails = RuntimeError("the user's words")

    assert await daemon.post("/v1/hooks/codex", prompt_body("codex")) == (200, {})


async def test_the_guidance_for_the_system_prompt_is_the_same_for_everybody(daemon: Served) -> None:
    first, second = [await daemon.get("/v1/hooks/guidance") for _ in range(2)]

    assert first == second == (200, {"v": 1, "guidance": GUIDANCE})


@pytest.mark.parametrize(
    ("host", "end"),
    [
        pytest.param("claude-code", {"hook_event_name": "Stop", "last_assistant_message": "Oolong."}, id="Claude Code"),
        pytest.param("codex", {"hook_event_name": "Stop", "last_assistant_message": "Oolong."}, id="Codex"),
        pytest.param("gemini", {"hook_event_name": "AfterAgent", "prompt": "which tea?", "prompt_response": "Oolong."}, id="Gemini CLI"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("wanted", [True, False])
async def test_the_end_of_a_terminal_s_turn_is_kept_where_that_is_wanted(
    daemon: Served, house: House, host: str, end: dict[str, Any], wanted: bool
) -> None:
    if wanted:
        house.keeper.agents.add(host)

    await daemon.post(f"/v1/hooks/{host}", {"session_id": "s1", "prompt": "which tea?"})
    answer = await daemon.post(f"/v1/hooks/{host}", {"session_id": "s1", **end})

    assert answer == (200, {})
    assert [turn.text for turn in house.keeper.noted] == ["which tea?"] * wanted
    assert [ended.after_tools for ended in house.keeper.kept] == ["Oolong."] * wanted
    assert len(house.pipeline.turns) == 1


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ({"hook_event_name": "PreCompact"}, "before_compaction"),
        ({"hook_event_name": "SessionStart", "source": "clear"}, "before_reset"),
    ],
)
async def test_what_befalls_a_terminal_hosts_session_is_taken_and_answered_with_nothing(
    daemon: Served, house: House, event: dict[str, str], kind: NoticeKind
) -> None:
    answer = await daemon.post("/v1/hooks/claude-code", {"session_id": "s1", **event})

    assert answer == (200, {})
    key = "agent:claude-code:direct:s1"
    assert house.pipeline.notices == [
        HookNotice(kind=kind, host="claude-code", agent_id="claude-code", session_key=key, session_id="s1")
    ]
    assert daemon.app[CALLS].events["claude-code", kind] == 1


async def test_a_turn_brings_its_place_in_the_callers_trace(daemon: Served, house: House) -> None:
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    await daemon.post(TURN, BODY, traceparent=parent, tracestate="rojo=1")
    await daemon.post(TURN, BODY, traceparent="rubbish", tracestate="rojo=1")
    await daemon.post(TURN, BODY)

    assert [(turn.traceparent, turn.tracestate) for turn, _ in house.pipeline.turns] == [
        (parent, "rojo=1"),
        ("", ""),
        ("", ""),
    ]
