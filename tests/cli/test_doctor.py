"""`doctor` examines everything, prints each finding with its remedy, and fails as the worst of them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from recall_sidecar.cli.doctor import examine, execute
from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.patient import Patient
from recall_sidecar.errors import PromptStyleError, SettingsError, SettingsProblem
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.paths import Paths
from recall_sidecar.settings import (
    EmbeddingSettings,
    FolderSettings,
    McpServerSettings,
    MemorySettings,
    ModelSettings,
    ServerSettings,
    Settings,
)
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Settings, ...]:
    (tmp_path / "MEMORY.md").write_text("tea")
    folder = FolderSettings(path=str(tmp_path))
    return (
        Settings(memory=MemorySettings(folders=(folder,)), model=ModelSettings(name="openai/gpt-5-mini")),
    )


@pytest.fixture
def patient(paths: Paths, trees: tuple[Settings, ...]) -> Patient:
    return Patient(
        paths=paths,
        home=paths.state_dir / "home",
        load=lambda: trees,
        find_daemon=lambda: None,
        claim_port=lambda _port: None,
        obstacle=lambda _trees, _model: None,
        probe=lambda _trees, models: [Finding("ok", "provider", f"{model} answered") for model in models],
        obstacle_to_embedding=lambda _trees, _model: None,
        probe_embedding=lambda _trees, settings: Finding("ok", "provider", f"{settings.model} answered"),
        find_program=lambda command: f"/bin/{command}",
        has_mcp_sdk=lambda: True,
        litellm_version=lambda: "1.110.2",
        startup_folders=lambda: (),
        owned_startup_files=frozenset,
    )


def _topics(patient: Patient, *, providers: bool = False) -> list[str]:
    return [finding.topic for finding in examine(patient, providers=providers)]


def test_everything_is_looked_at_in_order(patient: Patient) -> None:
    assert _topics(patient) == [
        "program", "litellm", "start-up files", "privacy", "privacy", "privacy", "daemon", "settings", "port", "memory",
        "model",
    ]  # fmt: skip


def test_a_sound_installation_ends_well(patient: Patient, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("doctor"), patient) == 0

    shown = capsys.readouterr().out
    assert "warning  daemon: not running\n           -> recall-sidecar serve" in shown
    assert "ok       model: openai/gpt-5-mini has what it needs" in shown


def test_json_has_every_finding_and_the_exit_code(patient: Patient, parse: Parse, capsys: Capture) -> None:
    sick = replace(patient, litellm_version=lambda: "1.82.8")

    assert execute(parse("doctor", "--json"), sick) == 1

    shown = json.loads(capsys.readouterr().out)
    assert shown["exitCode"] == 1
    assert [entry["topic"] for entry in shown["findings"] if entry["level"] == "error"] == ["litellm"]


def test_every_problem_of_the_settings_is_a_finding(patient: Patient, parse: Parse, capsys: Capture) -> None:
    def load() -> tuple[Settings, ...]:
        raise SettingsError(
            (SettingsProblem("gate.x", "config.toml:3", "unknown"), SettingsProblem("y", "flag", "bad"))
        )

    assert execute(parse("doctor"), replace(patient, load=load)) == 2

    shown = capsys.readouterr().out
    assert "ERROR    settings: gate.x (config.toml:3): unknown" in shown
    assert "ERROR    settings: y (flag): bad" in shown


def test_every_problem_of_the_prompt_styles_is_a_finding(
    patient: Patient, parse: Parse, capsys: Capture
) -> None:
    def load() -> tuple[Settings, ...]:
        message = "mine.toml: not TOML\nyours.toml:2: colour: unknown key"
        raise PromptStyleError(message)

    assert execute(parse("doctor"), replace(patient, load=load)) == 2

    shown = capsys.readouterr().out
    assert "ERROR    prompt style: mine.toml: not TOML\n" in shown
    assert "ERROR    prompt style: yours.toml:2: colour: unknown key\n" in shown


def test_the_port_of_a_daemon_that_runs_is_not_complained_of(patient: Patient) -> None:
    daemon = TableDaemon({"/v1/status": {"version": "0.1.0"}})

    assert "port" not in _topics(replace(patient, find_daemon=lambda: daemon))


@pytest.mark.parametrize(
    "server",
    [
        pytest.param(ServerSettings(tcp=False), id="the Unix socket alone"),
        pytest.param(ServerSettings(port=0), id="any free port"),
    ],
)
def test_a_port_that_is_not_wanted_is_not_looked_at(patient: Patient, server: ServerSettings) -> None:
    quiet = replace(patient, load=lambda: (Settings(server=server),))

    assert "port" not in _topics(quiet)


def test_providers_are_called_only_when_asked_for(patient: Patient) -> None:
    assert "provider" not in _topics(patient)
    assert "provider" in _topics(patient, providers=True)


def test_an_embedding_model_of_a_provider_is_looked_at_and_called_when_asked_for(patient: Patient) -> None:
    memory = MemorySettings(embedding=EmbeddingSettings(model="voyage/voyage-3.5"))
    elsewhere = replace(patient, load=lambda: (Settings(memory=memory),))

    assert "meanings" in _topics(elsewhere)
    assert "provider" not in _topics(elsewhere)
    assert "provider" in _topics(elsewhere, providers=True)


def test_servers_are_looked_at_where_no_daemon_speaks_for_them(patient: Patient) -> None:
    server = McpServerSettings(name="notes", command="notes-mcp", search_tool="search")
    served = replace(patient, load=lambda: (Settings(memory=MemorySettings(mcp=(server,))),))
    daemon = TableDaemon({"/v1/status": {"version": "0.1.0"}})

    assert "MCP" in _topics(served)
    assert "MCP" not in _topics(replace(served, find_daemon=lambda: daemon))


def test_no_provider_is_called_when_no_model_is_named(patient: Patient) -> None:
    nameless = replace(patient, load=lambda: (Settings(),))

    assert "provider" not in _topics(nameless, providers=True)


def test_a_model_that_the_host_lends_is_not_called(patient: Patient) -> None:
    lent = replace(patient, load=lambda: (Settings(model=ModelSettings(name="host")),))

    assert "provider" not in _topics(lent, providers=True)


def test_a_file_in_the_place_of_the_programs_folder_ends_the_examination(
    patient: Patient, tmp_path: Path
) -> None:
    (tmp_path / "home").write_text("")

    findings = list(examine(replace(patient, paths=Paths.below(tmp_path / "home")), providers=False))

    assert (findings[-1].topic, findings[-1].code) == ("folders", 1)
    assert findings[-1].fact.startswith(f"{tmp_path / 'home'} is a file")


def test_models_of_every_agent_are_looked_at(patient: Patient, trees: tuple[Settings, ...]) -> None:
    asked: list[ModelRef] = []
    agent = Settings(model=ModelSettings(name="ollama/qwen3"))

    def obstacle(_trees: tuple[Settings, ...], model: ModelRef) -> None:
        asked.append(model)

    _topics(replace(patient, load=lambda: (*trees, agent), obstacle=obstacle))

    assert [str(model) for model in asked] == ["openai/gpt-5-mini", "ollama/qwen3"]


def test_a_folder_that_two_agents_share_is_looked_at_once(
    patient: Patient, trees: tuple[Settings, ...]
) -> None:
    assert _topics(replace(patient, load=lambda: (*trees, *trees))).count("memory") == 1
