"""Commands of the terminal, with a daemon and without one."""

import asyncio
import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.e2e.calls import Caller, over_unix
from tests.e2e.installation import Installation
from tests.e2e.sidecar import KEY, KEY_NAME, MODEL, Sidecar
from tests.provider import says

pytestmark = pytest.mark.asyncio(loop_scope="package")

QUESTION = "Which tea does Mara prefer?"


@pytest.fixture
def alone(tmp_path: Path) -> Installation:
    """Return an installation without daemon and model."""
    made = Installation(tmp_path)
    made.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    made.configure({"model": {"use_turn_model": False}})
    return made


def line_of(sidecar: Sidecar, text: str) -> str:
    """Return where in the user's file a text stands, as sources are named."""
    lines = sidecar.paths.config_file.read_text("utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if line.startswith(text)]
    return f"config.toml:{number}"


async def test_recall_asks_the_daemon_and_explains_the_turn(sidecar: Sidecar) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))

    done = await sidecar.installation.run("recall", QUESTION)

    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "<active_memory_plugin>\nFrom memory (MEMORY.md): “Mara prefers oolong tea.”\n</active_memory_plugin>"
        in done.stdout
    )
    assert "Active Memory: status=ok" in done.stdout
    assert MODEL in done.stdout
    assert len(sidecar.provider.seen) == 1


async def test_recall_gives_one_json_object(sidecar: Sidecar) -> None:
    sidecar.provider.enqueue(says("NONE"))

    done = await sidecar.installation.run(
        "recall", "-", "--json", "--session", "agent:main:telegram:direct:json", stdin=QUESTION
    )

    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert told["answer"]["status"] == told["trace"]["status"] == "empty"
    assert told["answer"]["traceId"] == told["trace"]["traceId"]


async def test_recall_that_could_not_ask_memory_exits_1(sidecar: Sidecar) -> None:
    done = await sidecar.installation.run("recall", QUESTION, "--agent", "gone")

    assert done.returncode == 1
    assert "status=failed" in done.stdout


