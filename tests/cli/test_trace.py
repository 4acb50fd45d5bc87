"""`trace` lists, shows and follows turns, from the daemon and from the history on disk."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from recall_sidecar.cli.trace import execute
from recall_sidecar.errors import DaemonError, RecallSidecarError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.paths import Paths
from recall_sidecar.trace_json import to_json
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor
from tests.turns import TRACE_ID, turn

LIST = "/v1/traces?limit=20"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon(
        {LIST: {"traces": [to_json(turn())]}, f"/v1/traces/{TRACE_ID}": {"trace": to_json(turn())}},
        events=[to_json(turn(trace_id="A", session_key="s1")), to_json(turn(trace_id="B", session_key="s2"))],
    )


def _on_disk(paths: Paths, *trace_ids: str) -> None:
    store = HistoryStore.open(paths.history_file)
    for number, trace_id in enumerate(trace_ids):
        began = turn().started_at - timedelta(hours=number)
        store.add(replace(turn(), trace_id=trace_id, started_at=began), keep_texts=False)
    store.close()


def test_turns_are_listed_a_line_each(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("trace"), door) == 0

    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{TRACE_ID}  11-30 09:00:00   842ms  ok")


def test_a_session_and_a_limit_are_asked_for(door: TableDoor, daemon: TableDaemon, parse: Parse) -> None:
    path = "/v1/traces?limit=5&session=agent%3Amain%3Amain"
    daemon.answers[path] = {"traces": []}

    execute(parse("trace", "list", "--limit", "5", "--session", "agent:main:main"), door)

    assert daemon.asked == [(path, None)]


def test_older_turns_of_the_history_follow_those_of_the_daemon(
    door: TableDoor, paths: Paths, parse: Parse, capsys: Capture
) -> None:
    _on_disk(paths, TRACE_ID, "OLDER")

    execute(parse("trace", "--json"), door)

    listed = json.loads(capsys.readouterr().out)["traces"]
    assert [(record["traceId"], record["redacted"]) for record in listed] == [
        (TRACE_ID, False),
        ("OLDER", True),
    ]


def test_no_more_turns_are_listed_than_asked_for(
    door: TableDoor, daemon: TableDaemon, paths: Paths, parse: Parse, capsys: Capture
) -> None:
    _on_disk(paths, "H1", "H2")
    daemon.answers["/v1/traces?limit=1"] = {"traces": []}

    execute(parse("trace", "--limit", "1"), door)

    assert capsys.readouterr().out.startswith("H1")


def test_the_history_is_left_alone_when_the_daemon_has_enough(
    door: TableDoor, daemon: TableDaemon, paths: Paths, parse: Parse, capsys: Capture
) -> None:
    paths.history_file.parent.mkdir(parents=True)
    paths.history_file.write_text("no database, which is noticed when it is read")
    daemon.answers["/v1/traces?limit=1"] = {"traces": [to_json(turn())]}

    assert execute(parse("trace", "--limit", "1"), door) == 0

    assert capsys.readouterr().out.startswith(TRACE_ID)


def test_the_history_can_be_read_without_a_daemon(paths: Paths, parse: Parse, capsys: Capture) -> None:
    _on_disk(paths, "01AB")

    execute(parse("trace"), TableDoor(paths))

    assert capsys.readouterr().out.startswith("01AB")


def test_when_there_are_no_turns_it_says_how_to_make_one(paths: Paths, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("trace"), TableDoor(paths)) == 0

    assert "recall-sidecar recall" in capsys.readouterr().out


def test_a_turn_is_shown_whole(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("trace", "show", TRACE_ID), door) == 0

    shown = capsys.readouterr().out
    assert "Likes oolong." in shown
    assert "not kept" not in shown


def test_a_turn_as_json(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    execute(parse("trace", "show", TRACE_ID, "--json"), door)

    assert json.loads(capsys.readouterr().out) == {"trace": to_json(turn())}


def test_a_turn_the_daemon_no_longer_holds_comes_from_the_history(
    door: TableDoor, daemon: TableDaemon, paths: Paths, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/traces/01AB"] = DaemonError("no turn has this id", status=404)
    _on_disk(paths, "01ABCD")

    execute(parse("trace", "show", "01AB"), door)

    shown = capsys.readouterr().out
    assert shown.startswith("Turn 01ABCD")
    assert "trace.keep_text_days keeps them" in shown


def test_a_turn_that_nobody_knows_is_an_error_in_words_of_the_terminal(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    daemon.answers["/v1/traces/zzz"] = DaemonError("no turn: GET /v1/traces lists them", status=404)

    with pytest.raises(RecallSidecarError, match=r"`recall-sidecar trace` lists them"):
        execute(parse("trace", "show", "zzz"), door)


def test_a_daemon_that_fails_is_not_taken_for_one_that_does_not_know_the_turn(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    daemon.answers["/v1/traces/01AB"] = DaemonError("the daemon went away")

    with pytest.raises(RecallSidecarError, match="went away"):
        execute(parse("trace", "show", "01AB"), door)


def test_a_turn_that_nobody_knows_is_an_error_without_a_daemon_too(paths: Paths, parse: Parse) -> None:
    with pytest.raises(RecallSidecarError, match="lists them"):
        execute(parse("trace", "show", "01AB"), TableDoor(paths))


def test_an_id_cannot_change_the_path_that_is_asked(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    daemon.answers["/v1/traces/..%2Fstatus"] = DaemonError("no turn has this id", status=404)

    with pytest.raises(RecallSidecarError):
        execute(parse("trace", "show", "../status"), door)


def test_show_without_an_id_is_a_usage_error(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("trace", "show"), door) == 2

    assert "Which turn?" in capsys.readouterr().err


def test_a_record_of_another_version_is_named(door: TableDoor, daemon: TableDaemon, parse: Parse) -> None:
    daemon.answers[LIST] = {"traces": [{"traceId": "A"}]}

    with pytest.raises(RecallSidecarError, match="another version, restart it"):
        execute(parse("trace"), door)


class Enough(Exception):
    """Ends a look that would go on."""


def _ends(_seconds: float) -> None:
    raise Enough


def test_following_prints_each_turn_as_it_ends(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    with pytest.raises(Enough):
        execute(parse("trace", "--follow"), door, _ends)

    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["A", "B"]


def test_following_one_session_as_json(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    with pytest.raises(Enough):
        execute(parse("trace", "--follow", "--session", "s2", "--json"), door, _ends)

    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["traceId"] == "B"


def test_following_needs_a_daemon(paths: Paths, parse: Parse) -> None:
    with pytest.raises(RecallSidecarError, match="no daemon runs"):
        execute(parse("trace", "--follow"), TableDoor(paths))


@pytest.mark.parametrize(("flags", "has_words"), [([], False), (["--text"], True)])
def test_an_export_has_a_line_for_each_turn_and_words_when_asked(
    door: TableDoor,
    daemon: TableDaemon,
    paths: Paths,
    parse: Parse,
    capsys: Capture,
    flags: list[str],
    has_words: bool,
) -> None:
    daemon.answers["/v1/traces?limit=1000"] = {"traces": [to_json(turn())]}
    _on_disk(paths, TRACE_ID, "OLDER")

    assert execute(parse("trace", "export", *flags), door) == 0

    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(record["traceId"], record["redacted"]) for record in records] == [
        (TRACE_ID, not has_words),
        ("OLDER", True),
    ]
    assert ("oolong" in json.dumps(records)) is has_words


def test_an_export_may_be_bounded(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/traces?limit=1"] = {"traces": [to_json(turn())]}

    execute(parse("trace", "export", "--limit", "1"), door)

    assert len(capsys.readouterr().out.splitlines()) == 1
