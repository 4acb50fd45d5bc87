"""What becomes of a turn whatever breaks, step by fault: the promise to the host."""

import asyncio
from typing import Any

import pytest

from recall_sidecar import inject
from recall_sidecar.errors import (
    MemoryStoreError,
    ModelRefused,
    ModelReplyInvalid,
    ModelTimeout,
    ModelUnreachable,
)
from recall_sidecar.llm.port import Finished, TextDelta, Usage
from recall_sidecar.outcomes import reason_of, status_word
from recall_sidecar.testing import MemoryFixture, says
from tests.harness import ANSWER, Build
from tests.waiting import until

RUBBISH = says("Sure! Here is what I found about tea, let me know if you need more.")
HANG = [60.0]
LONG_TAIL: list[Any] = [TextDelta("[1] Mara likes oolong tea in the morning. She also"), 60.0]


def memory(**faults: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"memory": MemoryFixture(**faults)}


@pytest.mark.parametrize(
    ("parts", "script", "with_extract", "without_extract"),
    [
        pytest.param(
            memory(fails=MemoryStoreError("locked")),
            None,
            "unavailable memory",
            "unavailable memory",
            id="memory: fails",
        ),
        pytest.param(
            memory(fails=KeyError("bug")),
            None,
            "failed internal",
            "failed internal",
            id="memory: our own bug",
        ),
        pytest.param(memory(delay_s=60.0), None, "timeout memory", "timeout memory", id="memory: hangs"),
        pytest.param(
            memory(warning="embeddings down"),
            says(ANSWER),
            "ok",
            "ok",
            id="memory: a warning beside hits is harmless",
        ),
        pytest.param({}, [ModelUnreachable("refused")], "ok model", "failed model", id="model: unreachable"),
        pytest.param({}, [ModelRefused("401")], "ok model", "failed model", id="model: refuses"),
        pytest.param(
            {}, [ModelTimeout("slow")], "ok timeout", "timeout model", id="model: times out by itself"
        ),
        pytest.param({}, HANG, "ok timeout", "timeout model", id="model: hangs before the first word"),
        pytest.param(
            {}, LONG_TAIL, "timeout_partial", "timeout_partial", id="model: hangs after a grounded sentence"
        ),
        pytest.param(
            {},
            [TextDelta("[1] Mara li"), 60.0],
            "ok timeout",
            "timeout model",
            id="model: hangs in the first clause",
        ),
        pytest.param(
            {},
            [TextDelta("[9] Mara likes tea. And"), 60.0],
            "ok timeout",
            "timeout model",
            id="model: partial without ground",
        ),
        pytest.param(
            {},
            [TextDelta("[1] Mara"), ModelUnreachable("cut")],
            "ok model",
            "failed model",
            id="model: half a stream",
        ),
        pytest.param({}, [Finished("stop", Usage())], "failed reply", "failed reply", id="reply: empty"),
        pytest.param({}, RUBBISH, "failed reply", "failed reply", id="reply: small talk"),
        pytest.param(
            {}, says("Mara likes coffee."), "failed reply", "failed reply", id="reply: names no passage"
        ),
        pytest.param(
            {},
            says("[7] Mara likes tea."),
            "failed reply",
            "failed reply",
            id="reply: a passage it never saw",
        ),
        pytest.param(
            {},
            says('{"error": {"message": "overloaded"}}'),
            "failed reply",
            "failed reply",
            id="reply: a provider's error",
        ),
        pytest.param(
            {},
            says("[1] Tea. LLM request timed out."),
            "failed reply",
            "failed reply",
            id="reply: a time-out line after ground",
        ),
        pytest.param(
            {},
            [ModelReplyInvalid("no JSON")],
            "failed reply",
            "failed reply",
            id="reply: not in the protocol",
        ),
        pytest.param(
            {}, [RuntimeError("bug")], "failed internal", "failed internal", id="model: our own bug"
        ),
    ],
)
async def test_every_fault_of_every_step_has_its_outcome(
    build: Build, parts: dict[str, Any], script: list[Any] | None, with_extract: str, without_extract: str
) -> None:
    for extract, expected in ((True, with_extract), (False, without_extract)):
        fixture = parts.get("memory")
        fresh = (
            {"memory": MemoryFixture(fails=fixture.fails, delay_s=fixture.delay_s, warning=fixture.warning)}
            if fixture
            else {}
        )
        harness = await build({"recall.extract": extract, "recall.timeout_ms": 600}, **fresh)
        if script is not None:
            harness.model.enqueue(script)

        answer = await harness.pipeline.run(harness.turn())

        reason = reason_of(answer.outcome)
        assert f"{status_word(answer.outcome)} {reason or ''}".strip() == expected
        assert harness.model.open_streams == 0
        assert harness.services.cache.entries == (1 if expected == "ok" else 0)
        assert (answer.block != "") is expected.startswith(("ok", "timeout_partial"))


@pytest.mark.parametrize(
    ("parts", "script"),
    [
        pytest.param(memory(delay_s=60.0), None, id="memory"),
        pytest.param({}, HANG, id="model"),
        pytest.param({}, LONG_TAIL, id="model, in the middle of its reply"),
    ],
)
async def test_a_step_whose_caller_goes_away_is_cancelled_and_leaves_nothing(
    build: Build, parts: dict[str, Any], script: list[Any] | None
) -> None:
    harness = await build(**parts)
    if script is not None:
        harness.model.enqueue(script)
    before = len(asyncio.all_tasks())

    task = asyncio.get_running_loop().create_task(harness.pipeline.run(harness.turn()))
    await until(lambda: bool(harness.model.open_streams if script else harness.memory.searches))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await until(lambda: len(asyncio.all_tasks()) == before)
    assert harness.model.open_streams == 0


async def test_a_block_that_cannot_be_written_does_not_break_the_turn(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> str:
        raise KeyError

    harness = await build()
    harness.model.enqueue(says(ANSWER))
    monkeypatch.setattr(inject, "render", fails)

    answer = await harness.pipeline.run(harness.turn())

    assert (status_word(answer.outcome), reason_of(answer.outcome)) == ("failed", "internal")
    assert answer.block == ""
    assert harness.services.tracer.find(answer.trace_id) is not None
