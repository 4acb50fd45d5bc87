"""The real commands over real notes, each as somebody would type it, with no daemon running."""

import gc
from collections.abc import Iterator

import pytest

from recall_sidecar.cli.main import main
from recall_sidecar.paths import Paths

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def notes(paths: Paths) -> Iterator[None]:
    """Set up an installation with one note and no model, and thaw what its daemon froze."""
    workspace = paths.config_dir.parent / "workspace"
    workspace.mkdir(parents=True)
    (workspace / "MEMORY.md").write_text("# Memory\n\n- The user likes oolong tea, not too hot.\n", "utf-8")
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text(
        f'[[memory.folders]]\npath = "{workspace}"\n[model]\nuse_turn_model = false\n[trace]\nhistory = true\n',
        "utf-8",
    )
    yield
    gc.unfreeze()


def test_the_index_reads_the_notes(capsys: Capture) -> None:
    assert main(["index", "--rebuild"]) == 0

    assert "1 passages in 1 files" in capsys.readouterr().out


def test_a_search_finds_the_note(capsys: Capture) -> None:
    assert main(["index"]) == 0

    assert main(["search", "oolong", "tea"]) == 0

    assert "MEMORY.md" in capsys.readouterr().out


def test_a_turn_recalls_the_note_and_is_listed_afterwards(capsys: Capture) -> None:
    assert main(["index"]) == 0

    assert main(["recall", "which oolong tea do I like?"]) == 0
    assert "The user likes oolong tea, not too hot." in capsys.readouterr().out
    assert main(["trace"]) == 0

    assert "agent:main:main" in capsys.readouterr().out


def test_a_session_that_was_switched_off_recalls_nothing(capsys: Capture) -> None:
    assert main(["command", "/active-memory off", "--session", "agent:main:main"]) == 0
    assert capsys.readouterr().out == "Active Memory: off for this session.\n"

    assert main(["recall", "which oolong tea do I like?"]) == 0

    shown = capsys.readouterr().out
    assert "status=skipped" in shown
    assert "oolong tea, not too hot" not in shown


def test_memory_that_was_switched_off_for_everybody_stays_off(paths: Paths, capsys: Capture) -> None:
    assert main(["command", "/active-memory off --global"]) == 0
    assert capsys.readouterr().out == "Active Memory: off globally.\n"

    assert main(["command", "/active-memory status --global"]) == 0

    assert capsys.readouterr().out == "Active Memory: off globally.\n"
    assert "enabled" not in paths.config_file.read_text()


def test_status_without_a_daemon_says_how_to_start_one(capsys: Capture) -> None:
    assert main(["status"]) == 1

    assert "recall-sidecar serve" in capsys.readouterr().err


def test_doctor_finds_the_notes(capsys: Capture) -> None:
    main(["doctor"])

    assert "has 1 file (layout openclaw)" in capsys.readouterr().out
