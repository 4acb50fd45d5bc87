"""`recall` sends one turn as a host would and shows all of it."""

import io
import json
from typing import Any

import pytest

from recall_sidecar.cli.recall import event, execute
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.trace_json import to_json
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor
from tests.turns import TRACE_ID, turn

HOOK = "/v1/hooks/before_prompt_build"


def _answers(status: str = "ok") -> dict[str, Any]:
    answer = {
        "status": status,
        "traceId": TRACE_ID,
        "prependContext": "Untrusted context\n<active_memory_plugin>\nLikes oolong.\n</active_memory_plugin>",
        "statusLine": "🧩 Active Memory: status=ok elapsed=842ms query=recent",
    }
    return {HOOK: answer, f"/v1/traces/{TRACE_ID}": {"trace": to_json(turn())}}


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon(_answers())


def test_the_block_the_status_line_and_the_trace_are_shown(
    door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(parse("recall", "which tea do I like?"), door) == 0

    shown = capsys.readouterr().out
    for words in (
        "<active_memory_plugin>",
        "🧩 Active Memory: status=ok",
        "1. MEMORY.md:3-4",
        "openai/gpt-5-mini",
    ):
        assert words in shown
    assert shown.count("<active_memory_plugin>") == 1


def test_json_has_answer_and_trace(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    execute(parse("recall", "which tea?", "--json"), door)

    shown = json.loads(capsys.readouterr().out)
    assert (shown["answer"]["traceId"], shown["trace"]["traceId"]) == (TRACE_ID, TRACE_ID)


def test_the_event_is_a_direct_chat_of_the_owner(door: TableDoor, daemon: TableDaemon, parse: Parse) -> None:
    execute(
        parse("recall", "which tea?", "--agent", "work", "--session", "agent:work:telegram:direct:1"), door
    )

    path, body = daemon.asked[0]
    assert path == HOOK
    assert body is not None
    assert body["event"]["currentUserMessage"] == "which tea?"
    assert body["ctx"]["sessionKey"] == "agent:work:telegram:direct:1"
    assert body["ctx"]["agentId"] == "work"
    assert body["ctx"]["senderIsOwner"] is True


def test_without_a_session_it_is_the_agents_main_one() -> None:
    assert event("hi", agent_id="work", session_key=None)["ctx"]["sessionKey"] == "agent:work:main"


def test_the_same_question_twice_is_two_turns() -> None:
    runs = {event("hi", agent_id="main", session_key=None)["ctx"]["runId"] for _ in range(2)}

    assert len(runs) == 2


def test_a_dash_reads_the_message_from_standard_input(
    door: TableDoor, daemon: TableDaemon, parse: Parse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("哪种茶？"))

    execute(parse("recall", "-"), door)

    body = daemon.asked[0][1]
    assert body is not None
    assert body["event"]["prompt"] == "哪种茶？"


def test_in_process_leaves_the_running_daemon_alone(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    door.own = TableDaemon(_answers())

    execute(parse("recall", "which tea?", "--in-process"), door)

    assert daemon.asked == []
    assert [path for path, _ in door.own.asked][-2:] == [HOOK, f"/v1/traces/{TRACE_ID}"]
    assert door.closed == 1


@pytest.mark.parametrize(
    ("status", "code"),
    [
        pytest.param("empty", 0, id="nothing relevant is an answer"),
        pytest.param("skipped", 0, id="a skip is an answer"),
        pytest.param("timeout_partial", 0, id="a partial summary is an answer"),
        pytest.param("unavailable", 1, id="unavailable is none"),
        pytest.param("failed", 1, id="a failure is none"),
        pytest.param("timeout", 1, id="a time-out is none"),
    ],
)
def test_the_exit_code_says_whether_memory_could_be_asked(
    status: str, code: int, door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    daemon.answers.update(_answers(status))

    assert execute(parse("recall", "which tea?"), door) == code


def test_a_daemon_of_another_version_is_named(door: TableDoor, daemon: TableDaemon, parse: Parse) -> None:
    daemon.answers[f"/v1/traces/{TRACE_ID}"] = {"trace": {"id": "other"}}

    with pytest.raises(RecallSidecarError, match="another version, restart it"):
        execute(parse("recall", "which tea?"), door)


def test_an_answer_whose_trace_is_gone_is_shown_without_it(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[f"/v1/traces/{TRACE_ID}"] = RecallSidecarError("no turn has this id")

    assert execute(parse("recall", "which tea?"), door) == 0

    assert capsys.readouterr().out.endswith("🧩 Active Memory: status=ok elapsed=842ms query=recent\n")
