"""Following goes on over restarts of the daemon, and tells of turns that ended meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest

from recall_sidecar.cli.following import turns
from recall_sidecar.errors import DaemonError
from recall_sidecar.paths import Paths
from tests.cli.installation import TableDaemon, TableDoor

SEEN = "/v1/traces?limit=1000"


def record(trace_id: str, session: str = "s") -> dict[str, Any]:
    return {"traceId": trace_id, "sessionKey": session}


@dataclass
class Restarting(TableDoor):
    """An installation whose daemons come one after the other; None is none, an error one that is just ending."""

    lives: list[TableDaemon | DaemonError | None] = field(default_factory=list)

    def running(self) -> TableDaemon | None:
        now = self.lives.pop(0)
        if isinstance(now, DaemonError):
            raise now
        return now


class Broken(TableDaemon):
    """A daemon whose stream breaks after its events."""

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        yield from super().stream(path)
        raise DaemonError("it went away")


@pytest.mark.parametrize("first", [TableDaemon, Broken])
def test_it_goes_on_with_the_next_daemon(
    paths: Paths, first: type[TableDaemon], capsys: pytest.CaptureFixture[str]
) -> None:
    later = TableDaemon({SEEN: {"traces": [record("03"), record("02"), record("01")]}}, events=[record("04")])
    door = Restarting(paths, lives=[first(events=[record("01")]), None, DaemonError("just ending"), later])
    pauses: list[float] = []

    found = list(islice(turns(door, None, pauses.append), 4))

    assert [each["traceId"] for each in found] == ["01", "02", "03", "04"]
    assert pauses == [0.5, 1.0, 2.0]
    assert capsys.readouterr().err.startswith("The daemon has gone; waiting")


def test_only_one_session_is_told_of_when_it_is_named(paths: Paths) -> None:
    later = TableDaemon({f"{SEEN}&session=a": {"traces": [record("03", "a")]}}, events=[record("05", "a")])
    door = Restarting(paths, lives=[TableDaemon(events=[record("01", "a"), record("02", "b")]), later])

    found = list(islice(turns(door, "a", lambda _: None), 3))

    assert [each["traceId"] for each in found] == ["01", "03", "05"]


def test_it_waits_less_often_the_longer_it_waits(paths: Paths) -> None:
    later = TableDaemon(events=[record("01")])
    door = Restarting(paths, lives=[TableDaemon(), *[None] * 5, later])
    pauses: list[float] = []

    next(turns(door, None, pauses.append))

    assert pauses == [0.5, 1.0, 2.0, 5.0, 5.0, 5.0]


def test_what_ends_between_the_list_and_the_stream_is_not_left_out(paths: Paths) -> None:
    lists = iter([[record("01")], [record("04"), record("03"), record("01")]])
    later = TableDaemon({SEEN: lambda _: {"traces": next(lists)}}, events=[record("04")])
    door = Restarting(paths, lives=[TableDaemon(events=[record("01")]), later])

    found = list(islice(turns(door, None, lambda _: None), 3))

    assert [each["traceId"] for each in found] == ["01", "03", "04"]
