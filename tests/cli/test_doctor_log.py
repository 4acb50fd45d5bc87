"""`doctor` tells the last trouble in the log, as something that may be over."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.cli.doctor_log import check_log, troubles

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


def _entry(
    event: str, at: str = "2026-12-01T11:00:00.000+00:00", level: str = "error", **fields: str
) -> dict[str, Any]:
    return {"at": at, "level": level, "event": event, **fields}


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        pytest.param([], None, id="an empty log"),
        pytest.param([_entry("listening", level="info")], None, id="nothing but news"),
        pytest.param(
            [_entry("turn_failed", at="2026-11-29T11:00:00+00:00")], None, id="trouble of another day"
        ),
        pytest.param([_entry("turn_failed", at="never")], None, id="a time that is none"),
        pytest.param([_entry("turn_failed", at="2026-12-01T11:00:00")], None, id="a time without its zone"),
        pytest.param(
            [
                _entry("a"),
                _entry("turn_failed", error="ValueError"),
                _entry("turn_failed", error="KeyError", level="warning"),
            ],
            "turn_failed (error KeyError) at 2026-12-01T11:00; 2 of 3 in a day",
            id="the last of three",
        ),
    ],
)
def test_troubles(entries: list[dict[str, Any]], told: str | None) -> None:
    assert troubles(entries, NOW) == told


def test_the_last_error_is_told_and_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "daemon.log"
    file.write_text(json.dumps(_entry("job_failed", job="refresh")) + "\n")

    (finding,) = check_log(file, NOW)

    assert (finding.level, finding.topic) == ("ok", "last error")
    assert finding.fact.startswith("job_failed (job refresh) at")


def test_a_quiet_log_is_not_mentioned(tmp_path: Path) -> None:
    assert list(check_log(tmp_path / "daemon.log", NOW)) == []
