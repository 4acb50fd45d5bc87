"""Which daemon a command speaks to."""

import pytest

from recall_sidecar import __version__
from recall_sidecar.cli.door import local, opened, running
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.paths import Paths
from tests.cli.installation import TableDaemon, TableDoor


def test_a_daemon_that_must_run_is_given(door: TableDoor, daemon: TableDaemon) -> None:
    assert running(door) is daemon


def test_a_daemon_that_does_not_run_is_a_sentence_on_how_to_start_it(paths: Paths) -> None:
    with pytest.raises(RecallSidecarError, match="start one with: recall-sidecar serve"):
        running(TableDoor(paths))


def test_the_daemon_that_runs_is_preferred(door: TableDoor, daemon: TableDaemon) -> None:
    with opened(door, in_process=False) as answering:
        assert answering is daemon

    assert door.opened == 0


def test_one_is_started_within_the_process_when_none_runs(paths: Paths) -> None:
    door = TableDoor(paths)

    with opened(door, in_process=False) as answering:
        assert answering is door.own

    assert (door.opened, door.closed) == (1, 1)


def test_one_is_started_within_the_process_when_it_is_asked_for(door: TableDoor) -> None:
    with opened(door, in_process=True) as answering:
        assert answering is door.own


def test_the_one_within_the_process_ends_with_an_error_too(paths: Paths) -> None:
    door = TableDoor(paths)

    with pytest.raises(RecallSidecarError), opened(door, in_process=True):
        raise RecallSidecarError

    assert door.closed == 1


def test_the_one_within_the_process_has_read_memory_before_it_is_asked(paths: Paths) -> None:
    door = TableDoor(paths)

    with opened(door, in_process=True):
        assert door.own.asked == [("/v1/memory/refresh", {"v": 1})]


def test_the_one_within_the_process_waits_for_the_model_where_a_command_wants_it(paths: Paths) -> None:
    states = iter(["warming", "warming", "ready"])
    door = TableDoor(paths)
    door.own.answers["/v1/status"] = lambda _: {"model": next(states)}

    with opened(door, in_process=True, warm="model"):
        assert next(states, "none left") == "none left"


def test_nothing_is_waited_for_where_a_command_does_it_itself(paths: Paths) -> None:
    door = TableDoor(paths)

    with opened(door, in_process=True, warm="nothing"):
        assert door.own.asked == []


def test_a_daemon_that_runs_is_asked_nothing_beforehand(door: TableDoor, daemon: TableDaemon) -> None:
    with opened(door, in_process=False, warm="model"):
        assert daemon.asked == []


def test_memory_that_cannot_be_read_is_left_for_the_question_to_report(paths: Paths) -> None:
    door = TableDoor(paths)
    door.own.answers["/v1/memory/refresh"] = RecallSidecarError("damaged")

    with opened(door, in_process=True) as answering:
        assert answering is door.own


def test_the_installation_is_the_one_the_environment_names(paths: Paths) -> None:
    assert local().paths == paths


def test_nothing_runs_in_an_empty_installation() -> None:
    assert local().running() is None


def test_the_real_parts_answer_within_the_process() -> None:
    with opened(local(), in_process=True) as answering:
        assert answering.get("/v1/status")["version"] == __version__