async def test_traces_are_listed_and_shown(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    session = "agent:main:telegram:direct:listed"
    answer = await host.turn(sessionKey=session)

    listed = await sidecar.installation.run("trace", "--session", session)
    shown = await sidecar.installation.run("trace", "show", answer.body["traceId"], "--json")
    missing = await sidecar.installation.run("trace", "show", "01AAAAAAAA")

    assert listed.returncode == 0
    assert len(listed.stdout.splitlines()) == 1
    assert json.loads(shown.stdout)["trace"] == await host.trace(answer)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "no turn has this id" in missing.stderr


async def test_turns_are_followed_until_the_reader_leaves(sidecar: Sidecar, host: Caller) -> None:
    session = "agent:main:telegram:direct:followed"
    follower = sidecar.installation.popen(
        "trace", "--follow", "--json", "--session", session, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert follower.stdout is not None
    line = asyncio.get_running_loop().run_in_executor(None, follower.stdout.readline)
    # Whether the follower has arrived shows in nothing but its answer.
    while not line.done():
        await host.turn("ok", sessionKey=session)
        await asyncio.wait({line}, timeout=0.1)
    follower.stdout.close()
    while follower.poll() is None:
        await host.turn("ok", sessionKey=session)
        await asyncio.sleep(0.05)

    told = json.loads(await line)
    assert (told["sessionKey"], told["status"], told["reason"]) == (session, "skipped", "no_recall_intent")
    assert follower.stderr is not None
    assert (follower.returncode, follower.stderr.read()) == (0, b"")
    follower.stderr.close()


async def test_turns_on_disk_are_listed_without_a_daemon_and_hold_no_words(alone: Installation) -> None:
    alone.configure({"model": {"use_turn_model": False}, "trace": {"history": True}})
    async with alone.serving(), over_unix(alone.paths) as host:
        answer = await host.turn(QUESTION)

    listed = await alone.run("trace", "--json")
    shown = await alone.run("trace", "show", answer.body["traceId"])

    (trace,) = json.loads(listed.stdout)["traces"]
    assert (trace["traceId"], trace["status"], trace["redacted"]) == (answer.body["traceId"], "ok", True)
    assert "oolong" not in listed.stdout + shown.stdout
    assert b"oolong" not in alone.paths.history_file.read_bytes()
    assert "Texts of this turn were not kept" in shown.stdout


async def test_status_shows_the_daemon(sidecar: Sidecar) -> None:
    told = await sidecar.installation.run("status")
    as_json = await sidecar.installation.run("status", "--json")

    assert told.returncode == as_json.returncode == 0
    assert f"pid {sidecar.daemon.pid}" in told.stdout
    assert str(sidecar.paths.socket_file) in told.stdout
    assert json.loads(as_json.stdout)["pid"] == sidecar.daemon.pid


async def test_search_and_index_work_with_the_daemon(sidecar: Sidecar) -> None:
    found = await sidecar.installation.run("search", "oolong", "tea")
    indexed = await sidecar.installation.run("index", "--json")

    assert (found.returncode, indexed.returncode) == (0, 0)
    assert found.stdout.startswith("1. MEMORY.md:")
    assert "Mara prefers oolong tea in the afternoon." in found.stdout
    assert json.loads(indexed.stdout)["files"] >= 2


async def test_doctor_finds_the_daemon_and_the_model(sidecar: Sidecar) -> None:
    done = await sidecar.installation.run("doctor", "--no-model", "--json")

    told = json.loads(done.stdout)
    assert done.returncode == told["exitCode"] == 0
    assert [f for f in told["findings"] if f["level"] == "error"] == []


async def test_settings_are_shown_with_their_sources(sidecar: Sidecar) -> None:
    done = await sidecar.installation.run("config", "show", "--json")

    assert done.returncode == 0
    shown = json.loads(done.stdout)
    assert shown["files"][str(sidecar.paths.config_file)] is True
    assert shown["settings"]["model.name"] == {
        "value": MODEL,
        "source": line_of(sidecar, 'name = "scripted/'),
    }
    assert shown["settings"]["server.shutdown_ms"] == {"value": 4000, "source": "default"}
    assert KEY not in done.stdout


async def test_without_a_daemon_recall_runs_within_the_process(alone: Installation) -> None:
    done = await alone.run("recall", QUESTION)

    assert (done.returncode, done.stderr) == (0, "")
    assert "From memory (extract, MEMORY.md): “Mara prefers oolong tea in the afternoon.”" in done.stdout
    assert not alone.paths.pid_file.exists()


async def test_without_a_daemon_recall_waits_for_the_model(sidecar: Sidecar, tmp_path: Path) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    installation = Installation(tmp_path, {KEY_NAME: KEY})
    installation.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    provider = {"kind": "openai", "api_base": f"{sidecar.provider.url}/v1", "api_key_env": KEY_NAME}
    installation.configure({"model": {"name": MODEL, "providers": {"scripted": provider}}})

    done = await installation.run("recall", QUESTION)

    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "<active_memory_plugin>\nFrom memory (MEMORY.md): “Mara prefers oolong tea.”\n</active_memory_plugin>"
        in done.stdout
    )
    assert len(sidecar.provider.seen) == 1


async def test_without_a_daemon_search_and_index_work(alone: Installation) -> None:
    indexed = await alone.run("index")
    found = await alone.run("search", "oolong", "--json")

    assert (indexed.returncode, indexed.stdout.split(",")[0]) == (0, "1 passages in 1 files; 1 files added")
    assert [hit["path"] for hit in json.loads(found.stdout)["hits"]] == ["MEMORY.md"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param(["status"], 1, id="status"),
        pytest.param(["trace"], 0, id="trace"),
        pytest.param(["trace", "--follow"], 1, id="trace --follow"),
        pytest.param(["trace", "show"], 2, id="trace show without an id"),
        pytest.param(["doctor"], 0, id="doctor"),
        pytest.param(["config", "check"], 0, id="config check"),
        pytest.param(["nonsense"], 2, id="no such command"),
        pytest.param([], 2, id="no command"),
    ],
)
async def test_without_a_daemon_the_exit_code_says_what_came_of_it(
    alone: Installation, words: list[str], code: int
) -> None:
    done = await alone.run(*words)

    assert done.returncode == code, done
    assert "Traceback" not in done.stderr


async def test_bad_settings_are_named_by_every_command(alone: Installation) -> None:
    alone.paths.config_file.write_text("[gate]\nenabled = 3\n", "utf-8")

    for words in (["recall", "x"], ["search", "x"], ["index"], ["config", "show"], ["doctor"]):
        done = await alone.run(*words)
        assert (done.returncode, words) == (2, words)
        assert "gate.enabled" in done.stderr + done.stdout


@pytest.mark.parametrize("words", [["config", "show"], ["recall", QUESTION], ["config", "schema"]])
async def test_a_reader_that_has_enough_is_no_error(alone: Installation, words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)

    process = alone.popen(*words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    _, complaint = process.communicate(timeout=60)

    assert (process.returncode, complaint) == (0, b"")
