"""Settings out of files, environment and flags."""

import os
from pathlib import Path

import pytest

from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import load, load_file, process_environment, read_layer
from recall_sidecar.settings.tables import Settings


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def problems(paths: Paths, environment: dict[str, str] | None = None) -> tuple[SettingsProblem, ...]:
    with pytest.raises(SettingsError) as caught:
        load(paths, environment or {})
    return caught.value.problems


def test_nothing_written_means_the_defaults(paths: Paths) -> None:
    assert load(paths, {}).base == Settings()


def test_each_place_wins_over_the_one_before(paths: Paths) -> None:
    write(paths.config_file, "[query]\nrecent_user_chars = 41\nrecent_assistant_chars = 41\n"
          "search_chars = 41\nmax_chars = 501\n")  # fmt: skip
    write(paths.overrides_file, "[query]\nrecent_assistant_chars = 42\nsearch_chars = 42\nmax_chars = 502\n")
    environment = {"RECALL_SIDECAR_QUERY__SEARCH_CHARS": "43", "RECALL_SIDECAR_QUERY__MAX_CHARS": "503"}

    loaded = load(paths, environment, {"query.max_chars": 504})

    query = loaded.base.query
    assert (query.recent_user_chars, query.recent_assistant_chars) == (41, 42)
    assert (query.search_chars, query.max_chars) == (43, 504)
    assert [
        loaded.source(f"query.{name}")
        for name in ("mode", "recent_user_chars", "recent_assistant_chars", "search_chars", "max_chars")
    ] == [
        "default",
        "config.toml:2",
        "overrides.toml:2",
        "environment RECALL_SIDECAR_QUERY__SEARCH_CHARS",
        "flag",
    ]


def test_problems_of_every_place_are_told_together(paths: Paths) -> None:
    write(paths.config_file, "[gate]\nenabled = 'true'\n")
    write(paths.overrides_file, "[gate\n")

    found = problems(
        paths,
        {
            "RECALL_SIDECAR_CACHE__TTL_MS": "soon",
            "RECALL_SIDECAR_QUERY__MOOD": "x",
            "RECALL_SIDECAR_HOME": "/elsewhere",
        },
    )

    assert [(problem.key, problem.source) for problem in found] == [
        (str(paths.overrides_file), "overrides.toml:1"),
        ("cache.ttl_ms", "environment RECALL_SIDECAR_CACHE__TTL_MS"),
        ("gate.enabled", "config.toml:2"),
        ("query.mood", "environment RECALL_SIDECAR_QUERY__MOOD"),
    ]


def test_a_bad_variable_alone_is_enough_to_refuse(paths: Paths) -> None:
    (problem,) = problems(paths, {"RECALL_SIDECAR_GATE__ENABLED": "perhaps"})

    assert problem.message == "must be true or false"


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        pytest.param(b"a = 1\nb = = 2\n", "config.toml:2", "is not TOML: ",
                     id="a syntax error has its line"),
        pytest.param(b'a = 1\nb = """\n', "config.toml:2", "is not TOML: ",
                     id="an end too early has the last line"),
        pytest.param(b"a = '\xff'", "config.toml", "is not UTF-8 text (byte 5)", id="another encoding"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_toml_says_where(paths: Paths, content: bytes, place: str, message: str) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_bytes(content)

    (problem,) = problems(paths)

    assert (problem.key, problem.source) == (str(paths.config_file), place)
    assert problem.message.startswith(message)


def test_a_file_that_cannot_be_read_says_why(paths: Paths) -> None:
    paths.config_file.mkdir(parents=True)

    (problem,) = problems(paths)

    assert problem.message == "cannot be read: Is a directory"


def test_one_file_can_be_loaded_alone(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    write(file, "[gate]\n\nenabled = false\n")

    loaded = load_file(file)

    assert loaded.base.gate.enabled is False
    assert loaded.source("gate.enabled") == "mine.toml:3"


def test_a_missing_file_is_an_empty_layer(tmp_path: Path) -> None:
    assert read_layer(tmp_path / "none.toml").tree == {}


def test_the_environment_is_a_copy_of_the_process_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMETHING", "here")

    environment = process_environment()
    environment["SOMETHING"] = "changed"

    assert os.getenv("SOMETHING") == "here"  # noqa: TID251 -- the process's own, to compare with
