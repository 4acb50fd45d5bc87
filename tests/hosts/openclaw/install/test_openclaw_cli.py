"""OpenClaw's own command is run without a shell, and what it says is kept free of secrets."""

import json
from pathlib import Path

import pytest

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install import openclaw_cli
from recall_sidecar.hosts.openclaw.install.openclaw_cli import InstalledPlugin, OpenClaw
from tests.hosts.openclaw.install.desk import Desk

NAME = "recall-sidecar"


def openclaw(desk: Desk) -> OpenClaw:
    found = OpenClaw.find(desk.environment)
    assert found is not None
    return found


def program(desk: Desk, script: str) -> OpenClaw:
    (desk.programs / "openclaw").write_text(f"#!/bin/sh\n{script}\n")
    return openclaw(desk)


def test_a_command_that_is_not_on_the_path_is_not_found(desk: Desk) -> None:
    desk.without_openclaw()

    assert OpenClaw.find(desk.environment) is None
    assert OpenClaw.find({}) is None


def test_it_says_which_configuration_is_in_use(desk: Desk) -> None:
    assert openclaw(desk).config_file() == desk.config_file


def test_it_can_be_made_to_work_on_another_configuration(desk: Desk, tmp_path: Path) -> None:
    assert openclaw(desk).on(tmp_path / "other.json").config_file() == tmp_path / "other.json"


def test_it_names_the_workspaces(desk: Desk) -> None:
    assert openclaw(desk).workspaces() == {"main": str(desk.state / "workspace")}


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("echo no json", id="no JSON"),
        pytest.param("echo '[1, {}]'", id="JSON of another form"),
        pytest.param("exit 1", id="a failure"),
    ],
)
def test_a_question_that_is_not_answered_has_no_answer(desk: Desk, script: str) -> None:
    asked = program(desk, script)

    assert asked.config_file() is None
    assert asked.workspaces() == {}
    assert asked.plugin(NAME) is None


def test_a_configuration_that_openclaw_does_not_accept_is_told_before_anything_is_done(desk: Desk) -> None:
    told = json.dumps({"ok": False, "issues": [{"path": "agents.ownership", "message": "must be there"}]})

    with pytest.raises(RecallSidecarError, match=r"agents\.ownership: must be there\n.*doctor --fix"):
        program(desk, f"echo '{told}'; exit 1").workspaces()


def test_a_plugin_is_put_in_known_and_removed(desk: Desk) -> None:
    openclaw(desk).install_plugin(desk.plugin)
    there = openclaw(desk).plugin(NAME)
    openclaw(desk).uninstall_plugin(NAME)

    assert there == InstalledPlugin("0.1.0", desk.copy, is_tracked=True)
    assert openclaw(desk).plugin(NAME) is None


def test_a_plugin_that_is_only_loaded_from_a_folder_is_not_tracked(desk: Desk) -> None:
    told = json.dumps({"plugin": {"rootDir": "/lib/plugin"}})

    assert program(desk, f"echo '{told}'").plugin(NAME) == InstalledPlugin(
        "", Path("/lib/plugin"), is_tracked=False
    )


def test_a_patch_is_merged(desk: Desk, tmp_path: Path) -> None:
    patch = tmp_path / "patch.json"
    patch.write_text('{"gateway": {"mode": null, "port": 1}}')

    openclaw(desk).patch(patch)

    assert desk.config["gateway"] == {"auth": {"token": "SECRET-gateway-1"}, "port": 1}


def test_a_failure_is_told_with_the_end_of_what_was_said_and_no_secret_of_it(desk: Desk) -> None:
    long = "; ".join(f"echo line {number} >&2" for number in range(20))
    failing = program(desk, f"{long}; echo 'apiKey: sk-proj-abcdefghij0123456789abcdefghij' >&2; exit 3")

    with pytest.raises(RecallSidecarError) as failed:
        failing.uninstall_plugin(NAME)

    said = str(failed.value)
    assert "`openclaw plugins uninstall` failed (exit code 3)" in said
    assert "line 19" in said
    assert "line 3\n" not in said
    assert "abcdefghij0123456789" not in said


def test_a_failure_that_is_told_on_stdout_is_told_too(desk: Desk) -> None:
    with pytest.raises(RecallSidecarError, match="told here"):
        program(desk, "echo told here; exit 1").uninstall_plugin(NAME)


def test_a_command_that_cannot_be_started_is_a_sentence(desk: Desk) -> None:
    broken = openclaw(desk)
    (desk.programs / "openclaw").write_bytes(b"\0")

    with pytest.raises(RecallSidecarError, match="cannot be started"):
        broken.config_file()


def test_a_command_that_hangs_is_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openclaw_cli, "_WITHIN_S", 0.1)

    with pytest.raises(RecallSidecarError, match="did not end within"):
        program(desk, "exec /bin/sleep 60").uninstall_plugin(NAME)
