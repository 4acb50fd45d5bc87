"""Memory of other programs is named, not read."""

import tomllib
from pathlib import Path

import pytest

from recall_sidecar.memory.elsewhere import Elsewhere, elsewhere
from recall_sidecar.settings import FolderSettings


def make(home: Path, *paths: str) -> None:
    for path in paths:
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).touch()


def named(home: Path, *folders: str) -> list[tuple[str, str]]:
    return [
        (place.whose, place.path)
        for place in elsewhere(home, [FolderSettings(path=path) for path in folders])
    ]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param(".openclaw/workspace/memory/a.md", ("OpenClaw", "~/.openclaw/workspace"), id="OpenClaw"),
        pytest.param(".claude/projects/-app/memory/a.md", ("Claude Code", "~/.claude"), id="Claude Code"),
        pytest.param(".claude/CLAUDE.md", ("Claude Code", "~/.claude"), id="its instructions"),
        pytest.param(".codex/memories/MEMORY.md", ("Codex", "~/.codex"), id="Codex"),
        pytest.param(".hermes/memories/USER.md", ("Hermes", "~/.hermes"), id="Hermes"),
        pytest.param("Vault/.obsidian/app.json", ("Obsidian", "~/Vault"), id="an Obsidian vault"),
        pytest.param(
            "Documents/My vault/.obsidian/app.json", ("Obsidian", "~/Documents/My vault"), id="another"
        ),
    ],
)
def test_what_stands_there_tells_whose_memory_it_is(
    tmp_path: Path, path: str, expected: tuple[str, str]
) -> None:
    make(tmp_path, path)

    assert named(tmp_path) == [expected]


@pytest.mark.parametrize(
    "path", [".claude/settings.json", ".codex/config.toml", ".hermes/config.yaml", "a/b"]
)
def test_a_program_that_remembers_nothing_is_not_named(tmp_path: Path, path: str) -> None:
    make(tmp_path, path)

    assert named(tmp_path) == []


@pytest.mark.parametrize(
    ("folder", "is_read"),
    [
        pytest.param("~/.claude", True, id="the place itself"),
        pytest.param("~/.claude/projects/-app/memory", True, id="a part of it"),
        pytest.param("~", True, id="the folder around it"),
        pytest.param("{home}/.claude", True, id="by its whole path"),
        pytest.param("~/.codex", False, id="another place"),
    ],
)
def test_what_settings_read_already_is_not_named(tmp_path: Path, folder: str, is_read: bool) -> None:
    make(tmp_path, ".claude/projects/-app/memory/a.md")

    assert (named(tmp_path, folder.format(home=tmp_path)) == []) is is_read


def test_a_home_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert named(tmp_path / "none") == []


def test_the_words_name_settings_that_are_valid() -> None:
    line = str(Elsewhere("Claude Code", "~/.claude", "claude_code", "claude-code"))

    written = line.partition("with ")[2].replace(" and ", ", ").replace(", ", "\n")
    assert FolderSettings.model_validate(tomllib.loads(written)).layout == "claude_code"
