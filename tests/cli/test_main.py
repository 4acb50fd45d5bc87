"""The entry point: quick help, exit codes that mean something, and a quiet end when nobody reads on."""

import importlib
import io
import subprocess
import sys
from types import SimpleNamespace

import pytest

from recall_sidecar.cli import main as cli
from recall_sidecar.cli.main import COMMANDS, Entry, main
from recall_sidecar.errors import (
    AlreadyRunning,
    MemoryStoreError,
    PromptStyleError,
    SettingsError,
    SettingsProblem,
)


def _stand_in(monkeypatch: pytest.MonkeyPatch, ends: BaseException | int) -> None:
    def run(_arguments: object) -> int:
        if isinstance(ends, BaseException):
            raise ends
        return ends

    module = SimpleNamespace(NAME="go", HELP="Go.", add_arguments=lambda _parser: None, run=run)
    monkeypatch.setattr(cli, "COMMANDS", (Entry("go", "stand_in", "go"),))
    monkeypatch.setitem(sys.modules, "stand_in", module)


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_command_keeps_the_contract_of_its_module(entry: Entry) -> None:
    module = importlib.import_module(entry.module)

    assert entry.name == module.NAME
    assert module.HELP
    assert callable(module.add_arguments)
    assert callable(module.run)


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_the_help_of_every_command_shows_examples(entry: Entry, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([entry.name, "--help"]) == 0

    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert f"recall-sidecar {entry.name}" in shown


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0

    shown = capsys.readouterr().out
    assert [entry.name for entry in COMMANDS if f"\n    {entry.name}" not in shown] == []


def test_without_a_command_the_help_is_shown_and_the_code_is_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 2
    assert "first steps:" in capsys.readouterr().err


def test_an_unknown_command_is_a_usage_error_that_names_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dance"]) == 2
    assert "'doctor'" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("recall-sidecar 0.")


@pytest.mark.parametrize(
    ("ends", "code", "words"),
    [
        pytest.param(0, 0, "", id="done"),
        pytest.param(1, 1, "", id="a command says it failed"),
        pytest.param(
            MemoryStoreError("index locked"), 1, "recall-sidecar: index locked\n", id="an error of ours"
        ),
        pytest.param(
            PermissionError("not yours"), 1, "recall-sidecar: not yours\n", id="an error of the system"
        ),
        pytest.param(
            PromptStyleError("no such style"), 2, "recall-sidecar: no such style\n", id="a prompt style"
        ),
        pytest.param(
            SettingsError((SettingsProblem("gate.x", "config.toml", "unknown"),)),
            2,
            "recall-sidecar: gate.x (config.toml): unknown\n",
            id="settings",
        ),
        pytest.param(
            AlreadyRunning("pid 7 runs"), 3, "recall-sidecar: pid 7 runs\n", id="it could not start"
        ),
        pytest.param(KeyboardInterrupt(), 130, "", id="interrupted"),
    ],
)
def test_how_a_command_ends(
    ends: BaseException | int,
    code: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _stand_in(monkeypatch, ends)

    assert main(["go"]) == code
    assert capsys.readouterr().err == words


def test_output_that_nobody_reads_ends_quietly() -> None:
    program = "import sys; from recall_sidecar.cli.main import main; sys.exit(main(['--help']))"
    reader = subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.stdin.read(); {program}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert reader.stdin is not None
    assert reader.stdout is not None
    assert reader.stderr is not None

    # Closed before the program writes: it has to find that nobody reads.
    reader.stdout.close()
    reader.stdin.close()

    complaint = reader.stderr.read()
    reader.stderr.close()
    assert (reader.wait(60), complaint) == (0, "")


def test_output_that_the_terminal_cannot_spell_is_replaced() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from recall_sidecar.cli.main import main; main([]); print('🧩')"],
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=True,
    )

    assert done.stdout == b"?\n"


def test_output_that_is_no_file_of_the_system_is_written_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = io.StringIO()
    monkeypatch.setattr("sys.stdout", plain)

    assert main(["--version"]) == 0

    assert plain.getvalue().startswith("recall-sidecar")
