"""Chat commands over HTTP and from the terminal."""

import json
import time
import tomllib

import pytest

from tests.e2e.calls import Answer, Caller, eventually
from tests.e2e.sidecar import Sidecar
from tests.provider import says

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def command(host: Caller, text: str, session: str | None = None, **who: object) -> Answer:
    """Send a chat command."""
    return await host.post("/v1/commands", {"v": 1, "text": text, "sessionKey": session, **who})


async def test_a_session_is_switched_off_and_on_in_openclaws_form(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    session = "agent:main:telegram:direct:Toggled"
    begun_ms = int(time.time_ns() / 1e6)

    off = await command(host, "/active-memory off", session)
    while_off = await host.turn(sessionKey=session, senderId="t")
    stored = json.loads(sidecar.paths.toggles_file.read_text("utf-8"))
    on = await command(host, "/active-memory on", session)
    while_on = await host.turn(sessionKey=session, senderId="t")

    assert off.body == {"v": 1, "handled": True, "text": "Active Memory: off for this session."}
    assert while_off.ending == (200, "skipped", "session_off")
    entry = stored["sessions"][session]
    assert set(entry) == {"disabled", "updatedAt"}
    assert entry["disabled"] is True
    assert begun_ms <= entry["updatedAt"] <= time.time_ns() / 1e6
    assert on.body["text"].startswith("Active Memory: on for this session.")
    assert while_on.ending == (200, "ok", None)


async def test_a_file_that_openclaw_has_written_counts(sidecar: Sidecar, host: Caller) -> None:
    session = "agent:main:telegram:direct:from-openclaw"
    stored = {"sessions": {session: {"disabled": True, "updatedAt": 1796029200000}}}
    sidecar.paths.toggles_file.write_text(json.dumps(stored), "utf-8")

    await eventually(
        lambda: command(host, "/active-memory status", session),
        lambda answer: answer.body["text"].startswith("Active Memory: off for this session."),
    )

    assert (await host.turn(sessionKey=session)).ending == (200, "skipped", "session_off")


async def test_only_the_owner_switches_everybody_off(host: Caller) -> None:
    refused = await command(host, "/active-memory off --global", "agent:main:main", senderId="guest")
    status = await command(host, "/active-memory status --global")

    assert refused.body == {
        "v": 1,
        "handled": True,
        "text": "⚠️ /active-memory global enable/disable changes require owner or operator.admin.",
    }
    assert status.body["text"] == "Active Memory: on globally."


async def test_everybody_is_switched_off_and_on_at_once(sidecar: Sidecar, host: Caller) -> None:
    off = await command(host, "/active-memory off --global", admin=True)
    while_off = await host.turn()
    stored = sidecar.paths.overrides_file.read_text("utf-8")
    on = await command(host, "/active-memory on --global", admin=True)
    sidecar.provider.enqueue(says("NONE"))
    while_on = await host.turn()

    assert off.body["text"] == "Active Memory: off globally."
    assert while_off.ending == (200, "skipped", "disabled")
    assert tomllib.loads(stored) == {"gate": {"enabled": False}}
    assert on.body["text"] == "Active Memory: on globally."
    assert while_on.ending == (200, "empty", None)


async def test_raw_trace_keeps_what_the_model_was_asked(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(says("[1] Mara prefers oolong tea."))
    session = "agent:main:telegram:direct:raw"

    told = await command(host, "/trace raw", session, senderIsOwner=True)
    trace = await host.trace(await host.turn(sessionKey=session))

    assert told.body["text"] == "Trace set to raw. Warning: trace output may contain sensitive information."
    assert trace["prompts"][0]["reply"] == "[1] Mara prefers oolong tea."
    assert trace["prompts"][0]["system"] == sidecar.provider.seen[0].body["messages"][0]["content"]


async def test_words_that_are_no_command_are_left_to_the_host(host: Caller) -> None:
    assert (await command(host, "/new please")).body == {"v": 1, "handled": False, "text": ""}


async def test_a_command_from_the_terminal_reaches_the_daemon(sidecar: Sidecar, host: Caller) -> None:
    session = "agent:main:telegram:direct:terminal"

    done = await sidecar.installation.run("command", "/active-memory off", "--session", session)
    unknown = await sidecar.installation.run("command", "/new", "--session", session)

    assert (done.returncode, done.stdout, done.stderr) == (0, "Active Memory: off for this session.\n", "")
    assert (await host.turn(sessionKey=session)).ending == (200, "skipped", "session_off")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "no command of ours" in unknown.stderr
