"""Everything is looked at in order, and no check ends the examination."""

from dataclasses import replace
from pathlib import Path

import pytest

from recall_sidecar import private, tokens
from recall_sidecar.cli.examination import examine
from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.patient import Patient
from recall_sidecar.errors import DaemonError, PromptStyleError, SettingsError, SettingsProblem
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.memory.health import Health
from recall_sidecar.paths import Paths
from recall_sidecar.settings import (
    EmbeddingSettings,
    McpServerSettings,
    MemorySettings,
    ModelSettings,
    ServerSettings,
    Settings,
)
from tests.cli.installation import TableDaemon


def _examine(patient: Patient, *, ask: bool = False) -> list[Finding]:
    return list(examine(patient, ask_models=ask))


def _topics(patient: Patient, *, ask: bool = False) -> list[str]:
    return [finding.topic for finding in _examine(patient, ask=ask)]


def _with(patient: Patient, *trees: Settings) -> Patient:
    return replace(patient, load=lambda: trees)


def test_everything_is_looked_at_in_order(patient: Patient) -> None:
    assert _topics(patient) == [
        "program", "litellm", "SQLite", "start-up files", "clock", "disk", "privacy", "daemon", "settings", "port",
        "memory", "index", "model", "meanings",
    ]  # fmt: skip


def test_every_problem_of_the_settings_is_a_finding(patient: Patient) -> None:
    def load() -> tuple[Settings, ...]:
        raise SettingsError(
            (SettingsProblem("gate.x", "config.toml:3", "unknown"), SettingsProblem("y", "flag", "bad"))
        )

    found = [each for each in _examine(replace(patient, load=load)) if each.code]

    assert [(each.code, each.fact) for each in found] == [
        (2, "gate.x (config.toml:3): unknown"),
        (2, "y (flag): bad"),
    ]
    assert found[0].remedy == f"correct it in {patient.paths.config_file}"


def test_every_problem_of_the_prompt_styles_is_a_finding(patient: Patient) -> None:
    def load() -> tuple[Settings, ...]:
        message = "mine.toml: not TOML\nyours.toml:2: colour: unknown key"
        raise PromptStyleError(message)

    found = [each for each in _examine(replace(patient, load=load)) if each.code]

    assert [(each.topic, each.fact) for each in found] == [
        ("prompt style", "mine.toml: not TOML"),
        ("prompt style", "yours.toml:2: colour: unknown key"),
    ]


@pytest.mark.parametrize(
    ("error", "fact"),
    [
        pytest.param(ValueError("words"), "this could not be looked at (ValueError)", id="a fault of ours"),
        pytest.param(
            PermissionError(13, "Permission denied"),
            "this could not be looked at (PermissionError: [Errno 13] Permission denied)",
            id="the system's",
        ),
        pytest.param(
            DaemonError("no answer"),
            "this could not be looked at (DaemonError: no answer)",
            id="our own words",
        ),
    ],
)
def test_a_check_that_fails_is_a_finding_and_the_next_one_is_made(
    patient: Patient, error: Exception, fact: str
) -> None:
    def fail(_: Path) -> int:
        raise error

    found = _examine(replace(patient, free_bytes=fail))

    assert next(each for each in found if each.topic == "disk") == Finding(
        "error", "disk", fact, "put that right, or send us: recall-sidecar report", code=1
    )
    assert found[-1].topic == "meanings"


def test_a_daemon_that_cannot_be_spoken_to_is_told_by_its_check(patient: Patient) -> None:
    def find() -> TableDaemon:
        raise DaemonError("it is another's")

    found = _examine(replace(patient, find_daemon=find))

    assert [each.fact for each in found if each.topic == "daemon"] == ["it is another's"]


def _running() -> TableDaemon:
    return TableDaemon({"/v1/status": {"version": "0.1.0", "port": 4711}})


def test_the_port_of_a_daemon_that_runs_is_not_complained_of(patient: Patient) -> None:
    assert "port" not in _topics(replace(patient, find_daemon=_running))


def test_hooks_are_held_against_the_port_that_the_daemon_has(patient: Patient) -> None:
    file = patient.home / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text("http://127.0.0.1:4711/v1/hooks/claude-code")

    (away,) = [each for each in _examine(patient) if each.topic == "Claude Code"]
    (there,) = [
        each for each in _examine(replace(patient, find_daemon=_running)) if each.topic == "Claude Code"
    ]

    assert (away.level, there.level) == ("error", "ok")


