"""Turns are taken in an order that favours neither side, and what is counted is what was asked for."""

import dataclasses
import io
import itertools
from dataclasses import dataclass, field
from typing import cast

import pytest

from benchmarks.gateways.measured import MeasuredTurn
from benchmarks.gateways.progress import Progress
from benchmarks.gateways.rig import Rig
from benchmarks.gateways.scale import QUICK
from benchmarks.gateways.schedule import compare, next_turns, without_daemon
from benchmarks.gateways.sides import Ours, Side
from tests.benchmarks.gateways.runs import turn
from tests.openclaw.facts import FACTS, Fact

SCALE = dataclasses.replace(QUICK, warm_up=1, turns=3, pause_s=0.0, short_pause_s=0.0, down=4)


@dataclass
class Script:
    """What was asked of all sides, in order."""

    asked: list[tuple[str, str, str]] = field(default_factory=list)
    latencies_ms: list[float] = field(default_factory=list)

    async def set(self, *, latency_ms: float) -> None:
        self.latencies_ms.append(latency_ms)


@dataclass
class FakeSide:
    """A side that recalls in every session that was not switched off; the turn after a recall takes 50 ms more."""

    name: str
    script: Script
    recalls: bool = True
    off: set[str] = field(default_factory=set)
    has_daemon: bool = True
    _recalled_last: bool = False
    _cpu_ms: float = 0.0

    async def turn(self, message: str, session: str, *, fact: Fact | None = None) -> MeasuredTurn:
        self.script.asked.append((self.name, message, session))
        self._cpu_ms += 100
        recalls = self.recalls and session not in self.off and self.has_daemon
        slow, self._recalled_last = self._recalled_last, recalls
        made = turn(calls=int(recalls), is_right=fact is not None)
        return dataclasses.replace(made, to_main_ms=450.0 if slow else 400.0)

    async def switch_off(self, session: str) -> None:
        self.off.add(session)

    def cpu_ms(self) -> float:
        return self._cpu_ms

    async def stop_daemon(self) -> None:
        self.has_daemon = False

    def line_count(self) -> int:
        return 7

    def plugin_lines(self, since: int) -> list[str]:
        return [f"a line after {since}"]


@dataclass
class FakeRig:
    provider: Script
    sides: tuple[FakeSide, FakeSide]


def quiet() -> Progress:
    return Progress(io.StringIO())


def fake_rig() -> tuple[Script, Rig]:
    script = Script()
    return script, cast("Rig", FakeRig(script, (FakeSide("peer", script), FakeSide("ours", script))))


async def test_both_sides_get_the_same_questions_and_who_goes_first_changes() -> None:
    script, rig = fake_rig()

    await compare(rig, SCALE, 300, itertools.cycle(FACTS), quiet())

    names = [name for name, _, _ in script.asked]
    questions = [question for _, question, _ in script.asked]
    assert names == ["ours", "peer", "peer", "ours", "ours", "peer", "peer", "ours"]
    assert questions[::2] == questions[1::2] == [fact.question for fact in FACTS[:4]]
    assert script.latencies_ms == [300]


async def test_turns_of_the_warming_are_not_counted() -> None:
    _, rig = fake_rig()

    found = await compare(rig, SCALE, 0, itertools.cycle(FACTS), quiet())

    assert (len(found.peer), len(found.ours)) == (3, 3)
    assert (found.cpu_peer_ms, found.cpu_ours_ms) == (100, 100)


async def test_what_a_turn_costs_the_next_one_is_found() -> None:
    side = FakeSide("ours", Script())

    found = await next_turns(cast("Side", side), 4, SCALE, quiet())

    assert found.pairs == [(450.0, 400.0)] * 4
    assert len(found.in_hook_ms) == 8


async def test_the_order_within_a_pair_changes() -> None:
    side = FakeSide("ours", Script())

    await next_turns(cast("Side", side), 2, SCALE, quiet())

    before = [session.rpartition("-")[2] for _, _, session in side.script.asked[::2]]
    timed = {session for _, _, session in side.script.asked[1::2]}
    assert before == ["off", "on", "on", "off", "off", "on"]
    assert len(timed) == 1
    assert timed < side.off


async def test_a_pair_whose_recall_did_not_take_place_is_an_error() -> None:
    side = FakeSide("ours", Script(), recalls=False)

    with pytest.raises(RuntimeError, match="no pair"):
        await next_turns(cast("Side", side), 1, SCALE, quiet())


async def test_turns_without_a_daemon_are_taken_after_it_was_stopped() -> None:
    side = FakeSide("ours", Script())

    found = await without_daemon(cast("Ours", side), SCALE, quiet())

    assert [made.calls for made in found.turns] == [0, 0, 0, 0]
    assert found.log_lines == ["a line after 7"]
