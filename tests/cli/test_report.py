"""A report holds what helps and nothing that is its user's alone, and is written for them alone."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.cli.patient import Patient
from recall_sidecar.cli.report import execute
from recall_sidecar.errors import DaemonError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.paths import Paths
from recall_sidecar.trace_json import from_json
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

Capture = pytest.CaptureFixture[str]
# Words, names and secrets that are somewhere in the installation, each in several places.
PLANTED = ("pomegranate", "sk-proj-" + "Tq4Wm9Zr" * 6, "kim-the-agent", "divorce", "tg-98765", "s3cr3t-env")
NAMES = ["doctor.json", "versions.json", "settings.json", "status.json", "log.json", "turns.json"]
TURN: dict[str, Any] = {
    "traceId": "01KBA", "startedAt": "2026-12-01T11:00:00+00:00", "host": "openclaw", "agentId": "kim-the-agent",
    "sessionKey": "agent:kim-the-agent:tg-98765", "senderId": "tg-98765", "runId": None, "status": "ok", "reason": None,
    "detail": "", "elapsedMs": 812.0, "budgetMs": 15000, "cache": "miss", "queryMode": "recent",
    "conversationQuery": "pomegranate", "searchQuery": "pomegranate", "summary": "pomegranate", "block": "pomegranate",
    "trust": None, "prompts": [], "clauses": [], "modelCalls": [], "spans": [],
    "hits": [{
        "source": "divorce", "path": "divorce.md", "fromLine": 1, "toLine": 2, "origin": "owner", "score": 0.4,
        "parts": {"words": 0.4}, "text": "pomegranate",
    }],
}  # fmt: skip


@pytest.fixture(autouse=True)
def planted(paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put words, names and secrets wherever they could stand, and work in a folder of its own."""
    notes = tmp_path / "notes" / "divorce"
    notes.mkdir(parents=True)
    (notes / "MEMORY.md").write_text(f"pomegranate {PLANTED[1]}")
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text(
        f'[gate]\nowners = ["tg-98765"]\n[recall]\nprompt_append = "pomegranate"\ntimeout_ms = 9000\n'
        f'[[memory.folders]]\npath = "{notes}"\nname = "divorce"\n'
        '[[memory.mcp]]\nname = "divorce"\ncommand = "x"\nargs = ["s3cr3t-env"]\nsearch_tool = "s"\nenv = {K = "s3cr3t-env"}\n'
        "[agents.kim-the-agent.gate]\nenabled = false\n"
    )
    paths.state_dir.mkdir(parents=True, mode=0o700)
    entry = {
        "at": "2026-12-01T11:00:00+00:00",
        "level": "error",
        "event": "job_failed",
        "error": f"{notes}/divorce.md {PLANTED[1]}",
    }
    paths.log_file.write_text(json.dumps(entry) + "\n")
    paths.log_file.chmod(0o600)
    paths.token_file.write_text("the-full-one-" + "x" * 40)
    paths.hook_token_file.write_text("the-hook-one-" + "x" * 40)
    monkeypatch.chdir(tmp_path)
    return notes


def _daemon() -> TableDaemon:
    status = {
        "version": "0.1.0",
        "socket": "/run/recall.sock",
        "breakers": [{"agentId": "kim-the-agent", "model": "m", "state": "open"}],
        "memory": {
            "folders": [{"name": "divorce", "path": "/divorce", "problems": ["divorce.md"]}],
            "problems": ["divorce.md"],
        },
    }
    return TableDaemon({"/v1/status": status, "/v1/traces?limit=200": {"traces": [TURN]}})


def _written(tmp_path: Path) -> Path:
    (file,) = tmp_path.glob("recall-sidecar-report-*.zip")
    return file


