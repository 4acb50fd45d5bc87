"""`recall-sidecar install openclaw` as a person uses it."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.install import execute
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.pidfile import DaemonNote, StateLock
from tests.cli.conftest import Parse
from tests.hosts.openclaw.install.desk import CONFIG, Desk

Run = Callable[..., int]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "desk")


@pytest.fixture
def run(desk: Desk, parse: Parse) -> Run:
    """Return a way to run the command; `answer` is what somebody answers, without it nobody is there."""

    def _run(*words: str, answer: str | None = None) -> int:
        def ask(_: str) -> str:
            if not answer:
                raise EOFError
            return answer

        terminal = Terminal(lambda: answer is not None, ask)
        return execute(parse("install", "openclaw", *words), desk.machine, terminal)

    return _run


def test_a_dry_run_shows_everything_and_changes_nothing(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--dry-run") == 0

    out = capsys.readouterr().out
    assert f"OpenClaw's configuration: {desk.config_file}" in out
    assert "- plugins.entries.active-memory.enabled: true" in out
    assert "+ plugins.entries.recall-sidecar.hooks.allowConversationAccess: true" in out
    assert 'agents = [\n      "main",\n  ]' in out
    assert "read your conversations" in out
    assert "Nothing was changed" in out
    assert desk.config == CONFIG
    assert desk.changing_calls == []
    assert not desk.paths.state_dir.exists()


def test_no_secret_is_shown(run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    config = {**CONFIG, "plugins": {**CONFIG["plugins"]}}
    config["plugins"]["entries"] = {
        **CONFIG["plugins"]["entries"],
        "recall-sidecar": {"config": {"tokenFile": "SECRET-by-mistake"}},
    }
    desk.write_config(config)

    run("--yes")
    run("--uninstall", "--yes")

    shown = capsys.readouterr()
    assert "(hidden)" in shown.out
    assert "SECRET" not in shown.out + shown.err


@pytest.mark.parametrize(
    ("words", "answer", "code", "installed"),
    [
        pytest.param(["--yes"], None, 0, True, id="--yes is a yes"),
        pytest.param([], "y", 0, True, id="y is a yes"),
        pytest.param([], "YES ", 0, True, id="yes is one too"),
        pytest.param([], "n", 1, False, id="n is a no"),
        pytest.param([], "", 1, False, id="no answer is a no"),
        pytest.param([], None, 2, False, id="with nobody to be asked it is refused"),
    ],
)
def test_it_is_done_when_somebody_says_so(
    run: Run, desk: Desk, words: list[str], answer: str | None, code: int, installed: bool
) -> None:
    assert run(*words, answer=answer) == code

    assert desk.copy.exists() is installed
    assert (desk.config == CONFIG) is not installed


def test_with_nobody_to_be_asked_the_remedy_is_told(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run()

    assert "--yes" in capsys.readouterr().err


def test_it_says_what_to_do_next(run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    (desk.folder / "user/.claude/projects/-app/memory").mkdir(parents=True)
    run("--yes")

    out = capsys.readouterr().out
    assert "recall-sidecar serve" in out
    assert "/recall status" in out
    assert "recall-sidecar doctor" in out
    assert f'`name = "host"` under [model] in {desk.paths.config_file}' in out
    assert "--uninstall" in out
    assert "Claude Code keeps memory in ~/.claude; to add it:" in out


def test_a_daemon_that_runs_is_not_to_be_started(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    with StateLock(desk.paths) as lock:
        lock.announce(DaemonNote(os.getpid(), 5, "/run/other.sock", "0.1.0", datetime.now(UTC)))
        run("--yes")

    assert "The daemon runs." in capsys.readouterr().out
    settings = desk.config["plugins"]["entries"]["recall-sidecar"]["config"]
    assert (settings["socketPath"], settings["url"]) == ("/run/other.sock", "http://127.0.0.1:5")


def test_it_is_said_when_recall_is_switched_off(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.paths.state_dir.mkdir(parents=True)
    desk.paths.overrides_file.write_text("[gate]\nenabled = false\n")

    run("--yes")

    assert "/recall on --global" in capsys.readouterr().out


def test_a_second_run_has_nothing_to_do(run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    run("--yes")
    config, calls = desk.config_file.read_bytes(), desk.changing_calls
    capsys.readouterr()

    assert run() == 0

    assert "Nothing to do." in capsys.readouterr().out
    assert desk.config_file.read_bytes() == config
    assert desk.changing_calls == calls


def test_a_later_version_is_brought_up_to_date(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--yes")
    desk.ship("0.0.9")

    assert run("--yes") == 0

    out = capsys.readouterr().out
    assert "OpenClaw's copy of the plugin, version 0.1.0, will be replaced" in out
    assert "runs the new code" in out
    assert json.loads((desk.copy / "package.json").read_text())["version"] == "0.0.9"


def test_settings_of_ours_are_never_rewritten(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.paths.config_dir.mkdir(parents=True)
    desk.paths.config_file.write_text("[gate]\nagents = []\n")

    assert run("--yes") == 0

    out = capsys.readouterr().out
    assert desk.paths.config_file.read_text() == "[gate]\nagents = []\n"
    assert "exists and stays as it is" in out
    assert "[[memory.folders]]" in out


def test_settings_of_ours_that_are_wrong_stop_it(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.paths.config_dir.mkdir(parents=True)
    desk.paths.config_file.write_text("[gate]\nenabled = 1\n")

    assert run("--yes") == 2

    assert "gate.enabled (config.toml:2)" in capsys.readouterr().err
    assert desk.config == CONFIG


def test_what_stands_in_the_way_is_told(run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.write_config({"plugins": {"deny": ["recall-sidecar"]}})

    assert run("--yes", "--force") == 1

    assert "plugins.deny" in capsys.readouterr().err
    assert desk.changing_calls == []


def test_what_would_be_lost_is_only_given_up_by_force(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.write_config({**CONFIG, "memory": {}})

    refused = run("--yes")
    said, before = capsys.readouterr().err, desk.changing_calls
    forced = run("--yes", "--force")

    assert (refused, before) == (1, [])
    assert "rememberAcrossConversations, for main" in said
    assert "two recalls" in said
    assert forced == 0
    assert desk.config["plugins"]["entries"]["active-memory"]["enabled"] is False


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        pytest.param({"OPENCLAW_CONFIG_READONLY": "1"}, "OPENCLAW_CONFIG_READONLY", id="read-only"),
        pytest.param({"OPENCLAW_NIX_MODE": "1"}, "Nix", id="made by Nix"),
    ],
)
def test_a_configuration_that_is_made_elsewhere_gets_a_snippet(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str], variables: dict[str, str], why: str
) -> None:
    desk.variables.update(variables)

    assert run("--yes") == 1

    shown = capsys.readouterr()
    snippet = json.loads(shown.out[shown.out.index("{") :])
    assert why in shown.err
    assert snippet["plugins"]["load"]["paths"] == [str(desk.plugin)]
    assert snippet["plugins"]["entries"]["active-memory"] == {"enabled": False}
    assert desk.config == CONFIG
    assert not desk.paths.config_file.exists()


def test_a_configuration_that_is_made_elsewhere_and_has_it_all_only_lacks_our_settings(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--yes")
    desk.paths.config_file.unlink()
    desk.variables["OPENCLAW_NIX_MODE"] = "1"
    capsys.readouterr()

    assert run("--yes") == 0

    assert "import-openclaw" in capsys.readouterr().out


def test_our_settings_alone_are_written_where_openclaw_has_everything(run: Run, desk: Desk) -> None:
    run("--yes")
    desk.paths.config_file.unlink()
    calls = desk.changing_calls

    assert run("--yes") == 0

    assert desk.paths.config_file.exists()
    assert desk.changing_calls == calls


def test_without_the_command_openclaw_the_commands_are_printed(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.without_openclaw()

    assert run("--yes") == 1

    shown = capsys.readouterr()
    assert "no `openclaw` command on the PATH" in shown.err
    assert f"openclaw plugins install {desk.plugin} --force --accept-capabilities" in shown.out
    assert "import-openclaw" in shown.out
    assert desk.config == CONFIG


def test_it_is_taken_back(run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    run("--yes")
    capsys.readouterr()

    assert run("--uninstall", answer="y") == 0

    assert "+ plugins.entries.active-memory.enabled: true" in capsys.readouterr().out
    assert desk.config == CONFIG
    assert desk.paths.config_file.exists()


def test_a_daemon_that_outlives_the_plugin_is_named(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--yes")
    run("--uninstall", "--yes")
    without = capsys.readouterr().out
    run("--yes")

    with StateLock(desk.paths) as lock:
        lock.announce(DaemonNote(os.getpid(), 5, "/run/other.sock", "0.1.0", datetime.now(UTC)))
        run("--uninstall", "--yes")

    assert "still runs" not in without
    assert f"end it: kill {os.getpid()}" in capsys.readouterr().out


def test_taking_back_twice_is_harmless(run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    run("--yes")
    run("--uninstall", "--yes")

    assert run("--uninstall", "--yes") == 0

    assert "Nothing to do." in capsys.readouterr().out
    assert desk.config == CONFIG


@pytest.mark.parametrize(
    ("words", "answer", "code"),
    [
        pytest.param(["--dry-run"], None, 0, id="a dry run"),
        pytest.param([], "n", 1, id="a no"),
        pytest.param([], None, 2, id="nobody to be asked"),
    ],
)
def test_nothing_is_taken_back_unless_somebody_says_so(
    run: Run, desk: Desk, words: list[str], answer: str | None, code: int
) -> None:
    run("--yes")
    config = desk.config

    assert run("--uninstall", *words, answer=answer) == code

    assert desk.config == config
    assert desk.copy.exists()


def test_without_a_receipt_it_is_said_what_is_not_known(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--yes")
    desk.machine.receipts.drop(desk.config_file)

    assert run("--uninstall", "--yes") == 0

    assert "What was there before is not known" in capsys.readouterr().out
    assert not desk.copy.exists()
    assert desk.config["plugins"]["entries"] == {
        "active-memory": {**CONFIG["plugins"]["entries"]["active-memory"], "enabled": False}
    }


def test_what_cannot_be_written_is_taken_back_by_hand(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--yes")
    desk.variables["OPENCLAW_CONFIG_READONLY"] = "1"
    config = desk.config

    assert run("--uninstall", "--yes") == 1

    shown = capsys.readouterr()
    plugins = json.loads(shown.out[shown.out.index("{\n") :])["plugins"]
    assert "OPENCLAW_CONFIG_READONLY=1" in shown.err
    assert "where a key is null" in shown.err
    assert plugins["entries"] == {"active-memory": {"enabled": True}, "recall-sidecar": None}
    assert desk.config == config


def test_without_the_command_openclaw_it_is_taken_back_with_commands(
    run: Run, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    run("--yes")
    desk.without_openclaw()

    assert run("--uninstall", "--yes") == 1

    out = capsys.readouterr().out
    assert "openclaw plugins uninstall recall-sidecar --force\nopenclaw config patch --stdin" in out
    assert '"recall-sidecar": null' in out


def test_the_configuration_can_be_named(run: Run, desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")

    assert run("--config", str(other), "--yes") == 0

    assert "recall-sidecar" in json.loads(other.read_text())["plugins"]["entries"]
    assert desk.config == CONFIG


def test_a_configuration_that_is_not_there_is_a_sentence(run: Run, tmp_path: Path) -> None:
    with pytest.raises(RecallSidecarError, match="--config"):
        run("--config", str(tmp_path / "none.json"))


def test_the_command_finds_this_users_installation(
    desk: Desk, parse: Parse, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in desk.environment.items():
        monkeypatch.setenv(name, value)
    arguments = parse("install", "openclaw", "--dry-run")

    assert arguments.run(arguments) == 0
    assert str(desk.paths.socket_file) in capsys.readouterr().out
