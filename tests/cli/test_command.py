"""`command` runs a chat command with the rights of this computer's user."""

import json

import pytest

from recall_sidecar.cli.command import execute
from recall_sidecar.paths import Paths
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

ROUTE = "/v1/commands"


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon({ROUTE: {"handled": True, "text": "Active Memory: off for this session."}})


def test_the_answer_is_printed(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(parse("command", "/active-memory off", "--session", "s1"), door) == 0

    assert capsys.readouterr().out == "Active Memory: off for this session.\n"


def test_the_command_has_admin_rights_and_its_session(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    execute(parse("command", "/active-memory off", "--session", "s1", "--agent", "work"), door)

    assert daemon.asked == [
        (ROUTE, {"v": 1, "text": "/active-memory off", "sessionKey": "s1", "agentId": "work", "admin": True})
    ]


def test_the_agent_is_the_session_keys_unless_one_is_named(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    execute(parse("command", "/active-memory status", "--session", "agent:coder:main"), door)

    [(_, body)] = daemon.asked
    assert body is not None
    assert (body["sessionKey"], body["agentId"]) == ("agent:coder:main", None)


def test_json_is_the_daemons_own(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    execute(parse("command", "/recall", "--json"), door)

    assert json.loads(capsys.readouterr().out)["handled"] is True


def test_other_text_is_a_usage_error(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[ROUTE] = {"handled": False, "text": ""}

    assert execute(parse("command", "hello"), door) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert "/active-memory help" in shown.err


def test_without_a_daemon_it_runs_within_the_process(paths: Paths, daemon: TableDaemon, parse: Parse) -> None:
    door = TableDoor(paths, None, own=daemon)

    assert execute(parse("command", "/active-memory off"), door) == 0
    assert door.closed == 1
