"""Section A of the public reports: budgets, deadlines and cancellation."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from recall_sidecar.errors import ModelTimeout, ModelUnreachable
from recall_sidecar.llm.port import Finished, TextDelta, Usage
from recall_sidecar.outcomes import Recalled
from recall_sidecar.testing import FakeClock, calls, says
from tests.cases.world import World
from tests.waiting import until

PERMIT = "- The permit for the shed was filed with the county on 3 May.\n"
ASKED = "what happened to the permit for the shed?"
ANSWER = "[1] The shed permit was filed on 3 May."
QUICK = {"recall.timeout_ms": 400, "recall.extract": False}


def _late(error: Exception) -> list[Any]:
    return [60.0, error]


@pytest.mark.parametrize(
    "script",
    [
        pytest.param([60.0], id="I-001 the model never answers"),
        pytest.param(_late(ModelUnreachable("503")), id="I-001 the provider fails after the budget"),
        pytest.param(_late(ModelTimeout("read")), id="I-001 the library's own limit is longer"),
        pytest.param([*[0.05, TextDelta(" ")] * 400], id="I-005 the reply drips without end"),
    ],
)
async def test_one_budget_holds_for_everything(world: World, script: list[Any]) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start({**QUICK, "model.fallback": "mock/other"})
    world.model.enqueue(script)

    answer = await world.turn(ASKED)
    await until(lambda: world.cache.in_flight == 0)

    assert answer.said[0] == "timeout"
    assert answer.block == ""
    assert answer.trace.budget_ms == 200
    assert (len(world.model.requests), world.model.open_streams) == (1, 0)


@pytest.mark.parametrize(
    ("timeout_ms", "host_ms", "budget_ms"),
    [
        pytest.param(20_000, 5_000, 4_750, id="I-004 the host's limit is the smaller one"),
        pytest.param(5_000, 20_000, 4_750, id="I-004 our own limit is the smaller one"),
        pytest.param(3_000, None, 2_750, id="I-005 nothing is added to the budget"),
        pytest.param(300_000, None, 299_750, id="I-016 slow machines may take five minutes"),
    ],
)
async def test_the_budget_is_the_smaller_limit_on_every_turn(
    world: World, timeout_ms: int, host_ms: int | None, budget_ms: int
) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start({"recall.timeout_ms": timeout_ms})
    world.model.enqueue(says("NONE"), says("NONE"))

    first = await world.turn(ASKED, budgetMs=host_ms)
    second = await world.turn("where is the permit for the shed?", budgetMs=host_ms)

    assert [first.trace.budget_ms, second.trace.budget_ms] == [budget_ms, budget_ms]


async def test_i_004_a_caller_that_hangs_up_ends_its_recall(world: World) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start()
    world.model.enqueue([60.0])

    turn = asyncio.get_running_loop().create_task(world.turn(ASKED), name="turn")
    await until(lambda: world.model.open_streams == 1)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await until(lambda: world.cache.in_flight == 0)

    assert world.model.open_streams == 0


async def test_i_002_what_the_model_reads_does_not_grow_with_the_workspace(world: World) -> None:
    world.write("MEMORY.md", PERMIT)
    for number in range(200):
        world.write(f"memory/large-{number}.md", f"# Log {number}\n" + f"- step {number} of the log\n" * 150)
        world.write(f"skills/skill-{number}.md", "a permit for everything\n" * 50)
    await world.start()
    world.model.enqueue(says(ANSWER))

    answer = await world.turn(ASKED)

    assert answer.said[0] == "ok"
    assert len(world.shown_to_model()) < 12_000
    assert "a permit for everything" not in world.shown_to_model()
    assert {"memory", "need", "model"} <= {span.name for span in answer.trace.spans}


async def test_i_007_turns_that_time_out_leave_nothing_behind(world: World) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start({"recall.timeout_ms": 260, "recall.extract": False, "recall.breaker_max_timeouts": 20})
    world.model.enqueue(*[[60.0]] * 40)
    before = len(asyncio.all_tasks())

    # Ten milliseconds are left of each budget.
    answers = [await world.turn(f"{ASKED} and {number}?") for number in range(19)]
    await until(lambda: len(asyncio.all_tasks()) <= before)

    assert {answer.said[0] for answer in answers} == {"timeout"}
    assert (world.model.open_streams, world.cache.in_flight) == (0, 0)


async def test_i_008_a_turn_never_waits_for_itself(world: World) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start()
    world.model.enqueue([0.2, *says(ANSWER)], says(ANSWER))

    same, equal, other = await asyncio.gather(
        world.turn(ASKED), world.turn(ASKED), world.turn("who has the permit for the shed?")
    )

    assert [answer.said[0] for answer in (same, equal, other)] == ["ok", "ok", "ok"]
    assert [same.trace.cache, equal.trace.cache] == ["miss", "joined"]
    assert len(world.model.requests) == 2


@pytest.mark.parametrize(
    ("replies", "made"),
    [
        pytest.param([says(ANSWER)], 1, id="I-010 a plain question costs one call"),
        pytest.param(
            [calls("memory_search", query="permit"), says(ANSWER)], 2, id="I-010 one more search costs two"
        ),
        pytest.param(
            [calls("memory_search", query="permit")] * 2,
            2,
            id="I-010 a model that searches for ever is stopped",
        ),
    ],
)
async def test_calls_are_bounded(world: World, replies: list[list[Any]], made: int) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start()
    world.model.enqueue(*replies)

    await world.turn(ASKED)

    assert len(world.model.requests) == made


@pytest.mark.parametrize(
    ("extract", "said", "marks"),
    [
        pytest.param(
            True, ("ok", "timeout"), "From memory (extract, MEMORY.md): ", id="I-011 the best passage answers"
        ),
        pytest.param(False, ("timeout", "model"), "", id="I-011 or the time-out is said to be one"),
    ],
)
async def test_evidence_is_never_called_nothing(
    world: World, extract: bool, said: tuple[str, str], marks: str
) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start({"recall.timeout_ms": 400, "recall.extract": extract})
    world.model.enqueue([60.0])

    answer = await world.turn(ASKED)

    assert answer.said == said
    assert marks in answer.block


async def test_i_013_the_loop_runs_while_fifty_turns_search(world: World) -> None:
    """Every test runs under a guard: a blocking call on the loop would raise and end in `failed`."""
    for number in range(60):
        lines = (
            f"- locker {number}-{row} holds item{number * 100 + row} of the club\n" for row in range(100)
        )
        world.write(f"memory/lockers-{number}.md", "".join(lines))
    await world.start(model=False)

    answers = await asyncio.gather(
        *(
            world.turn(f"where is item{number * 100 + 7}?", sessionKey=f"agent:main:direct:{number}")
            for number in range(50)
        )
    )

    assert all(f"item{number * 100 + 7} " in answer.block for number, answer in enumerate(answers))


async def test_i_014_moving_the_wall_clock_does_not_move_the_budget(world: World) -> None:
    clock = FakeClock()
    world.clock = clock
    world.write("MEMORY.md", PERMIT)
    await world.start()
    world.model.enqueue([0.05, *says(ANSWER)])

    turn = asyncio.get_running_loop().create_task(world.turn(ASKED), name="turn")
    await until(lambda: world.model.open_streams == 1)
    clock.set_wall(clock.now() - timedelta(hours=1))

    assert (await turn).said[0] == "ok"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("[1] The permit was filed. The county wi", "The permit was filed.", id="I-017 whole sentences are used"),
        pytest.param("[9] The permit was filed. The county wi", None, id="I-017 a passage that was not shown"),
        pytest.param("The permit was filed. The county wi", None, id="I-017 no passage at all"),
        pytest.param("[1] The permit w", None, id="I-017 not one whole clause"),
    ],
)  # fmt: skip
async def test_work_before_the_deadline_is_used_only_when_it_is_grounded(
    world: World, text: str, said: str | None
) -> None:
    world.write("MEMORY.md", PERMIT)
    await world.start({**QUICK, "recall.soft_budget_ms": 50})
    world.model.enqueue([TextDelta(text), 60.0], [TextDelta("NONE"), Finished("stop", Usage())])

    answer = await world.turn(ASKED)
    again = await world.turn(ASKED)

    if said is None:
        assert answer.said[0] == "timeout"
    else:
        assert isinstance(answer.outcome, Recalled)
        assert answer.said[0] == "timeout_partial"
        assert f"From memory (cut short, MEMORY.md): “{said}”" in answer.block
    assert again.said[0] == "empty"
    assert again.trace.cache == "miss"
