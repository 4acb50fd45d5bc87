"""The demo: a real daemon over the sample notes, and what it shows of each turn."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from recall_sidecar.cli.demo import TURNS
from recall_sidecar.errors import RecallSidecarError
from tests.cli.conftest import Parse


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give temporary folders a place to look into; a short one, for the path of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="t-") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


@pytest.fixture
def run(parse: Parse) -> Callable[..., int]:
    """Return a way to run the demo with these flags."""

    def _run(*words: str) -> int:
        arguments = parse("demo", *words)
        code: int = arguments.run(arguments)
        return code

    return _run


def test_it_shows_a_turn_recalled_one_in_chinese_one_with_nothing_and_one_skipped(
    run: Callable[..., int], temporary: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run() == 0

    shown = capsys.readouterr().out
    parts = shown.split("=" * 100)[1:]
    assert [turn.title in part for turn, part in zip(TURNS, parts, strict=True)] == [True] * 4
    recalled, chinese, nothing, skipped = parts
    assert "<active_memory_plugin>" in recalled
    assert "status=ok" in recalled
    assert "猫" in chinese.partition("What goes before the prompt")[2]
    assert "status=empty" in nothing
    assert "(nothing)" in nothing
    assert "status=skipped" in skipped
    assert "chat" in skipped.partition("status=skipped")[2]
    # What was set up for it is gone, and the user's own installation was not touched.
    assert list(temporary.iterdir()) == []
    assert not home.exists()


def test_a_daemon_that_does_not_start_is_told_with_its_own_words(
    run: Callable[..., int], temporary: Path
) -> None:
    with pytest.raises(RecallSidecarError, match=r"did not get ready: .*model\.name"):
        run("--model", "no-provider-in-it")

    assert list(temporary.iterdir()) == []
