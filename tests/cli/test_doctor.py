"""`doctor` prints each finding with its remedy, mends what is safe, and fails as the worst of them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from recall_sidecar.cli.doctor import execute, mended
from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.patient import Patient
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon

Capture = pytest.CaptureFixture[str]


def test_a_sound_installation_ends_well(patient: Patient, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("doctor"), patient) == 0

    shown = capsys.readouterr().out
    assert "warning  daemon: not running\n           -> recall-sidecar serve" in shown
    assert "ok       model: openai/gpt-5-mini has what it needs" in shown
    assert "ok       provider: openai/gpt-5-mini answered" in shown


def test_no_model_is_called_when_that_is_not_wanted(patient: Patient, parse: Parse, capsys: Capture) -> None:
    execute(parse("doctor", "--no-model"), patient)

    assert "provider" not in capsys.readouterr().out


def test_json_has_every_finding_and_the_exit_code(patient: Patient, parse: Parse, capsys: Capture) -> None:
    sick = replace(patient, litellm_version=lambda: "1.82.8")

    assert execute(parse("doctor", "--json"), sick) == 1

    shown = json.loads(capsys.readouterr().out)
    assert shown["exitCode"] == 1
    assert [entry["topic"] for entry in shown["findings"] if entry["level"] == "error"] == ["litellm"]
    assert "fixed" not in shown


def test_fix_mends_looks_again_and_says_what_it_did(patient: Patient, parse: Parse, capsys: Capture) -> None:
    patient.paths.state_dir.mkdir(parents=True, mode=0o755)
    patient.paths.state_dir.chmod(0o755)

    assert execute(parse("doctor", "--fix"), patient) == 0

    shown = capsys.readouterr().out
    assert shown.startswith(f"fixed    {patient.paths.state_dir} now has mode 0700\n")
    assert "ERROR" not in shown


def test_fix_has_nothing_to_do_in_a_sound_installation(
    patient: Patient, parse: Parse, capsys: Capture
) -> None:
    execute(parse("doctor", "--fix"), patient)

    assert capsys.readouterr().out.startswith("fixed    nothing: there was nothing to fix\n")


def test_fix_as_json_tells_what_was_done(patient: Patient, parse: Parse, capsys: Capture) -> None:
    execute(parse("doctor", "--fix", "--json"), patient)

    assert json.loads(capsys.readouterr().out)["fixed"] == []


def test_what_cannot_be_mended_keeps_its_remedy() -> None:
    def refuse() -> str:
        raise PermissionError(13, "Permission denied")

    finding = Finding("error", "privacy", "open", "chmod 600 /token", code=1, mend=refuse)

    assert list(mended([finding])) == ["not privacy: [Errno 13] Permission denied; chmod 600 /token"]


def test_a_file_name_does_not_drive_the_terminal(
    patient: Patient, parse: Parse, capsys: Capture, tmp_path: Path
) -> None:
    stray = tmp_path / "\x1b]0;owned\x07.pth"
    stray.write_text("import os\n")

    execute(parse("doctor"), replace(patient, startup_folders=lambda: (tmp_path,)))

    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("evil", ["\x1b]0;owned\x07", "\x9b2J", "\u202e", "\r\n", "\x08", "\ud800"])
def test_a_daemon_that_says_nonsense_neither_drives_the_terminal_nor_ends_the_examination(
    patient: Patient, parse: Parse, capsys: Capture, evil: str
) -> None:
    said = f"1{evil}"
    state = {
        "version": said,
        "startedAt": said,
        "memory": {
            "passages": said,
            "stores": [said],
            "problems": [said],
            "meanings": {"line": said, "hint": said},
        },
        "readiness": {said: {"ready": False, "detail": said}},
        "modelTurns": {"hint": said},
        "outcomes": [{"reason": "agent", "count": said, "host": said}],
        "settingsProblems": [{"key": said, "message": said}],
        "hooks": {"hint": said, "pluginVersion": said},
    }
    told = TableDaemon({"/v1/status": state})

    assert execute(parse("doctor"), replace(patient, find_daemon=lambda: told)) == 1

    shown = capsys.readouterr().out
    assert evil not in shown.replace("\n", "")
    assert "daemon: this could not be looked at (ValueError)" in shown
    assert "meanings: minilm is installed" in shown