def _contents(file: Path) -> dict[str, Any]:
    with zipfile.ZipFile(file) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def test_a_report_is_one_file_for_its_owner_alone_and_says_what_is_in_it(
    paths: Paths, patient: Patient, parse: Parse, capsys: Capture, tmp_path: Path
) -> None:
    assert execute(parse("report"), TableDoor(paths, _daemon()), patient) == 0

    file = _written(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.name == "recall-sidecar-report-20261201-120000.zip"
    contents = _contents(file)
    assert list(contents) == NAMES
    shown = capsys.readouterr().out
    assert [name for name in NAMES if name not in shown] == []
    assert str(file) in shown
    assert contents["settings.json"]["recall.timeout_ms"] == {"value": 9000, "source": "config.toml"}
    assert contents["versions.json"]["packages"]["litellm"]
    assert contents["turns.json"][0]["traceId"] == "01KBA"
    assert contents["log.json"][0]["event"] == "job_failed"


def test_nothing_that_was_planted_is_in_it(
    paths: Paths, patient: Patient, parse: Parse, tmp_path: Path
) -> None:
    daemon = _daemon()
    execute(parse("report"), TableDoor(paths, daemon), replace(patient, find_daemon=lambda: daemon))

    told = json.dumps(_contents(_written(tmp_path)))
    found = [
        told[max(0, told.index(word) - 150) :][:300]
        for word in (*PLANTED, "the-full-one", "the-hook-one")
        if word in told
    ]
    assert found == []


def test_turns_come_from_the_history_when_no_daemon_runs(
    paths: Paths, patient: Patient, parse: Parse, tmp_path: Path
) -> None:
    history = HistoryStore.open(paths.history_file)
    history.add(from_json(TURN), keep_texts=True)
    history.close()

    execute(parse("report"), TableDoor(paths), patient)

    contents = _contents(_written(tmp_path))
    assert contents["status.json"] == {"running": False}
    assert [turn["traceId"] for turn in contents["turns.json"]] == ["01KBA"]
    assert "pomegranate" not in str(contents)


def test_parts_that_cannot_be_had_do_not_hold_the_others_up(
    paths: Paths, patient: Patient, parse: Parse, tmp_path: Path
) -> None:
    paths.config_file.write_text("[gate]\nagnets = ['kim-the-agent']\n")
    paths.history_file.write_text("no database " * 100)
    refusing = TableDaemon({"/v1/status": DaemonError("no"), "/v1/traces?limit=200": DaemonError("no")})

    assert execute(parse("report"), TableDoor(paths, refusing), patient) == 0

    contents = _contents(_written(tmp_path))
    assert contents["settings.json"] == {"problems": ["gate.agnets"]}
    assert (contents["status.json"], contents["turns.json"]) == ({"error": "DaemonError"}, [])


def test_no_history_is_no_turns(paths: Paths, patient: Patient, parse: Parse, tmp_path: Path) -> None:
    execute(parse("report"), TableDoor(paths), patient)

    assert _contents(_written(tmp_path))["turns.json"] == []


def test_a_file_that_is_there_is_not_written_over(
    paths: Paths, patient: Patient, parse: Parse, tmp_path: Path
) -> None:
    (tmp_path / "mine.zip").write_text("mine")

    with pytest.raises(FileExistsError):
        execute(parse("report", "--output", "mine.zip"), TableDoor(paths), patient)

    assert (tmp_path / "mine.zip").read_text() == "mine"


def test_a_dry_run_prints_all_of_it_and_writes_nothing(
    paths: Paths, patient: Patient, parse: Parse, capsys: Capture, tmp_path: Path
) -> None:
    execute(parse("report", "--dry-run"), TableDoor(paths), patient)

    assert list(json.loads(capsys.readouterr().out)) == NAMES
    assert list(tmp_path.glob("*.zip")) == []


def test_json_names_the_file_and_its_parts(
    paths: Paths, patient: Patient, parse: Parse, capsys: Capture, tmp_path: Path
) -> None:
    execute(parse("report", "--json", "--output", "r.zip"), TableDoor(paths), patient)

    shown = json.loads(capsys.readouterr().out)
    assert shown["file"] == str(tmp_path / "r.zip")
    assert list(shown["parts"]) == NAMES


def test_a_package_that_is_missing_is_said_to_be(
    paths: Paths, patient: Patient, parse: Parse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "importlib.metadata.requires", lambda _: ["litellm==1.110.2", "no-such-package>=1; x"]
    )

    execute(parse("report"), TableDoor(paths), replace(patient, full_text=lambda: (True, "3.0")))

    versions = _contents(_written(tmp_path))["versions.json"]
    assert versions["packages"]["no-such-package"] is None
    assert versions["sqlite"] == "3.0"
