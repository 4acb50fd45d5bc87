"""Where files live: one home for everything, or the platform's folders."""

from pathlib import Path

import pytest

from recall_sidecar.paths import HOME_VARIABLE, Paths, shipped


def test_one_variable_puts_everything_below_one_folder(tmp_path: Path) -> None:
    paths = Paths.discover({HOME_VARIABLE: str(tmp_path), "XDG_RUNTIME_DIR": "/run/user/7"})

    assert paths == Paths.below(tmp_path)
    files = [
        value
        for name in dir(Paths)
        if not name.startswith("_") and isinstance(value := getattr(paths, name), Path)
    ]
    assert len(files) > 10
    assert all(file.is_relative_to(tmp_path) for file in files)


def test_a_home_may_be_given_from_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert Paths.discover({HOME_VARIABLE: "~/recall"}).config_dir == tmp_path / "recall" / "config"


def test_a_relative_home_does_not_move_with_the_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    assert Paths.discover({HOME_VARIABLE: "here"}) == Paths.below(tmp_path / "here")


def test_the_socket_lives_in_the_sessions_own_folder_where_there_is_one() -> None:
    paths = Paths.discover({"XDG_RUNTIME_DIR": "/run/user/7"})

    assert paths.socket_file == Path("/run/user/7/recall-sidecar/recall.sock")


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({}, id="there is none"),
        pytest.param({"XDG_RUNTIME_DIR": ""}, id="it is empty"),
        pytest.param({"XDG_RUNTIME_DIR": "run"}, id="it is relative"),
    ],
)
def test_without_such_a_folder_the_socket_lives_beside_the_state(environment: dict[str, str]) -> None:
    paths = Paths.discover(environment)

    assert paths.socket_file.is_relative_to(paths.state_dir)


def test_a_socket_whose_path_is_too_long_for_the_system_moves_to_the_state(tmp_path: Path) -> None:
    paths = Paths(tmp_path, Path("/s"), tmp_path / ("x" * 100))

    assert paths.socket_file == Path("/s/recall.sock")


@pytest.mark.parametrize("folder", ["prompt_styles", "config"])
def test_what_ships_with_the_program_is_found(folder: str) -> None:
    assert list(shipped(folder).glob("*.toml"))


def test_what_lies_inside_the_package_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    inside = tmp_path / "recall_sidecar" / "_shipped" / "config"
    inside.mkdir(parents=True)
    monkeypatch.setattr("recall_sidecar.paths.__file__", str(tmp_path / "recall_sidecar" / "paths.py"))

    assert shipped("config") == inside
    assert shipped("prompt_styles") == tmp_path / "prompt_styles"
