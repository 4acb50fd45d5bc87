"""The page's switches stand as the commands left them, and are thrown by them."""

from pathlib import Path

import pytest

from recall_sidecar.commands import CommandReply, CommandRequest
from recall_sidecar.switchboard import SWITCHES, SessionSwitches, Switchboard
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer
from tests.turns import turn

FIRST, SECOND = "agent:main:Telegram:direct:42", "agent:main:main"


class Desk:
    def __init__(self) -> None:
        self.asked: list[CommandRequest] = []

    async def run(self, request: CommandRequest) -> CommandReply:
        self.asked.append(request)
        return CommandReply(handled=True, text="done")


@pytest.fixture
def toggles(tmp_path: Path) -> SessionToggles:
    return SessionToggles(tmp_path / "toggles.json")


@pytest.fixture
def tracer() -> Tracer:
    return Tracer(ring_turns=10)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def board(toggles: SessionToggles, tracer: Tracer, desk: Desk) -> Switchboard:
    return Switchboard(toggles=toggles, tracer=tracer, commands=desk, is_on=lambda: False)


async def test_sessions_are_those_of_late_and_those_that_were_switched(
    board: Switchboard, toggles: SessionToggles, tracer: Tracer
) -> None:
    for name, key in (("01A", SECOND), ("01B", FIRST), ("01C", None), ("01D", FIRST)):
        tracer.keep(turn(trace_id=name, session_key=key))
    await toggles.set_off(FIRST, True)
    await toggles.set_trace("agent:main:old", "raw")

    assert board.sessions() == (
        SessionSwitches(FIRST, memory=False, verbose=False, trace="off"),
        SessionSwitches(SECOND, memory=True, verbose=False, trace="off"),
        SessionSwitches("agent:main:old", memory=True, verbose=False, trace="raw"),
    )
    assert board.memory_on is False


async def test_a_switch_is_thrown_by_its_command(board: Switchboard, desk: Desk) -> None:
    assert await board.throw("trace", "raw", FIRST) == "done"
    await board.throw("memory", "off", None)

    assert [(each.text, each.session_key, each.admin) for each in desk.asked] == [
        ("/trace raw", FIRST, True),
        ("/active-memory off --global", None, True),
    ]


def test_every_value_of_every_switch_is_in_words() -> None:
    assert {switch.name: set(switch.does) for switch in SWITCHES} == {
        "memory": {"on", "off"},
        "verbose": {"on", "off"},
        "trace": {"on", "off", "raw"},
    }
