"""The benchmark of tracing measures something, and its command prints it."""

import json
from pathlib import Path

import pytest

from benchmarks import tracing


async def test_recording_a_turn_takes_longer_than_recording_nothing(tmp_path: Path) -> None:
    added, off = await tracing.measure(tmp_path, 40)

    assert added.count == off.count == 40
    assert added.p50 > 0


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert tracing.main(["--json", "--pairs", "20"]) == 0

    assert json.loads(capsys.readouterr().out)["tracing_us_p50"] > 0
