"""What a user sees when something is to be found out: status, top, doctor, report and log of a daemon that has worked."""

import json

import pytest

from tests.e2e.calls import Caller
from tests.e2e.sidecar import KEY, Sidecar
from tests.provider import says

pytestmark = pytest.mark.asyncio(loop_scope="package")

MESSAGE = "Which tea does Mara prefer in the quince season?"
REPLY = "[1] Mara prefers oolong tea."
# What must be in no report and in no log: of the message, the memory and the reply, and keys.
WORDS = ("quince", "oolong", "nightly.sh", KEY)


async def test_a_report_and_the_log_hold_no_word_of_a_turn(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says(REPLY))
    answer = await host.turn(MESSAGE)
    await host.at_rest()

    done = await sidecar.installation.run("report", "--dry-run")

    told = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer.body["traceId"] in [turn["traceId"] for turn in told["turns.json"]]
    assert told["status.json"]["version"]
    assert "listening" in [entry["event"] for entry in told["log.json"]]
    tokens = [file.read_text().strip() for file in (sidecar.paths.token_file, sidecar.paths.hook_token_file)]
    assert [word for word in (*WORDS, *tokens) if word in done.stdout] == []
    assert [word for word in (*WORDS, *tokens) if word in sidecar.paths.log_file.read_text()] == []


async def test_the_log_in_the_state_folder_is_what_the_daemon_says(sidecar: Sidecar) -> None:
    kept = [json.loads(line) for line in sidecar.paths.log_file.read_text().splitlines()]

    assert sidecar.paths.log_file.stat().st_mode & 0o777 == 0o600
    assert kept[0]["event"] == "listening"
    assert kept[0] in sidecar.daemon.events


async def test_one_look_at_the_daemon(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says(REPLY))
    await host.turn(MESSAGE)

    looked = await sidecar.installation.run("top", "--once", "--json")
    status = await sidecar.installation.run("status", "--json")

    assert json.loads(looked.stdout)["turns"] >= 1
    assert json.loads(status.stdout)["installedVersion"] == json.loads(status.stdout)["version"]


async def test_the_doctor_calls_the_model_and_finds_nothing_wrong(sidecar: Sidecar) -> None:
    sidecar.provider.enqueue(says("NONE"), says("NONE"), says("NONE"))

    done = await sidecar.installation.run("doctor", "--json")

    findings = json.loads(done.stdout)["findings"]
    assert KEY not in done.stdout
    named = {entry["fact"].split(" ")[0]: entry for entry in findings if entry["topic"] == "provider"}
    assert named["scripted/judge-1"]["level"] == "ok"
    assert [
        entry["fact"] for entry in findings if entry["level"] == "error" and entry["topic"] != "provider"
    ] == []
