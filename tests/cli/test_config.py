"""`recall-sidecar config` as a person uses it."""

import argparse
import json
import stat
import tomllib
from pathlib import Path

import pytest

from recall_sidecar.cli import config
from recall_sidecar.errors import PromptStyleError
from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import load

OPENCLAW = """
// a configuration full of secrets
{
  env: { OPENAI_API_KEY: 'secret-1' },
  gateway: { auth: { token: 'secret-2' } },
  channels: { telegram: { botToken: 'secret-3', allowFrom: ['42'] } },
  models: { providers: {
    groq: { apiKey: 'secret-4', headers: { Authorization: 'secret-5' } },
    mine: { baseUrl: 'https://me:secret-6@llm.example/v1', apiKey: 'secret-7' },
  } },
  agents: { defaults: { model: 'groq/fast' } },
  plugins: { entries: { 'active-memory': { config: { agents: ['main'], timeoutMs: 90000, logging: true } } } },
}
"""


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    config.add_arguments(parser)
    return config.run(parser.parse_args(words))


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_show_prints_valid_toml_with_the_source_of_each_value(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(paths.config_file, "[[memory.folders]]\npath = '/a'\n[agents.work.query]\nmode = 'full'\n")
    monkeypatch.setenv("RECALL_SIDECAR_GATE__ENABLED", "no")

    code = run("show")

    out = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 0
    assert lines[:2] == [f"# {paths.config_file}", f"# {paths.overrides_file} (not there)"]
    assert "enabled = false # environment RECALL_SIDECAR_GATE__ENABLED" in lines
    assert 'prompt_style = "auto" # default (balanced, by query mode recent)' in lines
    assert 'mode = "full" # config.toml:4' in lines
    tree = tomllib.loads(out)
    assert tree["memory"]["folders"] == [{"path": "/a"}]
    assert tree["agents"]["work"]["query"]["mode"] == "full"


def test_what_show_prints_loads_again(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(paths.config_file, "[gate]\nowners = ['me']\n[model.providers.'llama.cpp']\nkind = 'openai'\n")

    run("show")

    again = write(tmp_path / "again.toml", capsys.readouterr().out)
    assert run("check", str(again)) == 0


def test_show_as_json_names_value_and_source(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    write(paths.overrides_file, "[gate]\nenabled = false\n")

    assert run("show", "--json") == 0

    shown = json.loads(capsys.readouterr().out)
    assert shown["files"] == {str(paths.config_file): False, str(paths.overrides_file): True}
    assert shown["settings"]["gate.enabled"] == {"value": False, "source": "overrides.toml:2"}
    assert shown["settings"]["recall.prompt_style"]["means"] == "balanced, by query mode recent"


def test_show_drops_what_could_drive_a_terminal(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    write(paths.config_file, '[recall]\nprompt_append = "a\\u001b[2Jb\\u202ec\\u009bd"\n')

    run("show")

    out = capsys.readouterr().out
    assert not {"\x1b", "\u202e", "\x9b"} & set(out)


@pytest.mark.parametrize("action", ["show", "check"])
def test_every_problem_is_listed_and_the_exit_code_is_two(
    paths: Paths, capsys: pytest.CaptureFixture[str], action: str
) -> None:
    write(paths.config_file, "[gate]\nenabled = 1\nenabld = true\n")

    assert run(action) == 2

    assert capsys.readouterr().err.splitlines() == [
        "gate.enabled (config.toml:2): must be true or false, without quotes",
        "gate.enabld (config.toml:3): is not a setting; did you mean enabled?",
    ]


def test_check_says_that_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check") == 0

    assert capsys.readouterr().out == "The settings are in order.\n"


def test_check_looks_at_one_file_alone(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(paths.config_file, "broken")
    good, bad = write(tmp_path / "good.toml", ""), write(tmp_path / "bad.toml", "x = 1\n")

    assert run("check", str(good)) == 0
    assert run("check", str(bad)) == 2

    assert capsys.readouterr().err.startswith("x (bad.toml:1): is not a setting")


@pytest.mark.parametrize("alone", [False, True], ids=["the settings in use", "one file alone"])
def test_check_refuses_a_style_that_would_stop_the_start(paths: Paths, tmp_path: Path, alone: bool) -> None:
    file = write(
        tmp_path / "new.toml" if alone else paths.config_file, '[agents.ops.recall]\nprompt_style = "nope"\n'
    )

    with pytest.raises(PromptStyleError, match="no prompt style 'nope'"):
        run("check", *([str(file)] if alone else []))


def test_check_refuses_a_broken_file_of_a_style(paths: Paths) -> None:
    write(paths.styles_dir / "mine.toml", "name = ")

    with pytest.raises(PromptStyleError, match=r"mine\.toml: not TOML"):
        run("check")


def test_check_names_allowed_tools_that_do_not_exist(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write(paths.config_file, '[recall]\ntools_allow = ["memory_recall"]\n')

    assert run("check") == 0

    shown = capsys.readouterr()
    assert shown.err == "recall.tools_allow: there is no tool memory_recall; the model is not offered it.\n"
    assert shown.out == "The settings are in order.\n"


def test_check_misses_a_file_that_does_not_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", str(tmp_path / "none.toml")) == 2

    assert "does not exist" in capsys.readouterr().err


def test_schema_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema") == 0

    assert "agents" in json.loads(capsys.readouterr().out)["properties"]


def test_import_prints_settings_and_notes_as_one_valid_file_without_secrets(
    tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "openclaw.json", OPENCLAW)

    assert run("import-openclaw", str(file)) == 0

    out = capsys.readouterr().out
    tree = tomllib.loads(out)
    assert tree["recall"]["timeout_ms"] == 90_000
    assert tree["model"]["providers"] == {"groq": {"api_key_env": "GROQ_API_KEY"}}
    assert "set GROQ_API_KEY for the daemon" in out
    assert "config.logging: left out (every turn is traced" in out
    assert "secret-" not in out
    assert not paths.config_file.exists()


def test_import_names_memory_of_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "openclaw.json", OPENCLAW)
    write(tmp_path / ".hermes" / "memories" / "USER.md", "secret")
    monkeypatch.setenv("HOME", str(tmp_path))

    assert run("import-openclaw", str(file)) == 0
    text = capsys.readouterr().out
    assert run("import-openclaw", str(file), "--json") == 0

    assert "# Hermes keeps memory in ~/.hermes; to add it: " in text
    assert tomllib.loads(text)["memory"]["folders"] != []
    assert json.loads(capsys.readouterr().out)["elsewhere"][0].startswith("Hermes ")


def test_import_as_json_has_settings_and_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "openclaw.json", OPENCLAW)

    assert run("import-openclaw", str(file), "--json") == 0

    out = capsys.readouterr().out
    assert json.loads(out)["settings"]["gate"]["agents"] == ["main"]
    assert {"key", "did", "why"} == set(json.loads(out)["notes"][0])
    assert "secret-" not in out


def test_import_writes_a_file_that_loads(
    tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "openclaw.json", OPENCLAW)

    assert run("import-openclaw", str(file), "--write") == 0

    assert f"Written to {paths.config_file}." in capsys.readouterr().err
    assert load(paths, {}).base.recall.timeout_ms == 90_000
    assert "secret-" not in paths.config_file.read_text(encoding="utf-8")
    assert stat.S_IMODE(paths.config_dir.stat().st_mode) == 0o700


def test_import_never_touches_a_file_that_is_there(
    tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    write(paths.config_file, "# mine\n")
    file = write(tmp_path / "openclaw.json", OPENCLAW)

    assert run("import-openclaw", str(file), "--write") == 1

    assert paths.config_file.read_text(encoding="utf-8") == "# mine\n"
    assert "was left as it is" in capsys.readouterr().err


def test_import_of_what_is_no_configuration_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "openclaw.json", "{ token: 'secret-8' ")

    assert run("import-openclaw", str(file)) == 2

    err = capsys.readouterr().err
    assert "is not JSON5" in err
    assert "secret-8" not in err


def test_an_action_must_be_named() -> None:
    with pytest.raises(SystemExit):
        run()
