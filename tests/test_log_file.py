"""The log in the state folder: JSON Lines, of limited size, for its owner alone, and never in anybody's way."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar.log_file import KEPT, LogFile, last_lines

LOG = logging.getLogger("recall_sidecar.test_log_file")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "daemon.log"


@pytest.fixture
def written(file: Path) -> Iterator[LogFile]:
    made = LogFile(file, most_bytes=400)
    LOG.addHandler(made)
    LOG.setLevel(logging.INFO)
    yield made
    LOG.removeHandler(made)
    made.close()


def _say(count: int) -> None:
    for number in range(count):
        LOG.info("turn_ended", extra={"number": number})


def test_each_record_is_a_line_of_json_for_its_owner_alone(file: Path, written: LogFile) -> None:
    _say(1)
    written.close()

    entry = json.loads(file.read_text())
    assert (entry["event"], entry["number"]) == ("turn_ended", 0)
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_log_that_is_full_is_put_beside_and_the_oldest_goes(file: Path, written: LogFile) -> None:
    _say(100)
    written.close()

    names = sorted(each.name for each in file.parent.iterdir() if each != file)
    assert names == [f"daemon.log.{number}" for number in range(1, KEPT + 1)]
    assert all(each.stat().st_size < 600 for each in file.parent.iterdir())


def test_the_last_lines_are_read_back_over_the_border_of_two_files(file: Path, written: LogFile) -> None:
    _say(5)
    written.close()

    assert file.with_name("daemon.log.1").exists()
    assert [entry["number"] for entry in last_lines(file, 4)] == [1, 2, 3, 4]


def test_a_damaged_line_is_left_out(file: Path) -> None:
    file.write_text('{"event": "a"}\nnot json\n[1]\n{"no": "event"}\n{"event": "b"}\n')

    assert [entry["event"] for entry in last_lines(file, 10)] == ["a", "b"]


def test_a_log_that_is_not_there_has_no_lines(file: Path) -> None:
    assert last_lines(file, 10) == []


def test_a_log_that_cannot_be_written_holds_nobody_up(file: Path, written: LogFile) -> None:
    file.symlink_to(file.with_name("elsewhere"))

    _say(3)
    written.close()

    assert not file.with_name("elsewhere").exists()


def test_lines_are_lost_rather_than_kept_without_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recall_sidecar.log_file._MOST_WAITING", 0)
    made = LogFile(file)

    made.handle(logging.makeLogRecord({"name": "recall_sidecar", "msg": "turn_ended"}))
    made.close()

    assert not file.exists()
