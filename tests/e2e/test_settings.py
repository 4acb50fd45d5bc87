"""Settings and memory files that change under a running daemon."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.e2e.calls import Answer, Caller, eventually, over_unix
from tests.e2e.installation import Daemon, Installation
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="package")

# No model: what is recalled is an extract, and the daemon is ready at once.
NO_MODEL: dict[str, Any] = {"model": {"use_turn_model": False}}
RECALLED = (200, "ok", "no_model")


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    """Return an installation whose daemon looks for changes of memory five times a second."""
    made = Installation(tmp_path)
    made.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    made.configure(NO_MODEL)
    return made


@pytest_asyncio.fixture(loop_scope="package")
async def daemon(installation: Installation) -> AsyncIterator[Daemon]:
    async with installation.serving() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="package")
async def host(installation: Installation, daemon: Daemon) -> AsyncIterator[Caller]:
    async with over_unix(installation.paths) as caller:
        yield caller


def ends(*ending: object) -> Callable[[Answer], bool]:
    """Return a condition on how a turn ended."""
    return lambda answer: answer.ending == ending


async def test_a_changed_file_is_read_on_sighup(
    installation: Installation, daemon: Daemon, host: Caller
) -> None:
    before = await host.turn()
    installation.configure({**NO_MODEL, "gate": {"allowed_chat_types": ["group"]}})

    daemon.process.send_signal(1)

    after = await eventually(host.turn, ends(200, "skipped", "chat_type"))
    assert before.ending == RECALLED
    assert after.body["prependContext"] is None
    assert [event["event"] for event in daemon.events] == ["listening", "settings_changed"]


async def test_a_changed_file_is_found_without_a_signal(installation: Installation, host: Caller) -> None:
    installation.configure({**NO_MODEL, "gate": {"enabled": False}})

    await eventually(host.turn, ends(200, "skipped", "disabled"))


async def test_a_broken_file_keeps_the_settings_and_is_shown(
    installation: Installation, daemon: Daemon, host: Caller
) -> None:
    installation.paths.config_file.write_text('[gate]\nenabled = "perhaps"\n[recal]\nmode = "off"\n', "utf-8")

    reloaded = await host.post("/v1/reload", {"v": 1})
    state = await host.status()

    assert [problem["key"] for problem in reloaded.body["problems"]] == ["gate.enabled", "recal"]
    assert state["settingsProblems"] == reloaded.body["problems"]
    assert (await host.turn()).ending == RECALLED
    told = await installation.run("status")
    assert "! settings: gate.enabled (config.toml:2)" in told.stdout
    assert "perhaps" not in daemon.log


async def test_a_mended_file_ends_the_complaint(installation: Installation, host: Caller) -> None:
    installation.paths.config_file.write_text("[gate\n", "utf-8")
    broken = await host.post("/v1/reload", {"v": 1})
    installation.configure(NO_MODEL)

    mended = await host.post("/v1/reload", {"v": 1})

    assert len(broken.body["problems"]) == 1
    assert mended.body["problems"] == []
    assert (await host.status())["settingsProblems"] == []


async def test_a_port_waits_for_the_next_start(installation: Installation, host: Caller) -> None:
    installation.configure({**NO_MODEL, "server": {"port": 65_000}})

    (problem,) = (await host.post("/v1/reload", {"v": 1})).body["problems"]

    assert problem["key"] == "server.port"
    assert "started again" in problem["message"]


async def test_a_folder_made_private_is_hidden_from_groups_by_the_reload(
    installation: Installation, host: Caller
) -> None:
    folder = {"path": str(installation.memory), "name": "notes"}
    question = {"v": 1, "query": "oolong tea", "chat": "shared", "senderId": "u1"}

    async def found() -> int:
        return len((await host.post("/v1/memory/search", question)).body["hits"])

    def configure(visibility: str, refresh_ms: int) -> None:
        folders = [{**folder, "visibility": visibility}]
        installation.configure({**NO_MODEL, "memory": {"refresh_ms": refresh_ms, "folders": folders}})

    # With the long interval in force, only a daemon that does not wait for it reads the folder under its new rules.
    configure("shared", 3_600_000)
    await eventually(found, lambda hits: hits == 1)
    configure("private", 3_600_000)
    await host.post("/v1/reload", {"v": 1})

    assert await found() == 0
    await eventually(host.turn, ends(*RECALLED))


async def test_a_model_named_while_the_daemon_runs_is_started_and_stopped_again_with_its_name(
    installation: Installation, daemon: Daemon, host: Caller
) -> None:
    provider = {"kind": "openai", "api_base": "http://127.0.0.1:9/v1"}
    before = await host.get("/readyz")
    installation.configure(
        {"model": {"use_turn_model": False, "name": "own/judge-1", "providers": {"own": provider}}}
    )
    await host.post("/v1/reload", {"v": 1})

    named = await eventually(host.status, lambda state: state["model"] == "ready")
    assert "model" not in before.body["parts"]
    assert named["readiness"]["model"]["ready"]
    assert daemon.worker is not None

    installation.configure(NO_MODEL)
    await host.post("/v1/reload", {"v": 1})

    unnamed = await eventually(host.status, lambda state: state["model"] == "off")
    assert "model" not in unnamed["readiness"]
    await until(lambda: daemon.worker is None)


async def test_off_for_everybody_from_the_terminal_counts_at_once(
    installation: Installation, host: Caller
) -> None:
    done = await installation.run("command", "/active-memory off --global")

    assert (done.returncode, done.stdout) == (0, "Active Memory: off globally.\n")
    assert (await host.turn()).ending == (200, "skipped", "disabled")


async def test_off_for_everybody_survives_the_daemon(installation: Installation) -> None:
    async with installation.serving():
        await installation.run("command", "/active-memory off --global")

    async with installation.serving(), over_unix(installation.paths) as host:
        assert (await host.turn()).ending == (200, "skipped", "disabled")


async def test_a_new_file_is_found(installation: Installation, host: Caller) -> None:
    question = "Where does the nightly backup script live?"
    before = await host.turn(question)
    installation.note("memory/2026-11-02.md", "The nightly backup script lives in ~/bin/nightly.sh.\n")

    after = await eventually(lambda: host.turn(question), ends(*RECALLED))

    assert before.ending == (200, "empty", None)
    assert "~/bin/nightly.sh" in after.body["prependContext"]


async def test_a_changed_file_is_read_again(installation: Installation, host: Caller) -> None:
    installation.note("MEMORY.md", "- Mara prefers jasmine tea since the summer.\n")

    after = await eventually(host.turn, lambda answer: "jasmine" in str(answer.body["prependContext"]))

    assert "oolong" not in after.body["prependContext"]


async def test_a_deleted_file_is_forgotten_also_by_the_cache(
    installation: Installation, host: Caller
) -> None:
    chat = {"sessionKey": "agent:main:telegram:direct:forgets", "senderId": "42"}
    before = await host.turn(**chat)
    (installation.memory / "MEMORY.md").unlink()

    await eventually(lambda: host.turn(**chat), ends(200, "empty", None))

    assert before.ending == RECALLED
    read = await host.post("/v1/memory/get", {"v": 1, "path": "MEMORY.md", "senderIsOwner": True})
    assert read.error == (404, "not_found", "path")


async def test_two_installations_do_not_mix(installation: Installation, host: Caller, tmp_path: Path) -> None:
    other = Installation(tmp_path / "other")
    other.note("MEMORY.md", "- Ivo prefers espresso in the morning.\n")
    other.configure(NO_MODEL)

    async with other.serving(), over_unix(other.paths) as other_host:
        await other.run("command", "/active-memory off", "--session", "agent:main:telegram:direct:both")
        here = await host.turn(sessionKey="agent:main:telegram:direct:both")
        there = await other_host.turn(sessionKey="agent:main:telegram:direct:both")
        strange = await other_host.turn("Which tea does Mara prefer in the afternoon?")

    assert here.ending == RECALLED
    assert there.ending == (200, "skipped", "session_off")
    assert "oolong" not in str(strange.body)
    assert [trace["status"] for trace in (await host.get("/v1/traces")).body["traces"]] == ["ok"]
