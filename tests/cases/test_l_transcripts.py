"""Section L of the public reports: what is written to disk, and what is not."""

import json
from pathlib import Path

import pytest

from recall_sidecar.testing import says
from tests.cases.world import World

KEY = "sk-proj-abc123DEF456ghi789JKL012mno345"
ASKED = "what is the key of the weather service?"


def _written(world: World) -> dict[Path, str]:
    files = (file for file in world.home.rglob("*") if file.is_file())
    return {file: file.read_text(errors="replace") for file in files}


@pytest.mark.parametrize(
    ("keep", "files"),
    [
        pytest.param(False, 0, id="I-106 nothing is written, not even for a moment"),
        pytest.param(True, 1, id="I-106 one file a run when asked for"),
    ],
)
async def test_transcripts_are_written_only_when_asked_for(world: World, keep: bool, files: int) -> None:
    world.write("MEMORY.md", "- The weather service key is kept in the vault.\n")
    await world.start({"trace.persist_transcripts": keep})
    world.model.enqueue(says("[1] The key is kept in the vault."))

    await world.turn(ASKED)
    await world.pipeline.aclose()

    transcripts = [file for file in _written(world) if file.suffix == ".jsonl"]
    assert len(transcripts) == files
    assert all(file.is_relative_to(world.home / "state" / "transcripts") for file in transcripts)
    assert not any(file.suffix == ".tmp" for file in _written(world))


async def test_i_107_counters_do_not_need_transcripts(world: World) -> None:
    world.write("MEMORY.md", "- The weather service key is kept in the vault.\n")
    await world.start()
    world.model.enqueue(says("[1] The key is kept in the vault."))

    answer = await world.turn(ASKED)

    (call,) = answer.trace.model_calls
    totals = world.spend.totals()
    assert (call.input_tokens, call.output_tokens) == (100, 10)
    assert (totals.calls, totals.input_tokens, totals.output_tokens) == (1, 100, 10)


@pytest.mark.parametrize(
    "noted",
    [
        pytest.param(KEY, id="I-106 as it is"),
        pytest.param(f"{KEY[:9]}\u200b{KEY[9:]}", id="I-106 broken up by a zero-width space"),
        pytest.param(f"{KEY[:2]}\u00ad{KEY[2:20]}\u2060{KEY[20:]}", id="I-106 broken up by other invisible signs"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("model", [True, False])
async def test_no_secret_is_written_whoever_said_it(world: World, noted: str, model: bool) -> None:
    """The note, the user, the history and the model itself each say it."""
    world.write("MEMORY.md", f"- The weather service key is {noted}.\n")
    await world.start({"trace.persist_transcripts": True}, model=model)
    world.model.enqueue(says(f"[1] The weather service key is {noted}."))
    history = [{"role": "user", "content": f"try {KEY}"}, {"role": "assistant", "content": f"tried {KEY}"}]

    answer = await world.turn(f"{ASKED} not {KEY}?", event={"messages": history})
    await world.pipeline.aclose()

    assert answer.said[0] == "ok"
    assert KEY not in json.dumps(answer.wire) + repr(answer.trace) + world.shown_to_model()
    files = {file: text for file, text in _written(world).items() if "sqlite" not in file.name}
    assert any(file.suffix == ".jsonl" for file in files) is model
    assert "weather service key is [" in answer.block
    assert not any(KEY in text for text in files.values())