@pytest.mark.parametrize(
    "server",
    [
        pytest.param(ServerSettings(tcp=False), id="the Unix socket alone"),
        pytest.param(ServerSettings(port=0), id="any free port"),
    ],
)
def test_a_port_that_is_not_wanted_is_not_looked_at(patient: Patient, server: ServerSettings) -> None:
    assert "port" not in _topics(_with(patient, Settings(server=server)))


def test_models_are_called_only_when_asked_for(patient: Patient) -> None:
    assert "provider" not in _topics(patient)
    assert "provider" in _topics(patient, ask=True)


def test_a_model_that_lacks_its_key_is_not_called(patient: Patient) -> None:
    assert "provider" not in _topics(replace(patient, obstacle=lambda *_: "set OPENAI_API_KEY"), ask=True)


def test_an_embedding_model_of_a_provider_is_looked_at_and_called_when_asked_for(patient: Patient) -> None:
    elsewhere = _with(
        patient, Settings(memory=MemorySettings(embedding=EmbeddingSettings(model="voyage/voyage-3.5")))
    )

    assert "meanings" in _topics(elsewhere)
    assert "provider" not in _topics(elsewhere)
    assert "provider" in _topics(elsewhere, ask=True)
    keyless = replace(elsewhere, obstacle_to_embedding=lambda *_: "set VOYAGE_API_KEY")
    assert "provider" not in _topics(keyless, ask=True)


def test_servers_are_looked_at_where_no_daemon_speaks_for_them(patient: Patient) -> None:
    server = McpServerSettings(name="notes", command="notes-mcp", search_tool="search")
    served = _with(patient, Settings(memory=MemorySettings(mcp=(server,))))

    assert "MCP" in _topics(served)
    assert "MCP" not in _topics(replace(served, find_daemon=_running))


@pytest.mark.parametrize(
    "model",
    [pytest.param(ModelSettings(), id="none is named"), pytest.param(ModelSettings(name="host"), id="lent")],
)
def test_there_is_no_model_of_ours_to_call(patient: Patient, model: ModelSettings) -> None:
    assert "provider" not in _topics(_with(patient, Settings(model=model)), ask=True)


def test_a_file_in_the_place_of_the_programs_folder_ends_the_examination(
    patient: Patient, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")

    findings = _examine(replace(patient, paths=Paths.below(tmp_path / "file")))

    assert (findings[-1].topic, findings[-1].code) == ("folders", 1)
    assert findings[-1].fact.startswith(f"{tmp_path / 'file'} is a file")


def test_models_of_every_agent_are_looked_at(patient: Patient) -> None:
    asked: list[str] = []

    def obstacle(_trees: tuple[Settings, ...], model: ModelRef) -> None:
        asked.append(str(model))

    agent = Settings(model=ModelSettings(name="ollama/qwen3"))
    _topics(replace(_with(patient, *patient.load(), agent), obstacle=obstacle))

    assert list(dict.fromkeys(asked)) == ["openai/gpt-5-mini", "ollama/qwen3"]


def test_a_folder_that_two_agents_share_is_looked_at_once(patient: Patient) -> None:
    assert _topics(_with(patient, *patient.load(), *patient.load())).count("memory") == 1


def test_an_index_that_is_not_sound_is_not_held_against_the_files(patient: Patient) -> None:
    damaged = replace(patient, index_health=lambda _: Health("damaged", why="not a database"))

    assert _topics(damaged).count("index") == 1


def test_a_sound_index_is_held_against_the_files(patient: Patient) -> None:
    sound = replace(patient, index_health=lambda _: Health("sound", 9, 1, 1))

    indexed, lag = [each for each in _examine(sound) if each.topic == "index"]

    # There is no file behind this table, which is told like any other fault.
    assert (indexed.level, "MemoryStoreError" in lag.fact) == ("ok", True)


def test_the_daemon_proves_that_it_knows_the_tokens(patient: Patient) -> None:
    private.make_folder(patient.paths.state_dir)
    tokens.ensure(patient.paths)
    running = TableDaemon({"/v1/status": {"version": "0.1.0"}})
    (found,) = [
        each for each in _examine(replace(patient, find_daemon=lambda: running)) if each.topic == "tokens"
    ]

    # The table has no answer to the question, which is a fault of the check and not its end.
    assert found.fact == "this could not be looked at (KeyError)"
