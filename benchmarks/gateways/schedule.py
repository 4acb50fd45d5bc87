"""In which order turns are taken: the comparison, the turn after a recall, and a gateway whose daemon is gone."""

import asyncio
import itertools
from collections.abc import Iterator

from benchmarks.gateways.measured import MeasuredTurn
from benchmarks.gateways.progress import Progress
from benchmarks.gateways.results import Compared, Down, NextTurns
from benchmarks.gateways.rig import Rig
from benchmarks.gateways.scale import Scale
from benchmarks.gateways.sides import Ours, Side
from tests.openclaw.facts import FACTS, Fact

__all__ = ["compare", "next_turns", "without_daemon"]


async def compare(rig: Rig, scale: Scale, latency_ms: int, facts: Iterator[Fact], say: Progress) -> Compared:
    """Take turns on both sides by turns, each in a session of its own, and leave out the first few."""
    await rig.provider.set(latency_ms=latency_ms)
    session = f"agent:main:bench-{latency_ms}"
    taken: list[list[MeasuredTurn]] = [[], []]
    say.stage(f"bundled active-memory and ours, model at {latency_ms} ms", 2 * (scale.warm_up + scale.turns))
    cpu_ms = [0.0, 0.0]
    for number in range(scale.warm_up + scale.turns):
        if number == scale.warm_up:
            cpu_ms = [side.cpu_ms() for side in rig.sides]
        fact = next(facts)
        # Who goes first changes, so that neither always runs in the wake of the other.
        for which in (0, 1) if number % 2 else (1, 0):
            taken[which].append(await rig.sides[which].turn(fact.question, session, fact=fact))
            await asyncio.sleep(scale.pause_s / 2)
            say.step()
    peer, ours = (turns[scale.warm_up :] for turns in taken)
    cpu_peer, cpu_ours = (
        (side.cpu_ms() - begun) / scale.turns for side, begun in zip(rig.sides, cpu_ms, strict=True)
    )
    return Compared(peer, ours, cpu_peer, cpu_ours)


async def next_turns(side: Side, pairs: int, scale: Scale, say: Progress) -> NextTurns:
    """Measure, in pairs, how long the turn after a recall and the turn after none took to reach the main model.

    Both are turns of one session in which recall is off, so that they differ in what went before alone: a turn of a
    session with recall, or of another without. Their order within a pair changes from pair to pair.
    """
    on, off, measured = (f"agent:main:after-{name}" for name in ("on", "off", "measured"))
    for session in (off, measured):
        await side.switch_off(session)
    questions = itertools.cycle(fact.question for fact in FACTS)
    taken: list[dict[str, MeasuredTurn]] = []
    say.stage(f"the turn after a recall ({type(side).__name__.lower()})", 4 * (pairs + 1))
    for number in range(pairs + 1):
        after: dict[str, MeasuredTurn] = {}
        for before in (on, off) if number % 2 else (off, on):
            earlier = await side.turn(next(questions), before)
            if (earlier.calls > 0) != (before == on):
                message = f"no pair: {earlier.calls} calls in the session {before}"
                raise RuntimeError(message)
            say.step()
            await asyncio.sleep(scale.short_pause_s)
            after[before] = await side.turn(f"Say something about number {number}.", measured)
            say.step()
            await asyncio.sleep(scale.short_pause_s)
        taken.append(after)
    # The first turns of a session are the host's own warming.
    kept = taken[1:]
    return NextTurns(
        [(after[on].to_main_ms, after[off].to_main_ms) for after in kept],
        [turn.in_hook_ms for after in kept for turn in after.values()],
    )


async def without_daemon(side: Ours, scale: Scale, say: Progress) -> Down:
    """Stop the daemon and take turns."""
    since = side.line_count()
    await side.stop_daemon()
    say.stage("ours with its daemon stopped", scale.down)
    turns: list[MeasuredTurn] = []
    for _, fact in zip(range(scale.down), itertools.cycle(FACTS), strict=False):
        turns.append(await side.turn(fact.question, "agent:main:down"))
        say.step()
        await asyncio.sleep(scale.short_pause_s)
    return Down(turns, side.plugin_lines(since))
